package dev.monotable.benchmark.chat;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.monotable.benchmark.server.LoadGenerator;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests how many bytes a request of each load allocates. Unlike a time, this number is the same in
 * each run and on each machine, because the tests of this module run without escape analysis.
 *
 * <p>A budget is what was measured, plus about 2 %. A change that needs more has to say why; one
 * that needs less lowers the budget.
 */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ChatDesign DESIGN = ChatDesign.of(2_000);
  private static final int REQUESTS = 1_000;

  /** Longer than the requests of a round take on any machine. */
  private static final int SECONDS = 600;

  private static final Pattern EVENT_LOOP = Pattern.compile("monotable-\\d+-\\d+");

  /** The first round loads classes and fills caches. */
  private static final int ROUNDS = 3;

  private static ChatServer server;
  private static Snapshot loaded;

  /** Sends requests of a load, and returns the bytes that the threads of the server allocate. */
  private interface Sender {
    long allocated(Load load, Requests requests) throws IOException;
  }

  @BeforeAll
  static void load() {
    server = ChatServer.of(DESIGN);
    loaded = server.engine().snapshot();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void aRequestInProcessStaysWithinItsBudget() throws IOException {
    assertWithin(
        Map.of(
            Load.GET_ITEM, 590,
            Load.PUT_ITEM, 5_390,
            Load.UPDATE_ITEM, 4_750,
            Load.QUERY_50, 3_180,
            Load.INDEX_QUERY_20, 2_720,
            Load.TRANSACT_WRITE_2, 5_640),
        AllocationTest::inProcess);
  }

  @Test
  void aRequestThroughASocketStaysWithinItsBudget() throws IOException {
    ServerConfig config = ServerConfig.builder().port(0).threads(1).build();
    try (MonotableServer http = MonotableServer.start(server.exchange(), config);
        LoadGenerator generator = LoadGenerator.connect(http.port(), 1)) {
      long eventLoop = eventLoop();
      assertWithin(
          Map.of(
              Load.GET_ITEM, 2_040,
              Load.PUT_ITEM, 6_850,
              Load.UPDATE_ITEM, 6_210,
              Load.QUERY_50, 4_680,
              Load.INDEX_QUERY_20, 4_180,
              Load.TRANSACT_WRITE_2, 6_980),
          (load, requests) -> {
            long before = THREADS.getThreadAllocatedBytes(eventLoop);
            generator.run(load.target(), "/", first(requests), SECONDS);
            return THREADS.getThreadAllocatedBytes(eventLoop) - before;
          });
    }
  }

  private static long inProcess(Load load, Requests requests) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < REQUESTS; i++) {
      server.call(load.target(), requests.next());
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** Returns the next {@value #REQUESTS} bodies. */
  private static Bodies first(Requests requests) {
    int[] sent = {0};
    return () -> sent[0]++ == REQUESTS ? null : requests.next();
  }

  /** Returns the ID of the only thread that handles requests. */
  private static long eventLoop() {
    List<Thread> loops =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> EVENT_LOOP.matcher(thread.getName()).matches())
            .toList();
    assertThat(loops).hasSize(1);
    return loops.get(0).getId();
  }

  private static void assertWithin(Map<Load, Integer> budgets, Sender sender) throws IOException {
    Map<Load, Long> exceeded = new EnumMap<>(Load.class);
    for (Load load : Load.values()) {
      long bytes = bytesPerRequest(load, sender);
      assertThat(bytes).as("bytes that %s allocates", load).isPositive();
      if (bytes > budgets.get(load)) {
        exceeded.put(load, bytes);
      }
    }
    assertThat(exceeded).as("bytes per request that exceed the budget").isEmpty();
  }

  /** Returns the fewest bytes per request of several rounds that start from the same state. */
  private static long bytesPerRequest(Load load, Sender sender) throws IOException {
    Requests requests = Requests.of(DESIGN, load, 0, REQUESTS);
    long fewest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      server.engine().restore(loaded);
      fewest = Math.min(fewest, sender.allocated(load, requests) / REQUESTS);
    }
    return fewest;
  }
}
