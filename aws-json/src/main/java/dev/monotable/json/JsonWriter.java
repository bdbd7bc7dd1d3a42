package dev.monotable.json;

import java.util.Arrays;

/** A growing buffer of JSON text in UTF-8, used again for answer after answer. */
final class JsonWriter {
  private byte[] buffer = new byte[4096];
  private int length;

  byte[] array() {
    return buffer;
  }

  int length() {
    return length;
  }

  void reset(int keptBytes) {
    length = 0;
    if (buffer.length > keptBytes) {
      buffer = new byte[4096];
    }
  }

  void raw(byte[] bytes) {
    if (buffer.length - length < bytes.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + bytes.length));
    }
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }
}
