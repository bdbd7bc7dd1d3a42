package dev.monotable.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The sockets on which a server listens: one, or two with the same port, for IPv4 and IPv6. Some
 * clients resolve {@code localhost} to the IPv6 address first.
 */
final class Listeners {
  /** The number of free ports that are tried until one is free for both addresses. */
  private static final int ATTEMPTS = 20;

  private final List<Channel> channels;

  private Listeners(List<Channel> channels) {
    this.channels = List.copyOf(channels);
  }

  /** Listens on an address. */
  static Listeners bind(ServerBootstrap server, InetAddress address, int port) throws IOException {
    return new Listeners(List.of(channel(server, address, port)));
  }

  /**
   * Listens on both loopback addresses, or on that of IPv4 if this machine has no other.
   *
   * @param port 0 picks a port that is free for both
   * @throws IOException if the port is not free; the message contains the reason
   */
  static Listeners bindLoopback(ServerBootstrap server, int port) throws IOException {
    InetAddress ipv4 = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    InetAddress ipv6 =
        InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
    for (int attempt = 1; ; attempt++) {
      Channel first = channel(server, ipv4, port);
      int chosen = ((InetSocketAddress) first.localAddress()).getPort();
      try {
        return new Listeners(List.of(first, channel(server, ipv6, chosen)));
      } catch (IOException e) {
        if (!isAvailable(server, ipv6)) {
          return new Listeners(List.of(first));
        }
        first.close().awaitUninterruptibly();
        if (port != 0 || attempt == ATTEMPTS) {
          throw new IOException(e.getMessage() + " ([::1]:" + chosen + ')', e);
        }
      }
    }
  }

  /** Returns whether a server can listen on an address, on any port. */
  private static boolean isAvailable(ServerBootstrap server, InetAddress address) {
    try {
      channel(server, address, 0).close().awaitUninterruptibly();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Channel channel(ServerBootstrap server, InetAddress address, int port)
      throws IOException {
    ChannelFuture bound = server.bind(new InetSocketAddress(address, port)).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(reason(bound.cause()), bound.cause());
    }
    bound.channel().pipeline().addLast(new AcceptErrors());
    return bound.channel();
  }

  /** Returns the system's error message without the prefix that epoll adds to it. */
  static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.substring(message.lastIndexOf(": ") < 0 ? 0 : message.lastIndexOf(": ") + 2);
  }

  /** Returns the addresses. */
  List<InetSocketAddress> addresses() {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (Channel channel : channels) {
      addresses.add((InetSocketAddress) channel.localAddress());
    }
    return addresses;
  }

  /** Waits until {@link #close()} is called. */
  void awaitClose() {
    channels.get(0).closeFuture().awaitUninterruptibly();
  }

  /** Stops listening; returns when no socket listens any more. */
  void close() {
    for (Channel channel : channels) {
      channel.close().awaitUninterruptibly();
    }
  }
}
