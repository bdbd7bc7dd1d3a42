package dev.monotable.engine.transfer;

import dev.monotable.api.Experimental;
import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.DatabaseState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The buckets that a database has in its memory. They are a part of its state: of snapshots, forks
 * and resets. A data directory does not have them. What is written is visible when the method
 * returns. Safe for use by multiple threads.
 */
@Experimental
public final class DatabaseBuckets {
  private final Committer committer;
  private final Limits limits;
  private final boolean hasLost;
  private final Supplier<String> ids;

  /**
   * Creates the buckets of the database that a committer changes.
   *
   * @param ids generates those of uploads
   * @param hasLost whether there may have been buckets that were not kept
   */
  public DatabaseBuckets(
      Committer committer, Limits limits, Supplier<String> ids, boolean hasLost) {
    this.committer = committer;
    this.limits = limits;
    this.ids = ids;
    this.hasLost = hasLost;
  }

  /** Returns a new ID of an upload. */
  public String newUploadId() {
    return ids.get();
  }

  /**
   * Returns whether there may have been buckets that the database no longer has, because it was
   * opened again.
   */
  public boolean hasLost() {
    return hasLost;
  }

  /** Returns a bucket as it is now; null if it does not exist. */
  public @Nullable BucketState find(String bucket) {
    return committer.state().findBucket(bucket);
  }

  /** Returns all buckets, in the order of their names. */
  public List<BucketState> all() {
    List<BucketState> all = new ArrayList<>();
    TreeCursor<BucketState> buckets = committer.state().buckets().cursor();
    for (boolean more = buckets.first(); more; more = buckets.next()) {
      all.add(buckets.value());
    }
    return all;
  }

  /**
   * Creates a bucket, unless it exists.
   *
   * @return false if the memory for objects has no room for it
   */
  public boolean create(String bucket) {
    return change(bucket, (present, now) -> present);
  }

  /**
   * Puts an object, in place of one with the same key. A bucket that does not exist is created.
   *
   * @param bytes not to be modified afterwards
   * @param headers as for {@link BucketObject}
   * @return false if the memory for objects has no room for it; then nothing has changed
   */
  public boolean put(String bucket, String key, byte[] bytes, Map<String, String> headers) {
    String entityTag = BucketObject.tagOf(bytes);
    return change(
        bucket,
        (present, now) -> present.with(new BucketObject(key, bytes, entityTag, now, headers)));
  }

  /** Deletes an object, if it exists. */
  public void delete(String bucket, String key) {
    if (find(bucket) != null) {
      boolean unused = change(bucket, (present, now) -> present.without(key));
    }
  }

  /** Changes a bucket. */
  @FunctionalInterface
  public interface Change {
    /**
     * Returns the bucket after the change. If it throws an exception, nothing has changed.
     *
     * @param now by the clock of the database
     */
    BucketState apply(BucketState present, Instant now);
  }

  /**
   * Changes a bucket. One that does not exist is created.
   *
   * @param change made while all other writers wait
   * @return false if the memory for objects has no room for it; then nothing has changed
   */
  public boolean change(String bucket, Change change) {
    boolean changed =
        committer.commit(
            null,
            draft -> {
              DatabaseState state = draft.state();
              BucketState present = state.findBucket(bucket);
              BucketState before =
                  present == null ? BucketState.empty(bucket, draft.now()) : present;
              DatabaseState next =
                  state.toBuilder().bucket(present, change.apply(before, draft.now())).build();
              if (next.objectBytes() > limits.transfer().maxObjectBytes()
                  && next.objectBytes() > state.objectBytes()) {
                return false;
              }
              draft.state(next);
              return true;
            });
    committer.awaitLogged(null);
    return changed;
  }
}
