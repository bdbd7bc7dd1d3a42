package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.expression.BoundUpdate;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeyLayout.KeyPart;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import java.util.Comparator;
import java.util.List;

/**
 * What a table's keys ask of items and of keys. Values are looked at where they stand in an item,
 * without making objects of them: every request passes here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Constraints
 *     in DynamoDB</a>
 */
public final class KeyRules {
  private KeyRules() {}

  /** Checks the key attributes of an item to put. */
  public static void requireItem(TableLayout table, KeyedItem item) {
    byte[] json = item.item().json();
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      int at = item.at(part);
      if (at < 0) {
        throw new FaultException(new KeyFault.MissingKey(attribute.name()));
      }
      AttributeType type = CanonicalJson.type(json, at);
      if (type != attribute.type()) {
        throw new FaultException(
            new KeyFault.KeyTypeMismatch(attribute.name(), attribute.type(), type));
      }
      requireLength(part, json, at);
    }
  }

  /**
   * Checks a key: that it has exactly the key attributes, of the right types.
   *
   * @return the key in the table's tree
   */
  public static byte[] requireKey(TableLayout table, Item key) {
    KeyedItem keyed = table.keyedKey(key);
    requireKeyParts(table.table().keys().parts(), keyed == null ? table.keyed(key) : keyed);
    if (keyed == null) {
      throw new FaultException(KeyFault.Plain.MISMATCH);
    }
    return table.table().keys().treeKey(KeyBuilder.ofThread(), keyed);
  }

  public static void requireKeyParts(KeyPart[] parts, KeyedItem key) {
    byte[] json = key.item().json();
    for (KeyPart part : parts) {
      int at = key.at(part);
      if (at < 0 || CanonicalJson.type(json, at) != part.attribute().type()) {
        throw new FaultException(KeyFault.Plain.MISMATCH);
      }
      requireLength(part, json, at);
    }
  }

  /**
   * Checks that an item to put by BatchWriteItem has the key attributes, of the right types;
   * PutItem words it otherwise.
   */
  public static void requireKeyInItem(TableLayout table, Item item) {
    byte[] json = item.json();
    for (KeyPart part : table.table().keys().parts()) {
      int at = item.offsetOf(part.quotedName());
      if (at < 0 || CanonicalJson.type(json, at) != part.attribute().type()) {
        throw new FaultException(KeyFault.Plain.MISMATCH);
      }
    }
  }

  /**
   * Checks that no key attribute, of the table or of an index, is led into.
   *
   * @param nested the top-level attributes of paths that go on behind them
   */
  public static void requireScalarKeys(TableLayout table, List<String> nested) {
    if (nested.isEmpty()) {
      return;
    }
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      if (nested.contains(attribute.name())) {
        throw new FaultException(new KeyFault.KeyNotScalar(attribute.name()));
      }
    }
    for (AccessPath index : table.indexes()) {
      for (KeyPart part : index.keys().parts()) {
        KeyAttribute attribute = part.attribute();
        if (nested.contains(attribute.name())) {
          throw new FaultException(new KeyFault.IndexKeyNotScalar(attribute.name()));
        }
      }
    }
  }

  /**
   * Checks what can be said of an update without an item: that it leaves the key alone, and the
   * types that it gives to index keys. The texts and their order are those of architect/dynalite
   * {@code test/updateItem.js}.
   */
  public static void requireUpdate(TableLayout table, BoundUpdate update) {
    List<String> written = update.writtenAttributes();
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      if (written.contains(attribute.name())) {
        throw new FaultException(new KeyFault.UpdatedKey(attribute.name()));
      }
    }
    for (AccessPath index : table.indexes()) {
      for (KeyPart part : index.keys().parts()) {
        KeyAttribute attribute = part.attribute();
        AttributeType known = update.knownType(attribute.name());
        if (known != null && known != attribute.type()) {
          throw new FaultException(
              new KeyFault.IndexKeyTypeMismatch(
                  attribute.name(), attribute.type(), known, indexName(table, attribute)));
        }
        AttributeValue value = known == null ? null : update.knownValue(attribute.name());
        if (value != null && part.isEmpty(value.array(), value.start())) {
          throw new FaultException(new KeyFault.EmptyUpdatedIndexKey(attribute.type()));
        }
      }
    }
    requireScalarKeys(table, update.nestedNames());
  }

  public static void requireLength(KeyPart part, byte[] json, int at) {
    if (part.isEmpty(json, at)) {
      KeyAttribute attribute = part.attribute();
      throw new FaultException(new KeyFault.EmptyKey(attribute.name(), attribute.type()));
    }
    requireNotTooLong(part, json, at);
  }

  public static void requireNotTooLong(KeyPart part, byte[] json, int at) {
    if (part.isTooLong(json, at)) {
      throw new FaultException(
          part.isPartition()
              ? KeyFault.Plain.PARTITION_KEY_TOO_LONG
              : KeyFault.Plain.SORT_KEY_TOO_LONG);
    }
  }

  /** Checks the index key attributes that an item to put has. */
  public static void requireIndexKeys(TableLayout table, KeyedItem item) {
    byte[] json = item.item().json();
    List<AccessPath> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      for (KeyPart part : indexes.get(i).keys().parts()) {
        int at = item.at(part);
        if (at < 0) {
          continue;
        }
        KeyAttribute attribute = part.attribute();
        AttributeType type = CanonicalJson.type(json, at);
        if (type != attribute.type()) {
          throw new FaultException(
              new KeyFault.IndexKeyTypeMismatch(
                  attribute.name(), attribute.type(), type, indexName(table, attribute)));
        }
        if (part.isEmpty(json, at)) {
          throw new FaultException(
              new KeyFault.EmptyIndexKey(
                  attribute.name(), attribute.type(), indexName(table, attribute)));
        }
        requireNotTooLong(part, json, at);
      }
    }
  }

  /**
   * The index that is named where several have the key attribute: the first in the order of their
   * names (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/indexKeyValues}).
   */
  private static String indexName(TableLayout table, KeyAttribute attribute) {
    return table.definition().indexes().stream()
        .filter(index -> index.keys().contains(attribute.name()))
        .map(IndexDefinition::name)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Checks the index key attributes of an item that an update made. */
  public static void requireUpdatedIndexKeys(
      TableLayout table, KeyedItem item, List<String> written) {
    byte[] json = item.item().json();
    List<AccessPath> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      for (KeyPart part : indexes.get(i).keys().parts()) {
        KeyAttribute attribute = part.attribute();
        int at = written.contains(attribute.name()) ? item.at(part) : -1;
        if (at < 0) {
          continue;
        }
        if (CanonicalJson.type(json, at) != attribute.type()) {
          throw new FaultException(KeyFault.Plain.UPDATED_INDEX_KEY_TYPE);
        }
        if (part.isEmpty(json, at)) {
          throw new FaultException(new KeyFault.EmptyUpdatedIndexKey(attribute.type()));
        }
        if (part.isTooLong(json, at)) {
          throw new FaultException(KeyFault.Plain.UPDATED_INDEX_KEY_TOO_LONG);
        }
      }
    }
  }
}
