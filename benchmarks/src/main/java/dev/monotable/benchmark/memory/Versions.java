package dev.monotable.benchmark.memory;

import com.sun.management.OperatingSystemMXBean;
import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.ChatServer;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Snapshot;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the time and memory of a snapshot, a fork and a restore, and whether writes take longer
 * while a snapshot retains an earlier version.
 */
final class Versions {
  private static final int OPERATIONS = 1_000;
  private static final int KEPT = 100;
  private static final int ROUNDS = 9;
  private static final int WRITES = 100_000;

  private final Report report;
  private final ChatServer server;
  private final ChatDesign design;
  private final MonotableEngine engine;

  private Versions(Report report, ChatServer server, ChatDesign design) {
    this.report = report;
    this.server = server;
    this.design = design;
    this.engine = server.engine();
  }

  static void measure(Report report, ChatServer server, ChatDesign design) {
    Versions versions = new Versions(report, server, design);
    versions.operations();
    versions.kept();
    versions.writes();
  }

  private void operations() {
    double[][] micros = new double[3][OPERATIONS];
    // The first pass warms up the JIT compilers.
    for (int time = 0; time < 2; time++) {
      for (int i = 0; i < OPERATIONS; i++) {
        long begin = System.nanoTime();
        Snapshot snapshot = engine.snapshot();
        long taken = System.nanoTime();
        MonotableEngine fork = engine.fork();
        long forked = System.nanoTime();
        engine.restore(snapshot);
        long restored = System.nanoTime();
        fork.close();
        micros[0][i] = (taken - begin) / 1e3;
        micros[1][i] = (forked - taken) / 1e3;
        micros[2][i] = (restored - forked) / 1e3;
      }
    }
    report.add("");
    report.add("The chat design, %,d times each, in microseconds (goal: 1,000):", OPERATIONS);
    report.add("");
    report.add("| operation | median | maximum |");
    report.add("|---|---|---|");
    String[] names = {"snapshot", "fork, including its threads", "restore"};
    for (int i = 0; i < names.length; i++) {
      report.add(
          "| %s | %.2f | %.1f |",
          names[i], Medians.of(micros[i]), Arrays.stream(micros[i]).max().orElseThrow());
    }
  }

  /** Measures the memory of retained snapshots and forks, which share almost all of it. */
  private void kept() {
    long before = LiveBytes.count();
    List<Snapshot> snapshots = new ArrayList<>();
    List<MonotableEngine> forks = new ArrayList<>();
    for (int i = 0; i < KEPT; i++) {
      snapshots.add(engine.snapshot());
      forks.add(engine.fork());
    }
    try {
      report.add("");
      report.add(
          "%d snapshots and %d forks together retain %,d bytes of heap.",
          KEPT, KEPT, LiveBytes.count() - before);
    } finally {
      Reference.reachabilityFence(snapshots);
    }
    for (MonotableEngine fork : forks) {
      fork.close();
    }
  }

  private void writes() {
    report.add("");
    report.add(
        "CPU time of the process per write in process, including garbage collection; median of %d"
            + " rounds of %,d writes each, in turns.",
        ROUNDS, WRITES);
    report.add("");
    report.add("| load | no snapshot, µs | with a retained snapshot, µs | ratio |");
    report.add("|---|---|---|---|");
    for (Load load : List.of(Load.PUT_ITEM, Load.UPDATE_ITEM, Load.TRANSACT_WRITE_2)) {
      Requests requests = Requests.of(design, load, 0, WRITES);
      double[] free = new double[ROUNDS];
      double[] behind = new double[ROUNDS];
      for (int round = -1; round < ROUNDS; round++) {
        double freeMicros = write(load, requests);
        double behindMicros = writeBehindSnapshot(load, requests);
        if (round >= 0) {
          free[round] = freeMicros;
          behind[round] = behindMicros;
        }
      }
      report.add(
          "| %s | %.2f | %.2f | %.2f |",
          load, Medians.of(free), Medians.of(behind), Medians.ofRatios(behind, free));
    }
  }

  private double writeBehindSnapshot(Load load, Requests requests) {
    Snapshot snapshot = engine.snapshot();
    try {
      return write(load, requests);
    } finally {
      Reference.reachabilityFence(snapshot);
    }
  }

  private double write(Load load, Requests requests) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long begin = system.getProcessCpuTime();
    for (int i = 0; i < WRITES; i++) {
      server.call(load.target(), requests.next());
    }
    return (system.getProcessCpuTime() - begin) / 1e3 / WRITES;
  }
}
