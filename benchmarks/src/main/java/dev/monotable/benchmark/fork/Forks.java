package dev.monotable.benchmark.fork;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.benchmark.memory.LiveBytes;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures 1,000 forks of a database of 100,000 items: what a fork costs as a multiple of a
 * GetItem, in the server and by HTTP with 16 clients; whether the memory is free when the forks are
 * dropped; and whether a request finds its database among 1,000 in the same time. {@code
 * benchmarks/forks} runs this program.
 */
public final class Forks {
  private static final int FORKS = 1_000;
  private static final int CLIENTS = 16;
  private static final int ROUNDS = 9;
  private static final int READS = 20_000;

  private final Report report;
  private final ForkServer server;
  private final ChatDesign design;
  private final Requests reads;

  private Forks(Report report, ForkServer server, ChatDesign design) {
    this.report = report;
    this.server = server;
    this.design = design;
    this.reads = Requests.of(design, Load.GET_ITEM);
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, and optionally the number of items
   */
  public static void main(String[] arguments) throws Exception {
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
    Report report = new Report(Path.of(arguments[0]), "forks");
    ChatDesign design = ChatDesign.of(items);
    try (ForkServer server = ForkServer.of(design, FORKS)) {
      Forks forks = new Forks(report, server, design);
      forks.inTheServer();
      forks.lookups();
      forks.byHttp();
    }
    report.write();
  }

  // ---- in the server ----

  private void inTheServer() {
    double[] read = new double[ROUNDS];
    double[] fork = new double[ROUNDS];
    double[] drop = new double[ROUNDS];
    List<String> ids = new ArrayList<>();
    for (int round = -2; round < ROUNDS; round++) { // two to warm up
      long begin = System.nanoTime();
      for (int i = 0; i < READS; i++) {
        server.call(Load.GET_ITEM.target(), reads.next());
      }
      long readEnd = System.nanoTime();
      for (int i = 0; i < FORKS; i++) {
        ids.add(server.fork());
      }
      long forkEnd = System.nanoTime();
      ids.forEach(server::drop);
      long end = System.nanoTime();
      ids.clear();
      if (round >= 0) {
        read[round] = (readEnd - begin) / 1e3 / READS;
        fork[round] = (forkEnd - readEnd) / 1e3 / FORKS;
        drop[round] = (end - forkEnd) / 1e3 / FORKS;
      }
    }
    report.add(
        "%,d items, %,d forks in each of %d rounds, on one thread; a GetItem without a network.",
        design.items(), FORKS, ROUNDS);
    report.add("");
    report.add("| in the server | median, µs | multiple of a GetItem | goal |");
    report.add("|---|---|---|---|");
    report.add("| GetItem | %.2f | 1.0 | |", Medians.of(read));
    report.add("| fork | %.2f | %.1f | 10 |", Medians.of(fork), Medians.ofRatios(fork, read));
    report.add("| drop | %.2f | %.1f | |", Medians.of(drop), Medians.ofRatios(drop, read));
  }

  /** Compares a GetItem to one of two databases with a GetItem to one of 1,000. */
  private void lookups() {
    double[] few = new double[ROUNDS];
    double[] many = new double[ROUNDS];
    String own = server.fork();
    for (int round = -2; round < ROUNDS; round++) {
      double alone = micros(own);
      List<String> others = new ArrayList<>();
      for (int i = 0; i < FORKS - 1; i++) {
        others.add(server.fork());
      }
      double among = micros(own);
      others.forEach(server::drop);
      if (round >= 0) {
        few[round] = alone;
        many[round] = among;
      }
    }
    server.drop(own);
    report.add("");
    report.add(
        "A GetItem signed with the access key of a fork takes %.2f µs beside one other database,"
            + " and %.2f µs beside %,d: the median of the ratios is %.2f.",
        Medians.of(few), Medians.of(many), FORKS, Medians.ofRatios(many, few));
  }

  private double micros(String accessKey) {
    long begin = System.nanoTime();
    for (int i = 0; i < READS; i++) {
      server.call(accessKey, Load.GET_ITEM.target(), reads.next());
    }
    return (System.nanoTime() - begin) / 1e3 / READS;
  }

  // ---- by HTTP ----

  /** Times of the requests of a client, in nanoseconds. */
  private record Times(List<Long> reads, List<Long> forks, List<Long> drops) {
    Times() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void addAll(Times other) {
      reads.addAll(other.reads);
      forks.addAll(other.forks);
      drops.addAll(other.drops);
    }
  }

  private void byHttp() throws Exception {
    for (int i = 0; i < 2; i++) {
      run(); // to warm up
    }
    long before = LiveBytes.count();
    Times times = run();
    long after = LiveBytes.count();
    for (int i = 1; i < ROUNDS; i++) {
      run();
    }
    long end = LiveBytes.count();
    double read = Medians.of(micros(times.reads()));
    report.add("");
    report.add(
        "%d clients at once, each with one connection: a fork, 20 reads and a write in it, and its"
            + " end, %,d times altogether.",
        CLIENTS, FORKS);
    report.add("");
    report.add("| by HTTP | median, µs | multiple of a GetItem | goal |");
    report.add("|---|---|---|---|");
    report.add("| GetItem | %.0f | 1.0 | |", read);
    double fork = Medians.of(micros(times.forks()));
    report.add("| fork | %.0f | %.1f | 20 |", fork, fork / read);
    double drop = Medians.of(micros(times.drops()));
    report.add("| drop | %.0f | %.1f | |", drop, drop / read);
    report.add("");
    report.add(
        "Live bytes after full collections: %,d before these forks, %,d after them, and %,d after %d"
            + " times as many; databases: %d.",
        before, after, end, ROUNDS, server.count());
    retained();
  }

  private void retained() {
    long before = LiveBytes.count();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < FORKS; i++) {
      String id = server.fork();
      server.call(id, Load.PUT_ITEM.target(), design.putItem(i));
      ids.add(id);
    }
    long kept = LiveBytes.count();
    ids.forEach(server::drop);
    long after = LiveBytes.count();
    report.add("");
    report.add(
        "%,d forks with one write each retain %,d bytes each, and %,d bytes together after they are"
            + " dropped.",
        FORKS, (kept - before) / FORKS, after - before);
  }

  private Times run() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Callable<Times>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        clients.add(() -> use(client));
      }
      Times all = new Times();
      for (Future<Times> each : threads.invokeAll(clients)) {
        all.addAll(each.get());
      }
      return all;
    } finally {
      threads.shutdown();
    }
  }

  private Times use(int number) throws IOException {
    Requests own = Requests.of(design, Load.GET_ITEM, number, 1_000);
    Times times = new Times();
    try (ForkClient client = new ForkClient(server.port())) {
      for (int i = number; i < FORKS; i += CLIENTS) {
        long begin = System.nanoTime();
        String id = client.fork();
        times.forks().add(System.nanoTime() - begin);
        client.call(id, Load.PUT_ITEM.target(), design.putItem(i));
        for (int j = 0; j < 20; j++) {
          byte[] body = own.next();
          long start = System.nanoTime();
          client.call(id, Load.GET_ITEM.target(), body);
          times.reads().add(System.nanoTime() - start);
        }
        long end = System.nanoTime();
        client.drop(id);
        times.drops().add(System.nanoTime() - end);
      }
    }
    return times;
  }

  private static double[] micros(List<Long> nanos) {
    return nanos.stream().mapToDouble(each -> each / 1e3).toArray();
  }
}
