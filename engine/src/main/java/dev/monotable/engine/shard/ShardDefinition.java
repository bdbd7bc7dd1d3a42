package dev.monotable.engine.shard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a shard that never change.
 *
 * @param parentId the shard that this one continues, even after that shard is gone; null for the
 *     first shard
 * @param firstHash lowest partition hash, as an unsigned number
 * @param lastHash highest partition hash, as an unsigned number
 * @param firstSequence the least sequence number that a record here may have
 */
public record ShardDefinition(
    String id,
    @Nullable String parentId,
    long firstHash,
    long lastHash,
    long firstSequence,
    Instant openedAt) {}
