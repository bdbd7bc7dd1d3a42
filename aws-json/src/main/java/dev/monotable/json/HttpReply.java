package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.schema.StructureSchema;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP reply, filled by an {@link HttpService}. It owns the buffer of the body and is reused by
 * one thread, which resets it first. The result of {@link #body()} is valid until the next use.
 *
 * <p>The {@link #kind} of a reply says what the transport has to do before it can send it.
 */
public final class HttpReply {
  static final String JSON = "application/x-amz-json-1.0";
  private static final int KEPT_BYTES = 4 << 20;

  /** The work that is left before a reply can be sent. */
  public enum Kind {
    /** Nothing. */
    COMPLETE,
    /** {@link HttpReply#finish} has to be called, on a thread that may be busy for long. */
    UNFINISHED,
    /** The body is too long for one buffer: {@link HttpReply#encodeTo} returns it in pieces. */
    LONG,
    /** The answer comes later: {@link HttpReply#lateAnswer}. */
    LATE,
    /** The service writes the body: {@link HttpReply#streamSource}. */
    STREAM
  }

  private final JsonWriter writer = new JsonWriter();
  private final byte[] requestId = new byte[RequestIds.LENGTH];
  private @Nullable RequestIds requestIds;
  private boolean hasRequestId;
  private Kind kind = Kind.COMPLETE;
  private int maxBytes = Integer.MAX_VALUE;
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

  /** The output that a long body is encoded from, by an operation. */
  private @Nullable Output<?> output;

  private @Nullable ContentCoding coding;
  private final RequestEnvelope envelope = new RequestEnvelope();

  private @Nullable LateAnswer late;
  private @Nullable StreamSource stream;

  // ---- for services ----

  /** Answers with a body, which is not copied and must not be modified. */
  public void answer(HttpAnswer answer) {
    status = answer.status();
    contentType = answer.contentType();
    body = answer.body();
    bodyLength = body.length;
    extraHeaders.addAll(answer.headers());
    kind = bodyLength < maxBytes ? Kind.COMPLETE : Kind.LONG;
    late = null;
  }

  /** Postpones the answer. The client waits for it. */
  public LateAnswer answerLater() {
    LateAnswer answer = new LateAnswer();
    late = answer;
    kind = Kind.LATE;
    return answer;
  }

  /**
   * Answers with a body of unknown length, which the source writes.
   *
   * @param type the content type, such as {@code text/event-stream}
   */
  public void stream(String type, StreamSource source) {
    status = 200;
    contentType = type;
    stream = source;
    kind = Kind.STREAM;
  }

  // ---- for transports ----

  /** Returns what is left to do before this reply can be sent. */
  public Kind kind() {
    return kind;
  }

  /** Returns the answer of a late reply. */
  public LateAnswer lateAnswer() {
    return required(late);
  }

  /** Returns what writes the body of a stream. */
  public StreamSource streamSource() {
    return required(stream);
  }

  private static <T> T required(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the reply is of another kind");
    }
    return part;
  }

  /** Finishes the body of an {@linkplain Kind#UNFINISHED unfinished} reply. Never throws. */
  public void finish() {
    if (kind == Kind.UNFINISHED) {
      kind = Kind.COMPLETE;
      Compression.tryCompress(this, required(coding));
    }
  }

  /**
   * Writes the body of a {@linkplain Kind#LONG long} reply. Can be called again, and on any thread;
   * the pieces are the same then.
   *
   * @param room memory for this method to work with
   */
  public void encodeTo(BodySink sink, byte[] room) {
    ContentCoding compressed = coding;
    if (compressed == null) {
      encodePlain(sink, room);
    } else {
      Compression.compress(compressed, pieces -> encodePlain(pieces, room), sink);
    }
  }

  private void encodePlain(BodySink sink, byte[] room) {
    Output<?> postponed = output;
    if (postponed == null) {
      sink.write(body, 0, bodyLength);
    } else {
      JsonWriter out = new JsonWriter(room, sink);
      postponed.encode(out);
      out.flush();
    }
  }

  /** Becomes an error, because there is no memory for the body. */
  public void outOfMemory() {
    ErrorReply.replace(this, ErrorReply.outOfMemory());
  }

  /**
   * Waits until the log has what this reply depends on. If the log has failed, this becomes the
   * error instead. Does not block if {@link CommitTicket#whenDone} has returned false. Never
   * throws.
   */
  public void awaitCommit() {
    if (awaitsCommit()) {
      awaitCommit(ticket());
    }
  }

  /**
   * Waits like {@link #awaitCommit()}, for a ticket that was taken from this reply or an earlier
   * one.
   *
   * @return whether the original reply may be sent; if not, this has become the error
   */
  public boolean awaitCommit(CommitTicket ticket) {
    try {
      ticket.await();
      return true;
    } catch (DynamoException e) {
      ErrorReply.replace(this, e);
      identify(required(requestIds));
      return false;
    }
  }

  /** Sets the request ID and the checksum. */
  public void identify(RequestIds ids) {
    requestIds = ids;
    ids.next(requestId);
    hasRequestId = true;
  }

  /** Returns whether this reply has a request ID and a checksum, as those of DynamoDB have. */
  public boolean hasRequestId() {
    return hasRequestId;
  }

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

  /** Returns the length of the body in bytes. */
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
   * Returns whether the reply must not be sent yet: {@link #awaitCommit()} has to be called before.
   */
  public boolean awaitsCommit() {
    return envelope.ticket().isSet();
  }

  /** Returns what the reply waits for. */
  public CommitTicket ticket() {
    return envelope.ticket();
  }

  /** Returns what the reply waits for; this reply can then be used for another request. */
  public CommitTicket takeTicket() {
    return envelope.takeTicket();
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

  /** The output of an operation. */
  private record Output<O extends Record>(StructureSchema<O> schema, O value) {
    void encode(JsonWriter out) {
      ResponseEncoder.encode(schema, value, out);
    }
  }

  /** Resets the reply and releases a large buffer. */
  public void reset() {
    reset(Integer.MAX_VALUE);
  }

  /**
   * Resets the reply.
   *
   * @param newMaxBytes the length from which a body is {@linkplain Kind#LONG long}
   */
  public void reset(int newMaxBytes) {
    maxBytes = newMaxBytes;
    writer.reset(KEPT_BYTES, newMaxBytes);
    output = null;
    coding = null;
    kind = Kind.COMPLETE;
    late = null;
    stream = null;
    hasRequestId = false;
    extraHeaders.clear();
    body = writer.array();
    bodyLength = 0;
    status = 200;
    contentType = null;
    contentEncoding = null;
    closing = false;
    dropped = false;
    envelope.clear();
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

  /** Returns what is passed with the request to its database. */
  RequestEnvelope envelope() {
    return envelope;
  }

  /** Returns the signer of the last request of the thread that this reply belongs to. */
  RecentSigner recentSigner() {
    return recentSigner;
  }

  /** Leaves the encoding of an output to {@link #encodeTo}, and releases the buffer. */
  <O extends Record> void postpone(StructureSchema<O> schema, O value) {
    output = new Output<>(schema, value);
    writer.reset(0, Integer.MAX_VALUE);
    kind = Kind.LONG;
  }

  /** Drops the output, because the body is an error. */
  void dropOutput() {
    output = null;
    coding = null;
    contentEncoding = null;
    kind = Kind.COMPLETE;
  }

  /** Leaves the compression of the body to {@link #finish}. */
  void compressLater(ContentCoding chosen) {
    coding = chosen;
    kind = Kind.UNFINISHED;
  }

  /** Lets {@link #encodeTo} compress the body. */
  void compressLong(ContentCoding chosen) {
    coding = chosen;
    contentEncoding = chosen.token();
  }

  /** Adds a header to a finished reply, in addition to those that every reply has. */
  public void addHeader(String name, String value) {
    extraHeaders.add(new AbstractMap.SimpleImmutableEntry<>(name, value));
  }

  /** Closes the connection after this reply. */
  public void close() {
    closing = true;
  }

  /** Sets the content type of what {@link #finish(int)} finishes. */
  void expect(String type) {
    contentType = type;
  }

  /** Finishes the reply with the content of the writer as its body, in the expected type. */
  void finish(int newStatus) {
    finish(newStatus, contentType);
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
