package dev.monotable.control.bucket;

import dev.monotable.access.signature.ChunkSignatures;
import dev.monotable.access.signature.Sha256;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object or a part, after all checksums of its request were checked.
 *
 * @param checksum that the request has; null if it has none
 */
record ObjectBody(byte[] bytes, @Nullable ObjectChecksum checksum) {
  private static final String HASH = "x-amz-content-sha256";
  private static final String STREAMING = "STREAMING-";
  private static final String UNSIGNED = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
  private static final String SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";

  /**
   * Reads the body of a request.
   *
   * @param signatures verifies those of its chunks; null if they are not verified
   * @throws BucketException if it is not complete, or differs from a checksum or signature
   */
  static ObjectBody read(BucketRequest request, @Nullable ChunkSignatures signatures) {
    String hash = request.header(HASH);
    if (hash != null && hash.startsWith(STREAMING)) {
      boolean signed = hash.equals(SIGNED) || hash.equals(SIGNED + "-TRAILER");
      if (!signed && !hash.equals(UNSIGNED)) {
        throw BucketException.notImplemented(HASH + ": " + hash);
      }
      ChunkedBody body =
          ChunkedBody.decode(request, decodedLength(request), signed ? signatures : null);
      return checked(request, body.bytes(), body.trailer());
    }
    byte[] received = request.http().body();
    int start = request.http().bodyStart();
    int end = request.http().bodyEnd();
    if (hash != null && !hash.equals("UNSIGNED-PAYLOAD")) {
      if (!hash.matches("[0-9a-fA-F]{64}")) {
        throw new BucketException(
            BucketError.INVALID_ARGUMENT,
            HASH
                + " must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                + " or a valid sha256 value.");
      }
      if (!Sha256.hex(received, start, end).equalsIgnoreCase(hash)) {
        throw new BucketException(BucketError.WRONG_HASH);
      }
    }
    return checked(request, Arrays.copyOfRange(received, start, end), Map.of());
  }

  private static int decodedLength(BucketRequest request) {
    String length = request.header("x-amz-decoded-content-length");
    if (length == null || !length.matches("[0-9]{1,18}")) {
      throw new BucketException(BucketError.MISSING_LENGTH);
    }
    long bytes = Long.parseLong(length);
    if (bytes > request.http().bodyEnd() - request.http().bodyStart()) {
      throw new BucketException(BucketError.INCOMPLETE_BODY);
    }
    return (int) bytes;
  }

  private static ObjectBody checked(
      BucketRequest request, byte[] bytes, Map<String, String> trailer) {
    requireDeclared(request, trailer);
    String md5 = request.header("content-md5");
    if (md5 != null) {
      checkMd5(md5, bytes);
    }
    ObjectChecksum checksum = null;
    for (ObjectChecksum each : ObjectChecksum.values()) {
      String header = request.header(each.header());
      String value = header == null ? trailer.get(each.header()) : header;
      if (value != null) {
        if (checksum != null) {
          throw new BucketException(
              BucketError.INVALID_REQUEST,
              "Expecting a single x-amz-checksum- header. Multiple checksum Types are not"
                  + " allowed.");
        }
        each.check(value, bytes);
        checksum = each;
      }
    }
    return new ObjectBody(bytes, checksum);
  }

  /** Checks that the trailer has the headers that were announced, all of which are checksums. */
  private static void requireDeclared(BucketRequest request, Map<String, String> trailer) {
    String declared = request.header("x-amz-trailer");
    String names = declared == null ? "" : declared.toLowerCase(Locale.ROOT).replaceAll("\\s", "");
    for (String name : names.isEmpty() ? new String[0] : names.split(",")) {
      boolean isChecksum = name.startsWith(ObjectChecksum.PREFIX);
      if (!isChecksum
          || ObjectChecksum.find(name.substring(ObjectChecksum.PREFIX.length())) == null) {
        throw BucketException.notImplemented("The trailer " + name);
      }
      if (!trailer.containsKey(name)) {
        throw new BucketException(BucketError.MALFORMED_TRAILER);
      }
    }
    for (String name : trailer.keySet()) {
      if (!("," + names + ",").contains("," + name + ",")) {
        throw new BucketException(BucketError.MALFORMED_TRAILER);
      }
    }
  }

  private static void checkMd5(String value, byte[] bytes) {
    byte[] given;
    try {
      given = Base64.getDecoder().decode(value);
    } catch (IllegalArgumentException e) {
      throw new BucketException(BucketError.INVALID_DIGEST);
    }
    try {
      if (!MessageDigest.isEqual(given, MessageDigest.getInstance("MD5").digest(bytes))) {
        throw new BucketException(BucketError.BAD_DIGEST);
      }
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }
}
