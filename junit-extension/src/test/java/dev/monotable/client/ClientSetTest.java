package dev.monotable.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.OperationCaller;
import dev.monotable.schema.OperationSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class ClientSetTest {
  private record Failing(ErrorCode code) implements OperationCaller {
    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
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
  @EnumSource(names = {"SYNC", "STREAMS"})
  void aSynchronousClientThatWasClosedServesTheNextDatabase(ClientKind kind) {
    SdkClient client;
    try (ClientSet first = open(ErrorCode.VALIDATION)) {
      client = (SdkClient) first.get(kind);
      client.close();
    }

    try (ClientSet next = open(ErrorCode.VALIDATION)) {
      assertThat(next.get(kind) == client).isEqualTo(Clients.SURVIVES_CLOSE);
      client = (SdkClient) next.get(kind);
      SdkClient present = client;
      assertThatThrownBy(() -> callWithTimeOut(present)).isInstanceOf(AwsServiceException.class);
    }
  }

  private static void callWithTimeOut(SdkClient client) {
    Duration timeOut = Duration.ofMinutes(5);
    if (client instanceof DynamoDbClient dynamo) {
      dynamo.listTables(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut)));
    } else if (client instanceof DynamoDbStreamsClient streams) {
      streams.listStreams(r -> r.overrideConfiguration(o -> o.apiCallTimeout(timeOut)));
    }
  }

  @Test
  void anAsynchronousClientThatWasClosedDoesNotServeTheNextDatabase() {
    DynamoDbAsyncClient client;
    try (ClientSet first = open(ErrorCode.VALIDATION)) {
      client = (DynamoDbAsyncClient) first.get(ClientKind.ASYNC);
      client.close();
    }

    try (ClientSet next = open(ErrorCode.VALIDATION)) {
      assertThat(next.get(ClientKind.ASYNC)).isNotSameAs(client);
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
