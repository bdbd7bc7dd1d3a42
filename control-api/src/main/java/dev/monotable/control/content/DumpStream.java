package dev.monotable.control.content;

import dev.monotable.formats.DatabaseDump;
import dev.monotable.json.ReplyStream;
import dev.monotable.json.StreamSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * Sends the items of tables as lines of DynamoDB JSON, as fast as the client reads. A thread of its
 * own waits for the client.
 */
public final class DumpStream implements StreamSource {
  public static final String TYPE = "application/x-ndjson";

  private final DatabaseDump dump;
  private final List<String> tables;
  private final Runnable onEnd;
  private boolean ended;
  private boolean writable;

  /**
   * Creates a stream.
   *
   * @param dump closed at the end
   * @param onEnd called at the end
   */
  public DumpStream(DatabaseDump dump, List<String> tables, Runnable onEnd) {
    this.dump = dump;
    this.tables = tables;
    this.onEnd = onEnd;
  }

  @Override
  public void opened(ReplyStream stream) {
    Thread thread = new Thread(() -> write(stream), "monotable-dump");
    thread.setDaemon(true);
    thread.start();
  }

  private void write(ReplyStream stream) {
    try (dump;
        Pieces out = new Pieces(stream)) {
      dump.namedLines(tables, out);
    } catch (IOException | UncheckedIOException e) {
      // The client has gone.
    } finally {
      stream.end();
      onEnd.run();
    }
  }

  @Override
  public synchronized void writable() {
    writable = true;
    notifyAll();
  }

  @Override
  public synchronized void ended() {
    ended = true;
    notifyAll();
  }

  /** Writes a piece, and waits for the client before it if necessary. */
  private synchronized void send(ReplyStream stream, byte[] piece) throws IOException {
    while (!ended) {
      writable = false;
      if (stream.write(piece)) {
        return;
      }
      awaitClient(stream);
      ended |= !stream.isOpen();
    }
    throw new IOException("the client has gone");
  }

  private synchronized void awaitClient(ReplyStream stream) throws IOException {
    try {
      while (!writable && !ended && stream.isOpen()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Collects bytes into pieces. */
  private final class Pieces extends OutputStream {
    private static final int BYTES = 16 << 10;

    private final ReplyStream stream;
    private final byte[] buffer = new byte[BYTES];
    private int length;

    Pieces(ReplyStream stream) {
      this.stream = stream;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      int at = from;
      int left = count;
      while (left > 0) {
        int copied = Math.min(left, BYTES - length);
        System.arraycopy(bytes, at, buffer, length, copied);
        length += copied;
        at += copied;
        left -= copied;
        if (length == BYTES) {
          flush();
        }
      }
    }

    @Override
    public void flush() throws IOException {
      if (length > 0) {
        byte[] piece = Arrays.copyOf(buffer, length);
        length = 0;
        send(stream, piece);
      }
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
