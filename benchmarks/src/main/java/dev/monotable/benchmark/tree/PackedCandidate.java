package dev.monotable.benchmark.tree;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.storage.TreeEditor;
import org.jspecify.annotations.Nullable;

/** The tree in use. */
final class PackedCandidate implements Candidate {

  private PersistentTree<Object> tree;
  private final TreeEditor<Object> editor;
  private final TreeCursor<Object> cursor;
  private byte[] bound = new byte[64];

  PackedCandidate(int leaf, int inner) {
    tree = PersistentTree.emptyWithLimits(leaf, inner);
    editor = tree.edit();
    cursor = tree.cursor();
  }

  @Override
  public @Nullable Object get(byte[] key) {
    return tree.find(key);
  }

  @Override
  public void put(byte[] key, Object value) {
    editor.put(key, key.length, value);
    tree = editor.tree();
  }

  @Override
  public void load(byte[] key, Object value) {
    editor.put(key, key.length, value);
  }

  @Override
  public int lastOfCollection(byte[] key, int limit) {
    int partition = Keys.partitionLength(key);
    if (bound.length < partition) {
      bound = new byte[partition];
    }
    System.arraycopy(key, 0, bound, 0, partition);
    bound[partition - 1]++;
    cursor.reset(tree).descend(key, partition, bound, partition);
    int sum = 0;
    for (int i = 0; i < limit; i++) {
      Object value = cursor.advance();
      if (value == null) {
        break;
      }
      sum += value.hashCode();
    }
    return sum;
  }

  @Override
  public Object version() {
    tree = editor.tree();
    return tree;
  }

  @Override
  @SuppressWarnings("unchecked") // version() returned it
  public void restore(Object version) {
    tree = (PersistentTree<Object>) version;
    editor.reset(tree);
  }
}
