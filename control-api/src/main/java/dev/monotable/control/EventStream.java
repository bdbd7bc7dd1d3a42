package dev.monotable.control;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestSize;
import dev.monotable.json.ReplyStream;
import dev.monotable.json.StreamSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request of a database as a server-sent event as it ends. What a client does not read
 * in time is left out, and an event says how much that was.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent
 *     events</a>
 */
final class EventStream implements StreamSource, WatchedRequests.Watcher {
  static final String TYPE = "text/event-stream";

  private static final int MAX_PENDING = 1_000;

  /** The size of the requests that wait, unless it is one. */
  private static final long MAX_PENDING_BYTES = 256 << 10;

  private final WatchedRequests requests;
  private final Deque<Numbered> pending = new ArrayDeque<>();
  private @Nullable ReplyStream stream;
  private long pendingBytes;
  private long omitted;

  /** Whether the client does not read; then a request costs no more than a place in the queue. */
  private boolean blocked;

  private record Numbered(long number, ObservedRequest request, long bytes) {}

  EventStream(WatchedRequests requests) {
    this.requests = requests;
  }

  @Override
  public synchronized void opened(ReplyStream opened) {
    stream = opened;
    // The first bytes, so that a client knows that it misses nothing from now on.
    opened.write(ascii(": requests\n\n"));
    requests.add(this);
  }

  @Override
  public synchronized void observe(long number, ObservedRequest request) {
    long bytes = RequestSize.of(request);
    boolean fits = pending.size() < MAX_PENDING && pendingBytes + bytes <= MAX_PENDING_BYTES;
    if (fits || pending.isEmpty()) {
      pending.add(new Numbered(number, request, bytes));
      pendingBytes += bytes;
    } else {
      omitted++;
    }
    send();
  }

  @Override
  public synchronized void writable() {
    blocked = false;
    send();
  }

  private void send() {
    ReplyStream out = stream;
    if (out == null || blocked) {
      return;
    }
    while (!pending.isEmpty()) {
      Numbered next = pending.element();
      if (!write(out, "request", Result.bytes(RequestEntries.of(next.request(), next.number())))) {
        blocked = true;
        return;
      }
      pendingBytes -= pending.remove().bytes();
    }
    if (omitted > 0) {
      blocked = !write(out, "omitted", ascii(Long.toString(omitted)));
      omitted = blocked ? omitted : 0;
    }
  }

  private static boolean write(ReplyStream out, String name, byte[] data) {
    return out.write(event(name, data));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] event(String name, byte[] data) {
    byte[] head = ascii("event: " + name + "\ndata: ");
    byte[] event = new byte[head.length + data.length + 2];
    System.arraycopy(head, 0, event, 0, head.length);
    System.arraycopy(data, 0, event, head.length, data.length);
    event[event.length - 2] = '\n';
    event[event.length - 1] = '\n';
    return event;
  }

  @Override
  public synchronized void ended() {
    stream = null;
    pending.clear();
    pendingBytes = 0;
    requests.remove(this);
  }
}
