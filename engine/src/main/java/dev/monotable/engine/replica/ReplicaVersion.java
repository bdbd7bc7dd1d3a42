package dev.monotable.engine.replica;

/**
 * The version of an item of a global table: when it was written, and where. Of two versions, the
 * later one wins; of two at the same time, that of the Region whose name is greater. So all
 * replicas choose the same.
 *
 * @param time microseconds since 1970, by the clock of the Region; a write that replaces a version
 *     with a later time is one microsecond later than that, so clocks may differ
 * @param region where the item was written
 */
record ReplicaVersion(long time, String region) implements Comparable<ReplicaVersion> {
  /** The time of a version that was forgotten. */
  static final long UNKNOWN = 0;

  /** Returns a version that was forgotten. */
  static ReplicaVersion unknown(String region) {
    return new ReplicaVersion(UNKNOWN, region);
  }

  @Override
  public int compareTo(ReplicaVersion other) {
    int order = Long.compare(time, other.time);
    return order != 0 ? order : region.compareTo(other.region);
  }
}
