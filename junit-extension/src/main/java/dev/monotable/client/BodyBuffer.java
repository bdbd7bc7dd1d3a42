package dev.monotable.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The body of a request of the AWS SDK, read into an array that the next request can use too. */
final class BodyBuffer {
  private static final int FIRST_BYTES = 2 << 10;

  /** The SDK's streams allocate much more than a usual body to copy what is left of them. */
  private static final int KEPT_BYTES = 64 << 10;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Returns the array that contains the body, at its beginning. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the length of the body in bytes. */
  int length() {
    return length;
  }

  /** Adds what a stream contains. */
  void read(InputStream content) throws IOException {
    int count = content.read(bytes, length, bytes.length - length);
    while (count >= 0) {
      length += count;
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * length);
      }
      count = content.read(bytes, length, bytes.length - length);
    }
  }

  /** Adds a part; its position stays the same. */
  void add(ByteBuffer part) {
    int end = length + part.remaining();
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
    }
    part.duplicate().get(bytes, length, end - length);
    length = end;
  }

  /** Prepares for the next request. Keeps no large array. */
  void clear() {
    length = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
  }
}
