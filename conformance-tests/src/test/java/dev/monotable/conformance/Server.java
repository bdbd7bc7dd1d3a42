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
 * The one server of a test run and the clients that reach it over HTTP. It is Monotable's, started
 * when first needed, unless the system property {@code monotable.endpoint} names another: the same
 * tests then run, over HTTP alone, against that emulator, or against DynamoDB itself with the
 * credentials and region of the environment. They expect what strongly consistent reads show also
 * of global indexes, which DynamoDB does not promise.
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

  /** Whether the tests run against something other than Monotable. */
  public static boolean isForeign() {
    return !FOREIGN.isEmpty();
  }

  /** The server of this test run, which ends with it. */
  public static Server of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent("server", key -> start(), Server.class);
  }

  /** Gives a test the server itself. */
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
