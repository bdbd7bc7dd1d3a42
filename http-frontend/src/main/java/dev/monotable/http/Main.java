package dev.monotable.http;

import io.netty.util.internal.logging.InternalLoggerFactory;
import picocli.CommandLine;

/** The entry point of the runnable jar. */
public final class Main {
  private Main() {}

  /**
   * Serves until the process is asked to stop; see {@code --help}.
   *
   * @param args the options
   */
  public static void main(String[] args) {
    prepareNetty();
    ServeOptions plain = ServeOptions.findPlain(args);
    int code =
        plain != null ? Serving.run(plain, System.out, System.err) : commandLine().execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /**
   * The whole command line; the last of two equal options counts, so that wrappers may have some.
   */
  static CommandLine commandLine() {
    return new CommandLine(new ServeCommand()).setOverwrittenOptionsAllowed(true);
  }

  /**
   * Spares Netty what a start need not wait for: its events for Flight Recorder, whose classes take
   * longer than all else, the search for a hardware address to make channel ids unique in the
   * world, leak detection, a second kind of allocator. What the user sets on the command line of
   * the JVM stands.
   */
  static void prepareNetty() {
    InternalLoggerFactory.setDefaultFactory(new ErrorLog.Factory());
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
