package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Monotable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests the set-up of the database of a class. */
@Timeout(600)
class SetUpTest {
  private static final Map<String, String> PARALLEL =
      Map.of(
          "junit.jupiter.execution.parallel.enabled", "true",
          "junit.jupiter.execution.parallel.mode.default", "concurrent");

  private static void createTasks(Monotable db) {
    create(db.client(), "Tasks");
    put(db.client(), "Tasks", "from the set-up");
  }

  @Nested
  class OfAClass {
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static Monotable kept;

    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .setUp(
                handle -> {
                  RUNS.incrementAndGet();
                  kept = handle;
                  createTasks(handle);
                })
            .build();

    @BeforeAll
    static void comesAfterTheSetUp() {
      assertThat(ids(db.client(), "Tasks")).containsExactly("from the set-up");
      put(db.client(), "Tasks", "from the class");
    }

    @RepeatedTest(3)
    void eachTestStartsFromIt() {
      assertThat(db.requests()).isEmpty();
      put(kept.client(), "Tasks", "from the test"); // the handle follows the tests
      db.reset();
      assertThat(ids(db.client(), "Tasks"))
          .containsExactlyInAnyOrder("from the set-up", "from the class");
      assertThat(RUNS).hasValue(1);
    }

    @Nested
    class Inner {
      @BeforeAll
      static void addAnItem(DynamoDbClient client) {
        put(client, "Tasks", "from the inner class");
      }

      @RepeatedTest(2)
      void itDoesNotRunAgain() {
        assertThat(ids(db.client(), "Tasks")).hasSize(3).contains("from the inner class");
        assertThat(RUNS).hasValue(1);
      }
    }
  }

  @Nested
  @Table(Counter.class)
  @TestInstance(Lifecycle.PER_CLASS)
  class WithAnInstanceForTheClass {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .setUp(
                handle ->
                    handle.client().putItem(r -> r.tableName("Counter").item(Map.of("id", one()))))
            .build();

    private final int atFirst;

    WithAnInstanceForTheClass(DynamoDbClient client) {
      atFirst = client.scan(r -> r.tableName("Counter")).count();
    }

    @Test
    void itRunsAfterTheDeclaredTablesAndBeforeTheConstructor() {
      assertThat(atFirst).isEqualTo(1);
    }
  }

  private static AttributeValue one() {
    return AttributeValue.fromN("1");
  }

  @Nested
  class WithThreads {
    private static final DynamoDbClient CLIENT;

    @RegisterExtension static final MonotableExtension db;

    static {
      db =
          MonotableExtension.builder()
              .setUp(
                  handle -> {
                    createTasks(handle);
                    CompletableFuture.runAsync(WithThreads::addFromAThread).get();
                  })
              .build();
      CLIENT = db.client();
    }

    private static void addFromAThread() {
      put(CLIENT, "Tasks", "from a thread");
    }

    @RepeatedTest(2)
    void clientsOfTheFieldReachTheDatabaseThatIsSetUp() {
      assertThat(ids(CLIENT, "Tasks"))
          .containsExactlyInAnyOrder("from the set-up", "from a thread");
    }
  }

  static class Shared {
    static final AtomicInteger RUNS = new AtomicInteger();

    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .isolation(Isolation.SHARED)
            .setUp(
                handle -> {
                  RUNS.incrementAndGet();
                  createTasks(handle);
                })
            .build();

    @Test
    void test(DynamoDbClient client) {
      assertThat(ids(client, "Tasks")).containsExactly("from the set-up");
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class SharedOne extends Shared {}

  @Execution(ExecutionMode.CONCURRENT)
  static class SharedTwo extends Shared {}

  @Test
  void classesThatShareADatabaseSetItUpOnce() {
    int before = Shared.RUNS.get();
    assertThat(TestRun.of(PARALLEL, SharedOne.class, SharedTwo.class).results())
        .containsExactly("test(DynamoDbClient): SUCCESSFUL", "test(DynamoDbClient): SUCCESSFUL");
    assertThat(Shared.RUNS).hasValue(before + 1);
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class Parallel {
    static final AtomicInteger RUNS = new AtomicInteger();

    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .setUp(
                handle -> {
                  RUNS.incrementAndGet();
                  createTasks(handle);
                })
            .build();

    @RepeatedTest(8)
    void test(DynamoDbClient client) {
      put(client, "Tasks", "from the test");
      assertThat(ids(client, "Tasks")).hasSize(2);
    }
  }

  @Test
  void parallelTestsStartFromOneSetUp() {
    assertThat(TestRun.of(PARALLEL, Parallel.class).results())
        .hasSize(8)
        .allSatisfy(result -> assertThat(result).endsWith("SUCCESSFUL"));
    assertThat(Parallel.RUNS).hasValue(1);
  }

  static class Failing {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder()
            .setUp(
                handle -> {
                  throw new IOException("no such file");
                })
            .build();

    @Test
    void one() {}

    @Test
    void two() {}
  }

  @Test
  void aFailureFailsTheClassAndNamesIt() {
    assertThat(TestRun.of(Failing.class).results())
        .containsExactly(
            "Failing: setUp(…) of the extension of dev.monotable.junit.SetUpTest$Failing has"
                + " failed: java.io.IOException: no such file");
  }

  static class Aborted {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().setUp(handle -> Assumptions.abort("not here")).build();

    @Test
    void test() {}
  }

  @Test
  void anAssumptionSkipsTheClass() {
    assertThat(TestRun.of(Aborted.class).results()).containsExactly("Aborted: not here");
  }

  /** An application that reads its table when it starts. */
  @Configuration
  static class Application {
    @Bean
    List<String> atTheStart(DynamoDbClient dynamo) {
      return ids(dynamo, "Tasks");
    }
  }

  @Nested
  @SpringJUnitConfig(Application.class)
  class OfASpringApplication {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().setUp(SetUpTest::createTasks).build();

    @RepeatedTest(2)
    void itRunsBeforeTheApplicationStarts(@Autowired List<String> atTheStart) {
      assertThat(atTheStart).containsExactly("from the set-up");
      assertThat(ids(db.client(), "Tasks")).containsExactly("from the set-up");
      put(db.client(), "Tasks", "from the test");
    }
  }
}
