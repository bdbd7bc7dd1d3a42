package dev.monotable.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.util.concurrent.TimeUnit;

/**
 * Reports in one line that a socket cannot accept connections, such as when the process has too
 * many open files. Netty tries again each second; the line is repeated once a minute.
 */
final class AcceptErrors extends ChannelInboundHandlerAdapter {
  private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private boolean reported;
  private long reportedAt;

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    long now = System.nanoTime();
    if (!reported || now - reportedAt > INTERVAL_NANOS) {
      reported = true;
      reportedAt = now;
      InternalLoggerFactory.getInstance(AcceptErrors.class)
          .warn("connections cannot be accepted: {}", Listeners.reason(failure));
    }
  }
}
