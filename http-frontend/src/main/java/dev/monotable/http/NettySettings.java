package dev.monotable.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Settings of Netty for a process that contains nothing but a server. */
public final class NettySettings {
  /** Loads the transport; null if no thread does. */
  private static volatile @Nullable Thread loader;

  private NettySettings() {}

  /**
   * Disables features of Netty that would slow down the start: its Flight Recorder events, whose
   * classes take the longest to load, the search for a hardware address for unique channel IDs,
   * leak detection, and a second allocator. The allocator takes memory in pieces of 2 MB instead of
   * 4 MB, which each event loop has, even if idle; a response has hardly more than 1 MB. System
   * properties on the command line of the JVM take precedence. Must be called before any other
   * class of Netty is used.
   *
   * @param log receives Netty's warnings and errors
   */
  public static void apply(PrintStream log) {
    InternalLoggerFactory.setDefaultFactory(new ErrorLog.Factory(log));
    setDefault("io.netty.jfr.enabled", "false");
    setDefault("io.netty.allocator.type", "pooled");
    setDefault("io.netty.allocator.maxOrder", "8");
    setDefault("io.netty.leakDetection.level", "disabled");
    setDefault("io.netty.machineId", "6d:6f:6e:6f:74:61:62:6c");
    setDefault("io.netty.processId", "1");
  }

  /**
   * Loads the classes and the native library of the transport on another thread, which takes as
   * long as creating an engine does. A server that starts waits for it. Must be called after {@link
   * #apply}; until a server starts, no other class of Netty may be used.
   */
  public static void loadInBackground() {
    Thread thread = new Thread(NettySettings::load, "monotable-load");
    thread.setDaemon(true);
    loader = thread;
    thread.start();
  }

  /** Waits until the transport is loaded, if a thread does that. */
  static void awaitLoaded() {
    Thread thread = loader;
    if (thread == null) {
      return;
    }
    loader = null;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Creates a listening socket with its pipeline, which loads what a server needs. */
  private static void load() {
    ServerChannel channel =
        Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    channel
        .pipeline()
        .addLast(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel unused) {}
            });
    channel.alloc().ioBuffer(1).release();
    channel.unsafe().closeForcibly();
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
