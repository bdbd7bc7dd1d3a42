package dev.monotable.json;

import dev.monotable.engine.CommitTicket;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.StructureSchema;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP reply, filled by {@link Exchange#handle}. It owns the buffer of the body and is reused by
 * one thread; {@code handle} resets it first. The result of {@link #body()} is valid until the next
 * use.
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
  private boolean dropped;
  private @Nullable RequestDecoder decoder;
  private @Nullable Wording wording;

  /** What the body has to be encoded from, if it may have to be encoded again. */
  private @Nullable Output<?> output;

  private @Nullable String acceptedEncodings;
  private CommitTicket ticket = new CommitTicket();

  /** Returns the HTTP status, such as 200. */
  public int status() {
    return status;
  }

  /** Returns the value of {@code Content-Type}, or null if the reply has none. */
  public @Nullable String contentType() {
    return contentType;
  }

  /** Returns the value of {@code x-amzn-RequestId}: 52 digits and upper-case letters. */
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

  /**
   * Returns the value of {@code x-amz-crc32}: the CRC-32 of the body as it is sent, compressed or
   * not.
   */
  public long crc32() {
    crc.reset();
    crc.update(body, 0, bodyLength);
    return crc.getValue();
  }

  /** Returns the array whose first {@link #bodyLength()} bytes are the body; not to be modified. */
  public byte[] body() {
    return body;
  }

  public int bodyLength() {
    return bodyLength;
  }

  /** Returns the value of {@code Content-Encoding}, or null if the body is not compressed. */
  public @Nullable String contentEncoding() {
    return contentEncoding;
  }

  /** Returns the additional headers, in order; usually none. */
  public List<Map.Entry<String, String>> extraHeaders() {
    return extraHeaders;
  }

  /**
   * Returns whether the reply must not be sent yet: {@link Exchange#awaitCommit} has to be called
   * before.
   */
  public boolean awaitsCommit() {
    return ticket.isSet();
  }

  /** Returns what the reply waits for. */
  public CommitTicket ticket() {
    return ticket;
  }

  /** Returns what the reply waits for; this reply can then be used for another request. */
  public CommitTicket takeTicket() {
    CommitTicket taken = ticket;
    ticket = new CommitTicket();
    return taken;
  }

  /** Returns whether the connection must be closed after this reply. */
  public boolean closing() {
    return closing;
  }

  /**
   * Returns whether there is no reply at all: the transport must close the connection, or fail as
   * it does when a connection is closed.
   */
  public boolean dropped() {
    return dropped;
  }

  /** Marks the reply as {@linkplain #dropped dropped}. */
  void drop() {
    dropped = true;
  }

  /** The output of an operation, which {@link Exchange#finish} encodes. */
  private record Output<O extends Record>(StructureSchema<O> schema, O value) {
    void encode(JsonWriter out) {
      ResponseEncoder.encode(schema, value, out);
    }
  }

  /**
   * Returns whether {@link #unfinish} can be called: the body was too long for {@link
   * Exchange#begin}.
   */
  public boolean canUnfinish() {
    return output != null;
  }

  /** Drops the body and its memory, until {@link Exchange#finish} is called again. */
  public void unfinish() {
    writer.reset(0, Integer.MAX_VALUE);
    body = writer.array();
    bodyLength = 0;
    contentEncoding = null;
  }

  /** Resets the reply and releases a large buffer. */
  public void reset() {
    reset(Integer.MAX_VALUE);
  }

  /** Resets the reply for a body of at most this length. */
  void reset(int maxBytes) {
    writer.reset(KEPT_BYTES, maxBytes);
    output = null;
    acceptedEncodings = null;
    extraHeaders.clear();
    body = writer.array();
    bodyLength = 0;
    status = 200;
    contentType = null;
    contentEncoding = null;
    closing = false;
    dropped = false;
    ticket.clear();
  }

  /** Returns the writer of the body; {@link #finish} takes its content. */
  JsonWriter writer() {
    return writer;
  }

  /** Returns the decoder of the thread that this reply belongs to. */
  RequestDecoder decoder(Wording wanted) {
    RequestDecoder known = decoder;
    if (known == null || wording != wanted) {
      known = new RequestDecoder(wanted);
      decoder = known;
      wording = wanted;
    }
    return known;
  }

  /** Returns the signer of the last request of the thread that this reply belongs to. */
  RecentSigner recentSigner() {
    return recentSigner;
  }

  /** Leaves the encoding of an output to {@link #encodeOutput}. */
  <O extends Record> void postpone(StructureSchema<O> schema, O value) {
    output = new Output<>(schema, value);
  }

  /** Encodes the output that was postponed, if any, as the body. */
  void encodeOutput() {
    Output<?> postponed = output;
    if (postponed != null) {
      writer.reset(0, Integer.MAX_VALUE);
      postponed.encode(writer);
      finish(status, contentType);
    }
  }

  /** Drops the output, because the body is an error. */
  void dropOutput() {
    output = null;
    contentEncoding = null;
  }

  /** Keeps the Accept-Encoding header of the request until the body is finished. */
  void setAcceptedEncodings(@Nullable String header) {
    acceptedEncodings = header;
  }

  @Nullable String acceptedEncodings() {
    return acceptedEncodings;
  }

  byte[] requestIdBytes() {
    return requestId;
  }

  /** Adds a header to a finished reply, in addition to those that every reply has. */
  public void addHeader(String name, String value) {
    extraHeaders.add(new AbstractMap.SimpleImmutableEntry<>(name, value));
  }

  void close() {
    closing = true;
  }

  /** Finishes the reply with the content of the writer as its body. */
  void finish(int status, @Nullable String contentType) {
    this.status = status;
    this.contentType = contentType;
    this.body = writer.array();
    this.bodyLength = writer.length();
  }

  /** Replaces the finished body with its compressed form. */
  void compressed(byte[] bytes, int length, String encoding) {
    this.body = bytes;
    this.bodyLength = length;
    this.contentEncoding = encoding;
  }
}
