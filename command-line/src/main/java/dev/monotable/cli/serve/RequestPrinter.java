package dev.monotable.cli.serve;

import dev.monotable.control.RequestEntries;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Prints a line for each request. Another thread writes the lines, because a terminal or a pipe may
 * be slow: at most {@value #MAX_LINES} lines of bounded length wait for it, and further requests
 * are counted instead of printed.
 */
final class RequestPrinter implements RequestObserver, AutoCloseable {
  static final int MAX_LINES = 4096;
  private static final long END_SECONDS = 2;

  /** Wakes the thread up at the end. */
  private static final String END = new String("end");

  private final LogForm form;
  private final ZoneId zone;
  private final PrintStream out;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MAX_LINES);
  private final AtomicLong dropped = new AtomicLong();
  private final Thread writer;
  private volatile boolean ended;

  RequestPrinter(LogForm form, ZoneId zone, PrintStream out) {
    this.form = form;
    this.zone = zone;
    this.out = out;
    this.writer = new Thread(this::write, "monotable-log");
    writer.setDaemon(true);
    writer.start();
  }

  @Override
  public void observe(ObservedRequest request) {
    String line =
        form == LogForm.JSON ? RequestEntries.json(request) : RequestText.line(request, zone);
    if (!lines.offer(line)) {
      dropped.incrementAndGet();
    }
  }

  private void write() {
    try {
      while (true) {
        String line = lines.poll();
        if (line == null) {
          out.flush();
          if (ended) {
            return;
          }
          line = lines.take();
        }
        if (line != END) {
          out.println(line);
        }
        printDropped();
      }
    } catch (InterruptedException e) {
      out.flush();
    }
  }

  private void printDropped() {
    if (dropped.get() > 0 && lines.remainingCapacity() > MAX_LINES / 2) {
      long count = dropped.getAndSet(0);
      out.println(
          form == LogForm.JSON
              ? "{\"dropped\":" + count + "}"
              : "(" + count + " requests were not printed)");
    }
  }

  /** Returns the number of requests that were not printed and not reported so far. */
  long dropped() {
    return dropped.get();
  }

  /** Prints the remaining lines, for at most a few seconds. */
  @Override
  public void close() {
    ended = true;
    @Nullable Object unused = lines.offer(END);
    try {
      writer.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writer.interrupt();
  }
}
