package dev.monotable.engine.bucket;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bucket that a database has in its memory.
 *
 * @param objects by the UTF-8 bytes of their keys, which is the order in which Amazon S3 lists them
 * @param uploads those in progress, by the UTF-8 bytes of their IDs
 * @param heapBytes the approximate bytes of heap of the bucket, all objects and uploads
 * @param createdAt when the bucket was created, or first written to
 */
public record BucketState(
    String name,
    PersistentTree<BucketObject> objects,
    PersistentTree<BucketUpload> uploads,
    long heapBytes,
    Instant createdAt) {
  /** The approximate bytes of heap of a bucket without its name and objects. */
  private static final int BUCKET_BYTES = 300;

  /** Returns a new bucket without objects. */
  public static BucketState empty(String name, Instant createdAt) {
    return new BucketState(
        name,
        PersistentTree.empty(),
        PersistentTree.empty(),
        BUCKET_BYTES + 2L * name.length(),
        createdAt);
  }

  /** Returns the key of a bucket in a database, or of an object in a bucket. */
  public static byte[] key(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns an object; null if it does not exist. */
  public @Nullable BucketObject find(String key) {
    return objects.find(key(key));
  }

  /** Returns the first object whose key is not less than some bytes; null if there is none. */
  public @Nullable BucketObject ceiling(byte[] key) {
    return objects.ascend(key, key.length, null, 0).advance();
  }

  /**
   * Returns the keys that begin with a prefix, in their order.
   *
   * @param after the keys that follow this one; empty for all
   * @param most the maximum number of keys
   */
  public List<String> keys(String prefix, String after, int most) {
    List<String> keys = new ArrayList<>();
    byte[] first = key(prefix);
    byte[] behind = key(after);
    byte[] from = Arrays.compareUnsigned(behind, first) > 0 ? behind : first;
    TreeCursor<BucketObject> cursor = objects.ascend(from, from.length, null, 0);
    for (BucketObject object = cursor.advance();
        object != null && keys.size() < most && object.key().startsWith(prefix);
        object = cursor.advance()) {
      if (after.isEmpty() || !object.key().equals(after)) {
        keys.add(object.key());
      }
    }
    return keys;
  }

  /** Returns the bucket with an object, in place of one with the same key. */
  public BucketState with(BucketObject object) {
    BucketState others = without(object.key());
    return new BucketState(
        name,
        others.objects.with(key(object.key()), object),
        uploads,
        others.heapBytes + object.heapBytes(),
        createdAt);
  }

  /** Returns the bucket without an object. */
  public BucketState without(String key) {
    BucketObject present = find(key);
    return present == null
        ? this
        : new BucketState(
            name, objects.without(key(key)), uploads, heapBytes - present.heapBytes(), createdAt);
  }

  /** Returns an upload in progress; null if there is none with this ID. */
  public @Nullable BucketUpload findUpload(String id) {
    return uploads.find(key(id));
  }

  /** Returns the bucket with an upload, in place of its earlier state. */
  public BucketState with(BucketUpload upload) {
    BucketState others = without(findUpload(upload.id()));
    return new BucketState(
        name,
        objects,
        others.uploads.with(key(upload.id()), upload),
        others.heapBytes + upload.heapBytes(),
        createdAt);
  }

  /** Returns the bucket without an upload; null for none. */
  public BucketState without(@Nullable BucketUpload upload) {
    return upload == null
        ? this
        : new BucketState(
            name,
            objects,
            uploads.without(key(upload.id())),
            heapBytes - upload.heapBytes(),
            createdAt);
  }
}
