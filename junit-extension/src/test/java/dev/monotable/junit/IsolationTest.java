package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests which tests share a database. */
class IsolationTest {
  @Nested
  @MonotableTest
  class PerMethod {
    @BeforeAll
    static void createTable(DynamoDbClient client) {
      create(client, "Tasks");
      put(client, "Tasks", "from the class");
    }

    @RepeatedTest(3)
    void eachTestStartsFromTheDataOfTheClass(DynamoDbClient client) {
      assertThat(ids(client, "Tasks")).containsExactly("from the class");
      put(client, "Tasks", "from a test");
    }

    @Nested
    class Inner {
      @BeforeAll
      static void addAnItem(DynamoDbClient client) {
        put(client, "Tasks", "from the inner class");
      }

      @RepeatedTest(3)
      void eachTestStartsFromTheDataOfBothClasses(DynamoDbClient client) {
        assertThat(ids(client, "Tasks"))
            .containsExactlyInAnyOrder("from the class", "from the inner class");
        put(client, "Tasks", "from a test");
      }
    }

    @Nested
    @MonotableTest(isolation = Isolation.PER_CLASS)
    @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
    class InnerThatShares {
      @Test
      @Order(1)
      void writes(DynamoDbClient client) {
        assertThat(ids(client, "Tasks")).containsExactly("from the class");
        put(client, "Tasks", "from a test");
      }

      @Test
      @Order(2)
      void reads(DynamoDbClient client) {
        assertThat(ids(client, "Tasks")).containsExactlyInAnyOrder("from the class", "from a test");
      }
    }

    @AfterAll
    static void theClassDoesNotSeeItemsOfItsTests(DynamoDbClient client) {
      assertThat(ids(client, "Tasks")).containsExactly("from the class");
    }
  }

  @Nested
  @MonotableTest(isolation = Isolation.PER_CLASS)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  class PerClass {
    @BeforeAll
    static void createTable(DynamoDbClient client) {
      create(client, "Tasks");
    }

    @Test
    @Order(1)
    void aTestWrites(DynamoDbClient client) {
      put(client, "Tasks", "a");
    }

    @Test
    @Order(2)
    void theNextTestSeesTheItem(DynamoDbClient client) {
      assertThat(ids(client, "Tasks")).containsExactly("a");
    }

    @Nested
    class Inner {
      @Test
      void aNestedClassSharesTheDatabase(DynamoDbClient client) {
        assertThat(ids(client, "Tasks")).containsExactly("a");
      }
    }

    @AfterAll
    static void theClassSeesTheItemsOfItsTests(DynamoDbClient client) {
      assertThat(ids(client, "Tasks")).containsExactly("a");
    }
  }

  @Nested
  class PerClassOfAField {
    @RegisterExtension
    static final MonotableExtension db =
        MonotableExtension.builder().isolation(Isolation.PER_CLASS).build();

    @BeforeAll
    static void createTable() {
      create(db.client(), "Tasks");
    }

    @RepeatedTest(2)
    void theSecondTestSeesTheItemOfTheFirst() {
      put(db.client(), "Tasks", "item " + ids(db.client(), "Tasks").size());
    }

    @AfterAll
    static void bothItemsExist() {
      assertThat(ids(db.client(), "Tasks")).containsExactlyInAnyOrder("item 0", "item 1");
    }
  }

  @MonotableTest(isolation = Isolation.SHARED)
  abstract static class Shared {
    @Test
    void allClassesSeeTheSameTable(DynamoDbClient client) {
      if (client.listTables().tableNames().isEmpty()) {
        create(client, "Shared");
      }
      put(client, "Shared", getClass().getSimpleName());

      assertThat(ids(client, "Shared")).contains(getClass().getSimpleName());
      assertThat(client.listTables().tableNames()).isEqualTo(List.of("Shared"));
    }
  }

  @Nested
  class OneClass extends Shared {}

  @Nested
  class AnotherClass extends Shared {}

  @Nested
  @MonotableTest
  @Execution(ExecutionMode.CONCURRENT)
  class InParallel {
    private static DynamoDbClient ofTheClass;

    @BeforeAll
    static void createTable(DynamoDbClient client) {
      create(client, "Mine");
      ofTheClass = client;
    }

    @RepeatedTest(16)
    void parallelTestsDoNotSeeEachOther(DynamoDbClient client) {
      for (int i = 0; i < 25; i++) {
        put(client, "Mine", "task " + i);
        put(ofTheClass, "Mine", "task of the class " + i);
      }

      assertThat(ids(client, "Mine")).hasSize(50);
      assertThat(ids(ofTheClass, "Mine")).hasSize(50);
    }
  }

  private static CyclicBarrier all = new CyclicBarrier(1);

  @MonotableTest
  @Execution(ExecutionMode.CONCURRENT)
  static class StartingTogether {
    @RepeatedTest(8)
    void createsATable(DynamoDbClient client) throws Exception {
      ParallelTests.awaitAll(all);
      create(client, "Mine");
    }
  }

  @Test
  @Timeout(600)
  void testsThatStartTogetherHaveDatabasesOfTheirOwn() {
    Map<String, String> inParallel =
        Map.of(
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "16");
    for (int run = 0; run < 20; run++) {
      all = new CyclicBarrier(8);
      assertThat(TestRun.of(inParallel, StartingTogether.class).results())
          .hasSize(8)
          .allMatch(result -> result.endsWith(": SUCCESSFUL"));
    }
  }
}
