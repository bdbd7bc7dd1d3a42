package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Monotable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.converter.ConvertWith;
import org.junit.jupiter.params.converter.SimpleArgumentConverter;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.ReflectionSupport;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests parameters of injected types that somebody else provides. */
@Timeout(600)
class ArgumentsTest {
  private static final Monotable OTHER =
      Monotable.builder().table("Counter", Counter.class).create();

  @AfterAll
  static void close() {
    OTHER.close();
  }

  @SuppressWarnings("unchecked")
  private static DynamoDbTable<Counter> table() {
    return OTHER.table(DynamoDbTable.class, Counter.class);
  }

  /** Since version 5.13, JUnit tells extensions how many arguments there are. */
  static boolean junitCountsArguments() {
    return ReflectionSupport.tryToLoadClass("org.junit.jupiter.params.support.ParameterInfo")
        .toOptional()
        .isPresent();
  }

  static Stream<DynamoDbClient> clients() {
    return Stream.of(OTHER.client());
  }

  static Stream<Arguments> tablesWithNames() {
    return Stream.of(Arguments.of(table(), "Counter"), Arguments.of(table(), "Counter"));
  }

  static Stream<Arguments> namesWithClients() {
    return Stream.of(Arguments.of("one", OTHER.client()), Arguments.of("two", OTHER.client()));
  }

  static Stream<Arguments> names() {
    return Stream.of(Arguments.of("one", 1), Arguments.of("two", 2));
  }

  /** Provides a client, by an annotation of a project. */
  static final class Clients implements ArgumentsProvider {
    @Override
    public Stream<? extends Arguments> provideArguments(ExtensionContext context) {
      return Stream.of(Arguments.of(OTHER.client(), OTHER));
    }
  }

  @ArgumentsSource(Clients.class)
  @ParameterizedTest(autoCloseArguments = false)
  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @interface ForEachClient {}

  static final class ClientOfName extends SimpleArgumentConverter {
    @Override
    protected Object convert(@Nullable Object source, Class<?> type) {
      assertThat(source).isEqualTo("other");
      return OTHER.client();
    }
  }

  @Nested
  @MonotableTest
  @Table(Counter.class)
  class OfParameterizedTests {
    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#clients")
    void aClient(DynamoDbClient argument, DynamoDbClient client) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(client).isNotSameAs(argument);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#tablesWithNames")
    void aTableBeforeAnotherArgument(
        DynamoDbTable<Counter> argument, String name, DynamoDbTable<Counter> ofTest) {
      assertThat(argument.tableName()).isEqualTo(name).isEqualTo(ofTest.tableName());
      assertThat(argument).isNotSameAs(ofTest);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#namesWithClients")
    @EnabledIf("dev.monotable.junit.ArgumentsTest#junitCountsArguments")
    void theLastArgument(String name, DynamoDbClient argument, DynamoDbClient client) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(client).isNotSameAs(argument);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#namesWithClients")
    void theLastArgumentWithAnAnnotation(
        String name, @NotInjected DynamoDbClient argument, TestInfo info, DynamoDbClient client) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(client).isNotSameAs(argument);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#names")
    void noArgument(String name, int number, DynamoDbClient client, Monotable db, URI endpoint) {
      assertThat(client).isSameAs(db.client()).isNotSameAs(OTHER.client());
      assertThat(endpoint).isEqualTo(db.endpoint());
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dev.monotable.junit.ArgumentsTest#names")
    void noArgumentAfterAnAccessor(ArgumentsAccessor arguments, DynamoDbClient client) {
      assertThat(arguments.size()).isEqualTo(2);
      assertThat(client).isNotSameAs(OTHER.client());
    }

    @ForEachClient
    void anAnnotationOfAProject(DynamoDbClient argument, @NotInjected Monotable other) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(other).isSameAs(OTHER);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @CsvSource("1, other")
    void aConvertedText(
        int number,
        @ConvertWith(ClientOfName.class) DynamoDbClient argument,
        DynamoDbClient client) {
      assertThat(argument).isSameAs(OTHER.client());
      assertThat(client).isNotSameAs(argument);
    }

    @ParameterizedTest(autoCloseArguments = false)
    @ValueSource(ints = {1, 2})
    void aSingleArgument(int number, @Nullable DynamoDbClient client, Monotable db) {
      assertThat(client).isSameAs(db.client());
    }
  }

  @Target({ElementType.PARAMETER})
  @Retention(RetentionPolicy.RUNTIME)
  @interface OfOther {}

  /** Resolves parameters of the same types, as extensions of mocks do. */
  static final class Others implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.isAnnotated(OfOther.class) || parameter.isAnnotated(NotInjected.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return OTHER.client();
    }
  }

  @Nested
  @MonotableTest
  @ExtendWith(Others.class)
  class OfOtherExtensions {
    @BeforeEach
    void inALifecycleMethod(@NotInjected DynamoDbClient other, DynamoDbClient client) {
      assertThat(other).isSameAs(OTHER.client()).isNotSameAs(client);
    }

    @Test
    void byTheirAnnotation(@OfOther DynamoDbClient other, DynamoDbClient client) {
      create(client, "Tasks");
      assertThat(other.listTables().tableNames()).isEqualTo(List.of("Counter"));
    }
  }

  /** Resolves all clients, as the extensions of application frameworks do. */
  static final class Framework implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == DynamoDbClient.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return OTHER.client();
    }
  }

  @Nested
  @MonotableTest
  @NotInjected
  @ExtendWith(Framework.class)
  class OfAFramework {
    private final DynamoDbClient ofConstructor;

    OfAFramework(DynamoDbClient client) {
      ofConstructor = client;
    }

    @Test
    void resolvesAllParameters(DynamoDbClient client) {
      assertThat(client).isSameAs(OTHER.client()).isSameAs(ofConstructor);
    }
  }
}
