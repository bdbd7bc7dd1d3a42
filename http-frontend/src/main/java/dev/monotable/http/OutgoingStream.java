package dev.monotable.http;

import dev.monotable.json.ReplyStream;
import dev.monotable.json.StreamSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A response that a service writes piece by piece. What the client has not read is bounded: more is
 * rejected, and the source is called when there is room again.
 *
 * <p>The pieces wait in a queue until the event loop sends them. All that several threads change is
 * guarded by this object, so a rejected write and the room that ends it cannot miss each other. The
 * source is never called with that lock.
 */
final class OutgoingStream implements ReplyStream {
  private static final byte[] LINE_BREAK = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Channel channel;
  private final StreamSource source;
  private final boolean chunked;
  private final Runnable onProgress;
  private final Runnable onEnd;

  private final Queue<byte[]> queue = new ArrayDeque<>();

  /** The bytes in the queue and those that are being sent. */
  private int waitingBytes;

  /** Whether a write was rejected. */
  private boolean refused;

  /** Whether the event loop has been asked to send. */
  private boolean scheduled;

  private boolean ended;
  private boolean closed;

  /** Whether the end has been sent, on the event loop. */
  private boolean endSent;

  /**
   * @param chunked whether the pieces have the transfer coding of this name
   * @param onProgress is run on the event loop when the client has read
   * @param onEnd is run on the event loop when the service has ended the stream
   */
  OutgoingStream(
      Channel channel, StreamSource source, boolean chunked, Runnable onProgress, Runnable onEnd) {
    this.channel = channel;
    this.source = source;
    this.chunked = chunked;
    this.onProgress = onProgress;
    this.onEnd = onEnd;
  }

  // ---- on any thread ----

  @Override
  public boolean write(byte[] bytes) {
    if (bytes.length > MAX_WAITING_BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes are too many for one write");
    }
    synchronized (this) {
      if (ended || closed) {
        return false;
      }
      if (waitingBytes + bytes.length > MAX_WAITING_BYTES) {
        refused = true;
        return false;
      }
      if (bytes.length == 0) {
        return true; // an empty chunk would end the body
      }
      waitingBytes += bytes.length;
      queue.add(bytes);
    }
    schedule();
    return true;
  }

  @Override
  public void end() {
    synchronized (this) {
      ended = true;
    }
    schedule();
  }

  @Override
  public synchronized boolean isOpen() {
    return !ended && !closed;
  }

  private void schedule() {
    synchronized (this) {
      if (scheduled || closed) {
        return;
      }
      scheduled = true;
    }
    try {
      channel.eventLoop().execute(this::send);
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      synchronized (this) {
        scheduled = false; // the next tick tries again
      }
    }
  }

  // ---- on the event loop ----

  /** Lets the source begin. */
  void open() {
    call(() -> source.opened(this));
  }

  /** Sends what waits, if that was not scheduled because memory had run out. */
  void tick() {
    boolean waits;
    synchronized (this) {
      waits = !queue.isEmpty() || ended;
    }
    if (waits) {
      schedule();
    }
  }

  private void send() {
    byte[] next;
    while ((next = nextPiece()) != null) {
      int length = next.length;
      channel.write(encoded(next)).addListener(sent -> sent(length, sent.isSuccess()));
    }
    channel.flush();
    boolean isEnd;
    synchronized (this) {
      isEnd = ended && !closed && queue.isEmpty();
    }
    if (isEnd && !endSent) {
      endSent = true;
      onEnd.run();
    }
  }

  private synchronized byte @Nullable [] nextPiece() {
    scheduled = false;
    return closed ? null : queue.poll();
  }

  private ByteBuf encoded(byte[] bytes) {
    if (!chunked) {
      return Unpooled.wrappedBuffer(bytes);
    }
    byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    return Unpooled.wrappedBuffer(size, bytes, LINE_BREAK);
  }

  /** Returns what ends the body. */
  ByteBuf lastBytes() {
    return chunked ? Unpooled.wrappedBuffer(LAST_CHUNK) : Unpooled.EMPTY_BUFFER;
  }

  private void sent(int bytes, boolean successfully) {
    if (!successfully) {
      return; // the channel is closed, and will say so
    }
    onProgress.run();
    boolean notify;
    synchronized (this) {
      waitingBytes -= bytes;
      notify = refused && !closed && !ended && waitingBytes <= MAX_WAITING_BYTES / 2;
      if (notify) {
        refused = false;
      }
    }
    if (notify) {
      call(source::writable);
    }
  }

  /** Ends this with its connection. Returns false, without any effect, if it was called before. */
  boolean close() {
    synchronized (this) {
      if (closed) {
        return false;
      }
      closed = true;
      queue.clear();
    }
    call(source::ended);
    return true;
  }

  private void call(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      InternalLoggerFactory.getInstance(OutgoingStream.class).error("A service failed", e);
      channel.close();
    }
  }
}
