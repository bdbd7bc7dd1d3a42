package dev.monotable.conformance;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The server of a test run, and clients that call it over HTTP. By default it is Monotable, which
 * is started when it is first needed. If the system property {@code monotable.endpoint} is set, the
 * tests run only over HTTP, against that emulator, or against DynamoDB itself with the credentials
 * and the region of the environment. The tests expect reads of global secondary indexes to be
 * strongly consistent, which DynamoDB does not guarantee.
 */
public final class Server implements AutoCloseable {
  private static final Namespace NAMESPACE = Namespace.create(Server.class);
  private static final String FOREIGN = System.getProperty("monotable.endpoint", "");

  private final @Nullable ServerProcess process;
  private final URI endpoint;
  private final SdkHttpClient transport =
      UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMinutes(4)).build();
  private final SdkAsyncHttpClient asyncTransport =
      NettyNioAsyncHttpClient.builder().readTimeout(Duration.ofMinutes(4)).build();
  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;

  private Server(@Nullable ServerProcess process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
    this.client = SdkClients.sync(endpoint, transport);
    this.asyncClient = SdkClients.async(endpoint, asyncTransport);
  }

  /** Returns whether the tests run against an endpoint other than Monotable. */
  public static boolean isForeign() {
    return !FOREIGN.isEmpty();
  }

  /** Returns the server of this test run, which is stopped at the end of the run. */
  public static Server of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent("server", key -> start(), Server.class);
  }

  /** Provides a test with the server. */
  public static final class Resolver implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Server.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return of(context);
    }
  }

  private static Server start() {
    if (isForeign()) {
      return new Server(null, URI.create(FOREIGN));
    }
    ServerProcess process = ServerProcess.start();
    return new Server(process, process.endpoint());
  }

  public URI endpoint() {
    return endpoint;
  }

  Dynamo open(boolean async) {
    return new Dynamo(client, asyncClient, async);
  }

  @Override
  public void close() throws IOException {
    client.close();
    asyncClient.close();
    transport.close();
    asyncTransport.close();
    if (process != null) {
      process.close();
    }
  }
}
