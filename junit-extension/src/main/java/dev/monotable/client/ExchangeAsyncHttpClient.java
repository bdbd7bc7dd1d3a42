package dev.monotable.client;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import dev.monotable.json.LateAnswer;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Set;
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
 * An HTTP client for asynchronous AWS SDK clients that passes requests to a route in this JVM
 * instead of a socket.
 *
 * <p>It handles a request on the thread that delivers the end of the request body, which is the
 * thread that calls the SDK client, except for requests that an injected fault may delay: each of
 * these has a thread of its own. Stages chained to the SDK's future run on the SDK's completion
 * threads, as over a network. Thread-safe.
 */
final class ExchangeAsyncHttpClient implements SdkAsyncHttpClient {
  private final Route route;
  private final boolean owned;

  /**
   * Creates a client.
   *
   * @param owned whether an SDK client owns this one that must not be used after it was closed
   */
  ExchangeAsyncHttpClient(Route route, boolean owned) {
    this.route = route;
    this.owned = owned;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    Call call = new Call(route, request.request(), request.responseHandler());
    route.start();
    call.done.whenComplete((done, failure) -> route.end());
    request.requestContentPublisher().subscribe(call);
    return call.done;
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

  /** A single request: collects its body, handles it and delivers the response. */
  private static final class Call implements Subscriber<ByteBuffer> {
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final BodyBuffer body = new BodyBuffer();
    private final Route route;
    private final SdkHttpRequest request;
    private final SdkAsyncHttpResponseHandler handler;
    private @Nullable Subscription subscription;

    Call(Route route, SdkHttpRequest request, SdkAsyncHttpResponseHandler handler) {
      this.route = route;
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
      body.add(part);
    }

    @Override
    public void onError(Throwable failure) {
      fail(Objects.requireNonNull(failure, "failure"));
    }

    @Override
    public void onComplete() {
      Exchange exchange;
      try {
        exchange = route.exchange();
      } catch (RuntimeException failure) {
        fail(failure);
        return;
      }
      if (mayWait(exchange)) {
        // The caller of an asynchronous client does not wait for a delayed response.
        Thread thread = new Thread(() -> respond(exchange), "monotable-delayed");
        thread.setDaemon(true);
        thread.start();
      } else {
        respond(exchange);
      }
    }

    /** Returns whether a fault rule may delay the request. */
    private boolean mayWait(Exchange exchange) {
      Set<String> operations = exchange.waitingOperations();
      if (operations.isEmpty()) {
        return false;
      }
      String target = request.firstMatchingHeader("X-Amz-Target").orElse("");
      return operations.contains(target.substring(target.indexOf('.') + 1));
    }

    private void respond(Exchange exchange) {
      try {
        HttpReply reply = new HttpReply();
        exchange.begin(new SdkExchangeRequest(request, body), reply, Integer.MAX_VALUE);
        if (reply.kind() == HttpReply.Kind.LATE) {
          await(reply);
        } else {
          reply.awaitCommit();
          deliver(reply);
        }
      } catch (RuntimeException failure) {
        fail(failure);
      }
    }

    /** Delivers the response of a request that is held when it is let go. */
    private void await(HttpReply reply) {
      LateAnswer answer = reply.lateAnswer();
      done.whenComplete(
          (unused, failure) -> {
            if (failure != null) {
              answer.abandon();
            }
          });
      if (!answer.whenComplete(() -> deliver(answer, reply))) {
        deliver(answer, reply);
      }
    }

    private void deliver(LateAnswer answer, HttpReply reply) {
      if (!answer.isEnded()) {
        answer.take(reply);
        deliver(reply);
      }
    }

    private void deliver(HttpReply reply) {
      try {
        route.reply(reply);
        if (reply.dropped()) {
          fail(SdkExchangeRequest.dropped());
          return;
        }
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
