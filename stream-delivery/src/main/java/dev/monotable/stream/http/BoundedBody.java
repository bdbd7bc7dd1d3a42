package dev.monotable.stream.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Collects the body of a response, up to a number of bytes. Public for the clients of other
 * modules.
 */
public final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  /** A response that is longer than any of DynamoDB, or than what fits into memory. */
  public static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    private TooLargeException(String message) {
      super(message);
    }
  }

  private final int most;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /**
   * @param most the number of bytes; a body with more fails
   */
  public BoundedBody(int most) {
    this.most = most;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    try {
      for (ByteBuffer part : parts) {
        if (bytes.size() + (long) part.remaining() > most) {
          end("the response has more than " + most + " bytes");
          return;
        }
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
      }
    } catch (OutOfMemoryError e) {
      end("the response does not fit into memory; set JAVA_OPTS=-Xmx8g, for example");
    }
  }

  private void end(String reason) {
    bytes.reset();
    body.completeExceptionally(new TooLargeException(reason));
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    if (!body.isDone()) {
      body.complete(bytes.toByteArray());
    }
  }
}
