package dev.monotable.benchmark.server;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Servers that run at the same time, and what drives them. Closing it stops them. */
public final class Servers implements AutoCloseable {
  /** Enough different requests for a table that fits into the processor caches. */
  private static final int PREPARED = 3_000;

  private final Deque<ServerProcess> servers = new ArrayDeque<>();
  private final Deque<Subject> subjects = new ArrayDeque<>();

  /** Creates a set without servers. */
  public Servers() {}

  /**
   * Starts a server, and waits until it accepts connections.
   *
   * @param javaOptions additional JVM options, which only Monotable supports
   */
  public ServerProcess start(Contender contender, String javaOptions) throws IOException {
    ServerProcess server = contender.start(javaOptions);
    servers.push(server);
    server.connect().close();
    return server;
  }

  /** Starts a server with the items of a design, unless it is the bare one. */
  public Subject start(Contender contender, String name, int connections, ChatDesign design)
      throws IOException {
    ServerProcess server = start(contender, "");
    if (contender.isBare()) {
      return bare(server, connections);
    }
    Subject.load(server, design);
    return subject(name, server, connections, design);
  }

  /** Returns the bare server as a subject with its own connections. */
  public Subject bare(ServerProcess server, int connections) throws IOException {
    return kept(Subject.bare(server, connections));
  }

  /** Returns a loaded table as a subject with its own connections. */
  public Subject subject(String name, ServerProcess server, int connections, ChatDesign design)
      throws IOException {
    return kept(Subject.of(name, server, connections, design));
  }

  private Subject kept(Subject subject) {
    subjects.push(subject);
    return subject;
  }

  /** Drives subjects with loads of a design, and reports them as ratios to the first one. */
  public static void compare(
      List<Subject> driven,
      List<Load> loads,
      ChatDesign design,
      int connections,
      Rounds rounds,
      Report report)
      throws IOException {
    report.add(
        "%,d items, %d connections, median of %d rounds of %.1f s each.",
        design.items(), connections, rounds.rounds(), rounds.seconds());
    report.addLoads(0, driven.stream().map(Subject::name).toList());
    for (Load load : loads) {
      report.addLoad(load.name(), Report.cells(rounds.drive(driven, load, design, PREPARED), 0));
    }
  }

  @Override
  public void close() throws IOException {
    for (Subject subject : subjects) {
      subject.close();
    }
    for (ServerProcess server : servers) {
      server.close();
    }
  }
}
