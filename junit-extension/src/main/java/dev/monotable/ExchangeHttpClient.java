package dev.monotable;

import dev.monotable.json.HttpReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * An HTTP client for synchronous AWS SDK clients that passes requests to a route in this JVM
 * instead of a socket. It handles each request on the calling thread. Thread-safe.
 */
final class ExchangeHttpClient implements SdkHttpClient {
  private static final byte[] NO_BODY = {};

  private final Route route;
  private final boolean owned;

  /**
   * Creates a client.
   *
   * @param owned whether one SDK client owns this one and closes it
   */
  ExchangeHttpClient(Route route, boolean owned) {
    this.route = route;
    this.owned = owned;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Call(route, request);
  }

  @Override
  public String clientName() {
    return "Monotable";
  }

  @Override
  public void close() {
    if (owned) {
      route.spend();
    }
  }

  private record Call(Route route, HttpExecuteRequest request) implements ExecutableHttpRequest {
    @Override
    public HttpExecuteResponse call() throws IOException {
      HttpReply reply = ThreadReply.take();
      route.exchange().handle(new SdkExchangeRequest(request.httpRequest(), body()), reply);
      route.reply(reply);
      if (reply.dropped()) {
        throw SdkExchangeRequest.dropped();
      }
      SdkHttpResponse head = SdkExchangeRequest.head(reply);
      byte[] content = Arrays.copyOf(reply.body(), reply.bodyLength());
      ThreadReply.give(reply);
      return HttpExecuteResponse.builder()
          .response(head)
          .responseBody(AbortableInputStream.create(new ByteArrayInputStream(content)))
          .build();
    }

    private byte[] body() throws IOException {
      ContentStreamProvider provider = request.contentStreamProvider().orElse(null);
      if (provider == null) {
        return NO_BODY;
      }
      try (InputStream content = provider.newStream()) {
        return content.readAllBytes();
      }
    }

    /** Does nothing: {@link #call} never waits. */
    @Override
    public void abort() {}
  }
}
