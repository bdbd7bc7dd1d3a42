package dev.monotable.benchmark.compare;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares Monotable in memory with Monotable on a data directory, in each sync mode. {@code
 * benchmarks/compare durable} runs this program.
 */
final class DurableWrites {
  private static final int CONNECTIONS = 16;
  private static final int PREPARED = 3_000;
  private static final List<String> MODES = List.of("os", "100ms", "always");

  private static final List<Load> LOADS =
      List.of(Load.PUT_ITEM, Load.UPDATE_ITEM, Load.TRANSACT_WRITE_2, Load.GET_ITEM);

  private DurableWrites() {}

  /**
   * Measures and writes the results.
   *
   * @param memory the server without a data directory
   */
  static void run(Path root, Path scratch, Contender memory, ChatDesign design, Rounds rounds)
      throws IOException {
    Report report = new Report(root, "durable");
    Path data = Files.createTempDirectory(scratch, "data");
    List<ServerProcess> servers = new ArrayList<>();
    List<Subject> subjects = new ArrayList<>();
    try {
      start(memory, "in memory", design, servers, subjects);
      for (String mode : MODES) {
        Contender durable = memory.with("--data", data.resolve(mode).toString(), "--sync", mode);
        start(durable, "`--sync " + mode + "`", design, servers, subjects);
      }
      report.add(
          "%,d items, %d connections, median of %d rounds of %.1f s each.",
          design.items(), CONNECTIONS, rounds.rounds(), rounds.seconds());
      report.addLoads(0, subjects.stream().map(Subject::name).toList());
      for (Load load : LOADS) {
        report.addLoad(
            load.name(), Report.cells(rounds.drive(subjects, load, design, PREPARED), 0));
      }
    } finally {
      for (Subject subject : subjects) {
        subject.close();
      }
      for (ServerProcess server : servers) {
        server.close();
      }
      delete(data);
    }
    report.write();
  }

  private static void start(
      Contender contender,
      String name,
      ChatDesign design,
      List<ServerProcess> servers,
      List<Subject> subjects)
      throws IOException {
    ServerProcess server = contender.start();
    servers.add(server);
    server.connect().close();
    Subject.load(server, design);
    subjects.add(Subject.of(name, server, CONNECTIONS, design));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
