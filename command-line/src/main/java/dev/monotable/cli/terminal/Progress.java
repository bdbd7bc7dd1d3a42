package dev.monotable.cli.terminal;

import java.io.Console;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A progress bar on standard error, which is redrawn in place. Prints nothing if it is not a
 * terminal. Safe for use by multiple threads.
 */
public final class Progress implements AutoCloseable {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String what;
  private final long expected;
  private final boolean visible;
  private final AtomicLong done = new AtomicLong();
  private final long start = System.nanoTime();
  private long drawnAt = start - REDRAW_NANOS;
  private int drawn;

  private Progress(String what, long expected, boolean visible) {
    this.what = what;
    this.expected = expected;
    this.visible = visible;
  }

  /**
   * Starts a bar.
   *
   * @param what its title, such as the name of a table
   * @param expected the number of items; approximate, or 0 if it is unknown
   * @param visible whether it is printed
   */
  public static Progress start(String what, long expected, boolean visible) {
    return new Progress(what, expected, visible);
  }

  /** Returns whether the process has a terminal. */
  @SuppressWarnings("SystemConsoleNull") // it is null on Java 17
  public static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try { // since Java 22, there is a console without a terminal
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Counts further items. */
  public void add(long items) {
    long now = done.addAndGet(items);
    if (visible) {
      draw(now, false);
    }
  }

  /** Returns the number of items so far. */
  public long done() {
    return done.get();
  }

  private synchronized void draw(long items, boolean always) {
    long now = System.nanoTime();
    if (!always && now - drawnAt < REDRAW_NANOS) {
      return;
    }
    drawnAt = now;
    String line = line(what, items, expected, now - start);
    System.err.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
    System.err.flush();
    drawn = line.length();
  }

  static String line(String what, long items, long expected, long nanos) {
    double seconds = nanos / 1e9;
    double rate = seconds == 0 ? 0 : items / seconds;
    if (expected <= 0) {
      return String.format(Locale.ROOT, "%s: %,d items, %,.0f/s", what, items, rate);
    }
    double part = Math.min(1, (double) items / expected);
    int filled = (int) (part * WIDTH);
    String bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
    long left = rate == 0 ? 0 : (long) Math.ceil(Math.max(0, expected - items) / rate);
    return String.format(
        Locale.ROOT,
        "%s [%s] %3.0f %% %,d of %,d items, %,.0f/s, %d s left",
        what,
        bar,
        part * 100,
        items,
        expected,
        rate,
        left);
  }

  /** Erases the bar. */
  @Override
  public synchronized void close() {
    if (visible && drawn > 0) {
      System.err.print("\r" + " ".repeat(drawn) + "\r");
      System.err.flush();
      drawn = 0;
    }
  }
}
