package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests that run at the same time on one database count their own requests only. */
@Timeout(600)
class ParallelPatternsTest {
  // More threads than tests wait for each other: a pool may leave one of exactly as many idle.
  private static final Map<String, String> IN_PARALLEL =
      Map.of(
          "junit.jupiter.execution.parallel.enabled", "true",
          "junit.jupiter.execution.parallel.config.strategy", "fixed",
          "junit.jupiter.execution.parallel.config.fixed.parallelism", "16");

  private static CyclicBarrier all = new CyclicBarrier(1);

  @MonotableTest(isolation = Isolation.PER_CLASS)
  @Schema("schemas/create-table.json")
  @Execution(ExecutionMode.CONCURRENT)
  static class Together {
    @RepeatedTest(3)
    @AccessPattern(value = "messages", maxRequests = 4)
    void withinTheLimit(DynamoDbClient client) throws Exception {
      ParallelTests.awaitAll(all);
      read(client, 2);
      onAnotherThread(() -> read(client, 2));
      ParallelTests.awaitAll(all);
    }

    @Test
    void withoutAContract(DynamoDbClient client) throws Exception {
      ParallelTests.awaitAll(all);
      read(client, 20);
      onAnotherThread(() -> read(client, 20));
      ParallelTests.awaitAll(all);
    }
  }

  @MonotableTest(isolation = Isolation.SHARED)
  @Schema("schemas/create-table.json")
  @Execution(ExecutionMode.CONCURRENT)
  static class First {
    @Test
    @AccessPattern(value = "messages", maxRequests = 3)
    void exceedsTheLimit(DynamoDbClient client) throws Exception {
      ParallelTests.awaitAll(all);
      read(client, 4);
      ParallelTests.awaitAll(all);
    }
  }

  @MonotableTest(isolation = Isolation.SHARED)
  @Schema("schemas/create-table.json")
  @Execution(ExecutionMode.CONCURRENT)
  static class Second {
    @Test
    @AccessPattern(value = "messages", maxRequests = 3)
    void keepsTheLimit(DynamoDbClient client) throws Exception {
      ParallelTests.awaitAll(all);
      read(client, 3);
      ParallelTests.awaitAll(all);
    }
  }

  private static void read(DynamoDbClient client, int times) {
    for (int i = 0; i < times; i++) {
      new Messages(client).ofRoom(Integer.toString(i));
    }
  }

  private static void onAnotherThread(Runnable work) throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      threads.submit(work).get(300, TimeUnit.SECONDS);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void testsOfAClassCountTheirOwnRequests() {
    all = new CyclicBarrier(4);
    assertThat(TestRun.of(IN_PARALLEL, Together.class).results())
        .containsExactly(
            "repetition 1 of 3: SUCCESSFUL",
            "repetition 2 of 3: SUCCESSFUL",
            "repetition 3 of 3: SUCCESSFUL",
            "withoutAContract(DynamoDbClient): SUCCESSFUL");
  }

  @Test
  void testsOfSeveralClassesCountTheirOwnRequests() {
    all = new CyclicBarrier(2);
    assertThat(String.join("\n", TestRun.of(IN_PARALLEL, First.class, Second.class).results()))
        .isEqualTo(
            """
            exceedsTheLimit(DynamoDbClient): The access pattern "messages" breaks its contract:
              4 requests, at most 3 allowed
                Query Chat PK = "ROOM#0" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
                Query Chat PK = "ROOM#1" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
                Query Chat PK = "ROOM#2" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
                Query Chat PK = "ROOM#3" and begins_with(SK, "MSG#"): 0 items, 0 bytes, 0.5 read units
            keepsTheLimit(DynamoDbClient): SUCCESSFUL\
            """);
  }
}
