package dev.monotable.http;

import io.netty.util.internal.logging.InternalLoggerFactory;
import picocli.CommandLine;

/** The entry point of the runnable jar. */
public final class Main {
  private Main() {}

  /**
   * Runs the server until the process is stopped. Exits with a nonzero code if it cannot start.
   *
   * @param args the command-line options; {@code --help} lists them
   */
  public static void main(String[] args) {
    prepareNetty();
    ServeOptions plain = ServeOptions.findPlain(args);
    int code =
        plain != null
            ? ServerLauncher.run(plain, System.out, System.err)
            : commandLine().execute(args);
    if (code != 0) {
      System.exit(code);
    }
  }

  /**
   * Returns the parser of the command line. If an option is repeated, the last value is used, so
   * that users can override the options of a wrapper script.
   */
  static CommandLine commandLine() {
    return new CommandLine(new ServeCommand()).setOverwrittenOptionsAllowed(true);
  }

  /**
   * Disables features of Netty that would slow down the start: its Flight Recorder events, whose
   * classes take the longest to load, the search for a hardware address for unique channel IDs,
   * leak detection, and a second allocator. System properties on the command line of the JVM take
   * precedence.
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
