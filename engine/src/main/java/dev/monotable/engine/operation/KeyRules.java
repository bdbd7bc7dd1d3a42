package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ExpressionMessages;
import dev.monotable.engine.error.Messages;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.List;

/**
 * What a table's keys ask of items and of keys.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Constraints
 *     in DynamoDB</a>
 */
final class KeyRules {
  private KeyRules() {}

  /** Checks the key attributes of an item to put. */
  static void requireItem(TableDefinition table, Item item, Limits limits) {
    KeySchema keys = table.keys();
    List<KeyAttribute> partition = keys.partition();
    for (int i = 0; i < partition.size(); i++) {
      requireItemKey(partition.get(i), item, true, limits);
    }
    List<KeyAttribute> sort = keys.sort();
    for (int i = 0; i < sort.size(); i++) {
      requireItemKey(sort.get(i), item, false, limits);
    }
  }

  private static void requireItemKey(
      KeyAttribute attribute, Item item, boolean isPartition, Limits limits) {
    AttributeValue value = item.find(attribute.name());
    if (value == null) {
      throw DynamoException.validation(Messages.missingKey(attribute.name()));
    }
    if (value.type() != attribute.type()) {
      throw DynamoException.validation(
          Messages.keyTypeMismatch(attribute.name(), attribute.type(), value.type()));
    }
    requireLength(attribute, value, isPartition, limits);
  }

  /** Checks a key: that it has exactly the key attributes, of the right types. */
  static void requireKey(TableDefinition table, Item key, Limits limits) {
    requireTableKey(table.keys(), key, limits);
    if (key.attributeCount() != table.keys().size()) {
      throw DynamoException.validation(Messages.KEY_DOES_NOT_FIT);
    }
  }

  private static void requireTableKey(KeySchema keys, Item key, Limits limits) {
    requireKeyPart(keys.partition(), key, true, limits);
    requireKeyPart(keys.sort(), key, false, limits);
  }

  private static void requireKeyPart(
      List<KeyAttribute> attributes, Item key, boolean isPartition, Limits limits) {
    for (int i = 0; i < attributes.size(); i++) {
      KeyAttribute attribute = attributes.get(i);
      AttributeValue value = key.find(attribute.name());
      if (value == null || value.type() != attribute.type()) {
        throw DynamoException.validation(Messages.KEY_DOES_NOT_FIT);
      }
      requireLength(attribute, value, isPartition, limits);
    }
  }

  /**
   * Checks that an ExclusiveStartKey has as many attributes as the keys of the table and of the
   * index together. What is wrong with one is worded in four ways, which differ between Query and
   * Scan and between the key that is read by and the table's own; architect/dynalite {@code
   * test/{query,scan}.js} shows which is when.
   *
   * @param keys of the index that is read; the table's own where none is
   */
  static void requireStartKeySize(TableDefinition table, KeySchema keys, Item key) {
    int expected = table.keys().size();
    for (KeyAttribute attribute : keys.attributes()) {
      if (!table.keys().contains(attribute.name())) {
        expected++;
      }
    }
    if (key.attributeCount() != expected) {
      throw DynamoException.validation(Messages.START_KEY_INVALID);
    }
  }

  /** Checks one attribute of the key that is read by. */
  static void requireStartKeyAttribute(
      KeySchema keys, KeyAttribute attribute, Item key, Limits limits) {
    AttributeValue value = key.find(attribute.name());
    if (value == null) {
      throw DynamoException.validation(Messages.START_KEY_INVALID);
    }
    if (value.type() != attribute.type()) {
      throw DynamoException.validation(Messages.KEY_DOES_NOT_FIT);
    }
    requireLength(attribute, value, keys.partition().contains(attribute), limits);
  }

  /** Checks the table's own key in an ExclusiveStartKey. */
  static void requireStartKeyOfTable(TableDefinition table, Item key, Limits limits) {
    try {
      requireTableKey(table.keys(), key, limits);
    } catch (DynamoException e) {
      throw DynamoException.validation(Messages.START_KEY_INVALID + ": " + e.getMessage());
    }
  }

  /**
   * Checks that no key attribute, of the table or of an index, is led into.
   *
   * @param nested the top-level attributes of paths that go on behind them
   */
  static void requireScalarKeys(TableDefinition table, List<String> nested) {
    if (nested.isEmpty()) {
      return;
    }
    for (KeyAttribute attribute : table.keys().attributes()) {
      if (nested.contains(attribute.name())) {
        throw DynamoException.validation(ExpressionMessages.keyNotScalar(attribute.name()));
      }
    }
    for (IndexDefinition index : table.indexes()) {
      for (KeyAttribute attribute : index.keys().attributes()) {
        if (nested.contains(attribute.name())) {
          throw DynamoException.validation(ExpressionMessages.indexKeyNotScalar(attribute.name()));
        }
      }
    }
  }

  /**
   * Checks what can be said of an update without an item: that it leaves the key alone, and the
   * types that it gives to index keys. The texts and their order are those of architect/dynalite
   * {@code test/updateItem.js}.
   */
  static void requireUpdate(TableDefinition table, BoundUpdate update) {
    List<String> written = update.writtenAttributes();
    for (KeyAttribute attribute : table.keys().attributes()) {
      if (written.contains(attribute.name())) {
        throw DynamoException.validation(Messages.updatedKey(attribute.name()));
      }
    }
    for (IndexDefinition index : table.indexes()) {
      for (KeyAttribute attribute : index.keys().attributes()) {
        AttributeType known = update.knownType(attribute.name());
        if (known != null && known != attribute.type()) {
          throw DynamoException.validation(
              Messages.indexKeyTypeMismatch(
                  attribute.name(), attribute.type(), known, index.name()));
        }
      }
    }
    requireScalarKeys(table, update.nestedNames());
  }

  private static void requireLength(
      KeyAttribute attribute, AttributeValue value, boolean isPartition, Limits limits) {
    if (attribute.type() == AttributeType.N) {
      return;
    }
    int bytes = value.size();
    if (bytes == 0) {
      throw DynamoException.validation(Messages.emptyKey(attribute.name(), attribute.type()));
    }
    requireLength(bytes, isPartition, limits);
  }

  private static void requireLength(int bytes, boolean isPartition, Limits limits) {
    if (isPartition ? bytes > limits.maxPartitionKeyBytes() : bytes > limits.maxSortKeyBytes()) {
      throw DynamoException.validation(
          isPartition ? Messages.PARTITION_KEY_TOO_LONG : Messages.SORT_KEY_TOO_LONG);
    }
  }

  /** Checks the index key attributes that an item to put has. */
  static void requireIndexKeys(TableDefinition table, Item item, Limits limits) {
    List<IndexDefinition> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      requireIndexKeys(index, index.keys().partition(), item, true, limits);
      requireIndexKeys(index, index.keys().sort(), item, false, limits);
    }
  }

  private static void requireIndexKeys(
      IndexDefinition index,
      List<KeyAttribute> attributes,
      Item item,
      boolean isPartition,
      Limits limits) {
    for (int i = 0; i < attributes.size(); i++) {
      KeyAttribute attribute = attributes.get(i);
      AttributeValue value = item.find(attribute.name());
      if (value == null) {
        continue;
      }
      if (value.type() != attribute.type()) {
        throw DynamoException.validation(
            Messages.indexKeyTypeMismatch(
                attribute.name(), attribute.type(), value.type(), index.name()));
      }
      if (attribute.type() != AttributeType.N) {
        int bytes = value.size();
        if (bytes == 0) {
          throw DynamoException.validation(
              Messages.emptyIndexKey(attribute.name(), attribute.type(), index.name()));
        }
        requireLength(bytes, isPartition, limits);
      }
    }
  }

  /** Checks the index key attributes of an item that an update made. */
  static void requireUpdatedIndexKeys(
      TableDefinition table, Item item, List<String> written, Limits limits) {
    List<IndexDefinition> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      requireUpdatedIndexKeys(index.keys().partition(), item, written, true, limits);
      requireUpdatedIndexKeys(index.keys().sort(), item, written, false, limits);
    }
  }

  private static void requireUpdatedIndexKeys(
      List<KeyAttribute> attributes,
      Item item,
      List<String> written,
      boolean isPartition,
      Limits limits) {
    for (int i = 0; i < attributes.size(); i++) {
      KeyAttribute attribute = attributes.get(i);
      if (!written.contains(attribute.name())) {
        continue;
      }
      AttributeValue value = item.find(attribute.name());
      if (value == null) {
        continue;
      }
      if (value.type() != attribute.type()) {
        throw DynamoException.validation(Messages.UPDATED_INDEX_KEY_TYPE);
      }
      if (attribute.type() != AttributeType.N) {
        int bytes = value.size();
        if (bytes == 0) {
          throw DynamoException.validation(Messages.updatedIndexKeyEmpty(attribute.type()));
        }
        requireLength(bytes, isPartition, limits);
      }
    }
  }
}
