package dev.monotable.client;

import dev.monotable.json.HttpReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
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
  private final Route route;
  private final boolean owned;

  /**
   * Creates a client.
   *
   * @param owned whether an SDK client owns this one that must not be used after it was closed
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
      Buffers buffers = Buffers.take();
      HttpReply reply = buffers.reply();
      ContentStreamProvider provider = request.contentStreamProvider().orElse(null);
      if (provider != null) {
        try (InputStream content = provider.newStream()) {
          buffers.body().read(content);
        }
      }
      route
          .exchangeOfThread()
          .handle(new SdkExchangeRequest(request.httpRequest(), buffers.body()), reply);
      route.reply(reply);
      if (reply.dropped()) {
        throw SdkExchangeRequest.dropped();
      }
      SdkHttpResponse head = SdkExchangeRequest.head(reply);
      byte[] content = Arrays.copyOf(reply.body(), reply.bodyLength());
      buffers.giveBack();
      return HttpExecuteResponse.builder()
          .response(head)
          .responseBody(AbortableInputStream.create(new ByteArrayInputStream(content)))
          .build();
    }

    /** Does nothing: {@link #call} waits for a held request alone, until it is interrupted. */
    @Override
    public void abort() {}
  }

  /**
   * The parts that a thread uses for one request after another: the buffers and the decoder are
   * worth keeping. A request within a request gets its own.
   */
  private static final class Buffers {
    /** Refers weakly to the buffers, so that no thread keeps this class and its class loader. */
    private static final ThreadLocal<@Nullable WeakReference<Buffers>> IDLE = new ThreadLocal<>();

    private final WeakReference<Buffers> reference = new WeakReference<>(this);
    private final BodyBuffer body = new BodyBuffer();
    private final HttpReply reply = new HttpReply();

    /** Takes the buffers of this thread; the body is empty. */
    static Buffers take() {
      WeakReference<Buffers> known = IDLE.get();
      Buffers idle = known == null ? null : known.get();
      if (idle == null) {
        return new Buffers();
      }
      IDLE.set(null);
      return idle;
    }

    BodyBuffer body() {
      return body;
    }

    HttpReply reply() {
      return reply;
    }

    /** Returns the buffers to the thread. Their content must not be used any more. */
    void giveBack() {
      body.clear();
      IDLE.set(reference);
    }
  }
}
