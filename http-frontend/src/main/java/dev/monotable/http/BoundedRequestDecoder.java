package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpObject;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * Netty's request decoder with the bounds of a {@link ServerConfig}, and stricter. It also reports
 * whether it has received an incomplete request.
 *
 * <p>Netty rejects lines that do not end with CR LF, conflicting lengths, invalid chunks, and
 * Transfer-Encoding together with Content-Length. This class rejects what would be ambiguous for
 * another reader of the same bytes: control characters and bare CR anywhere in the head, invalid
 * header names, folded headers, and a second Host or Content-Length header. An invalid request is
 * passed on as a message with a failure, in the order of the requests, and nothing follows it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-2.2">RFC 9112, section 2.2</a>
 */
final class BoundedRequestDecoder extends HttpRequestDecoder {
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int DELETE = 0x7F;

  /** True for the characters of a token, such as a header name (RFC 9110, section 5.6.2). */
  private static final boolean[] TOKEN = new boolean[128];

  static {
    for (int c = '0'; c <= 'z'; c++) {
      TOKEN[c] = Character.isLetterOrDigit(c);
    }
    for (char c : "!#$%&'*+-.^_`|~".toCharArray()) {
      TOKEN[c] = true;
    }
  }

  /** Whether nothing but empty lines has been received since the last request. */
  private boolean beforeRequest = true;

  /** Whether the empty lines end with a CR whose LF has not been received. */
  private boolean afterReturn;

  private boolean consumedPart;
  private boolean inBody;
  private boolean rejected;
  private boolean hasHost;
  private boolean hasContentLength;

  BoundedRequestDecoder(ServerConfig config) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(config.maxRequestLineBytes())
            .setMaxHeaderSize(config.maxHeaderBytes())
            // The bytes that one read adds to a body are passed on in one piece.
            .setMaxChunkSize(1 << 20)
            // This class checks them all at once, which is faster.
            .setHeadersFactory(DefaultHttpHeadersFactory.headersFactory().withValidation(false)));
  }

  /**
   * Returns whether a message is the end of a request. It asks for the classes that Netty's decoder
   * creates, because a test of an interface is slow for an object that is also tested for others:
   * the JVM keeps the last one in the object's class, which all threads then write (JDK-8180450).
   */
  static boolean isLast(Object message) {
    return message == LastHttpContent.EMPTY_LAST_CONTENT
        || message instanceof DefaultLastHttpContent;
  }

  /** Returns whether a request has been received in part. */
  boolean hasPartialRequest() {
    return consumedPart || actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (rejected) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int start = in.readerIndex();
    if (!inBody && cannotBegin(in.getByte(start))) {
      reject(in, out);
      return;
    }
    int count = out.size();
    super.decode(ctx, in, out);
    int end = in.readerIndex();
    Object last = out.size() > count ? out.get(out.size() - 1) : null;
    if (last instanceof DefaultHttpObject object && object.decoderResult().isFailure()) {
      rejected = true;
    } else if (!inBody && isInvalid(in, afterEmptyLines(in, start, end), end)) {
      out.subList(count, out.size()).clear(); // a head and an empty body, which own no buffer
      reject(in, out);
    } else if (last != null) {
      inBody = !isLast(last);
      consumedPart = inBody;
      beforeRequest = !inBody;
    } else if (end > start) {
      consumedPart = !beforeRequest;
    }
  }

  /**
   * Returns the index after the empty lines that may precede a request, or -1 if one of them has a
   * CR without LF. Netty skips them byte by byte, so a CR and its LF can come in two calls.
   */
  private int afterEmptyLines(ByteBuf in, int start, int end) {
    int at = start;
    while (beforeRequest && at < end) {
      byte c = in.getByte(at);
      if (afterReturn && c != '\n') {
        return -1;
      }
      if (afterReturn || c == '\r') {
        afterReturn = !afterReturn;
        at++;
      } else {
        beforeRequest = false;
      }
    }
    return at;
  }

  /**
   * Returns true unless the byte can begin a line of the head. Netty would skip some control
   * characters before a request, so that a TLS client would wait forever.
   */
  private static boolean cannotBegin(byte first) {
    return first < 0 || !TOKEN[first] && first != '\r' && first != '\n';
  }

  private void reject(ByteBuf in, List<Object> out) {
    rejected = true;
    in.skipBytes(in.readableBytes());
    HttpMessage invalid = createInvalidMessage();
    invalid.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("invalid head")));
    out.add(invalid);
  }

  /** Checks lines of a head. It looks at single characters only if one is a control character. */
  private static boolean isInvalid(ByteBuf in, int start, int end) {
    if (start < 0) {
      return true;
    }
    int at = start;
    while (at >= 0 && at < end) {
      if (end - at >= Long.BYTES) {
        int ordinary = charactersBeforeControl(in.getLongLE(at));
        at += ordinary;
        if (ordinary == Long.BYTES) {
          continue;
        }
      }
      at = afterCharacter(in, at, end);
    }
    return at < 0;
  }

  /**
   * Returns how many bytes of a word precede the first that is less than 0x20 or equal to 0x7F.
   *
   * @param word the bytes, the first in the lowest place: a borrow then only reaches later ones
   */
  private static int charactersBeforeControl(long word) {
    long below = word - ' ' * EACH_BYTE;
    long delete = (word ^ DELETE * EACH_BYTE) - EACH_BYTE;
    return Long.numberOfTrailingZeros((below | delete) & ~word & HIGH_BITS) / Byte.SIZE;
  }

  /** Returns the index after a character or line break, or -1 if it is invalid. */
  private static int afterCharacter(ByteBuf in, int at, int end) {
    int c = in.getByte(at);
    if (c == '\r') {
      if (at + 1 >= end || in.getByte(at + 1) != '\n') {
        return -1;
      }
      boolean folded = at + 2 < end && (in.getByte(at + 2) == ' ' || in.getByte(at + 2) == '\t');
      return folded ? -1 : at + 2;
    }
    return c >= 0 && c < ' ' && c != '\t' || c == DELETE ? -1 : at + 1;
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) throws Exception {
    hasHost = false;
    hasContentLength = false;
    return super.createMessage(initialLine);
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (line[i] < 0 || !TOKEN[line[i]]) {
        throw new IllegalArgumentException("invalid header name");
      }
    }
    if (length == 0) {
      throw new IllegalArgumentException("empty header name");
    }
    AsciiString name = super.splitHeaderName(line, start, length);
    if (length == 4 && name.contentEqualsIgnoreCase(HttpHeaderNames.HOST)) {
      hasHost = once(hasHost);
    } else if (length == 14 && name.contentEqualsIgnoreCase(HttpHeaderNames.CONTENT_LENGTH)) {
      hasContentLength = once(hasContentLength);
    }
    return name;
  }

  private static boolean once(boolean seen) {
    if (seen) {
      throw new IllegalArgumentException("a header that may occur once occurs twice");
    }
    return true;
  }
}
