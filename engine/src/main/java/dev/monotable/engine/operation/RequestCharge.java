package dev.monotable.engine.operation;

import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.request.AdmissionCharge;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The consumption of one part of a request, and its table or index. For one request and one thread.
 */
public final class RequestCharge implements AdmissionCharge {
  private final TableLayout table;
  private final AccessPath path;
  private final byte[] position;
  private final @Nullable Item subject;
  private final double units;

  /** Read units of the table, besides those of an index. */
  private final double fetched;

  private final boolean isWrite;
  private final @Nullable KeyedItem before;
  private final @Nullable KeyedItem after;

  private RequestCharge(
      TableLayout table,
      AccessPath path,
      Where where,
      Units units,
      boolean isWrite,
      @Nullable KeyedItem before,
      @Nullable KeyedItem after) {
    this.table = table;
    this.path = path;
    this.position = where.position();
    this.subject = where.subject();
    this.units = units.own();
    this.fetched = units.fetched();
    this.isWrite = isWrite;
    this.before = before;
    this.after = after;
  }

  private record Units(double own, double fetched) {}

  /**
   * The table or index that a part reads or writes.
   *
   * @param position the key in the tree, or with which a page begins; empty for the first key
   * @param subject the item or key; the equality terms of a key condition; null if there is neither
   */
  public record Where(byte[] position, @Nullable Item subject) {}

  static RequestCharge ofRead(
      TableLayout table, AccessPath path, Where where, double units, double fetched) {
    return new RequestCharge(table, path, where, new Units(units, fetched), false, null, null);
  }

  /**
   * Returns the charge of a write.
   *
   * @param before the item before; null if there is none
   * @param after the item after; null if there is none; with the item {@code before} for a
   *     condition check, which does not write indexes
   * @param factor of the units of the table
   */
  static RequestCharge ofWrite(
      TableLayout table,
      Where where,
      @Nullable Item before,
      @Nullable KeyedItem after,
      int factor) {
    Item next = after == null ? null : after.item();
    int units = ConsumedCapacities.writeUnits(table, before, next);
    boolean changes = next != before && !table.indexes().isEmpty();
    return new RequestCharge(
        table,
        table.table(),
        where,
        new Units((double) factor * units, 0),
        true,
        changes && before != null ? table.keyed(before) : null,
        changes ? after : null);
  }

  /** Returns the layout of the table. */
  public TableLayout table() {
    return table;
  }

  /** Returns the table, or the index that is read. */
  public AccessPath path() {
    return path;
  }

  /** Returns the key in the tree of the path, or with which a page begins. */
  public byte[] position() {
    return position;
  }

  /** Returns the units of the path. */
  public double pathUnits() {
    return units;
  }

  /** Returns the read units of the table that a read of an index needs besides. */
  public double fetchedUnits() {
    return fetched;
  }

  @Override
  public boolean isWrite() {
    return isWrite;
  }

  /** Returns the item before a write that changes index entries; null if there is none. */
  public @Nullable KeyedItem before() {
    return before;
  }

  /** Returns the item after a write that changes index entries; null if there is none. */
  public @Nullable KeyedItem after() {
    return after;
  }

  /** Returns the key of an entry in an index, without what makes it unique. */
  public static byte[] entryPosition(AccessPath index, KeyedItem entry) {
    return index.keys().indexPrefix(KeyBuilder.ofThread(), entry).toBytes();
  }

  @Override
  public List<ConsumedUnits> units() {
    String name = table.definition().name();
    List<ConsumedUnits> all = new ArrayList<>(1 + table.indexes().size());
    if (!isWrite) {
      all.add(new ConsumedUnits(name, path.isTable() ? null : path.name(), units, 0));
      if (fetched != 0) {
        all.add(new ConsumedUnits(name, null, fetched, 0));
      }
      return Collections.unmodifiableList(all);
    }
    all.add(new ConsumedUnits(name, null, 0, units));
    if (before != null || after != null) {
      for (AccessPath index : table.indexes()) {
        int entries = index.writeUnits(before, after);
        if (entries > 0) {
          all.add(new ConsumedUnits(name, index.name(), 0, entries));
        }
      }
    }
    return Collections.unmodifiableList(all);
  }

  /** Returns an item or key that has the key of the part in the table or index; null if none. */
  private @Nullable Item item(AccessPath of) {
    if (isWrite && !of.isTable()) {
      KeyedItem entry = after != null ? after : before;
      return entry == null ? subject : entry.item();
    }
    return subject;
  }

  /**
   * Returns the partition key of the part in the table or in an index that it reads or writes; null
   * if it has none.
   */
  public @Nullable Item partitionKey(AccessPath of) {
    Item item = item(of);
    return item == null ? null : partitionKey(of.keys(), item);
  }

  /**
   * Returns the partition key and the sort key of the part in the table or in an index; null if it
   * does not have both.
   */
  public @Nullable Item wholeKey(AccessPath of) {
    Item item = item(of);
    return item == null || !of.keys().hasSort() || !of.keys().isIn(table.keyed(item))
        ? null
        : of.keys().ownKeyOf(item, ItemWriter.ofThread());
  }

  @Nullable Item partitionKey(@Nullable String index) {
    AccessPath throttled = index == null ? table.table() : table.findIndex(index);
    return throttled == null ? null : partitionKey(throttled);
  }

  /** Returns the attributes of a partition key that an item has; null if it has none of them. */
  static @Nullable Item partitionKey(KeyLayout keys, Item item) {
    Item key = keys.partitionKeyOf(item, ItemWriter.ofThread());
    return key.equals(Item.EMPTY) ? null : key;
  }
}
