package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/** Netty's decoder, which also knows whether it holds a part of a request. */
final class BoundedRequestDecoder extends HttpRequestDecoder {
  private boolean consumedPart;
  private boolean refused;

  BoundedRequestDecoder(ServerConfig config) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(config.maxRequestLineBytes())
            .setMaxHeaderSize(config.maxHeaderBytes())
            // What a body brings in one read is passed on in one piece.
            .setMaxChunkSize(1 << 20)
            // The few names that matter are looked up; the others are never sent on.
            .setValidateHeaders(false));
  }

  /** Whether bytes of a request have arrived whose last byte has not. */
  boolean holdsPart() {
    return consumedPart || actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (!consumedPart && beginsLikeNoRequest(in.getByte(in.readerIndex()))) {
      // Netty passes over control characters, and a TLS client would wait for ever.
      refused = true;
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

  /** Every method begins with a letter; empty lines may stand before it. */
  private static boolean beginsLikeNoRequest(byte first) {
    return (first < 'A' || first > 'z') && first != '\r' && first != '\n';
  }
}
