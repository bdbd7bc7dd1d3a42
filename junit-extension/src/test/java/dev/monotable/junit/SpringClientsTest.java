package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.ContextHierarchy;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests which clients are beans of a Spring application context. */
@Timeout(600)
class SpringClientsTest {
  private static final List<Class<?>> CLIENTS =
      List.of(
          DynamoDbClient.class,
          DynamoDbAsyncClient.class,
          DynamoDbEnhancedClient.class,
          DynamoDbEnhancedAsyncClient.class,
          DynamoDbStreamsClient.class,
          DynamoDbStreamsAsyncClient.class);

  /** Returns the names of the beans that are clients, by the simple names of their types. */
  private static Map<String, List<String>> beans(ApplicationContext context) {
    Map<String, List<String>> beans = new TreeMap<>();
    for (Class<?> client : CLIENTS) {
      beans.put(client.getSimpleName(), List.of(context.getBeanNamesForType(client)));
    }
    return beans;
  }

  private static Map<String, List<String>> defined() {
    Map<String, List<String>> beans = new TreeMap<>();
    for (Class<?> client : CLIENTS) {
      beans.put(client.getSimpleName(), List.of("monotable." + client.getSimpleName()));
    }
    return beans;
  }

  /** The code under test. */
  record Tasks(DynamoDbClient dynamo) {}

  /** An application that expects clients which others define. */
  @Configuration
  static class WithoutClients {
    @Bean
    Tasks tasks(DynamoDbClient dynamo, DynamoDbEnhancedAsyncClient enhanced) {
      create(dynamo, "Tasks");
      return new Tasks(dynamo);
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(WithoutClients.class)
  class MissingClients {
    @RepeatedTest(2)
    void areDefinedAndFollowTheTests(
        @Autowired Tasks tasks,
        @Autowired DynamoDbEnhancedClient enhanced,
        @Autowired DynamoDbStreamsAsyncClient streams,
        @Autowired ApplicationContext context,
        Monotable db) {
      assertThat(beans(context)).isEqualTo(defined());
      put(tasks.dynamo(), "Tasks", "a");
      assertThat(ids(db.client(), "Tasks")).containsExactly("a");
      assertThat(streams.listStreams().join().streams()).isEmpty();
      assertThat(db.requests()).hasSize(3);
    }

    @Test
    void areNotCreatedBeforeTheyAreUsed(@Autowired ConfigurableApplicationContext context) {
      assertThat(context.getBeanFactory().containsSingleton("monotable.DynamoDbStreamsClient"))
          .isFalse();
      assertThat(context.getBeanFactory().containsSingleton("monotable.DynamoDbClient")).isTrue();
    }
  }

  /** A factory whose type is declared. */
  static final class Factory implements FactoryBean<DynamoDbAsyncClient> {
    @Override
    public DynamoDbAsyncClient getObject() {
      throw new IllegalStateException("an application must not reach AWS in a test");
    }

    @Override
    public Class<?> getObjectType() {
      return DynamoDbAsyncClient.class;
    }
  }

  /** An application with clients of its own, one of which comes from a factory. */
  @Configuration
  static class WithClients {
    @Bean
    DynamoDbClient own() {
      throw new IllegalStateException("an application must not reach AWS in a test");
    }

    @Bean
    Factory ofFactory() {
      return new Factory();
    }

    @Bean
    DynamoDbEnhancedClient enhanced(DynamoDbClient client) {
      return DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(WithClients.class)
  class DefinedClients {
    @Test
    void areNotDefinedAgain(@Autowired ApplicationContext context, @Autowired DynamoDbClient own) {
      Map<String, List<String>> expected = defined();
      expected.put("DynamoDbClient", List.of("own"));
      expected.put("DynamoDbAsyncClient", List.of("ofFactory"));
      expected.put("DynamoDbEnhancedClient", List.of("enhanced"));
      assertThat(beans(context)).isEqualTo(expected);
      assertThat(own.listTables().tableNames()).isEmpty();
    }
  }

  /** An application without any bean. */
  @Configuration
  static class Empty {}

  @Nested
  @MonotableTest
  @SpringJUnitConfig(Empty.class)
  @TestPropertySource(properties = "monotable.replace=none")
  class WithoutReplacement {
    @Test
    void noneIsDefined(@Autowired ApplicationContext context, @Autowired Monotable db) {
      assertThat(beans(context).values()).containsOnly(List.of());
      assertThat(db.client().listTables().tableNames()).isEmpty();
    }
  }

  /** The upper part of an application. */
  @Configuration
  static class Upper {
    @Bean
    Tasks upper(DynamoDbClient dynamo) {
      return new Tasks(dynamo);
    }
  }

  /** The lower part of an application. */
  @Configuration
  static class Lower {
    @Bean
    Tasks lower(DynamoDbClient dynamo) {
      return new Tasks(dynamo);
    }
  }

  @Nested
  @MonotableTest
  @ExtendWith(SpringExtension.class)
  @ContextHierarchy({
    @ContextConfiguration(classes = Upper.class),
    @ContextConfiguration(classes = Lower.class)
  })
  class InAHierarchyOfContexts {
    @Test
    void theLowerContextHasOneOfEachType(
        @Autowired @Qualifier("lower") Tasks lower, @Autowired DynamoDbClient own, Monotable db) {
      create(lower.dynamo(), "Tasks");
      assertThat(lower.dynamo()).isSameAs(own);
      assertThat(db.client().listTables().tableNames()).containsExactly("Tasks");
    }
  }
}
