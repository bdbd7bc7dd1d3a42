package dev.monotable.engine.operation.read;

import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.expression.KeyCondition;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.engine.table.KeyLayout.KeyPart;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks ExclusiveStartKey of Query and Scan. The errors and the order of the checks come from
 * architect/dynalite {@code test/{query,scan}.js}.
 */
public final class StartKeys {
  private StartKeys() {}

  /** Checks that the values are valid; null is valid. */
  static void requireValid(@Nullable Item startKey) {
    ValueFault fault = startKey == null ? null : startKey.fault();
    if (fault != null) {
      throw new FaultException(new ReadFault.InvalidStartKeyValue(fault));
    }
  }

  /** Checks the index key of a Scan's start key, if the Scan reads an index. */
  public static void requireIndexKey(ReadTarget target, Item startKey) {
    if (target.path().isTable()) {
      return;
    }
    KeySchema keys = target.keys();
    requireSize(target.definition(), keys, startKey);
    for (KeyAttribute attribute : keys.attributes()) {
      requireAttribute(target, attribute, startKey, KeyFault.Plain.MISMATCH);
    }
  }

  /** Checks the primary key of a Scan's start key. Call it after {@link #requireIndexKey}. */
  public static void requireTableKey(ReadTarget target, Item startKey) {
    requireTableKeyParts(target.layout(), startKey);
    if (target.path().isTable() && startKey.attributeCount() != target.definition().keys().size()) {
      throw new FaultException(new ReadFault.InvalidStartKey(KeyFault.Plain.MISMATCH));
    }
  }

  /**
   * Returns the start key of a Query as the tree encodes it.
   *
   * @param startKey its attributes of the target's key are valid
   * @throws FaultException if the key is not within the range of the condition
   */
  static byte[] inQuery(ReadTarget target, KeyCondition condition, Item startKey) {
    requireTableKeyParts(target.layout(), startKey);
    byte[] key = target.treeKey(startKey);
    boolean onlyPartition = condition.sortPrefix().isEmpty() && condition.operator() == null;
    if (!onlyPartition) {
      KeyCondition sameSort =
          new KeyCondition(
              partitionOf(target.keys(), startKey),
              condition.sortPrefix(),
              condition.operator(),
              condition.low(),
              condition.high());
      if (!KeyConditionRange.of(sameSort, target.path()).contains(key)) {
        throw new FaultException(ReadFault.Plain.START_KEY_NOT_MATCHING);
      }
    }
    byte[] bytes = KeyLayout.beginWith(KeyBuilder.ofThread(), condition.partition()).toBytes();
    if (key.length < bytes.length || !Arrays.equals(key, 0, bytes.length, bytes, 0, bytes.length)) {
      throw new FaultException(outside(target, onlyPartition));
    }
    return key;
  }

  /**
   * Returns the fault of a start key outside of the range that is read. Source: nubo-db/dynoxide
   * 3.2.0, {@code query.rs}, recorded in four Regions on 2026-10-09.
   */
  private static Fault outside(ReadTarget target, boolean onlyPartition) {
    if (!onlyPartition) {
      return ReadFault.Plain.START_KEY_AT_MOST_ONE;
    }
    return target.path().isTable() && target.keys().sort().isEmpty()
        ? ReadFault.Plain.START_KEY_OF_NO_SORT_KEY
        : ReadFault.Plain.START_KEY_OUTSIDE;
  }

  /**
   * Checks that a start key has as many attributes as the keys of the table and the index together.
   * AWS has four errors for an invalid start key. They differ between Query and Scan, and between
   * the index key and the table's primary key; architect/dynalite {@code test/{query,scan}.js}
   * shows which applies.
   *
   * @param keys the key schema of the table or index to read
   */
  static void requireSize(TableDefinition table, KeySchema keys, Item key) {
    int expected = table.keys().size();
    for (KeyAttribute attribute : keys.attributes()) {
      if (!table.keys().contains(attribute.name())) {
        expected++;
      }
    }
    if (key.attributeCount() != expected) {
      throw new FaultException(ReadFault.Plain.START_KEY_INVALID);
    }
  }

  /**
   * Checks one attribute of the target's key in a start key.
   *
   * @param ofOtherType the fault of a value with another type
   */
  static void requireAttribute(
      ReadTarget target, KeyAttribute attribute, Item key, Fault ofOtherType) {
    AttributeValue value = key.find(attribute.name());
    if (value == null) {
      throw new FaultException(ReadFault.Plain.START_KEY_INVALID);
    }
    if (value.type() != attribute.type()) {
      throw new FaultException(ofOtherType);
    }
    for (KeyPart part : target.keyParts()) {
      if (part.attribute().equals(attribute)) {
        KeyRules.requireLength(part, value.array(), value.start());
      }
    }
  }

  /** Checks the table's primary key in a start key. */
  static void requireTableKeyParts(TableLayout table, Item key) {
    try {
      KeyRules.requireKeyParts(table.table().keys().parts(), table.keyed(key));
    } catch (FaultException e) {
      throw new FaultException(new ReadFault.InvalidStartKey(e.fault()));
    }
  }

  private static List<AttributeValue> partitionOf(KeySchema keys, Item key) {
    List<AttributeValue> values = new ArrayList<>(keys.partition().size());
    for (KeyAttribute attribute : keys.partition()) {
      values.add(Objects.requireNonNull(key.find(attribute.name())));
    }
    return values;
  }
}
