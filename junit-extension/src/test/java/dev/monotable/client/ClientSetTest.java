package dev.monotable.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.schema.OperationSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class ClientSetTest {
  private record Failing(ErrorCode code) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      throw new DynamoException(code, "Rejected for this test");
    }
  }

  private static ClientSet open(ErrorCode code) {
    Exchange exchange = new Exchange(new Failing(code), ExchangeConfig.standard());
    return ClientSet.inProcess(() -> exchange);
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {"CONDITIONAL_CHECK_FAILED", "VALIDATION", "RESOURCE_NOT_FOUND"})
  void clientsServeTheNextDatabaseAfterAnErrorThatIsNotRetried(ErrorCode code) throws IOException {
    Object client;
    try (ClientSet first = open(code)) {
      client = first.get(ClientKind.SYNC);
      request(first);
    }

    try (ClientSet next = open(code)) {
      assertThat(next.get(ClientKind.SYNC)).isSameAs(client);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "INTERNAL_SERVER_ERROR",
        "PROVISIONED_THROUGHPUT_EXCEEDED",
        "REQUEST_LIMIT_EXCEEDED",
        "THROTTLING",
        "TRANSACTION_IN_PROGRESS"
      })
  void clientsThatMayHaveRetriedDoNotServeTheNextDatabase(ErrorCode code) throws IOException {
    Object client;
    try (ClientSet first = open(code)) {
      client = first.get(ClientKind.SYNC);
      request(first);
    }

    try (ClientSet next = open(code)) {
      assertThat(next.get(ClientKind.SYNC)).isNotSameAs(client);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC", "STREAMS", "STREAMS_ASYNC"})
  void aClientThatWasClosedServesTheNextDatabase(ClientKind kind) {
    SdkClient client;
    try (ClientSet first = open(ErrorCode.VALIDATION)) {
      client = (SdkClient) first.get(kind);
      client.close();
    }

    try (ClientSet next = open(ErrorCode.VALIDATION)) {
      assertThat(next.get(kind) == client).isEqualTo(Clients.SURVIVES_CLOSE);
      SdkClient present = (SdkClient) next.get(kind);
      assertThatThrownBy(() -> callWithTimeOut(present))
          .extracting(
              failure -> failure instanceof CompletionException ? failure.getCause() : failure)
          .isInstanceOf(AwsServiceException.class);
    }
  }

  private static void callWithTimeOut(SdkClient client) {
    Duration timeOut = Duration.ofMinutes(5);
    if (client instanceof DynamoDbClient dynamo) {
      dynamo.listTables(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut)));
    } else if (client instanceof DynamoDbStreamsClient streams) {
      streams.listStreams(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut)));
    } else if (client instanceof DynamoDbAsyncClient dynamo) {
      dynamo.listTables(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut))).join();
    } else if (client instanceof DynamoDbStreamsAsyncClient streams) {
      streams.listStreams(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut))).join();
    }
  }

  private static ClientSet open(MonotableEngine database) {
    Exchange exchange = new Exchange(database, ExchangeConfig.standard());
    return ClientSet.inProcess(() -> exchange);
  }

  @Test
  void closingAnAsynchronousClientBreaksNoOther() {
    try (MonotableEngine database = MonotableEngine.create(EngineConfig.DEFAULT);
        ClientSet one = open(database);
        ClientSet other = open(database)) {
      DynamoDbAsyncClient closed = (DynamoDbAsyncClient) one.get(ClientKind.ASYNC);
      DynamoDbAsyncClient used = (DynamoDbAsyncClient) other.get(ClientKind.ASYNC);
      CompletableFuture<ListTablesResponse> pending = used.listTables();
      closed.close();

      ListTablesResponse first = pending.join();
      ListTablesResponse second = used.listTables().join();
      assertThat(first.tableNames()).isEmpty();
      assertThat(second.sdkHttpResponse().statusCode()).isEqualTo(200);
      assertThat(second.responseMetadata().requestId())
          .hasSize(52)
          .isNotEqualTo(first.responseMetadata().requestId());
    }
  }

  @Test
  void clientsOfOneHttpClientKeepTheirInterceptors() {
    try (MonotableEngine database = MonotableEngine.create(EngineConfig.DEFAULT);
        ClientSet set = open(database)) {
      List<String> intercepted = new ArrayList<>();
      DynamoDbAsyncClient own = ownClient(set, intercepted);
      assertThat(own.listTables().join().tableNames()).isEmpty();
      own.close();

      DynamoDbAsyncClient other = (DynamoDbAsyncClient) set.get(ClientKind.ASYNC);
      assertThat(other.listTables().join().tableNames()).isEmpty();
      assertThat(intercepted).containsExactly("ListTablesResponse");
    }
  }

  private static DynamoDbAsyncClient ownClient(ClientSet set, List<String> intercepted) {
    return DynamoDbAsyncClient.builder()
        .httpClient((SdkAsyncHttpClient) set.get(ClientKind.HTTP_ASYNC))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
        .overrideConfiguration(
            config ->
                config.addExecutionInterceptor(
                    new ExecutionInterceptor() {
                      @Override
                      public void afterExecution(
                          Context.AfterExecution call, ExecutionAttributes attributes) {
                        intercepted.add(call.response().getClass().getSimpleName());
                      }
                    }))
        .build();
  }

  @Test
  void ifAllSharedThreadsWaitTheCallerCompletesAFuture() {
    CompletableFuture<Void> release = new CompletableFuture<>();
    try (MonotableEngine database = MonotableEngine.create(EngineConfig.DEFAULT);
        ClientSet set = open(database)) {
      Thread caller = Thread.currentThread();
      for (int i = 0; i < Clients.SharedThreads.MAX_COMPLETIONS; i++) {
        Clients.SharedThreads.COMPLETIONS.execute(
            () -> {
              if (Thread.currentThread() != caller) {
                release.join();
              }
            });
      }
      DynamoDbAsyncClient client = (DynamoDbAsyncClient) set.get(ClientKind.ASYNC);
      assertThat(client.listTables()).isCompleted();
    } finally {
      release.complete(null);
    }
  }

  @Test
  void setsInUseAtTheSameTimeAreDifferent() {
    try (ClientSet one = open(ErrorCode.VALIDATION);
        ClientSet other = open(ErrorCode.VALIDATION)) {
      assertThat(one.get(ClientKind.SYNC)).isNotSameAs(other.get(ClientKind.SYNC));
    }
  }

  private static void request(ClientSet set) throws IOException {
    SdkHttpClient transport = (SdkHttpClient) set.get(ClientKind.HTTP);
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(URI.create("http://in-process.monotable.invalid/"))
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .putHeader("X-Amz-Date", "20260101T000000Z")
            .putHeader(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=00")
            .build();
    transport
        .prepareRequest(
            HttpExecuteRequest.builder()
                .request(request)
                .contentStreamProvider(() -> new ByteArrayInputStream(new byte[] {'{', '}'}))
                .build())
        .call();
  }
}
