package dev.monotable.conformance.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Server;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.Endpoint;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Tests endpoint discovery with the AWS SDK for Java, which calls DescribeEndpoints in the
 * background and then the address in the answer. {@code repeated_test.go} tests the SDK for Go.
 */
@Tag("slow")
@Timeout(600)
class EndpointDiscoveryTest {
  private static final int REQUESTS = 200;

  @Test
  void theClientStaysWithTheServer() throws Exception {
    assumeFalse(Server.isForeign(), "another endpoint may return another address");
    Server server = Server.ofThisJvm();
    Requests requests = new Requests();
    try (DynamoDbClient client = client(server.endpoint(), requests)) {
      assertThat(client.describeEndpoints().endpoints())
          .containsExactly(
              Endpoint.builder()
                  .address(server.endpoint().getAuthority())
                  .cachePeriodInMinutes(1440L)
                  .build());

      getItem(client);
      assertThat(requests.discovered.await(240, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < REQUESTS; i++) {
        getItem(client);
      }
    }

    assertThat(requests.authorities).containsExactly(server.endpoint().getAuthority());
  }

  private static void getItem(DynamoDbClient client) {
    assertThatThrownBy(
            () ->
                client.getItem(
                    get -> get.tableName("Missing").key(Map.of("PK", AttributeValue.fromS("a")))))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  private static DynamoDbClient client(URI endpoint, Requests requests) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .endpointDiscoveryEnabled(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .httpClient(UrlConnectionHttpClient.create())
        .overrideConfiguration(
            o -> o.retryStrategy(RetryMode.STANDARD).addExecutionInterceptor(requests))
        .build();
  }

  /** Records where requests go. */
  private static final class Requests implements ExecutionInterceptor {
    final Set<String> authorities = ConcurrentHashMap.newKeySet();

    /** Counts the DescribeEndpoints of the test and that of the client. */
    final CountDownLatch discovered = new CountDownLatch(2);

    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      authorities.add(context.httpRequest().getUri().getAuthority());
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      SdkRequest request = context.request();
      if (request instanceof DescribeEndpointsRequest) {
        discovered.countDown();
      }
    }
  }
}
