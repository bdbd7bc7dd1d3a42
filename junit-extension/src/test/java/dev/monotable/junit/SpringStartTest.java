package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.ids;
import static dev.monotable.junit.TestTables.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tests Spring applications that call DynamoDB by clients of their test class as they start. */
@Timeout(600)
class SpringStartTest {
  private static final String[] AT_START = {"after the start", "at the start", "from a thread"};

  /** An application that writes while it starts, by a client that is no bean. */
  static final class Starting {
    private final Supplier<DynamoDbClient> client;

    Starting(Supplier<DynamoDbClient> client) {
      this.client = client;
      create(client.get(), "Tasks");
      put(client.get(), "Tasks", "at the start");
      CompletableFuture.runAsync(() -> put(client.get(), "Tasks", "from a thread")).join();
    }

    @EventListener(ContextRefreshedEvent.class)
    void write() {
      put(client.get(), "Tasks", "after the start");
    }

    List<String> all() {
      return ids(client.get(), "Tasks").stream().sorted().toList();
    }
  }

  @Nested
  @SpringJUnitConfig(WithAField.Application.class)
  class WithAField {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    static class Application {
      @Bean
      Starting starting() {
        return new Starting(db::client);
      }
    }

    @RepeatedTest(2)
    void eachTestStartsFromTheDataOfTheApplication(
        @Autowired Starting application, DynamoDbClient client) {
      assertThat(application.all()).containsExactly(AT_START);
      put(client, "Tasks", "from a test");
      assertThat(application.all()).hasSize(4);
    }
  }

  @Nested
  @SpringJUnitConfig(WithItsEndpoint.Application.class)
  class WithItsEndpoint {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    static class Application {
      @Bean
      Starting starting() {
        return new Starting(db::client);
      }
    }

    @DynamicPropertySource
    static void endpoint(DynamicPropertyRegistry registry) {
      URI endpoint = db.endpoint();
      registry.add("app.endpoint", () -> endpoint);
    }

    @RepeatedTest(2)
    void theEndpointIsThatOfTheTest(@Autowired Environment environment, @Autowired Starting app) {
      assertThat(environment.getProperty("app.endpoint")).isEqualTo(db.endpoint().toString());
      assertThat(app.all()).containsExactly(AT_START);
    }
  }

  @Nested
  @MonotableTest
  @SpringJUnitConfig(InBeforeAll.Application.class)
  class InBeforeAll {
    private static DynamoDbClient ofClass;

    static class Application {
      @Bean
      Starting starting() {
        return new Starting(() -> Objects.requireNonNull(ofClass));
      }
    }

    @BeforeAll
    static void keep(DynamoDbClient client) {
      ofClass = client;
      put(client, "Tasks", "before all"); // the application starts before this request
    }

    @RepeatedTest(2)
    void eachTestStartsFromTheDataOfTheClass(@Autowired Starting application) {
      assertThat(application.all())
          .containsExactly("after the start", "at the start", "before all", "from a thread");
      put(ofClass, "Tasks", "from a test");
    }
  }

  @Nested
  @SpringJUnitConfig(BeforeOurs.Application.class)
  @MonotableTest
  class BeforeOurs {
    private static DynamoDbClient ofClass;

    static class Application {
      @Bean
      Starting starting() {
        return new Starting(() -> Objects.requireNonNull(ofClass));
      }
    }

    @BeforeAll
    static void keep(DynamoDbClient client) {
      ofClass = client;
    }

    @Autowired private Starting application;

    @RepeatedTest(2)
    void springStartsTheApplication() {
      assertThat(application.all()).containsExactly(AT_START);
      put(ofClass, "Tasks", "from a test");
    }
  }

  @Nested
  @MonotableTest
  @TestInstance(Lifecycle.PER_CLASS)
  @SpringJUnitConfig(InAConstructor.Application.class)
  @DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
  class InAConstructor {
    private static DynamoDbClient ofClass;

    @SuppressWarnings("StaticAssignmentInConstructor") // what this test is about
    InAConstructor(DynamoDbClient client) {
      ofClass = client;
    }

    static class Application {
      @Bean
      Starting starting() {
        return new Starting(() -> Objects.requireNonNull(ofClass));
      }
    }

    @Autowired private Starting application;

    @Test
    void eachTestStartsFromTheDataOfTheApplication() {
      assertThat(application.all()).containsExactly(AT_START);
    }
  }

  @SpringJUnitConfig(FailedStart.Application.class)
  static class FailedStart {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    static class Application {
      @Bean
      Object failing() {
        create(db.client(), "Tasks");
        throw new IllegalStateException("the application has failed");
      }
    }

    @Test
    void test() {}
  }

  @Test
  void aFailedStartEnds() {
    TestRun run = TestRun.of(FailedStart.class);

    assertThat(run.results()).singleElement().asString().contains("ApplicationContext");
    assertThat(SpringDatabase.findStarting(FailedStart.class)).isNull();
  }
}
