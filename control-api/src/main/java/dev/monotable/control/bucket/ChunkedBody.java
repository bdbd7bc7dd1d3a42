package dev.monotable.control.bucket;

import dev.monotable.access.signature.ChunkSignatures;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body in the coding {@code aws-chunked}: chunks with their lengths, which may be signed,
 * and a trailer with headers.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Signature
 *     calculations for chunked uploads</a>
 */
final class ChunkedBody {
  private static final String CHUNK_SIGNATURE = ";chunk-signature=";
  private static final String TRAILER_SIGNATURE = "x-amz-trailer-signature";

  /** The longest line: of a trailer, which has a checksum. */
  private static final int MAX_LINE = 1 << 10;

  private final byte[] bytes;
  private final int end;
  private final @Nullable ChunkSignatures signatures;
  private final byte[] decoded;
  private final Map<String, String> trailer = new LinkedHashMap<>();
  private int at;
  private int length;

  /**
   * @param decodedLength that the request has named
   * @param signatures verifies them; null if the body has none, or they are not verified
   */
  private ChunkedBody(
      byte[] bytes, int start, int end, int decodedLength, @Nullable ChunkSignatures signatures) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
    this.signatures = signatures;
    this.decoded = new byte[decodedLength];
  }

  /** Decodes the body of a request. */
  static ChunkedBody decode(
      BucketRequest request, int decodedLength, @Nullable ChunkSignatures signatures) {
    ChunkedBody body =
        new ChunkedBody(
            request.http().body(),
            request.http().bodyStart(),
            request.http().bodyEnd(),
            decodedLength,
            signatures);
    body.readChunks();
    body.readTrailer();
    return body;
  }

  /** Returns the bytes of the object. */
  byte[] bytes() {
    return decoded;
  }

  /** Returns the headers of the trailer, by their names in lower case. */
  Map<String, String> trailer() {
    return trailer;
  }

  private void readChunks() {
    int size;
    do {
      String line = line();
      if (line == null) {
        throw incomplete();
      }
      int semicolon = line.indexOf(';');
      size = size(semicolon < 0 ? line : line.substring(0, semicolon));
      if (size > end - at || size > decoded.length - length) {
        throw incomplete();
      }
      if (signatures != null) {
        boolean isSigned = semicolon >= 0 && line.startsWith(CHUNK_SIGNATURE, semicolon);
        String signature = isSigned ? line.substring(semicolon + CHUNK_SIGNATURE.length()) : "";
        if (!signatures.isNext(bytes, at, at + size, signature)) {
          throw new BucketException(BucketError.SIGNATURE_MISMATCH);
        }
      }
      System.arraycopy(bytes, at, decoded, length, size);
      at += size;
      length += size;
      if (size > 0 && !"".equals(line())) {
        throw incomplete();
      }
    } while (size > 0);
    if (length != decoded.length) {
      throw incomplete();
    }
  }

  private static int size(String text) {
    try {
      int size = Integer.parseInt(text, 16);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // The body is not in chunks.
    }
    throw incomplete();
  }

  private void readTrailer() {
    StringBuilder signed = new StringBuilder();
    String signature = null;
    for (String line = line(); line != null; line = line()) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT).strip();
      String value = colon < 0 ? "" : line.substring(colon + 1).strip();
      if (name.equals(TRAILER_SIGNATURE)) {
        signature = value;
      } else if (!name.isEmpty()) {
        trailer.put(name, value);
        signed.append(name).append(':').append(value).append('\n');
      } else if (!line.isEmpty()) {
        throw new BucketException(BucketError.MALFORMED_TRAILER);
      }
    }
    if (signatures != null
        && !trailer.isEmpty()
        && !signatures.isOfTrailer(signed.toString(), signature == null ? "" : signature)) {
      throw new BucketException(BucketError.SIGNATURE_MISMATCH);
    }
  }

  /** Returns the next line; null at the end. */
  private @Nullable String line() {
    if (at >= end) {
      return null;
    }
    int start = at;
    while (at < end && bytes[at] != '\n') {
      at++;
      if (at - start > MAX_LINE) {
        throw incomplete();
      }
    }
    int to = at > start && bytes[at - 1] == '\r' ? at - 1 : at;
    at++;
    return new String(bytes, start, to - start, StandardCharsets.ISO_8859_1);
  }

  private static BucketException incomplete() {
    return new BucketException(BucketError.INCOMPLETE_BODY);
  }
}
