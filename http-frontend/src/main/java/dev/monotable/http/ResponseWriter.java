package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelProgressiveFuture;
import io.netty.channel.ChannelProgressiveFutureListener;
import java.util.Queue;

/**
 * Writes the responses of a connection. It holds the connection while the client does not read
 * them, and ends it after the last one.
 */
final class ResponseWriter {
  private final Channel channel;
  private final Holding holding;
  private final Lingering end;
  private final Runnable onProgress;

  /** The number of large responses that are being sent, and use memory of the budget. */
  private int sendingLong;

  /**
   * @param onProgress is run when the client has read a part of a large response
   */
  ResponseWriter(Channel channel, Holding holding, Lingering end, Runnable onProgress) {
    this.channel = channel;
    this.holding = holding;
    this.end = end;
    this.onProgress = onProgress;
  }

  /** Returns whether a large response has not been sent completely. */
  boolean isSendingLong() {
    return sendingLong > 0;
  }

  /**
   * Writes a response in one buffer. If the connection stays open, the caller flushes it.
   *
   * @param more whether the client has begun to send something after the request
   */
  void write(ByteBuf response, boolean keepAlive, boolean more) {
    if (!keepAlive) {
      end.sendLast(response, channel.newPromise(), more);
      return;
    }
    channel.write(response, channel.voidPromise());
    holdForClient();
  }

  /** Writes a response of any number of buffers, and then releases the memory of its request. */
  void write(LongRequest origin, Queue<ByteBuf> response, boolean keepAlive, boolean more) {
    if (origin.reserved() == 0) {
      write(response.remove(), keepAlive, more);
      return;
    }
    sendingLong++;
    Progress progress = new Progress(origin);
    while (response.size() > 1) {
      channel.write(response.remove(), channel.newProgressivePromise().addListener(progress.part));
    }
    ByteBuf last = response.remove();
    if (keepAlive) {
      channel.write(last, channel.newProgressivePromise().addListener(progress));
      holdForClient();
    } else {
      end.sendLast(last, channel.newProgressivePromise().addListener(progress), more);
    }
  }

  private void holdForClient() {
    if (!channel.isWritable()) {
      channel.flush();
      if (!channel.isWritable()) {
        holding.hold(Holding.FOR_CLIENT);
      }
    }
  }

  /** Notices that the client reads a large response, and releases its memory at the end. */
  private final class Progress implements ChannelProgressiveFutureListener {
    private final LongRequest origin;

    /** Notices that the client reads a part. */
    private final ChannelProgressiveFutureListener part = new Part();

    Progress(LongRequest origin) {
      this.origin = origin;
    }

    @Override
    public void operationProgressed(ChannelProgressiveFuture future, long sent, long all) {
      onProgress.run();
    }

    @Override
    public void operationComplete(ChannelProgressiveFuture future) {
      sendingLong--;
      origin.releaseMemory();
    }
  }

  private final class Part implements ChannelProgressiveFutureListener {
    @Override
    public void operationProgressed(ChannelProgressiveFuture future, long sent, long all) {
      onProgress.run();
    }

    @Override
    public void operationComplete(ChannelProgressiveFuture future) {
      onProgress.run();
    }
  }
}
