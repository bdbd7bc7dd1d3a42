package dev.monotable.junit;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;

/**
 * An HTTP client for asynchronous AWS SDK clients that passes requests to an {@link Exchange} in
 * this JVM instead of a socket.
 *
 * <p>It has no threads of its own. It handles a request on the thread that delivers the end of the
 * request body, which is the thread that calls the SDK client. Stages chained to the SDK's future
 * run on the SDK's completion threads, as over a network.
 *
 * <p>This class is thread-safe. {@link #close} does nothing, because it holds no resources.
 */
public final class ExchangeAsyncHttpClient implements SdkAsyncHttpClient {
  private final Exchange exchange;

  private ExchangeAsyncHttpClient(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Returns a client that passes its requests to the exchange. */
  public static ExchangeAsyncHttpClient create(Exchange exchange) {
    return new ExchangeAsyncHttpClient(Objects.requireNonNull(exchange, "exchange"));
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    Call call = new Call(exchange, request.request(), request.responseHandler());
    request.requestContentPublisher().subscribe(call);
    return call.done;
  }

  @Override
  public String clientName() {
    return "Monotable";
  }

  @Override
  public void close() {}

  /** A single request: collects its body, handles it and delivers the response. */
  private static final class Call implements Subscriber<ByteBuffer> {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final Exchange exchange;
    private final SdkHttpRequest request;
    private final SdkAsyncHttpResponseHandler handler;
    private @Nullable Subscription subscription;

    Call(Exchange exchange, SdkHttpRequest request, SdkAsyncHttpResponseHandler handler) {
      this.exchange = exchange;
      this.request = request;
      this.handler = handler;
    }

    @Override
    public void onSubscribe(Subscription newSubscription) {
      Objects.requireNonNull(newSubscription, "subscription");
      if (subscription != null) {
        newSubscription.cancel();
        return;
      }
      subscription = newSubscription;
      newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer part) {
      ByteBuffer copy = part.duplicate();
      byte[] bytes = new byte[copy.remaining()];
      copy.get(bytes);
      body.writeBytes(bytes);
    }

    @Override
    public void onError(Throwable failure) {
      fail(Objects.requireNonNull(failure, "failure"));
    }

    @Override
    public void onComplete() {
      try {
        HttpReply reply = new HttpReply();
        exchange.handle(new SdkExchangeRequest(request, body.toByteArray()), reply);
        handler.onHeaders(SdkExchangeRequest.head(reply));
        // No other call uses this reply, so its buffer can be read in place.
        ByteBuffer content =
            ByteBuffer.wrap(reply.body(), 0, reply.bodyLength()).slice().asReadOnlyBuffer();
        handler.onStream(new Content(content, this));
      } catch (RuntimeException failure) {
        fail(failure);
      }
    }

    void succeed() {
      done.complete(null);
    }

    private void fail(Throwable failure) {
      try {
        handler.onError(failure);
      } finally {
        done.completeExceptionally(failure);
      }
    }
  }

  /** The body of a response: a single buffer, published once to a single subscriber. */
  private record Content(ByteBuffer buffer, Call call) implements Publisher<ByteBuffer> {
    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(new Delivery(subscriber));
    }

    private final class Delivery implements Subscription {
      private final Subscriber<? super ByteBuffer> subscriber;
      private final AtomicBoolean ended = new AtomicBoolean();

      Delivery(Subscriber<? super ByteBuffer> subscriber) {
        this.subscriber = subscriber;
      }

      @Override
      public void request(long count) {
        if (!ended.compareAndSet(false, true)) {
          return;
        }
        if (count <= 0) {
          IllegalArgumentException failure =
              new IllegalArgumentException("a subscriber must request more than " + count);
          subscriber.onError(failure);
          call.fail(failure);
          return;
        }
        if (buffer.hasRemaining()) {
          subscriber.onNext(buffer);
        }
        subscriber.onComplete();
        call.succeed();
      }

      @Override
      public void cancel() {
        if (ended.compareAndSet(false, true)) {
          call.succeed();
        }
      }
    }
  }
}
