package dev.monotable.benchmark.chat;

import com.sun.management.ThreadMXBean;
import dev.monotable.engine.snapshot.Snapshot;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Measures the loads in process in less than a minute: the CPU time of the single thread that
 * drives them, which is meaningful on a busy machine too, and the bytes that the thread allocates.
 *
 * <pre>
 * java -cp $(benchmarks/classes) dev.monotable.benchmark.chat.QuickLook [items [seconds a load [load ...]]]
 * </pre>
 */
public final class QuickLook {
  private static final int ROUND = 20_000;

  /** Enough that the processor caches no longer hold an item when it is requested again. */
  private static final int PREPARED = 100_000;

  private QuickLook() {}

  public static void main(String[] arguments) {
    int items = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    double seconds = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 4;
    ChatDesign design = ChatDesign.of(items);
    try (ChatServer server = ChatServer.of(design)) {
      Snapshot loaded = server.engine().snapshot();
      System.out.printf(
          Locale.ROOT, "%d items of %d bytes of JSON%n", items, design.item(0).length());
      for (Load load : Load.values()) {
        if (arguments.length <= 2 || java.util.List.of(arguments).contains(load.name())) {
          server.engine().restore(loaded);
          measure(server, loaded, load, design, seconds);
        }
      }
    }
  }

  private static void measure(
      ChatServer server, Snapshot loaded, Load load, ChatDesign design, double seconds) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Requests requests = Requests.of(design, load, 0, PREPARED);
    double best = Double.MAX_VALUE;
    long allocated = 0;
    int length = 0;
    long end = System.nanoTime() + (long) (seconds * 1e9);
    while (System.nanoTime() < end) {
      server.engine().restore(loaded);
      long cpu = threads.getCurrentThreadCpuTime();
      long bytes = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < ROUND; i++) {
        length = server.call(load.target(), requests.next()).bodyLength();
      }
      best = Math.min(best, (threads.getCurrentThreadCpuTime() - cpu) / (double) ROUND);
      allocated = (threads.getThreadAllocatedBytes(self) - bytes) / ROUND;
    }
    System.out.printf(
        Locale.ROOT,
        "%-17s %7.0f ns %7d bytes allocated, response %d bytes%n",
        load,
        best,
        allocated,
        length);
  }
}
