package dev.monotable.junit;

import static dev.monotable.junit.TestTables.create;
import static dev.monotable.junit.TestTables.put;
import static dev.monotable.junit.TestTables.task;
import static dev.monotable.testing.Calls.tableNames;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.Wording;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Uses the extension as a user does. The class path contains no HTTP client of the SDK. */
@Timeout(600)
class MonotableExtensionTest {
  private static final TableSchema<Task> TASKS =
      StaticTableSchema.builder(Task.class)
          .newItemSupplier(Task::new)
          .addAttribute(
              String.class,
              id ->
                  id.name("id")
                      .getter(task -> task.id)
                      .setter((task, value) -> task.id = value)
                      .tags(StaticAttributeTags.primaryPartitionKey()))
          .build();

  private static final class Task {
    private String id;
  }

  private static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host, Signature=00";

  @Nested
  @ExtendWith(MonotableExtension.class)
  class Databases {
    private final DynamoDbClient ofConstructor;
    private DynamoDbClient ofBeforeEach;

    Databases(DynamoDbClient client) {
      this.ofConstructor = client;
    }

    @BeforeEach
    void createTable(DynamoDbClient client) {
      ofBeforeEach = client;
      create(client, "Tasks");
    }

    @Test
    void constructorLifecycleAndTestMethodsGetTheSameClient(DynamoDbClient client) {
      assertThat(client).isSameAs(ofConstructor).isSameAs(ofBeforeEach);
    }

    @RepeatedTest(3)
    void eachTestSeesOnlyItsOwnTables(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).containsExactly("Tasks");

      create(client, "LeftOver");
    }

    @Test
    void allParametersReferToTheSameDatabase(
        MonotableEngine engine,
        DynamoDbClient client,
        DynamoDbAsyncClient async,
        DynamoDbEnhancedClient enhanced,
        DynamoDbEnhancedAsyncClient enhancedAsync,
        DynamoDbStreamsClient streams,
        DynamoDbStreamsAsyncClient streamsAsync,
        SdkHttpClient transport,
        SdkAsyncHttpClient asyncTransport)
        throws Exception {
      put(client, "Tasks", "a");

      assertThat(async.scan(r -> r.tableName("Tasks")).get(240, TimeUnit.SECONDS).items())
          .containsExactly(task("a"));
      assertThat(tableNames(engine::call)).containsExactly("Tasks");
      assertThat(enhanced.table("Tasks", TASKS).describeTable().table().itemCount()).isEqualTo(1);
      assertThat(
              enhancedAsync
                  .table("Tasks", TASKS)
                  .describeTable()
                  .get(240, TimeUnit.SECONDS)
                  .table()
                  .itemCount())
          .isEqualTo(1);
      assertThat(streams.listStreams().streams()).isEmpty();
      assertThat(streamsAsync.listStreams().get(240, TimeUnit.SECONDS).streams()).isEmpty();
      assertThat(transport.clientName()).isEqualTo("Monotable");
      assertThat(asyncTransport.clientName()).isEqualTo("Monotable");
    }

    @Test
    void aSnapshotRestoresTheItems(MonotableEngine engine, DynamoDbClient client) {
      put(client, "Tasks", "a");
      var snapshot = engine.snapshot();
      put(client, "Tasks", "b");

      engine.restore(snapshot);

      assertThat(client.scan(r -> r.tableName("Tasks")).items()).containsExactly(task("a"));
    }

    @Test
    void errorsAreExceptionsOfTheSdk(DynamoDbClient client, DynamoDbAsyncClient async) {
      assertThatThrownBy(() -> client.describeTable(r -> r.tableName("Nothing")))
          .isInstanceOfSatisfying(
              ResourceNotFoundException.class,
              e -> {
                assertThat(e.statusCode()).isEqualTo(400);
                assertThat(e.requestId()).matches("[0-9A-Z]{52}");
                assertThat(e.awsErrorDetails().errorMessage())
                    .isEqualTo("Requested resource not found: Table: Nothing not found");
              });
      assertThatThrownBy(
              () -> async.describeTable(r -> r.tableName("Nothing")).get(240, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ResourceNotFoundException.class);
    }

    @Nested
    class Inner {
      @Test
      void aNestedClassSharesTheDatabaseOfTheTest(DynamoDbClient client) {
        assertThat(client).isSameAs(ofConstructor).isSameAs(ofBeforeEach);
        assertThat(client.listTables().tableNames()).containsExactly("Tasks");
      }
    }
  }

  @Nested
  @ExtendWith(MonotableExtension.class)
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  class DatabaseOfTheClass {
    @BeforeAll
    void createTable(DynamoDbClient client) {
      create(client, "Shared");
      put(client, "Shared", "from the class");
    }

    @RepeatedTest(3)
    void eachTestStartsWithTheItemsOfTheClass(DynamoDbClient client) {
      assertThat(client.scan(r -> r.tableName("Shared")).items())
          .containsExactly(task("from the class"));

      put(client, "Shared", "from a test");
    }

    @AfterAll
    void theClassDoesNotSeeItemsOfItsTests(DynamoDbClient client) {
      assertThat(client.scan(r -> r.tableName("Shared")).items())
          .containsExactly(task("from the class"));
    }
  }

  @Nested
  @ExtendWith(MonotableExtension.class)
  @Execution(ExecutionMode.CONCURRENT)
  class InParallel {
    @RepeatedTest(8)
    void parallelTestsDoNotSeeEachOther(DynamoDbClient client) throws Exception {
      create(client, "Mine");
      for (int i = 0; i < 50; i++) {
        put(client, "Mine", "task " + i);
      }

      assertThat(client.scan(r -> r.tableName("Mine")).count()).isEqualTo(50);
    }
  }

  @Nested
  @ExtendWith(MonotableExtension.class)
  class Endpoints {
    @Test
    void acceptsRequestsDuringTheTest(URI endpoint, DynamoDbClient client) throws Exception {
      create(client, "Seen");

      assertThat(endpoint.getHost()).isEqualTo("127.0.0.1");
      assertThat(listTables(endpoint)).isEqualTo("{\"TableNames\":[\"Seen\"]}");
    }

    @Test
    void allParametersReferToTheSamePort(URI first, URI second) {
      assertThat(first).isEqualTo(second);
    }
  }

  @Nested
  class Wordings {
    @RegisterExtension
    static final MonotableExtension CLASSIC =
        MonotableExtension.with(EngineConfig.builder().wording(Wording.classic()).build());

    @Test
    void malformedRequestsAreReportedInTheWordingOfTheEngine(SdkHttpClient transport)
        throws IOException {
      assertThat(listTables(transport, "{\"Limit\":[]}"))
          .isEqualTo(
              "{\"__type\":\"com.amazon.coral.service#SerializationException\","
                  + "\"Message\":\"Unrecognized collection type class java.lang.Integer\"}");
    }

    private static String listTables(SdkHttpClient transport, String body) throws IOException {
      SdkHttpRequest request =
          SdkHttpRequest.builder()
              .method(SdkHttpMethod.POST)
              .uri(URI.create("http://in-process.monotable.invalid/"))
              .putHeader("Content-Type", "application/x-amz-json-1.0")
              .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
              .putHeader("Authorization", AUTHORIZATION)
              .putHeader("X-Amz-Date", "20260101T000000Z")
              .build();
      HttpExecuteRequest execution =
          HttpExecuteRequest.builder()
              .request(request)
              .contentStreamProvider(() -> new ByteArrayInputStream(body.getBytes(UTF_8)))
              .build();
      try (InputStream reply =
          transport.prepareRequest(execution).call().responseBody().orElseThrow()) {
        return new String(reply.readAllBytes(), UTF_8);
      }
    }
  }

  @Nested
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  @ExtendWith(MonotableExtension.class)
  class AfterATest {
    @SuppressWarnings("NullAway.Init") // set by the first test
    private static URI endpoint;

    @Test
    @Order(1)
    void thePortOfTheFirstTestIsOpen(URI itsEndpoint) throws Exception {
      endpoint = itsEndpoint;

      assertThatCode(() -> connect(endpoint).close()).doesNotThrowAnyException();
    }

    @Test
    @Order(2)
    void thePortOfTheFirstTestIsClosed() {
      assertThatThrownBy(() -> connect(endpoint)).isInstanceOf(IOException.class);
    }
  }

  private static Socket connect(URI endpoint) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()), 5_000);
    return socket;
  }

  private static String listTables(URI endpoint) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(Duration.ofMinutes(4))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .header("Authorization", AUTHORIZATION)
            .header("X-Amz-Date", "20260101T000000Z")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }
}
