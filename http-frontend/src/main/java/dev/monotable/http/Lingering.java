package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.Future;

/**
 * The end of a connection. After the last response it lingers: bytes that the client still sends
 * are discarded, because closing the connection immediately could destroy the response in transit.
 */
final class Lingering {
  private enum State {
    OPEN,
    /** The last response has been sent; further bytes are discarded. */
    LINGERING,
    CLOSED
  }

  private final Channel channel;

  /** TLS ends both directions with one message. */
  private final boolean secure;

  private final Runnable whenBegun;
  private State state = State.OPEN;
  private boolean inputEnded;

  /**
   * @param whenBegun is run when no further request is handled
   */
  Lingering(Channel channel, boolean secure, Runnable whenBegun) {
    this.channel = channel;
    this.secure = secure;
    this.whenBegun = whenBegun;
  }

  /** Returns whether requests are handled. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isLingering() {
    return state == State.LINGERING;
  }

  boolean isClosed() {
    return state == State.CLOSED;
  }

  void setClosed() {
    state = State.CLOSED;
  }

  /** Returns whether the client has ended its output. */
  boolean inputEnded() {
    return inputEnded;
  }

  void setInputEnded() {
    inputEnded = true;
  }

  /** Discards what the client still sends. */
  private void begin() {
    state = State.LINGERING;
    whenBegun.run();
    if (!inputEnded) {
      channel.config().setAutoRead(true);
    }
  }

  /**
   * Sends the last response.
   *
   * @param more whether the client has begun to send something after the request
   */
  void sendLast(ByteBuf response, ChannelPromise sent, boolean more) {
    begin();
    channel
        .writeAndFlush(response, sent)
        .addListener(more ? this::endOutput : ChannelFutureListener.CLOSE);
  }

  /** Sends the response to an invalid request. */
  void reject(ByteBuf response) {
    sendLast(response, channel.newPromise(), true);
  }

  /** Ends the output after the last response. The client then closes the connection. */
  private void endOutput(Future<?> sent) {
    if (inputEnded || secure || !(channel instanceof DuplexChannel duplex)) {
      channel.close();
    } else if (duplex.isActive()) {
      duplex.shutdownOutput();
    }
  }

  /** Closes the connection when all responses have been sent. */
  void closeWhenSent() {
    sendLast(Unpooled.EMPTY_BUFFER, channel.newPromise(), false);
  }

  /** Closes the connection at once. What has been received is not handled. */
  void abort() {
    if (state == State.OPEN) {
      state = State.LINGERING;
    }
    channel.close();
  }
}
