package dev.monotable.json;

import dev.monotable.engine.error.Wording;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP answer, filled by {@link Exchange#handle}. It owns the buffer that the body is written
 * into and is meant to be used again and again by one thread; {@code handle} resets it first. What
 * {@link #body()} returns is valid until the next use.
 */
public final class HttpReply {
  static final String JSON = "application/x-amz-json-1.0";
  private static final int KEPT_BYTES = 4 << 20;

  private final JsonWriter writer = new JsonWriter();
  private final byte[] requestId = new byte[RequestIds.LENGTH];
  private final List<Map.Entry<String, String>> extraHeaders = new ArrayList<>(4);
  private final CRC32 crc = new CRC32();
  private final RecentSigner recentSigner = new RecentSigner();
  private byte[] body = writer.array();
  private int bodyLength;
  private int status;
  private @Nullable String contentType;
  private @Nullable String contentEncoding;
  private boolean closing;
  private @Nullable RequestDecoder decoder;
  private @Nullable Wording wording;
  private @Nullable Compression compression;

  /** The HTTP status, such as 200. */
  public int status() {
    return status;
  }

  /** The value of {@code Content-Type}, or null where the answer has none. */
  public @Nullable String contentType() {
    return contentType;
  }

  /** The value of {@code x-amzn-RequestId}: 52 digits and upper-case letters. */
  public String requestId() {
    return new String(requestId, StandardCharsets.ISO_8859_1);
  }

  /**
   * Copies the 52 ASCII bytes of {@link #requestId()} into the target.
   *
   * @return the offset after them
   */
  public int copyRequestId(byte[] target, int at) {
    System.arraycopy(requestId, 0, target, at, requestId.length);
    return at + requestId.length;
  }

  /** The value of {@code x-amz-crc32}: the CRC-32 of the body as it is sent, compressed or not. */
  public long crc32() {
    crc.reset();
    crc.update(body, 0, bodyLength);
    return crc.getValue();
  }

  /** The array whose first {@link #bodyLength()} bytes are the body; not to be modified. */
  public byte[] body() {
    return body;
  }

  public int bodyLength() {
    return bodyLength;
  }

  /** The value of {@code Content-Encoding}, or null where the body is not compressed. */
  public @Nullable String contentEncoding() {
    return contentEncoding;
  }

  /** Further headers, in order; mostly none. */
  public List<Map.Entry<String, String>> extraHeaders() {
    return extraHeaders;
  }

  /** Whether the connection should be closed after this answer. */
  public boolean closing() {
    return closing;
  }

  /** Forgets the last answer; a buffer that grew large is given back. */
  public void reset() {
    writer.reset(KEPT_BYTES);
    extraHeaders.clear();
    body = writer.array();
    bodyLength = 0;
    status = 200;
    contentType = null;
    contentEncoding = null;
    closing = false;
  }

  /** The writer of the body; {@link #finish} takes what it holds. */
  JsonWriter writer() {
    return writer;
  }

  /** The decoder of the thread that this reply belongs to. */
  RequestDecoder decoder(Wording wanted) {
    RequestDecoder known = decoder;
    if (known == null || wording != wanted) {
      known = new RequestDecoder(wanted);
      decoder = known;
      wording = wanted;
    }
    return known;
  }

  /** The signer of the last request of the thread that this reply belongs to. */
  RecentSigner recentSigner() {
    return recentSigner;
  }

  /** The compressor of the thread that this reply belongs to. */
  Compression compression() {
    Compression known = compression;
    if (known == null) {
      known = new Compression();
      compression = known;
    }
    return known;
  }

  byte[] requestIdBytes() {
    return requestId;
  }

  void addHeader(String name, String value) {
    extraHeaders.add(new AbstractMap.SimpleImmutableEntry<>(name, value));
  }

  void close() {
    closing = true;
  }

  /** Ends the answer with what the writer holds as its body. */
  void finish(int status, @Nullable String contentType) {
    this.status = status;
    this.contentType = contentType;
    this.body = writer.array();
    this.bodyLength = writer.length();
  }

  /** Puts a compressed form in place of the finished body. */
  void compressed(byte[] bytes, int length, String encoding) {
    this.body = bytes;
    this.bodyLength = length;
    this.contentEncoding = encoding;
  }
}
