package dev.monotable.http;

import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.PrintStream;

/** Settings of Netty for a process that contains nothing but a server. */
public final class NettySettings {
  private NettySettings() {}

  /**
   * Disables features of Netty that would slow down the start: its Flight Recorder events, whose
   * classes take the longest to load, the search for a hardware address for unique channel IDs,
   * leak detection, and a second allocator. System properties on the command line of the JVM take
   * precedence. Must be called before any other class of Netty is used.
   *
   * @param log receives Netty's warnings and errors
   */
  public static void apply(PrintStream log) {
    InternalLoggerFactory.setDefaultFactory(new ErrorLog.Factory(log));
    setDefault("io.netty.jfr.enabled", "false");
    setDefault("io.netty.allocator.type", "pooled");
    setDefault("io.netty.leakDetection.level", "disabled");
    setDefault("io.netty.machineId", "6d:6f:6e:6f:74:61:62:6c");
    setDefault("io.netty.processId", "1");
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
