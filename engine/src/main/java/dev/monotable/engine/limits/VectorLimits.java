package dev.monotable.engine.limits;

/**
 * The vector indexes of a table, and searches in them.
 *
 * @param maxIndexes vector indexes of a table. AWS page: ServiceQuotas.html#limits-vector-indexes,
 *     also for the next three
 * @param maxDimensions numbers of a vector
 * @param maxFilters inline filters of an index
 * @param maxResults results of a search
 * @param maxResponseBytes bytes of the items of a response. AWS page:
 *     VectorSearch.Requirements.html
 * @param maxIndexBytes bytes of heap for the vectors of an index, four for each number. AWS has no
 *     such limit; by default an eighth of the JVM's heap
 */
public record VectorLimits(
    int maxIndexes,
    int maxDimensions,
    int maxFilters,
    int maxResults,
    int maxResponseBytes,
    long maxIndexBytes) {
  public VectorLimits {
    LimitChecks.requirePositive(
        maxIndexes, maxDimensions, maxFilters, maxResults, maxResponseBytes, maxIndexBytes);
  }

  /** Returns AWS's limits for a JVM with a heap of this many bytes. */
  static VectorLimits ofHeap(long bytes) {
    return new VectorLimits(5, 4096, 18, 100, 16 * 1024 * 1024, bytes / 8);
  }

  public VectorLimits withMaxResponseBytes(int value) {
    return new VectorLimits(
        maxIndexes, maxDimensions, maxFilters, maxResults, value, maxIndexBytes);
  }

  public VectorLimits withMaxIndexBytes(long value) {
    return new VectorLimits(
        maxIndexes, maxDimensions, maxFilters, maxResults, maxResponseBytes, value);
  }
}
