package dev.monotable.design.ledger;

import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.BatchGetItemOutput;
import dev.monotable.model.BatchWriteItemOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request that knows its unprocessed keys without a response, because it was recorded. */
public interface UnprocessedKeys {
  /** Returns the unprocessed keys of a batch. */
  List<UnprocessedKey> unprocessedKeys();

  /**
   * Returns the unprocessed keys of a request.
   *
   * @param tables finds the description of a table by its name. The items that were to be put in an
   *     unknown table are left out, because their keys are unknown
   */
  static List<UnprocessedKey> of(
      ObservedRequest request, Function<String, @Nullable DesignTable> tables) {
    if (request instanceof UnprocessedKeys recorded) {
      return recorded.unprocessedKeys();
    }
    List<UnprocessedKey> keys = new ArrayList<>();
    if (request.response() instanceof BatchGetItemOutput got && got.unprocessedKeys() != null) {
      got.unprocessedKeys()
          .forEach(
              (table, unread) -> {
                for (Item key : unread.keys()) {
                  keys.add(
                      new UnprocessedKey(Operations.BATCH_GET_ITEM.name(), table, key.toMap()));
                }
              });
    } else if (request.response() instanceof BatchWriteItemOutput written
        && written.unprocessedItems() != null) {
      written
          .unprocessedItems()
          .forEach(
              (table, writes) -> {
                for (WriteRequest write : writes) {
                  Map<String, AttributeValue> key = key(write, tables.apply(table));
                  if (!key.isEmpty()) {
                    keys.add(new UnprocessedKey(Operations.BATCH_WRITE_ITEM.name(), table, key));
                  }
                }
              });
    }
    return keys;
  }

  private static Map<String, AttributeValue> key(WriteRequest write, @Nullable DesignTable table) {
    if (write.deleteRequest() != null) {
      return write.deleteRequest().key().toMap();
    }
    if (write.putRequest() == null || table == null) {
      return Map.of();
    }
    Map<String, AttributeValue> item = new HashMap<>(write.putRequest().item().toMap());
    item.keySet().retainAll(table.key().names());
    return item;
  }
}
