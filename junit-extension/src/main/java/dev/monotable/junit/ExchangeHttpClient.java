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
 * The transport of a synchronous AWS SDK client that ends in an {@link Exchange} of this JVM
 * instead of a socket. Requests are answered on the thread that makes them.
 *
 * <p>Whoever builds an SDK client without {@link MonotableExtension} passes it as the client's HTTP
 * client:
 *
 * <pre>{@code
 * DynamoDbClient.builder().httpClient(ExchangeHttpClient.create(exchange))
 * }</pre>
 *
 * <p>Thread safe. Closing it does nothing; it holds nothing.
 */
public final class ExchangeHttpClient implements SdkHttpClient {
  private static final byte[] NO_BODY = {};

  private final Exchange exchange;

  private ExchangeHttpClient(Exchange exchange) {
    this.exchange = exchange;
  }

  /** A transport to the database behind the exchange. */
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
      // The reply is this call's own, so its buffer can be read in place.
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

    /** Does nothing: the answer is there as soon as the call has begun. */
    @Override
    public void abort() {}
  }
}
