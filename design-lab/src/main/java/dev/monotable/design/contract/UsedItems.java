package dev.monotable.design.contract;

/**
 * The items that a request read.
 *
 * @param read items, or index entries, that were read and charged
 * @param returned those of them that passed the filter
 * @param bytes the size of the items read
 */
public record UsedItems(long read, long returned, long bytes) {
  UsedItems plus(UsedItems more) {
    return new UsedItems(read + more.read, returned + more.returned, bytes + more.bytes);
  }
}
