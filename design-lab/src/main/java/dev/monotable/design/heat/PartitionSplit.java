package dev.monotable.design.heat;

import dev.monotable.engine.partition.PartitionMap.Reason;

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
    int second, Reason reason, String key, boolean insideKey, int partitions) {}
