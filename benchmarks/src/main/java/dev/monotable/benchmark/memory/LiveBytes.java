package dev.monotable.benchmark.memory;

/** Counts the bytes of all reachable objects in this JVM. */
public final class LiveBytes {
  private LiveBytes() {}

  /** Runs a full collection and returns the bytes of heap in use. */
  public static long count() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
