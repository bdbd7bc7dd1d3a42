package dev.monotable.design.load;

/**
 * A secondary index and what it stores.
 *
 * @param local whether it is a local index, which shares the partitions, the capacity and the
 *     backups of its table
 * @param entries the number of its entries, on average over the month
 * @param entryBytes the average size of an entry, without the overhead that DynamoDB adds
 */
public record IndexLoad(String name, boolean local, long entries, long entryBytes) {
  public IndexLoad {
    if (entries < 0 || entryBytes < 0) {
      throw new IllegalArgumentException("negative sizes of " + name);
    }
  }
}
