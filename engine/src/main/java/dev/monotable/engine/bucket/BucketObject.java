package dev.monotable.engine.bucket;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

/**
 * An object of a bucket.
 *
 * @param bytes never to be modified
 * @param entityTag S3's hash of the bytes, without quotes
 * @param modifiedAt when it was written
 * @param headers those that describe it, such as {@code content-type}, by their names in lower case
 */
public record BucketObject(
    String key, byte[] bytes, String entityTag, Instant modifiedAt, Map<String, String> headers) {
  /** The approximate bytes of heap of an object without its bytes and texts. */
  private static final int OBJECT_BYTES = 300;

  public BucketObject {
    headers = Map.copyOf(headers);
  }

  /** Returns the entity tag of an object that is written at once. */
  public static String tagOf(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }

  /** Returns the approximate bytes of heap. */
  public long heapBytes() {
    long heap = OBJECT_BYTES + bytes.length + 2L * key.length();
    for (Map.Entry<String, String> header : headers.entrySet()) {
      heap += 2L * (header.getKey().length() + header.getValue().length());
    }
    return heap;
  }
}
