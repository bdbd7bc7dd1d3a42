package dev.monotable.http;

import dev.monotable.json.HttpReply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes replies as HTTP responses. It keeps the head of the most common response, which is
 * encoded once per second. Used by one thread at a time.
 *
 * <p>A short response is a single buffer with head and body, because a single write of a single
 * buffer is the cheapest for a socket. Its headers are those of AWS.
 */
final class ReplyEncoder {
  private static final byte[] VERSION = ascii("HTTP/1.1 ");
  private static final byte[] SERVER_AND_DATE = ascii("\r\nServer: Server\r\nDate: ");
  private static final byte[] CONTENT_TYPE = ascii("\r\nContent-Type: ");
  private static final byte[] CONTENT_ENCODING = ascii("\r\nContent-Encoding: ");
  private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
  private static final byte[] CLOSE = ascii("\r\nConnection: close");
  private static final byte[] REQUEST_ID = ascii("\r\nx-amzn-RequestId: ");
  private static final byte[] CRC = ascii("\r\nx-amz-crc32: ");
  private static final byte[] CONTENT_LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
  private static final byte[] END = ascii("\r\n\r\n");
  private static final String JSON = "application/x-amz-json-1.0";

  /** Enough bytes for the head of any response without extra headers. */
  private static final int HEAD_ROOM = 512;

  private static final int DECIMAL_ROOM = 20;

  /** The status of a response that has no body, but whose length would be that of the file. */
  private static final int NOT_MODIFIED = 304;

  private static final String DAYS = "ThuFriSatSunMonTueWed";
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
  private static final int DATE_LENGTH = "Thu, 01 Jan 1970 00:00:00 GMT".length();

  private final InstantSource clock;
  private byte[] head = new byte[HEAD_ROOM];
  private int length;
  private long second = Long.MIN_VALUE;
  private final byte[] date = new byte[DATE_LENGTH];
  private byte[] ordinary = new byte[0];

  ReplyEncoder(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Encodes a reply as an HTTP response.
   *
   * @param withBody false for the response to HEAD, which has the length of the body but no body
   */
  ByteBuf encode(ByteBufAllocator allocator, HttpReply reply, boolean keepAlive, boolean withBody) {
    int bodyLength = reply.bodyLength();
    start(reply, keepAlive, reply.hasRequestId() ? reply.crc32() : 0);
    if (reply.status() != NOT_MODIFIED) {
      append(CONTENT_LENGTH);
      appendDecimal(bodyLength);
    }
    append(END);
    ByteBuf buffer = allocator.ioBuffer(length + (withBody ? bodyLength : 0));
    buffer.writeBytes(head, 0, length);
    if (withBody && bodyLength > 0) {
      buffer.writeBytes(reply.body(), 0, bodyLength);
    }
    return buffer;
  }

  /**
   * Encodes the head of a response whose body follows in other buffers.
   *
   * @param crc the checksum of the body, for a reply that has one
   */
  ByteBuf encodeHead(
      ByteBufAllocator allocator, HttpReply reply, boolean keepAlive, long bodyLength, long crc) {
    start(reply, keepAlive, crc);
    append(CONTENT_LENGTH);
    appendDecimal(bodyLength);
    return head(allocator);
  }

  /**
   * Encodes the head of a response whose body ends with the connection.
   *
   * @param chunked whether the body has the transfer coding of this name
   */
  ByteBuf encodeStreamHead(ByteBufAllocator allocator, HttpReply reply, boolean chunked) {
    start(reply, false, 0);
    if (chunked) {
      append(CHUNKED);
    }
    return head(allocator);
  }

  private ByteBuf head(ByteBufAllocator allocator) {
    append(END);
    return allocator.ioBuffer(length).writeBytes(head, 0, length);
  }

  /** Appends what precedes the length of the body. */
  private void start(HttpReply reply, boolean keepAlive, long crc) {
    refreshDate();
    String contentType = reply.contentType();
    String encoding = reply.contentEncoding();
    length = 0;
    if (reply.status() == 200 && keepAlive && JSON.equals(contentType)) {
      append(ordinary);
    } else {
      appendStart(reply.status(), keepAlive, contentType);
    }
    if (encoding != null) {
      append(CONTENT_ENCODING);
      appendText(encoding);
    }
    if (reply.hasRequestId()) {
      append(REQUEST_ID);
      room(64);
      length = reply.copyRequestId(head, length);
      append(CRC);
      appendDecimal(crc);
    }
    List<Map.Entry<String, String>> extra = reply.extraHeaders();
    for (int i = 0; i < extra.size(); i++) {
      appendText("\r\n");
      appendText(extra.get(i).getKey());
      appendText(": ");
      appendValue(extra.get(i).getValue());
    }
  }

  private void appendStart(int status, boolean keepAlive, @Nullable String contentType) {
    append(VERSION);
    appendDecimal(status);
    appendText(" ");
    appendText(reason(status));
    append(SERVER_AND_DATE);
    append(date);
    if (contentType != null) {
      append(CONTENT_TYPE);
      appendText(contentType);
    }
    append(keepAlive ? KEEP_ALIVE : CLOSE);
  }

  private void refreshDate() {
    long now = Math.floorDiv(clock.millis(), 1000L);
    if (now != second) {
      writeDate(now, date);
      length = 0;
      appendStart(200, true, JSON);
      ordinary = Arrays.copyOf(head, length);
      second = now;
    }
  }

  /**
   * Writes an HTTP date such as {@code Thu, 01 Jan 1970 00:00:00 GMT}. The formatter of {@code
   * java.time} is not used because loading its locales would take a tenth of the start.
   *
   * @param second seconds since the epoch
   * @param target receives the 29 bytes of the date
   */
  static void writeDate(long second, byte[] target) {
    long epochDay = Math.floorDiv(second, 86_400L);
    int ofDay = (int) Math.floorMod(second, 86_400L);
    LocalDate day = LocalDate.ofEpochDay(epochDay);
    text(DAYS, 3 * (int) Math.floorMod(epochDay, 7L), target, 0);
    target[3] = ',';
    target[4] = ' ';
    twoDigits(day.getDayOfMonth(), target, 5);
    target[7] = ' ';
    text(MONTHS, 3 * (day.getMonthValue() - 1), target, 8);
    target[11] = ' ';
    twoDigits(day.getYear() / 100, target, 12);
    twoDigits(day.getYear() % 100, target, 14);
    target[16] = ' ';
    twoDigits(ofDay / 3600, target, 17);
    target[19] = ':';
    twoDigits(ofDay / 60 % 60, target, 20);
    target[22] = ':';
    twoDigits(ofDay % 60, target, 23);
    text(" GMT", 0, target, 25);
    target[28] = 'T';
  }

  private static void text(String source, int from, byte[] target, int at) {
    for (int i = 0; i < 3; i++) {
      target[at + i] = (byte) source.charAt(from + i);
    }
  }

  private static void twoDigits(int number, byte[] target, int at) {
    target[at] = (byte) ('0' + number / 10);
    target[at + 1] = (byte) ('0' + number % 10);
  }

  private void append(byte[] bytes) {
    room(bytes.length);
    System.arraycopy(bytes, 0, head, length, bytes.length);
    length += bytes.length;
  }

  private void appendText(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      head[length++] = (byte) text.charAt(i);
    }
  }

  /** Appends a header value. It can contain client input, so line breaks in it are replaced. */
  private void appendValue(String value) {
    room(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      head[length++] = (byte) (c < ' ' || c > '~' ? '?' : c);
    }
  }

  private void appendDecimal(long number) {
    room(DECIMAL_ROOM);
    int digits = 1;
    for (long rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    int at = length + digits;
    length = at;
    long rest = number;
    do {
      head[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
  }

  private void room(int bytes) {
    if (head.length - length < bytes) {
      head = Arrays.copyOf(head, Math.max(head.length * 2, length + bytes));
    }
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 204 -> "No Content";
      case 304 -> "Not Modified";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Request Entity Too Large";
      case 415 -> "Unsupported Media Type";
      case 417 -> "Expectation Failed";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 503 -> "Service Unavailable";
      case 505 -> "HTTP Version Not Supported";
      default -> status < 400 ? "OK" : "Error";
    };
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
