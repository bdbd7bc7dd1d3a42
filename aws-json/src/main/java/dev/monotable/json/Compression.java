package dev.monotable.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Compresses and decompresses bodies with gzip and deflate. */
final class Compression {
  private static final int FIRST_BYTES = 512;

  /**
   * Deflaters that are not in use. Each has 256 KB of native memory, which is released only if it
   * is ended, so they are reused, and ended if there are enough of them.
   */
  private static final BlockingQueue<Deflater> UNUSED =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  private Compression() {}

  /** The decompressed body is longer than allowed. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    TooLargeException() {
      super(null, null, false, false);
    }
  }

  /** Compresses the body of a reply, unless there is no memory for that. Never throws. */
  static void tryCompress(HttpReply reply, ContentCoding coding) {
    try {
      compress(reply, coding);
    } catch (OutOfMemoryError e) {
      System.getLogger(Compression.class.getName())
          .log(Level.WARNING, "No memory to compress a response", e);
    }
  }

  private static void compress(HttpReply reply, ContentCoding coding) {
    Collected target = new Collected(reply.bodyLength());
    compress(coding, pieces -> pieces.write(reply.body(), 0, reply.bodyLength()), target);
    reply.compressed(target.bytes, target.length, coding.token());
  }

  /**
   * Compresses a body of any length in pieces.
   *
   * @param body writes the body
   * @param target receives the compressed body
   */
  static void compress(ContentCoding coding, Consumer<BodySink> body, BodySink target) {
    Deflater unused = UNUSED.poll();
    Deflater deflater = unused == null ? new Deflater(Deflater.BEST_SPEED, true) : unused;
    try {
      CompressedBody compressed = new CompressedBody(coding, deflater, target);
      body.accept(compressed);
      compressed.end();
    } finally {
      deflater.reset();
      if (!UNUSED.offer(deflater)) {
        deflater.end();
      }
    }
  }

  /** Collects a body in one array. */
  private static final class Collected implements BodySink {
    private byte[] bytes;
    private int length;

    Collected(int uncompressed) {
      bytes = new byte[Math.max(FIRST_BYTES, uncompressed / 4)];
    }

    @Override
    public void write(byte[] piece, int from, int count) {
      if (bytes.length - length < count) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
      }
      System.arraycopy(piece, from, bytes, length, count);
      length += count;
    }
  }

  /**
   * Decompresses a body: several members of gzip, or one stream of deflate with its zlib header.
   * Data after it is ignored. This is how AWS reads a body: scylladb/scylladb {@code
   * test/alternator/test_compressed_request.py}.
   *
   * @throws IOException if the body is not in this coding, or not complete
   * @throws TooLargeException if the result is longer than allowed
   */
  static byte[] decompress(ContentCoding coding, byte[] body, int start, int end, int maxBytes)
      throws IOException, TooLargeException {
    InputStream source = new ByteArrayInputStream(body, start, end - start);
    try (InputStream in =
        switch (coding) {
          case GZIP -> new GZIPInputStream(source);
          case DEFLATE -> new InflaterInputStream(source);
        }) {
      byte[] target = new byte[(int) Math.min(maxBytes, Math.max(1024, (end - start) * 4L))];
      int length = 0;
      while (true) {
        length += in.readNBytes(target, length, target.length - length);
        if (length > maxBytes) {
          throw new TooLargeException();
        }
        if (length < target.length) {
          return Arrays.copyOf(target, length);
        }
        target = Arrays.copyOf(target, (int) Math.min(maxBytes + 1L, target.length * 2L));
      }
    }
  }
}
