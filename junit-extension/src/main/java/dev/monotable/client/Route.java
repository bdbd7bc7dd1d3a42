package dev.monotable.client;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The destination of the requests of a set of clients. A set of clients is built once and serves
 * one database after another: building it costs more than a test.
 *
 * <p>Clients keep state of their own, such as the number of retries that they may still attempt. So
 * the route notices whether anything has happened after which the clients must not serve another
 * database.
 */
final class Route {
  /**
   * Parts of the errors that the SDKs retry. A text that contains one of them by chance only causes
   * new clients to be built.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html">Error
   *     handling with DynamoDB</a>
   */
  private static final List<String> RETRIED =
      List.of("Throttl", "ProvisionedThroughputExceeded", "RequestLimit", "InProgress", "Skew");

  private static final int TYPE_CHARACTERS = 128;

  private volatile @Nullable Target target;
  private volatile boolean spent;
  private final AtomicInteger pending = new AtomicInteger();

  /** Sets where requests go from now on; null for nowhere. */
  void lead(@Nullable Target newTarget) {
    target = newTarget;
  }

  /**
   * Returns where the request of an asynchronous client goes.
   *
   * @throws IllegalStateException if the database is closed
   */
  Exchange exchange() {
    return require().exchange().get();
  }

  /**
   * Returns where the request of a synchronous client goes, whose thread waits for the response.
   *
   * @throws IllegalStateException if the database is closed
   */
  Exchange exchangeOfThread() {
    return require().exchangeOfThread().get();
  }

  private Target require() {
    Target to = target;
    if (to == null) {
      throw new IllegalStateException(
          "the database of this client is closed: its test, or the code that created it, has"
              + " ended");
    }
    return to;
  }

  /** Completes the future of an asynchronous request. */
  void complete(Runnable task) {
    Target to = target;
    (to == null ? Clients.SharedThreads.COMPLETIONS : to.completions()).execute(task);
  }

  /** Records that the clients must not serve another database. */
  void spend() {
    spent = true;
  }

  /** Counts an asynchronous request that starts. */
  void start() {
    pending.incrementAndGet();
  }

  /** Counts an asynchronous request that has ended. */
  void end() {
    pending.decrementAndGet();
  }

  /** Records a reply, which the SDK may retry. */
  void reply(HttpReply reply) {
    if (reply.dropped() || (reply.status() != 200 && !spent && isRetried(reply))) {
      spent = true;
    }
  }

  private static boolean isRetried(HttpReply reply) {
    if (reply.status() >= 500 || reply.contentEncoding() != null) {
      return true;
    }
    String start =
        new String(
            reply.body(),
            0,
            Math.min(reply.bodyLength(), TYPE_CHARACTERS),
            StandardCharsets.ISO_8859_1);
    for (String part : RETRIED) {
      if (start.contains(part)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the clients may serve another database. */
  boolean isReusable() {
    return !spent && pending.get() == 0;
  }
}
