package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Counter;
import dev.monotable.Monotable;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests the databases of Spring application contexts. */
@Timeout(600)
class SpringTest {
  private static final String AT_START = "at the start";

  /**
   * One, Two and PerClass share a context; Declared, AField and ServerInBeforeAll have one each;
   * each test of WithANewContextForEachTest has one.
   */
  @AfterAll
  static void classesThatDeclareTheSameShareAContext() {
    assertThat(Application.STARTS).hasValueLessThanOrEqualTo(1 + 3 + 3);
  }

  /** An application that creates its table and an item when it starts. */
  @Configuration
  static class Application {
    static final AtomicInteger STARTS = new AtomicInteger();

    @Bean
    DynamoDbClient dynamo() {
      throw new IllegalStateException("an application must not reach AWS in a test");
    }

    @Bean
    Object unknownType() {
      return DynamoDbAsyncClient.builder()
          .region(Region.EU_WEST_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .httpClient(new Unreachable())
          .build();
    }

    @Bean
    Tasks tasks(DynamoDbClient dynamo) {
      STARTS.incrementAndGet();
      create(dynamo, "Tasks");
      put(dynamo, "Tasks", AT_START);
      return new Tasks(dynamo);
    }
  }

  /** An HTTP client of AWS. */
  private static final class Unreachable implements SdkAsyncHttpClient {
    @Override
    public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
      throw new IllegalStateException("an application must not reach AWS in a test");
    }

    @Override
    public void close() {}
  }

  /** The code under test. */
  record Tasks(DynamoDbClient dynamo) {
    void add(String id) {
      put(dynamo, "Tasks", id);
    }

    List<String> all() {
      return ids(dynamo, "Tasks").stream().sorted().toList();
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(Application.class)
  class One {
    @Autowired private Tasks tasks;

    @RepeatedTest(3)
    void eachTestStartsFromTheDataOfTheApplication() {
      assertThat(tasks.all()).containsExactly(AT_START);
      tasks.add("from a test");
      assertThat(tasks.all()).containsExactly(AT_START, "from a test");
    }

    @RepeatedTest(2)
    void theApplicationAndTheParametersUseTheSameDatabase(DynamoDbClient client, Monotable db) {
      tasks.add("from a test");
      assertThat(ids(client, "Tasks")).hasSize(2);
      assertThat(db.requests()).hasSize(2);
    }

    @Test
    void threadsOfTheApplicationUseTheDatabaseOfTheTest() {
      CompletableFuture.runAsync(() -> tasks.add("from a thread")).join();
      assertThat(tasks.all()).containsExactly(AT_START, "from a thread");
    }

    @Test
    void clientsWhoseTypeIsNotDeclaredAreReplaced(
        @Autowired Object unknownType, @Autowired DynamoDbAsyncClient injected) {
      assertThat(injected).isSameAs(unknownType);
      assertThat(((DynamoDbAsyncClient) unknownType).listTables().join().tableNames())
          .containsExactly("Tasks");
    }

    @Nested
    class InAConstructor {
      private final Tasks injected;
      private final DynamoDbClient client;

      @Autowired
      InAConstructor(Tasks injected, DynamoDbClient client) {
        this.injected = injected;
        this.client = client;
      }

      @Test
      void springResolvesTheParametersOfAnAutowiredConstructor() {
        injected.add("from a test");
        assertThat(ids(client, "Tasks")).hasSize(2);
      }
    }

    @Test
    void theHandleIsABean(@Autowired Monotable bean) {
      tasks.add("from a test");
      assertThat(bean.requests()).hasSize(1);
    }

    @Nested
    class Inner {
      @BeforeAll
      static void addAnItem(DynamoDbClient client) {
        put(client, "Tasks", "from the inner class");
      }

      @RepeatedTest(2)
      void eachTestStartsFromTheDataOfItsClass() {
        assertThat(tasks.all()).containsExactly(AT_START, "from the inner class");
        tasks.add("from a test");
      }
    }
  }

  @Nested
  @SpringJUnitConfig(Application.class)
  @ExtendWith(MonotableExtension.class)
  class Two {
    @BeforeAll
    static void addAnItem(DynamoDbClient client) {
      put(client, "Tasks", "from the class");
    }

    @RepeatedTest(3)
    void eachTestStartsFromTheDataOfItsClass(@Autowired Tasks tasks) {
      assertThat(tasks.all()).containsExactly(AT_START, "from the class");
      tasks.add("from a test");
    }
  }

  @Nested
  @MonotableTest
  @Table(Counter.class)
  @Schema("schemas/sam.yaml")
  @Seed("more.json")
  @SpringJUnitConfig(Application.class)
  class Declared {
    @Autowired private DynamoDbClient client;

    @RepeatedTest(2)
    void theApplicationStartsWithTheDeclaredTablesAndItems() {
      assertThat(client.listTables().tableNames()).containsExactly("Counter", "Settings", "Tasks");
      assertThat(ids(client, "Settings")).containsExactly("theme");
      client.deleteTable(r -> r.tableName("Settings"));
    }
  }

  @Nested
  @SpringJUnitConfig(Application.class)
  class AField {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension
    static final MonotableExtension db = MonotableExtension.builder().frozenAt(NOW).build();

    @RepeatedTest(2)
    void theFieldSetsTheDatabaseOfTheApplication(@Autowired DynamoDbClient client) {
      assertThat(client.describeTable(r -> r.tableName("Tasks")).table().creationDateTime())
          .isEqualTo(NOW);
      put(db.client(), "Tasks", "from a test");
      assertThat(ids(client, "Tasks")).hasSize(2);
    }
  }

  @Nested
  @MonotableTest(isolation = Isolation.PER_CLASS)
  @SpringJUnitConfig(Application.class)
  @TestInstance(Lifecycle.PER_CLASS)
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  class PerClass {
    @Autowired private Tasks tasks;

    @BeforeAll
    void addAnItem() {
      tasks.add("from the class");
    }

    @Test
    @Order(1)
    void aTestWrites() {
      assertThat(tasks.all()).containsExactly(AT_START, "from the class");
      tasks.add("from a test");
    }

    @Test
    @Order(2)
    void theNextTestSeesTheItem() {
      assertThat(tasks.all()).containsExactly(AT_START, "from a test", "from the class");
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(Application.class)
  @TestPropertySource(properties = "new=for each test")
  @DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
  class WithANewContextForEachTest {
    @RepeatedTest(3)
    void theNewApplicationUsesTheDatabaseOfTheTest(@Autowired Tasks tasks, DynamoDbClient client) {
      tasks.add("from a test");
      assertThat(ids(client, "Tasks")).containsExactlyInAnyOrder(AT_START, "from a test");
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(Application.class)
  class ServerInBeforeAll {
    private static String value;

    @BeforeAll
    static void start() {
      value = "started";
    }

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
      registry.add("server", () -> value);
    }

    @Test
    void theApplicationStartsAfterBeforeAll(@Autowired Environment environment) {
      assertThat(environment.getProperty("server")).isEqualTo("started");
    }
  }

  /** An application that has configured its client. */
  @Configuration
  static class OwnClient {
    static final DynamoDbAsyncClient CLIENT =
        DynamoDbAsyncClient.builder()
            .region(Region.EU_WEST_1)
            .credentialsProvider(AnonymousCredentialsProvider.create())
            .httpClient(new Unreachable())
            .build();

    @Bean
    DynamoDbAsyncClient dynamo() {
      return CLIENT;
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(OwnClient.class)
  @TestPropertySource(properties = {"monotable.replace=none", "app.endpoint=${monotable.endpoint}"})
  class WithoutReplacement {
    @Test
    void theApplicationKeepsItsClient(@Autowired DynamoDbAsyncClient dynamo) {
      assertThat(dynamo).isSameAs(OwnClient.CLIENT);
    }

    @Test
    void theEndpointIsAProperty(@Autowired Environment environment, @Autowired Monotable db) {
      assertThat(environment.getProperty("app.endpoint")).isEqualTo(db.endpoint().toString());
    }
  }

  @Nested
  @SpringJUnitConfig(OwnClient.class)
  class WithoutMonotable {
    @Test
    void theApplicationIsAsItIs(
        @Autowired DynamoDbAsyncClient dynamo, @Autowired(required = false) Monotable db) {
      assertThat(dynamo).isSameAs(OwnClient.CLIENT);
      assertThat(db).isNull();
    }
  }
}
