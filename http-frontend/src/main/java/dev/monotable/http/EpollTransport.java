package dev.monotable.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll transport, without a defect of it that loses responses to half-closed connections.
 *
 * <p>When a socket waits for no event, Netty 4.2.18 removes it from epoll, and cannot add it again
 * ({@code epoll_ctl} fails with ENOENT). This happens to a connection that is not read when its
 * client ends its output. Here, such a socket stays in epoll and waits for errors only, which the
 * kernel reports anyway.
 */
final class EpollTransport implements IoHandler {
  private final IoHandler netty;

  private EpollTransport(IoHandler netty) {
    this.netty = netty;
  }

  static IoHandlerFactory newFactory() {
    IoHandlerFactory factory = EpollIoHandler.newFactory();
    return executor -> new EpollTransport(factory.newHandler(executor));
  }

  @Override
  public void initialize() {
    netty.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return netty.run(context);
  }

  @Override
  public void prepareToDestroy() {
    netty.prepareToDestroy();
  }

  @Override
  public void destroy() {
    netty.destroy();
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    return new Registration(netty.register(handle));
  }

  @Override
  public void wakeup() {
    netty.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return netty.isCompatible(handleType);
  }

  private record Registration(IoRegistration netty) implements IoRegistration {
    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // of the interface
    public <T> T attachment() {
      return netty.attachment();
    }

    @Override
    public long submit(IoOps ops) {
      return netty.submit(ops.equals(EpollIoOps.NONE) ? EpollIoOps.EPOLLERR : ops);
    }

    @Override
    public boolean isValid() {
      return netty.isValid();
    }

    @Override
    public boolean cancel() {
      return netty.cancel();
    }
  }
}
