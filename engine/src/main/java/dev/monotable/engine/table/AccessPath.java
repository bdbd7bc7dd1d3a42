package dev.monotable.engine.table;

import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.value.Item;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The table, or one of its indexes: where a read finds items and what a write has to keep up to
 * date. It knows the keys of its tree, which attributes it holds, and what a write costs there. A
 * path belongs to one {@link TableLayout} and is prepared with it.
 */
public final class AccessPath {
  /** The least that a write of an entry costs in an index that is measured in bytes. */
  private static final int MIN_WRITE_BYTES = 1024;

  private final String name;
  private final int ordinal;
  private final @Nullable IndexDefinition index;
  private final KeyLayout keys;
  private final ProjectedAttributes projection;
  private final boolean local;
  private final boolean queried;
  private final boolean inBytes;
  private final Limits limits;

  /** Decides about entries besides the key; null if the key alone decides. */
  private final IndexDefinition.@Nullable Settings settings;

  AccessPath(
      String name,
      int ordinal,
      @Nullable IndexDefinition index,
      KeyLayout keys,
      ProjectedAttributes projection,
      Limits limits) {
    this.name = name;
    this.ordinal = ordinal;
    this.index = index;
    this.keys = keys;
    this.projection = projection;
    this.limits = limits;
    this.local = index != null && index.type().isLocal();
    this.queried = index == null || index.type().isQueried();
    this.inBytes = index != null && index.type().isMeasuredInBytes();
    this.settings = index == null ? null : index.settings();
  }

  /** Returns the name of the table or of the index. */
  public String name() {
    return name;
  }

  /** Returns the position among the paths of the layout: 0 for the table, then the indexes. */
  public int ordinal() {
    return ordinal;
  }

  /** Returns the limits of the database. */
  public Limits limits() {
    return limits;
  }

  /** Returns whether this is the table itself. */
  public boolean isTable() {
    return index == null;
  }

  /**
   * Returns the definition of the index.
   *
   * @throws NullPointerException if this is the table
   */
  public IndexDefinition index() {
    return Objects.requireNonNull(index);
  }

  /** Returns whether this is an index with partitions of its own. */
  public boolean isGlobal() {
    return index != null && !local;
  }

  /**
   * Returns whether this is a local index, whose entries count towards the size of item
   * collections.
   */
  public boolean isLocal() {
    return local;
  }

  /**
   * Returns whether Query, Scan and SELECT read this: the table, or an index of a suitable type.
   */
  public boolean isQueried() {
    return queried;
  }

  /** Returns whether an item has an entry in this index: indexes are sparse. */
  public boolean hasEntry(KeyedItem item) {
    return keys.isIn(item) && (settings == null || settings.admits(item));
  }

  /** Returns an item if it has an entry in this index, else null. */
  public @Nullable KeyedItem entry(@Nullable KeyedItem item) {
    return item != null && hasEntry(item) ? item : null;
  }

  /** Returns the keys of the tree. */
  public KeyLayout keys() {
    return keys;
  }

  /** Returns the attributes that are held. */
  public ProjectedAttributes projection() {
    return projection;
  }

  /** Returns what a change of one item does to its entry in an index; null if it does nothing. */
  public IndexChange.@Nullable Kind change(@Nullable KeyedItem before, @Nullable KeyedItem after) {
    KeyedItem old = entry(before);
    KeyedItem now = entry(after);
    if (old == null) {
      return now == null ? null : IndexChange.Kind.ADDED;
    }
    if (now == null) {
      return IndexChange.Kind.REMOVED;
    }
    if (!keys.isSame(old, now)) {
      return IndexChange.Kind.MOVED;
    }
    return isSame(old, now) ? null : IndexChange.Kind.UPDATED;
  }

  /** Returns whether two items with the same key have the same entry. */
  private boolean isSame(KeyedItem old, KeyedItem now) {
    return projection.isSame(old.item(), now.item())
        && (settings == null || settings.isSame(old.item(), now.item()));
  }

  /** Returns the size of the entry of an item in an index, in DynamoDB's bytes. */
  public int entryBytes(Item item) {
    return settings == null ? projection.size(item) : settings.entryBytes(item, projection);
  }

  /**
   * Returns whether a write of an entry is measured in {@linkplain #writeBytes bytes} rather than
   * in units.
   */
  public boolean isMeasuredInBytes() {
    return inBytes;
  }

  /**
   * Returns the bytes that a change of one item costs in an index that is measured in them, at
   * least 1,024 for each entry that is written or removed (nubo-db/dynamodb-conformance {@code
   * tests/tier2/vectorSearch/consumedCapacity}; a moved entry: ExtendDB/extenddb, 2026-08-13).
   */
  public long writeBytes(@Nullable KeyedItem before, @Nullable KeyedItem after) {
    KeyedItem old = entry(before);
    KeyedItem now = entry(after);
    long oldBytes = old == null ? 0 : Math.max(MIN_WRITE_BYTES, entryBytes(old.item()));
    long newBytes = now == null ? 0 : Math.max(MIN_WRITE_BYTES, entryBytes(now.item()));
    if (old != null && now != null && keys.isSame(old, now)) {
      return isSame(old, now) ? 0 : Math.max(oldBytes, newBytes);
    }
    return oldBytes + newBytes;
  }

  /**
   * Returns the write units that a change of one item costs in an index.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes">Write
   *     capacity units of global indexes</a>
   */
  public int writeUnits(@Nullable KeyedItem before, @Nullable KeyedItem after) {
    if (inBytes) {
      return 0;
    }
    KeyedItem old = entry(before);
    KeyedItem now = entry(after);
    int oldSize = old == null ? 0 : projection.size(old.item());
    int newSize = now == null ? 0 : projection.size(now.item());
    if (old != null && now != null && keys.isSame(old, now)) {
      return projection.isSame(old.item(), now.item())
          ? 0
          : CapacityUnits.write(Math.max(oldSize, newSize));
    }
    return (old == null ? 0 : CapacityUnits.write(oldSize))
        + (now == null ? 0 : CapacityUnits.write(newSize));
  }
}
