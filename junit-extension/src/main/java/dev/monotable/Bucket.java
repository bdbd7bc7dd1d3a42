package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.engine.bucket.BucketObject;
import dev.monotable.engine.bucket.BucketState;
import dev.monotable.engine.transfer.DatabaseBuckets;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of Amazon S3 in the memory of a database, for its exports and imports. It exists once it
 * is created or written to. It belongs to the database like its tables: snapshots have its objects,
 * forks begin with them, and a reset removes those that are new. Safe for use by multiple threads.
 */
@Experimental
public final class Bucket {
  private final DatabaseBuckets buckets;
  private final String name;

  Bucket(DatabaseBuckets buckets, String name) {
    this.buckets = buckets;
    this.name = Objects.requireNonNull(name, "name");
  }

  /**
   * Creates the bucket, unless it exists.
   *
   * @throws IllegalStateException if the memory for objects, an eighth of the heap by default, is
   *     full
   */
  public Bucket create() {
    return changed(buckets.create(name));
  }

  /**
   * Puts an object, in place of one with the same key.
   *
   * @throws IllegalStateException as {@link #create}
   */
  public Bucket put(String key, byte[] bytes) {
    return changed(buckets.put(name, key, bytes.clone(), Map.of()));
  }

  private Bucket changed(boolean hasRoom) {
    if (!hasRoom) {
      throw new IllegalStateException("the memory for objects is full: transfer.maxObjectBytes");
    }
    return this;
  }

  /** Puts an object with a text in UTF-8, like {@link #put(String, byte[])}. */
  public Bucket put(String key, String text) {
    return put(key, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the bytes of an object; null if it does not exist. */
  public byte @Nullable [] get(String key) {
    BucketState bucket = buckets.find(name);
    BucketObject object = bucket == null ? null : bucket.find(key);
    return object == null ? null : object.bytes().clone();
  }

  /** Returns the keys of the objects, in the order in which S3 lists them. */
  public List<String> keys() {
    BucketState bucket = buckets.find(name);
    return bucket == null ? List.of() : bucket.keys("", "", Integer.MAX_VALUE);
  }

  /** Deletes an object, if it exists. */
  public void delete(String key) {
    buckets.delete(name, key);
  }
}
