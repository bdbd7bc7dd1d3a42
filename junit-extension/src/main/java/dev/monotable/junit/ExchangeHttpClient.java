package dev.monotable.junit;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * An HTTP client for synchronous AWS SDK clients that passes requests to an {@link Exchange} in
 * this JVM instead of a socket. It handles each request on the calling thread.
 *
 * <p>To use it without {@link MonotableExtension}, pass it to the builder of the SDK client:
 *
 * <pre>{@code
 * DynamoDbClient.builder().httpClient(ExchangeHttpClient.create(exchange))
 * }</pre>
 *
 * <p>This class is thread-safe. {@link #close} does nothing, because it holds no resources.
 */
public final class ExchangeHttpClient implements SdkHttpClient {
  private static final byte[] NO_BODY = {};

  private final Exchange exchange;

  private ExchangeHttpClient(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Returns a client that passes its requests to the exchange. */
  public static ExchangeHttpClient create(Exchange exchange) {
    return new ExchangeHttpClient(Objects.requireNonNull(exchange, "exchange"));
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Call(exchange, request);
  }

  @Override
  public String clientName() {
    return "Monotable";
  }

  @Override
  public void close() {}

  private record Call(Exchange exchange, HttpExecuteRequest request)
      implements ExecutableHttpRequest {
    @Override
    public HttpExecuteResponse call() throws IOException {
      HttpReply reply = new HttpReply();
      exchange.handle(new SdkExchangeRequest(request.httpRequest(), body()), reply);
      // No other call uses this reply, so its buffer can be read in place.
      InputStream content = new ByteArrayInputStream(reply.body(), 0, reply.bodyLength());
      return HttpExecuteResponse.builder()
          .response(SdkExchangeRequest.head(reply))
          .responseBody(AbortableInputStream.create(content))
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
