package dev.monotable.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Compresses and decompresses bodies with gzip and deflate. */
final class Compression {
  private static final int GZIP_HEADER = 10;
  private static final int GZIP_TRAILER = 8;

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

  /** Compresses the body of a reply. */
  static void compress(HttpReply reply, ContentCoding coding) {
    Deflater unused = UNUSED.poll();
    Deflater deflater = unused == null ? new Deflater(Deflater.BEST_SPEED, true) : unused;
    try {
      compress(reply, coding, deflater);
    } finally {
      deflater.reset();
      if (!UNUSED.offer(deflater)) {
        deflater.end();
      }
    }
  }

  /** Writes the header, the compressed body and the checksum. The deflater writes neither. */
  private static void compress(HttpReply reply, ContentCoding coding, Deflater compressor) {
    byte[] body = reply.body();
    int length = reply.bodyLength();
    compressor.setInput(body, 0, length);
    compressor.finish();
    byte[] target = new byte[GZIP_HEADER + GZIP_TRAILER + Math.max(512, length / 4)];
    int at = writeHeader(target, coding);
    while (!compressor.finished()) {
      if (target.length - at <= GZIP_TRAILER) {
        target = Arrays.copyOf(target, target.length * 2);
      }
      at += compressor.deflate(target, at, target.length - at - GZIP_TRAILER);
    }
    at = writeChecksum(target, at, coding, body, length);
    reply.compressed(target, at, coding.token());
  }

  private static int writeHeader(byte[] target, ContentCoding coding) {
    return switch (coding) {
      case GZIP -> {
        target[0] = 0x1f;
        target[1] = (byte) 0x8b;
        target[2] = 8;
        target[9] = (byte) 0xff;
        yield GZIP_HEADER;
      }
      case DEFLATE -> {
        target[0] = 0x78;
        target[1] = 0x01;
        yield 2;
      }
    };
  }

  private static int writeChecksum(
      byte[] target, int at, ContentCoding coding, byte[] body, int length) {
    return switch (coding) {
      case GZIP -> {
        CRC32 crc = new CRC32();
        crc.update(body, 0, length);
        putLittleEndian(target, at, (int) crc.getValue());
        putLittleEndian(target, at + 4, length);
        yield at + GZIP_TRAILER;
      }
      case DEFLATE -> {
        Adler32 adler = new Adler32();
        adler.update(body, 0, length);
        putLittleEndian(target, at, Integer.reverseBytes((int) adler.getValue()));
        yield at + 4;
      }
    };
  }

  private static void putLittleEndian(byte[] target, int at, int value) {
    for (int i = 0; i < 4; i++) {
      target[at + i] = (byte) (value >>> 8 * i);
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
