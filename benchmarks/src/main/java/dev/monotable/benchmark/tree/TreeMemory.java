package dev.monotable.benchmark.tree;

import java.lang.ref.Reference;

/**
 * Measures the live bytes per entry after a full collection. All entries share one value, so values
 * are not counted. Arguments: the tree, the shape of the keys, and the sizes.
 */
public final class TreeMemory {

  private TreeMemory() {}

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Prints a table row for each size. */
  public static void main(String[] args) {
    for (int i = 2; i < args.length; i++) {
      int size = Integer.parseInt(args[i]);
      long keyBytes = 0;
      Keys keys = new Keys(args[1]);
      for (int k = 0; k < 1_000; k++) {
        keyBytes += keys.key(k).length;
      }
      long before = used();
      Candidate candidate = TreeBenchmark.load(args[0], args[1], size);
      Object version = candidate.version();
      long bytes;
      try {
        bytes = used() - before;
      } finally {
        Reference.reachabilityFence(version);
      }
      System.out.printf(
          "| %s | %s | %,d | %.1f | %.1f |%n",
          args[0], args[1], size, keyBytes / 1000.0, (double) bytes / size);
    }
  }
}
