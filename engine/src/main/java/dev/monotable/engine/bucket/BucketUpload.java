package dev.monotable.engine.bucket;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An upload of an object in parts that is in progress.
 *
 * @param target the object without its bytes
 * @param parts by their numbers, which are their keys, too
 * @param heapBytes the approximate bytes of heap of the upload and its parts
 */
public record BucketUpload(
    String id, BucketObject target, PersistentTree<BucketObject> parts, long heapBytes) {
  /** Returns a new upload without parts. */
  public static BucketUpload begin(String id, BucketObject target) {
    return new BucketUpload(
        id, target, PersistentTree.empty(), target.heapBytes() + 2L * id.length());
  }

  private static byte[] key(int number) {
    return new byte[] {(byte) (number >> 8), (byte) number};
  }

  /** Returns a part; null if it was not uploaded. */
  public @Nullable BucketObject find(int number) {
    return parts.find(key(number));
  }

  /** Returns the upload with a part, in place of one with the same number. */
  public BucketUpload with(int number, BucketObject part) {
    BucketObject present = find(number);
    return new BucketUpload(
        id,
        target,
        parts.with(key(number), part),
        heapBytes + part.heapBytes() - (present == null ? 0 : present.heapBytes()));
  }

  /** Returns the parts in the order of their numbers. */
  public List<BucketObject> all() {
    List<BucketObject> all = new ArrayList<>();
    TreeCursor<BucketObject> cursor = parts.cursor();
    for (boolean more = cursor.first(); more; more = cursor.next()) {
      all.add(cursor.value());
    }
    return all;
  }
}
