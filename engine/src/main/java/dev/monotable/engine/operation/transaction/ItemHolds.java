package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.item.ItemWrite;
import dev.monotable.engine.storage.TimedMap;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.ItemHold;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds items as a transaction in progress does. A transaction here takes one commit, so it never
 * conflicts with another request. To test code that handles a TransactionConflict, let transactions
 * hold their items for some time after the commit ({@link dev.monotable.engine.limits.Delays}), or
 * hold items explicitly.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling">Transaction
 *     conflict handling</a>
 */
public final class ItemHolds {
  private ItemHolds() {}

  /**
   * Holds the items that a commit has written, and removes some expired holds.
   *
   * @param max the maximum number of holds; beyond it, those that end next are removed
   */
  static void hold(StateDraft draft, @Nullable ItemWrite[] writes, Instant until, int max) {
    DatabaseState state = draft.state();
    TimedMap<ItemHold> holds = state.holds().forget(draft.now(), 2 * writes.length);
    for (ItemWrite write : writes) {
      ItemWrite done = Objects.requireNonNull(write);
      TableState table = Objects.requireNonNull(state.findTable(done.tableName()));
      holds = holds.with(ItemHold.key(table.definition(), done.key()), new ItemHold(until));
    }
    draft.state(state.toBuilder().holds(holds.limited(max)).build());
  }

  /**
   * Holds items until they are released.
   *
   * @param tableName the name or ARN of the table
   * @return the holds, for {@link #release}
   * @throws dev.monotable.engine.error.FaultException if the table does not exist, a key does not
   *     match its key schema, or an item is already held
   */
  public static List<byte[]> hold(OperationContext context, String tableName, List<Item> keys) {
    return context.committer().commit(null, draft -> hold(context, draft, tableName, keys));
  }

  private static List<byte[]> hold(
      OperationContext context, StateDraft draft, String tableName, List<Item> keys) {
    DatabaseState state = draft.state();
    TableState table = context.requireTable(state, tableName);
    TimedMap<ItemHold> holds = state.holds();
    List<byte[]> held = new ArrayList<>(keys.size());
    for (Item key : keys) {
      byte[] primaryKey = KeyRules.requireKey(table.layout(), key);
      byte[] hold = ItemHold.key(table.definition(), primaryKey);
      if (holds.find(hold, draft.now()) != null) {
        throw OperationContext.transactionConflict();
      }
      holds = holds.with(hold, new ItemHold(Instant.MAX));
      held.add(hold);
    }
    draft.state(state.toBuilder().holds(holds).build());
    return held;
  }

  /**
   * Releases items.
   *
   * @param held the result of {@link #hold(OperationContext, String, List)}
   */
  public static void release(OperationContext context, List<byte[]> held) {
    context
        .committer()
        .commit(
            null,
            draft -> {
              TimedMap<ItemHold> holds = draft.state().holds();
              for (byte[] hold : held) {
                holds = holds.without(hold);
              }
              draft.state(draft.state().toBuilder().holds(holds).build());
              return draft;
            });
  }
}
