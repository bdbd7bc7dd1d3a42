package dev.monotable.benchmark.growth;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.Series;
import dev.monotable.benchmark.server.ServerProcess;
import dev.monotable.benchmark.server.Servers;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The servers, loads and report of one part of the run. Closing it stops the servers. */
final class Bench implements AutoCloseable {
  private final Contender bare;
  private final Contender monotable;
  private final String java;
  private final Rounds rounds;
  private final Set<Load> loads;
  private final Report report;
  private final Servers servers = new Servers();

  Bench(
      Contender bare,
      Contender monotable,
      String java,
      Rounds rounds,
      Set<Load> loads,
      Report report) {
    this.bare = bare;
    this.monotable = monotable;
    this.java = java;
    this.rounds = rounds;
    this.loads = loads;
    this.report = report;
  }

  /** Returns those of the given loads that the user selected. */
  List<Load> among(Load... some) {
    List<Load> among = new ArrayList<>(List.of(some));
    among.retainAll(loads);
    return among;
  }

  Report report() {
    return report;
  }

  /** Describes the rounds in the report. */
  String timing() {
    return String.format(
        Locale.ROOT, "median of %d rounds of %.1f s", rounds.rounds(), rounds.seconds());
  }

  /** Describes the JVM options of the servers in the report. */
  String options() {
    return java.isEmpty() ? "as ./monotable starts it" : "./monotable with " + java;
  }

  ServerProcess startBare() throws IOException {
    return servers.start(bare, "");
  }

  ServerProcess startMonotable() throws IOException {
    return servers.start(monotable, java);
  }

  /** Returns the bare server as a subject with its own connections. */
  Subject bare(ServerProcess server, int connections) throws IOException {
    return servers.bare(server, connections);
  }

  /** Returns a loaded table as a subject with its own connections. */
  Subject subject(String name, ServerProcess server, int connections, ChatDesign design)
      throws IOException {
    return servers.subject(name, server, connections, design);
  }

  /**
   * Drives subjects in turns under a load. There are enough different requests that, with a large
   * table, the processor caches no longer hold an item when it is requested again.
   *
   * @param standIn the design that provides the requests for subjects without a table
   */
  Series[] drive(List<Subject> driven, Load load, ChatDesign standIn) throws IOException {
    return drive(driven, load, standIn, 100_000);
  }

  /** Drives subjects with the given number of different requests. */
  Series[] drive(List<Subject> driven, Load load, ChatDesign standIn, int requests)
      throws IOException {
    return rounds.drive(driven, load, standIn, requests);
  }

  @Override
  public void close() throws IOException {
    servers.close();
  }
}
