package dev.monotable.conformance.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.monotable.conformance.Server;
import dev.monotable.conformance.ServerProcess;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Tests a server that verifies signatures with the AWS SDK for Java. */
@Timeout(1200)
class SignedRequestsTest {
  private static final AwsCredentials KEY =
      AwsBasicCredentials.create("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  private static final AwsCredentials SESSION =
      AwsSessionCredentials.create("ASIAEXAMPLE", "secret", "token/+==");

  @TempDir private static Path directory;
  private static @Nullable ServerProcess server;

  @BeforeAll
  static void start() throws Exception {
    assumeFalse(Server.isForeign(), "another endpoint has other keys");
    Path keys = directory.resolve("credentials");
    Files.writeString(
        keys,
        """
        [default]
        aws_access_key_id = AKIDEXAMPLE
        aws_secret_access_key = wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY
        [session]
        aws_access_key_id = ASIAEXAMPLE
        aws_secret_access_key = secret
        aws_session_token = token/+==
        """);
    server = ServerProcess.start("--auth", "sigv4", "--keys", keys.toString());
  }

  @AfterAll
  static void end() {
    if (server != null) {
      server.close();
    }
  }

  private static URI endpoint() {
    return Objects.requireNonNull(server).endpoint();
  }

  private static <B extends AwsClientBuilder<B, ?>> B configured(
      B builder, AwsCredentials credentials) {
    return builder
        .endpointOverride(endpoint())
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  private static DynamoDbClient client(AwsCredentials credentials) {
    return configured(DynamoDbClient.builder(), credentials)
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  private static void assertRejects(AwsCredentials credentials, String code, String message) {
    try (DynamoDbClient client = client(credentials)) {
      assertThatThrownBy(client::listTables)
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              e -> {
                assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
                assertThat(e.awsErrorDetails().errorMessage()).startsWith(message);
              });
    }
  }

  @Test
  void requestsOfKnownKeysAreAnswered() {
    for (AwsCredentials credentials : List.of(KEY, SESSION)) {
      try (DynamoDbClient client = client(credentials);
          DynamoDbStreamsClient streams =
              configured(DynamoDbStreamsClient.builder(), credentials)
                  .httpClient(UrlConnectionHttpClient.create())
                  .build();
          DynamoDbAsyncClient async =
              configured(DynamoDbAsyncClient.builder(), credentials)
                  .httpClient(NettyNioAsyncHttpClient.create())
                  .build()) {
        assertThat(client.listTables().tableNames()).isEmpty();
        assertThat(streams.listStreams().streams()).isEmpty();
        assertThat(async.listTables().join().tableNames()).isEmpty();
      }
    }
  }

  @Test
  void wrongCredentialsAreRejected() {
    assertRejects(
        AwsBasicCredentials.create("AKIDEXAMPLE", "another"),
        "InvalidSignatureException",
        "The request signature we calculated does not match the signature you provided.");
    assertRejects(
        AwsBasicCredentials.create("AKIDOTHER", "secret"),
        "UnrecognizedClientException",
        "The security token included in the request is invalid.");
    assertRejects(
        AwsBasicCredentials.create("ASIAEXAMPLE", "secret"),
        "UnrecognizedClientException",
        "The security token included in the request is invalid.");
    assertRejects(
        AwsSessionCredentials.create("ASIAEXAMPLE", "secret", "another"),
        "UnrecognizedClientException",
        "The security token included in the request is invalid");
    try (DynamoDbAsyncClient async =
        configured(DynamoDbAsyncClient.builder(), AwsBasicCredentials.create("AKIDEXAMPLE", "a"))
            .httpClient(NettyNioAsyncHttpClient.create())
            .build()) {
      assertThatThrownBy(() -> async.listTables().join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("The request signature we calculated does not match");
    }
  }

  /** The canonical request of the server is that of the SDK, in each line. */
  @Test
  void theErrorShowsTheCanonicalRequest() {
    try (DynamoDbClient client = client(AwsBasicCredentials.create("AKIDEXAMPLE", "another"))) {
      assertThatThrownBy(client::listTables)
          .message()
          .containsPattern(
              "The Canonical String for this request should have been\n'POST\n/\n\n"
                  + "(?s:.*)host:127.0.0.1:"
                  + endpoint().getPort()
                  + "\n(?s:.*)x-amz-target:DynamoDB_20120810.ListTables\n\n"
                  + "[a-z0-9;-]+\n[0-9a-f]{64}'\n\n"
                  + "The String-to-Sign should have been\n'AWS4-HMAC-SHA256\n"
                  + "\\d{8}T\\d{6}Z\n\\d{8}/us-east-1/dynamodb/aws4_request\n[0-9a-f]{64}'\n");
    }
  }

  /** Sends what the signer of the SDK has made, possibly with another body. */
  private static String send(String body, Consumer<SignOptions> options) throws Exception {
    SignOptions signing = new SignOptions();
    options.accept(signing);
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(endpoint().resolve("/"))
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .build();
    SignedRequest signed =
        AwsV4HttpSigner.create()
            .sign(
                r -> {
                  r.identity(signing.credentials)
                      .request(request)
                      .payload(
                          () -> new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)))
                      .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                      .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                      .putProperty(HttpSigner.SIGNING_CLOCK, signing.clock);
                  if (signing.presigned) {
                    r.putProperty(
                            AwsV4HttpSigner.AUTH_LOCATION,
                            AwsV4FamilyHttpSigner.AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofMinutes(1));
                  }
                });
    HttpRequest.Builder sent =
        HttpRequest.newBuilder(signed.request().getUri()).POST(BodyPublishers.ofString(body));
    signed
        .request()
        .forEachHeader(
            (name, values) -> {
              if (!name.equalsIgnoreCase("host") && !name.equalsIgnoreCase("content-length")) {
                values.forEach(value -> sent.header(name, value));
              }
            });
    return HttpClient.newHttpClient().send(sent.build(), BodyHandlers.ofString()).body();
  }

  private static final class SignOptions {
    AwsCredentials credentials = KEY;
    Clock clock = Clock.systemUTC();
    boolean presigned;
  }

  private static final String TABLES = "{\"TableNames\":[]}";

  @Test
  void requestsAreSignedInTheHeaderOrTheQuery() throws Exception {
    for (boolean presigned : new boolean[] {false, true}) {
      for (AwsCredentials credentials : List.of(KEY, SESSION)) {
        assertThat(
                send(
                    "{}",
                    o -> {
                      o.presigned = presigned;
                      o.credentials = credentials;
                    }))
            .isEqualTo(TABLES);
      }
      assertThat(send("{\"Limit\":1}", o -> o.presigned = presigned))
          .contains("InvalidSignatureException");
      assertThat(
              send(
                  "{}",
                  o -> {
                    o.presigned = presigned;
                    o.credentials = AwsBasicCredentials.create("AKIDEXAMPLE", "another");
                  }))
          .contains("InvalidSignatureException");
      for (int minutes : new int[] {-16, 16}) {
        assertThat(
                send(
                    "{}",
                    o -> {
                      o.presigned = presigned;
                      o.clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
                    }))
            .contains(
                "InvalidSignatureException",
                minutes < 0 ? "Signature expired: " : "Signature not yet current: ",
                " 15 min.)");
      }
    }
  }
}
