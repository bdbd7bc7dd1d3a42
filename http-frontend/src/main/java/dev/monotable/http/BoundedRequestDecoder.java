package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Netty's request decoder with the bounds of a {@link ServerConfig}. It also reports whether it has
 * received an incomplete request.
 */
final class BoundedRequestDecoder extends HttpRequestDecoder {
  private boolean consumedPart;
  private boolean rejected;

  BoundedRequestDecoder(ServerConfig config) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(config.maxRequestLineBytes())
            .setMaxHeaderSize(config.maxHeaderBytes())
            // The bytes that one read adds to a body are passed on in one piece.
            .setMaxChunkSize(1 << 20)
            // Only a few headers are read, and none is forwarded.
            .setValidateHeaders(false));
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
    if (!consumedPart && cannotBeginRequest(in.getByte(in.readerIndex()))) {
      // Netty skips control characters, so a TLS client would wait forever.
      rejected = true;
      throw new DecoderException("not a request");
    }
    int before = in.readableBytes();
    super.decode(ctx, in, out);
    int decoded = out.size();
    if (decoded > 0 && out.get(decoded - 1) instanceof LastHttpContent) {
      consumedPart = false;
    } else if (in.readableBytes() < before) {
      consumedPart = true;
    }
  }

  /** Returns true unless the byte can begin a method, or an empty line before it. */
  private static boolean cannotBeginRequest(byte first) {
    return (first < 'A' || first > 'z') && first != '\r' && first != '\n';
  }
}
