package dev.monotable.benchmark.memory;

/** Bytes of all that is reachable in this JVM. */
public final class LiveBytes {
  private LiveBytes() {}

  /** Collects what is not reachable, and counts the rest. */
  public static long count() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
