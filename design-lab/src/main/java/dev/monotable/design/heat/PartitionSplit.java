package dev.monotable.design.heat;

/**
 * A split of a partition, or a split that was not made.
 *
 * @param second the time since the start
 * @param reason why
 * @param key the hottest partition key value of the partition
 * @param insideKey whether the items of that key value are in both parts
 * @param partitions the number of partitions after it
 */
public record PartitionSplit(
    int second, Reason reason, String key, boolean insideKey, int partitions) {

  /** Why a partition was split, or not. */
  public enum Reason {
    HEAT,
    SIZE,
    /** A hot partition was not split, because one part would have kept its traffic. */
    NOT_BENEFICIAL,
    /** A full partition was not split, because a local index keeps its item collection together. */
    COLLECTION_TOO_LARGE
  }
}
