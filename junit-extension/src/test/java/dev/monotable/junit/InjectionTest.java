package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Declares parameters in each place where JUnit resolves them. */
@Timeout(600)
class InjectionTest {
  @Nested
  @MonotableTest
  class InConstructors {
    private final DynamoDbClient client;
    private final Monotable db;

    InConstructors(DynamoDbClient client, Monotable db, TestInfo info) {
      this.client = client;
      this.db = db;
      create(client, "Tasks");
      put(client, "Tasks", info.getDisplayName());
    }

    @RepeatedTest(3)
    void refersToTheDatabaseOfTheTest(DynamoDbClient ofTest, Monotable dbOfTest) {
      assertThat(client).isSameAs(ofTest).isSameAs(db.client());
      assertThat(db).isSameAs(dbOfTest);
      assertThat(ids(ofTest, "Tasks")).hasSize(1);
    }

    @Nested
    class Inner {
      private final DynamoDbClient ofInner;

      Inner(DynamoDbClient client) {
        this.ofInner = client;
        put(client, "Tasks", "inner");
      }

      @RepeatedTest(2)
      void refersToTheDatabaseOfTheTest(DynamoDbClient ofTest) {
        assertThat(ofInner).isSameAs(client).isSameAs(ofTest);
        assertThat(ids(ofTest, "Tasks")).hasSize(2).contains("inner");
      }
    }
  }

  @Nested
  @MonotableTest
  class WhereOnlyTheConstructorDeclaresParameters {
    private final DynamoDbClient client;

    WhereOnlyTheConstructorDeclaresParameters(DynamoDbClient client) {
      this.client = client;
    }

    @RepeatedTest(3)
    void eachTestHasItsOwnDatabase() {
      assertThat(client.listTables().tableNames()).isEmpty();
      create(client, "LeftOver");
    }
  }

  @Nested
  @MonotableTest
  class InLifecycleMethods {
    private DynamoDbClient ofBeforeEach;

    @BeforeEach
    void createTable(DynamoDbClient client) {
      ofBeforeEach = client;
      create(client, "Tasks");
    }

    @Test
    void refersToTheDatabaseOfTheTest(DynamoDbClient client) {
      assertThat(client).isSameAs(ofBeforeEach);
      put(client, "Tasks", "a");
    }

    @AfterEach
    void seesTheItems(DynamoDbClient client) {
      assertThat(client).isSameAs(ofBeforeEach);
      assertThat(ids(client, "Tasks")).containsExactly("a");
    }
  }

  @Nested
  @MonotableTest
  class InParameterizedTests {
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void afterTheArguments(String id, DynamoDbClient client, Monotable db) {
      create(client, "Tasks");
      put(client, "Tasks", id);

      assertThat(ids(db.client(), "Tasks")).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/1", "http://localhost/2"})
    void aUriThatComesFirstIsAnArgument(URI argument, URI endpoint, DynamoDbClient client) {
      assertThat(argument.getHost()).isEqualTo("localhost");
      assertThat(endpoint.getHost()).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource({"a, http://localhost/1", "b, http://localhost/2"})
    void aUriAfterAnArgumentIsOneToo(String name, URI argument, Monotable db, URI endpoint) {
      assertThat(argument.getHost()).isEqualTo("localhost");
      assertThat(endpoint).isEqualTo(db.endpoint());
    }
  }

  @Nested
  @MonotableTest
  class InRepeatedTests {
    @RepeatedTest(2)
    void nextToOtherParameters(RepetitionInfo repetition, DynamoDbClient client) {
      create(client, "Tasks" + repetition.getCurrentRepetition());

      assertThat(client.listTables().tableNames()).hasSize(1);
    }
  }

  @Nested
  @MonotableTest
  class InTestFactories {
    @TestFactory
    Stream<DynamicTest> allTestsOfAFactoryShareItsDatabase(DynamoDbClient client) {
      create(client, "Tasks");
      return Stream.of("a", "b", "c")
          .map(
              id ->
                  DynamicTest.dynamicTest(
                      id,
                      () -> {
                        put(client, "Tasks", id);
                        assertThat(ids(client, "Tasks")).contains(id);
                      }));
    }
  }

  @Nested
  @MonotableTest
  class InTestTemplates {
    @TestTemplate
    @ExtendWith(Twice.class)
    void eachInvocationHasItsOwnDatabase(DynamoDbClient client) {
      create(client, "Tasks");

      assertThat(client.listTables().tableNames()).containsExactly("Tasks");
    }
  }

  static final class Twice implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
        ExtensionContext context) {
      return Stream.of(invocation("first"), invocation("second"));
    }

    private static TestTemplateInvocationContext invocation(String name) {
      return new TestTemplateInvocationContext() {
        @Override
        public String getDisplayName(int index) {
          return name;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
          return List.of();
        }
      };
    }
  }

  @Nested
  @MonotableTest
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class InConstructorsOfAClass {
    private final DynamoDbClient client;
    private final Monotable db;

    InConstructorsOfAClass(DynamoDbClient client, Monotable db) {
      this.client = client;
      this.db = db;
      create(client, "Tasks");
    }

    @BeforeAll
    void addAnItem() {
      put(client, "Tasks", "from the class");
    }

    @RepeatedTest(3)
    void followsTheTest(DynamoDbClient ofTest) {
      assertThat(ids(client, "Tasks")).containsExactly("from the class");
      put(client, "Tasks", "from the test");

      assertThat(client).isNotSameAs(ofTest).isSameAs(db.client());
      assertThat(ids(ofTest, "Tasks")).containsExactlyInAnyOrder("from the class", "from the test");
    }
  }

  @Nested
  class WithAFieldOnly {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    @RepeatedTest(2)
    void theFieldIsTheHandleOfTheTest() {
      create(db.client(), "Tasks");
      put(db.client(), "Tasks", "a");
      var snapshot = db.snapshot();
      put(db.client(), "Tasks", "b");
      db.restore(snapshot);

      assertThat(ids(db.client(), "Tasks")).containsExactly("a");
      assertThat(db.client().listTables().tableNames()).containsExactly("Tasks");
    }
  }

  @Nested
  class WithAFieldOfTheInstance {
    @RegisterExtension final MonotableExtension db = MonotableExtension.builder().seed(1).build();

    @RepeatedTest(2)
    void theFieldIsTheHandleOfTheTest(DynamoDbClient client) {
      create(db.client(), "Tasks");

      assertThat(client.listTables().tableNames()).containsExactly("Tasks");
    }
  }

  @Nested
  @ExtendWith(MonotableExtension.class)
  class WithExtendWith {
    @RepeatedTest(2)
    void eachTestHasItsOwnDatabase(DynamoDbClient client) {
      create(client, "Tasks");

      assertThat(client.listTables().tableNames()).containsExactly("Tasks");
    }
  }
}
