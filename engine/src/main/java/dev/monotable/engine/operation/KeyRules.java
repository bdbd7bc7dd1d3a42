package dev.monotable.engine.operation;

import dev.monotable.engine.error.Fault;
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
import org.jspecify.annotations.Nullable;

/**
 * Checks items and keys against the key attributes of a table and its indexes. Values are read in
 * place, without an object for each: every request comes through here.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">Constraints
 *     in DynamoDB</a>
 */
public final class KeyRules {
  private KeyRules() {}

  /**
   * Checks that an item to put has valid key attributes.
   *
   * @throws FaultException naming the first key attribute that is missing, of another type, empty
   *     or too long
   */
  public static void requireItem(TableLayout table, KeyedItem item) {
    byte[] json = item.item().json();
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      int at = item.at(part);
      if (at < 0) {
        throw new FaultException(KeyFault.Plain.MISSING_KEY.with(attribute.name()));
      }
      AttributeType type = CanonicalJson.type(json, at);
      if (type != attribute.type()) {
        throw new FaultException(
            KeyFault.Plain.KEY_TYPE_MISMATCH.with(attribute.name(), attribute.type(), type));
      }
      requireLength(part, json, at);
    }
  }

  /**
   * Checks that a key has exactly the key attributes of the table, with the defined types.
   *
   * @return the key, as the table's tree encodes it
   * @throws FaultException if the key does not match the table's key schema, or a value is empty or
   *     too long
   */
  public static byte[] requireKey(TableLayout table, Item key) {
    KeyedItem keyed = table.keyedKey(key);
    requireKeyParts(table.table().keys().parts(), keyed == null ? table.keyed(key) : keyed);
    if (keyed == null) {
      throw new FaultException(KeyFault.Plain.MISMATCH);
    }
    return table.table().keys().treeKey(KeyBuilder.ofThread(), keyed);
  }

  /** Checks the type and length of the given key attributes; other attributes are ignored. */
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
   * Checks that an item to put by BatchWriteItem has the key attributes, with the defined types.
   * The error differs from that of PutItem.
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
   * Checks that no document path goes into a key attribute of the table or of an index, because key
   * values are scalars.
   *
   * @param nested the top-level attributes of the paths with more than one element
   */
  public static void requireScalarKeys(TableLayout table, List<String> nested) {
    if (nested.isEmpty()) {
      return;
    }
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      if (nested.contains(attribute.name())) {
        throw new FaultException(KeyFault.Plain.KEY_NOT_SCALAR.with(attribute.name()));
      }
    }
    for (AccessPath index : table.indexes()) {
      for (KeyPart part : index.keys().parts()) {
        KeyAttribute attribute = part.attribute();
        if (nested.contains(attribute.name())) {
          throw new FaultException(KeyFault.Plain.INDEX_KEY_NOT_SCALAR.with(attribute.name()));
        }
      }
    }
  }

  /**
   * Checks an update without its item: it must not change the primary key, and must give index keys
   * values of the defined types. The errors and their order come from architect/dynalite {@code
   * test/updateItem.js}.
   */
  public static void requireUpdate(TableLayout table, BoundUpdate update) {
    List<String> written = update.writtenAttributes();
    for (KeyPart part : table.table().keys().parts()) {
      KeyAttribute attribute = part.attribute();
      if (written.contains(attribute.name())) {
        throw new FaultException(KeyFault.Plain.UPDATED_KEY.with(attribute.name()));
      }
    }
    for (AccessPath index : table.indexes()) {
      if (index.index().settings() != null) {
        continue; // it checks the updated item
      }
      for (KeyPart part : index.keys().parts()) {
        KeyAttribute attribute = part.attribute();
        AttributeType known = update.knownType(attribute.name());
        if (known != null && known != attribute.type()) {
          throw new FaultException(
              KeyFault.Plain.INDEX_KEY_TYPE_MISMATCH.with(
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

  /** Checks that a key value is neither empty nor too long. */
  public static void requireLength(KeyPart part, byte[] json, int at) {
    if (part.isEmpty(json, at)) {
      KeyAttribute attribute = part.attribute();
      throw new FaultException(new KeyFault.EmptyKey(attribute.name(), attribute.type()));
    }
    requireNotTooLong(part, json, at);
  }

  /** Checks that a key value is not longer than the maximum for a partition or sort key. */
  public static void requireNotTooLong(KeyPart part, byte[] json, int at) {
    if (part.isTooLong(json, at)) {
      throw new FaultException(
          part.isPartition()
              ? KeyFault.Plain.PARTITION_KEY_TOO_LONG
              : KeyFault.Plain.SORT_KEY_TOO_LONG);
    }
  }

  /**
   * Checks the index key attributes of an item to put. A missing one is valid: the item then has no
   * entry in that index.
   */
  public static void requireIndexKeys(TableLayout table, KeyedItem item) {
    byte[] json = item.item().json();
    List<AccessPath> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      requireSettings(indexes.get(i), item, null);
      for (KeyPart part : indexes.get(i).keys().parts()) {
        int at = item.at(part);
        if (at < 0) {
          continue;
        }
        KeyAttribute attribute = part.attribute();
        AttributeType type = CanonicalJson.type(json, at);
        if (type != attribute.type()) {
          throw new FaultException(
              KeyFault.Plain.INDEX_KEY_TYPE_MISMATCH.with(
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

  /** Checks what an index requires of an item besides its key. */
  private static void requireSettings(
      AccessPath path, KeyedItem item, @Nullable List<String> written) {
    IndexDefinition.Settings settings = path.index().settings();
    if (settings != null) {
      Fault fault = settings.fault(path.name(), item.item(), written);
      if (fault != null) {
        throw new FaultException(fault);
      }
    }
  }

  /**
   * Returns the index that the error names if several indexes use the key attribute: the first by
   * name (paritysuite/dynamodb-conformance {@code tests/tier3/error-messages/indexKeyValues}).
   */
  private static String indexName(TableLayout table, KeyAttribute attribute) {
    return table.definition().indexes().stream()
        .filter(index -> index.keys().contains(attribute.name()))
        .map(IndexDefinition::name)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Checks the index key attributes that an update wrote.
   *
   * @param written the top-level attributes that the update writes
   */
  public static void requireUpdatedIndexKeys(
      TableLayout table, KeyedItem item, List<String> written) {
    byte[] json = item.item().json();
    List<AccessPath> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      requireSettings(indexes.get(i), item, written);
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
