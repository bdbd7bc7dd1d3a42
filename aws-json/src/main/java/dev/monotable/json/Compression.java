package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Compresses and decompresses bodies with gzip and deflate. */
final class Compression {
  private static final int GZIP_HEADER = 10;
  private static final int GZIP_TRAILER = 8;
  private static final int FLAG_CHECKSUM = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;

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

  /** Returns whether a value of Accept-Encoding accepts gzip. */
  static boolean acceptsGzip(@Nullable String acceptEncoding) {
    if (acceptEncoding == null || !containsIgnoringCase(acceptEncoding, "gzip")) {
      return false;
    }
    for (String choice : acceptEncoding.split(",")) {
      String[] parts = choice.toLowerCase(Locale.ROOT).split(";");
      String coding = parts[0].strip();
      if (coding.equals("gzip") || coding.equals("x-gzip")) {
        return parts.length < 2 || !isZero(parts[1].strip());
      }
    }
    return false;
  }

  private static boolean isZero(String quality) {
    return quality.matches("q\\s*=\\s*0(\\.0*)?");
  }

  private static boolean containsIgnoringCase(String text, String part) {
    for (int i = 0; i + part.length() <= text.length(); i++) {
      if (text.regionMatches(true, i, part, 0, part.length())) {
        return true;
      }
    }
    return false;
  }

  /** Compresses the body of a reply with gzip. */
  static void gzip(HttpReply reply) {
    Deflater unused = UNUSED.poll();
    Deflater deflater = unused == null ? new Deflater(Deflater.BEST_SPEED, true) : unused;
    try {
      gzip(reply, deflater);
    } finally {
      deflater.reset();
      if (!UNUSED.offer(deflater)) {
        deflater.end();
      }
    }
  }

  private static void gzip(HttpReply reply, Deflater compressor) {
    byte[] body = reply.body();
    int length = reply.bodyLength();
    compressor.setInput(body, 0, length);
    compressor.finish();
    byte[] target = new byte[GZIP_HEADER + GZIP_TRAILER + Math.max(512, length / 4)];
    target[0] = 0x1f;
    target[1] = (byte) 0x8b;
    target[2] = 8;
    target[9] = (byte) 0xff;
    int at = GZIP_HEADER;
    while (!compressor.finished()) {
      if (target.length - at <= GZIP_TRAILER) {
        target = Arrays.copyOf(target, target.length * 2);
      }
      at += compressor.deflate(target, at, target.length - at - GZIP_TRAILER);
    }
    CRC32 crc = new CRC32();
    crc.update(body, 0, length);
    putLittleEndian(target, at, (int) crc.getValue());
    putLittleEndian(target, at + 4, length);
    reply.compressed(target, at + GZIP_TRAILER, "gzip");
  }

  private static void putLittleEndian(byte[] target, int at, int value) {
    for (int i = 0; i < 4; i++) {
      target[at + i] = (byte) (value >>> 8 * i);
    }
  }

  private static int littleEndian(byte[] source, int at) {
    int value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | source[at + i] & 0xFF;
    }
    return value;
  }

  /**
   * Decompresses a gzip body of one member, and checks its checksum and length.
   *
   * @throws DynamoException a SerializationException, if the body is not gzip
   * @throws TooLargeException if the result is longer than allowed
   */
  static byte[] gunzip(byte[] body, int start, int end, int maxBytes) throws TooLargeException {
    int at = start + GZIP_HEADER;
    if (end - at < GZIP_TRAILER
        || body[start] != 0x1f
        || body[start + 1] != (byte) 0x8b
        || body[start + 2] != 8) {
      throw JsonReader.malformed();
    }
    int flags = body[start + 3];
    if ((flags & FLAG_EXTRA) != 0) {
      at += 2 + (body[at] & 0xFF | (body[at + 1] & 0xFF) << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      at = afterZero(body, at, end);
    }
    if ((flags & FLAG_COMMENT) != 0) {
      at = afterZero(body, at, end);
    }
    if ((flags & FLAG_CHECKSUM) != 0) {
      at += 2;
    }
    if (at > end - GZIP_TRAILER) {
      throw JsonReader.malformed();
    }
    byte[] inflated = inflate(body, at, end - GZIP_TRAILER, true, maxBytes);
    CRC32 crc = new CRC32();
    crc.update(inflated);
    if ((int) crc.getValue() != littleEndian(body, end - GZIP_TRAILER)
        || inflated.length != littleEndian(body, end - 4)) {
      throw JsonReader.malformed();
    }
    return inflated;
  }

  private static int afterZero(byte[] body, int start, int end) {
    for (int at = start; at < end; at++) {
      if (body[at] == 0) {
        return at + 1;
      }
    }
    throw JsonReader.malformed();
  }

  /**
   * Decompresses a deflate body, with or without the zlib header.
   *
   * @throws DynamoException a SerializationException, if the body is neither
   * @throws TooLargeException if the result is longer than allowed
   */
  static byte[] inflate(byte[] body, int start, int end, int maxBytes) throws TooLargeException {
    boolean zlib =
        end - start >= 2
            && (body[start] & 0x0f) == 8
            && ((body[start] & 0xFF) << 8 | body[start + 1] & 0xFF) % 31 == 0;
    return inflate(body, start, end, !zlib, maxBytes);
  }

  private static byte[] inflate(byte[] body, int start, int end, boolean raw, int maxBytes)
      throws TooLargeException {
    Inflater inflater = new Inflater(raw);
    try {
      inflater.setInput(body, start, end - start);
      byte[] target = new byte[(int) Math.min(maxBytes, Math.max(1024, (end - start) * 4L))];
      int length = 0;
      while (true) {
        length += inflater.inflate(target, length, target.length - length);
        if (length > maxBytes) {
          throw new TooLargeException();
        }
        if (inflater.finished()) {
          if (inflater.getRemaining() > 0) {
            throw JsonReader.malformed();
          }
          return Arrays.copyOf(target, length);
        }
        if (length < target.length) {
          throw JsonReader.malformed(); // the data is truncated, or requires a dictionary
        }
        target = Arrays.copyOf(target, (int) Math.min(maxBytes + 1L, target.length * 2L));
      }
    } catch (DataFormatException e) {
      throw JsonReader.malformed();
    } finally {
      inflater.end();
    }
  }
}
