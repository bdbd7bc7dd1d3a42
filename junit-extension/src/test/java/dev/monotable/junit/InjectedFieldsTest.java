package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Customer;
import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests fields with {@link Injected}. */
@Timeout(600)
class InjectedFieldsTest {
  /** A superclass in which test classes inherit fields. */
  abstract static class Base {
    @Injected private static DynamoDbClient client; // one of the subclass has the same name
    @Injected private Monotable db;

    static DynamoDbClient staticOfBase() {
      return client;
    }

    Monotable ofBase() {
      return db;
    }
  }

  @Nested
  @MonotableTest
  @Table(Counter.class)
  class OfEachKind extends Base {
    @Injected private static Monotable ofClass;
    @Injected private DynamoDbClient client;
    @Injected DynamoDbEnhancedClient enhanced;
    @Injected protected DynamoDbTable<Counter> counters;

    @Injected
    @Table(name = "Others")
    private DynamoDbAsyncTable<Customer> others;

    @Injected private URI endpoint;

    @BeforeAll
    static void staticFieldsAreSet() {
      ofClass.client().putItem(r -> r.tableName("Counter").item(item(1)));
    }

    @BeforeEach
    void instanceFieldsAreSet() {
      create(client, "Tasks");
    }

    @RepeatedTest(2)
    void referToTheDatabaseOfTheTest(DynamoDbClient parameter, Monotable db) {
      assertThat(client).isSameAs(parameter).isSameAs(ofBase().client());
      assertThat(ofBase()).isSameAs(db);
      assertThat(endpoint).isEqualTo(db.endpoint());
      assertThat(counters.scan().items()).hasSize(1);
      counters.putItem(Counter.of(2, 2));
      assertThat(enhanced.table("Counter", counters.tableSchema()).scan().items()).hasSize(2);
      assertThat(others.tableName()).isEqualTo("Others");
      assertThat(others.describeTable().join().table().tableName()).isEqualTo("Others");
      assertThat(ofClass.dump()).isEqualTo(db.dump()); // follows the test
      assertThat(staticOfBase().listTables().tableNames())
          .containsExactly("Counter", "Others", "Tasks");
    }

    @Nested
    @Table(name = "Inner", value = Counter.class)
    class Inner extends Base {
      @Injected private DynamoDbClient ofInner;

      @BeforeAll
      static void addAnItem() {
        staticOfBase().putItem(r -> r.tableName("Counter").item(item(5)));
      }

      @RepeatedTest(2)
      void fieldsOfBothClassesReferToTheDatabaseOfTheTest() {
        assertThat(ofInner).isSameAs(client);
        assertThat(counters.scan().items()).hasSize(2);
        counters.putItem(Counter.of(6, 6));
        assertThat(client.listTables().tableNames())
            .containsExactly("Counter", "Inner", "Others", "Tasks");
      }
    }

    @AfterAll
    static void staticFieldsAreStillSet() {
      assertThat(staticOfBase().listTables().tableNames()).containsExactly("Counter", "Others");
      assertThat(ofClass.dump("Counter")).contains("1 item");
    }
  }

  private static Map<String, AttributeValue> item(int id) {
    return Map.of("id", AttributeValue.fromN(Integer.toString(id)));
  }

  @Nested
  @MonotableTest
  @TestInstance(Lifecycle.PER_CLASS)
  class WithAnInstanceForTheClass {
    @Injected private DynamoDbClient client;

    @BeforeAll
    void createTable() {
      create(client, "Tasks");
    }

    @RepeatedTest(2)
    void theyFollowTheTests() {
      assertThat(ids(client, "Tasks")).isEmpty();
      put(client, "Tasks", "a");
    }
  }

  @Nested
  class WithAnExtensionOfAnInstance {
    @RegisterExtension final MonotableExtension db = MonotableExtension.builder().build();

    @Injected private DynamoDbClient client;

    @RepeatedTest(2)
    void theyReferToTheDatabaseOfTheTest(Monotable ofTest) {
      create(client, "Tasks");
      assertThat(ofTest.client()).isSameAs(client);
    }
  }

  @Nested
  @MonotableTest
  @Execution(ExecutionMode.CONCURRENT)
  class InParallel {
    @Injected private static DynamoDbClient ofClass;
    @Injected private DynamoDbClient client;

    @RepeatedTest(8)
    void eachInstanceHasItsOwn() {
      create(client, "Tasks");
      put(ofClass, "Tasks", "a");
      assertThat(ids(client, "Tasks")).containsExactly("a");
    }
  }

  @MonotableTest
  static class Final {
    @Injected final DynamoDbClient client = null;

    @Test
    void one() {}

    @Test
    void two() {}
  }

  @MonotableTest
  static class Unknown {
    @Injected String client;

    @Test
    void test() {}
  }

  @MonotableTest
  static class Engine {
    @Injected MonotableEngine engine;

    @Test
    void test() {}
  }

  @MonotableTest
  static class Undeclared {
    @Injected static DynamoDbTable<Counter> counters;

    @Test
    void test() {}
  }

  @MonotableTest
  @Table(Counter.class)
  static class Raw {
    @SuppressWarnings("rawtypes")
    @Injected
    static DynamoDbTable counters;

    @Test
    void test() {}
  }

  @MonotableTest
  @Execution(ExecutionMode.CONCURRENT)
  static class ParallelWithAStaticFieldOfASuperclass extends Base {
    @Test
    void test() {}
  }

  @Test
  void anInvalidFieldFailsItsClassOnce() {
    String prefix = "Monotable cannot inject the field dev.monotable.junit.InjectedFieldsTest$";
    assertThat(
            TestRun.of(
                    Map.of("junit.jupiter.execution.parallel.enabled", "true"),
                    Final.class,
                    Unknown.class,
                    Engine.class,
                    Undeclared.class,
                    Raw.class,
                    ParallelWithAStaticFieldOfASuperclass.class)
                .results())
        .containsExactly(
            "Engine: "
                + prefix
                + "Engine.engine: an engine does not follow the tests: declare a Monotable instead",
            "Final: "
                + prefix
                + "Final.client: it is final: inject a parameter of the constructor instead",
            "ParallelWithAStaticFieldOfASuperclass: "
                + prefix
                + "Base.client: test classes that run in parallel would share this static field:"
                + " make it an instance field",
            "Raw: "
                + prefix
                + "Raw.counters: its bean is unknown: declare it as DynamoDbTable<Order> if the"
                + " class Order is the bean of the table, which @Table(Order.class) creates",
            "Undeclared: "
                + prefix
                + "Undeclared.counters: no table is declared with dev.monotable.Counter; declare"
                + " its table with @Table",
            "Unknown: " + prefix + "Unknown.client: Monotable has no java.lang.String");
  }
}
