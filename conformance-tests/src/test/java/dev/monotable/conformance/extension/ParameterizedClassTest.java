package dev.monotable.conformance.extension;

import static dev.monotable.conformance.Items.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.Injected;
import dev.monotable.junit.Isolation;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.NotInjected;
import dev.monotable.junit.Table;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Classes that run several times, since JUnit 5.13. */
@Tag("slow")
@Timeout(600)
class ParameterizedClassTest {
  /** Returns the IDs of the tasks, and adds one. */
  private static List<String> idsBefore(DynamoDbClient client, String id) {
    List<String> ids =
        client.scan(r -> r.tableName("Task")).items().stream()
            .map(task -> task.get("id").s())
            .sorted()
            .toList();
    client.putItem(r -> r.tableName("Task").item(item("id", id)));
    return ids;
  }

  @Nested
  @MonotableTest
  @Table(Task.class)
  @ParameterizedClass
  @ValueSource(strings = {"a", "b"})
  class EachTestOfEachInvocationHasItsOwnDatabase {
    private final String argument;
    private final DynamoDbClient ofConstructor;

    EachTestOfEachInvocationHasItsOwnDatabase(String argument, DynamoDbClient client) {
      this.argument = argument;
      this.ofConstructor = client;
    }

    @RepeatedTest(2)
    void test(DynamoDbClient client) {
      assertThat(client).isSameAs(ofConstructor);
      assertThat(idsBefore(client, argument)).isEmpty();
    }

    @Nested
    class InANestedClass {
      @Test
      void test(DynamoDbClient client) {
        assertThat(client).isSameAs(ofConstructor);
        assertThat(idsBefore(client, argument)).isEmpty();
      }
    }
  }

  @Nested
  @MonotableTest
  @Table(Task.class)
  @ParameterizedClass
  @ValueSource(strings = {"a", "b"})
  class WhatIsWrittenBeforeAllTestsIsWrittenForEachInvocation {
    @Parameter private String argument;

    @BeforeAll
    static void write(DynamoDbClient client) {
      assertThat(idsBefore(client, "before all")).isEmpty();
    }

    @RepeatedTest(2)
    void test(DynamoDbClient client) {
      assertThat(idsBefore(client, argument)).containsExactly("before all");
    }
  }

  @Nested
  @MonotableTest
  @ParameterizedClass
  @ValueSource(strings = {"http://localhost/1", "http://localhost/2"})
  class AUriThatComesFirstIsAnArgument {
    private final URI argument;
    private final URI endpoint;

    AUriThatComesFirstIsAnArgument(URI argument, URI endpoint) {
      this.argument = argument;
      this.endpoint = endpoint;
    }

    @Test
    void test(Monotable db) {
      assertThat(argument.getHost()).isEqualTo("localhost");
      assertThat(endpoint).isEqualTo(db.endpoint());
    }
  }

  private static final Monotable OTHER = Monotable.builder().table(Task.class).create();

  @AfterAll
  static void closeTheOtherDatabase() {
    OTHER.close();
  }

  static Stream<Arguments> clientsAndTables() {
    return Stream.of(
        Arguments.of(OTHER.client(), OTHER.table(DynamoDbTable.class, Task.class)),
        Arguments.of(OTHER.client(), OTHER.table(DynamoDbTable.class, Task.class)));
  }

  @Nested
  @MonotableTest
  @Table(Task.class)
  @ParameterizedClass(autoCloseArguments = false)
  @MethodSource("dev.monotable.conformance.extension.ParameterizedClassTest#clientsAndTables")
  class ArgumentsOfInjectedTypesComeFirst {
    private final DynamoDbClient argument;
    private final DynamoDbTable<Task> table;
    private final DynamoDbClient ofTest;

    ArgumentsOfInjectedTypesComeFirst(
        DynamoDbClient argument, @NotInjected DynamoDbTable<Task> table, DynamoDbClient ofTest) {
      this.argument = argument;
      this.table = table;
      this.ofTest = ofTest;
    }

    @RepeatedTest(2)
    void test(DynamoDbClient client, DynamoDbTable<Task> tasks) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(ofTest).isSameAs(client).isNotSameAs(argument);
      assertThat(table.tableName()).isEqualTo(tasks.tableName());
      assertThat(table).isNotSameAs(tasks);
      assertThat(idsBefore(client, "a")).isEmpty();
      assertThat(table.scan().items()).isEmpty();
    }
  }

  @Nested
  @MonotableTest
  @Table(Task.class)
  @ParameterizedClass(autoCloseArguments = false)
  @MethodSource("dev.monotable.conformance.extension.ParameterizedClassTest#clientsAndTables")
  class ArgumentsOfInjectedTypesMayGoToFields {
    @Parameter(0)
    DynamoDbClient argument;

    @Parameter(1)
    DynamoDbTable<Task> table;

    @Injected private DynamoDbClient ofTest;

    private final DynamoDbClient ofConstructor;

    ArgumentsOfInjectedTypesMayGoToFields(DynamoDbClient client) {
      ofConstructor = client;
    }

    @RepeatedTest(2)
    void test(DynamoDbClient client) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(ofConstructor).isSameAs(client).isSameAs(ofTest).isNotSameAs(argument);
      assertThat(idsBefore(client, "a")).isEmpty();
      assertThat(table.scan().items()).isEmpty();
    }
  }

  @Nested
  @MonotableTest(isolation = Isolation.PER_CLASS)
  @Table(Task.class)
  @ClassTemplate
  @ExtendWith(Twice.class)
  class EachInvocationOfATemplateHasItsOwnDatabaseOfTheClass {
    @RepeatedTest(2)
    void test(DynamoDbClient client, RepetitionInfo repetition) {
      int number = repetition.getCurrentRepetition();
      assertThat(idsBefore(client, "test " + number))
          .isEqualTo(number == 1 ? List.of() : List.of("test 1"));
    }
  }

  /** Runs a class twice. */
  static final class Twice implements ClassTemplateInvocationContextProvider {
    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      return Stream.of(
          new ClassTemplateInvocationContext() {}, new ClassTemplateInvocationContext() {});
    }
  }
}
