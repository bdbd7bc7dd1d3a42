package dev.monotable.http;

import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import dev.monotable.json.LateAnswer;
import dev.monotable.json.ReplyStream;
import dev.monotable.json.StreamSource;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that answers in each way, by the end of its path. */
final class EchoService implements HttpService {
  static final int MAX_BODY = 1000;
  static final String PLAIN = "text/plain";

  /** The answers that were left for later. */
  final BlockingQueue<LateAnswer> late = new LinkedBlockingQueue<>();

  final BlockingQueue<Events> streams = new LinkedBlockingQueue<>();

  /** A stream that writes numbered events as fast as the client reads. */
  static final class Events implements StreamSource {
    final AtomicInteger written = new AtomicInteger();
    final CountDownLatch refused = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    volatile ReplyStream stream;

    @Override
    public void opened(ReplyStream opened) {
      stream = opened;
      write();
    }

    @Override
    public void writable() {
      write();
    }

    private void write() {
      while (stream.write(event(written.get()).getBytes(StandardCharsets.US_ASCII))) {
        written.incrementAndGet();
      }
      refused.countDown();
    }

    @Override
    public void ended() {
      ended.countDown();
    }
  }

  static String event(int number) {
    return "data: " + String.valueOf(number).repeat(1000) + "\n\n";
  }

  @Override
  public int maxBodyBytes() {
    return MAX_BODY;
  }

  @Override
  public Pace pace(HttpRequest head) {
    return head.path().contains("slow") ? Pace.LONG : Pace.SHORT;
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    String path = request.path();
    if (path.endsWith("late")) {
      late.add(reply.answerLater());
    } else if (path.endsWith("events")) {
      Events events = new Events();
      streams.add(events);
      reply.stream("text/event-stream", events);
    } else if (path.endsWith("short-stream")) {
      reply.stream(PLAIN, new ShortStream());
    } else if (path.endsWith("throw")) {
      throw new IllegalStateException("a secret");
    } else if (path.endsWith("full")) {
      throw new OutOfMemoryError("as if the heap were full");
    } else if (path.endsWith("long")) {
      reply.answer(HttpAnswer.of(200, PLAIN, "x".repeat(1 << 20)));
    } else {
      String body =
          new String(
              request.body(),
              request.bodyStart(),
              request.bodyEnd() - request.bodyStart(),
              StandardCharsets.UTF_8);
      reply.answer(
          HttpAnswer.of(200, PLAIN, request.method() + " " + path + " " + body)
              .withHeader("X-Echo", "yes"));
    }
  }

  @Override
  public HttpAnswer rejection(int status, String reason) {
    return HttpAnswer.of(status, PLAIN, "rejected: " + reason);
  }

  LateAnswer awaitLate() throws InterruptedException {
    LateAnswer next = late.poll(4, TimeUnit.MINUTES);
    if (next == null) {
      throw new AssertionError("no request has arrived");
    }
    return next;
  }

  Events awaitStream() throws InterruptedException {
    Events next = streams.poll(4, TimeUnit.MINUTES);
    if (next == null) {
      throw new AssertionError("no request has arrived");
    }
    return next;
  }

  /** A stream of two pieces that ends at once. */
  private static final class ShortStream implements StreamSource {
    @Override
    public void opened(ReplyStream stream) {
      stream.write("one ".getBytes(StandardCharsets.US_ASCII));
      stream.write("two".getBytes(StandardCharsets.US_ASCII));
      stream.end();
    }

    @Override
    public void ended() {}
  }
}
