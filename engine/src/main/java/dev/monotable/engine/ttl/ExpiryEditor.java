package dev.monotable.engine.ttl;

import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeEditor;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** Keeps the times of expiry of a table up to date, see {@link ExpiryIndex}. For one thread. */
public final class ExpiryEditor implements ChangeConsumer {
  private final PersistentTree<Item> start;
  private @Nullable TreeEditor<Item> editor;

  /**
   * @param start the times of expiry before the commit
   */
  public ExpiryEditor(PersistentTree<Item> start) {
    this.start = start;
  }

  @Override
  public void update(ItemChange change) {
    if (change.keepsItem()) {
      return;
    }
    KeyedItem before = change.keyedBefore();
    KeyedItem after = change.keyedAfter();
    long oldTime = before == null ? -1 : ExpiryIndex.expirySeconds(change.layout(), before);
    long newTime = after == null ? -1 : ExpiryIndex.expirySeconds(change.layout(), after);
    if (oldTime >= 0 && oldTime != newTime) {
      byte[] key = ExpiryIndex.key(oldTime, change.primaryKey());
      edited().remove(key, key.length);
    }
    if (after != null && newTime >= 0) {
      byte[] key = ExpiryIndex.key(newTime, change.primaryKey());
      edited().put(key, key.length, after.item());
    }
  }

  private TreeEditor<Item> edited() {
    TreeEditor<Item> tree = editor;
    if (tree == null) {
      tree = start.edit();
      editor = tree;
    }
    return tree;
  }

  @Override
  public void finish(TableState.Builder next) {
    if (editor != null) {
      next.expiry(editor.tree());
    }
  }
}
