package dev.monotable.conformance;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The server of the tests, and clients that call it over HTTP. By default it is Monotable, which is
 * started when it is first needed. If the system property {@code monotable.endpoint} is set, the
 * tests run only over HTTP, against that emulator, or against DynamoDB itself with the credentials
 * and the region of the environment. The tests expect reads of global secondary indexes to be
 * strongly consistent, which DynamoDB does not guarantee.
 */
public final class Server {
  /** The folders that are the buckets of all targets. */
  public static final Path BUCKETS = Path.of("target", "buckets").toAbsolutePath();

  private static final String FOREIGN = System.getProperty("monotable.endpoint", "");

  private final URI endpoint;
  private final SdkHttpClient transport =
      UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMinutes(4)).build();
  private final SdkAsyncHttpClient asyncTransport =
      NettyNioAsyncHttpClient.builder().readTimeout(Duration.ofMinutes(4)).build();
  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;

  private Server(URI endpoint) {
    this.endpoint = endpoint;
    this.client = SdkClients.sync(endpoint, transport);
    this.asyncClient = SdkClients.async(endpoint, asyncTransport);
  }

  /** Returns whether the tests run against an endpoint other than Monotable. */
  public static boolean isForeign() {
    return !FOREIGN.isEmpty();
  }

  /**
   * Returns the server that all test classes of this JVM share; it ends with the JVM. It is not in
   * the store of a test run, because Surefire runs each class by itself if there are several JVMs.
   */
  public static Server ofThisJvm() {
    return OfThisJvm.SERVER;
  }

  /** Starts the server when it is first needed. */
  private static final class OfThisJvm {
    static final Server SERVER = start();
  }

  private static Server start() {
    return new Server(
        isForeign()
            ? URI.create(FOREIGN)
            : ServerProcess.start("--s3", BUCKETS.toString()).endpoint());
  }

  public URI endpoint() {
    return endpoint;
  }

  Dynamo open(boolean async) {
    return new Dynamo(client, asyncClient, async);
  }
}
