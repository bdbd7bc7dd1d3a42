package dev.monotable.engine.operation;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.limits.CapacityUnits;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.model.Capacity;
import dev.monotable.model.ConsumedCapacity;
import dev.monotable.model.ReturnConsumedCapacity;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the capacity units that a request consumes on one table and its indexes, and converts them
 * to ConsumedCapacity.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html">ConsumedCapacity</a>
 */
public final class ConsumedCapacities {
  /** The factor for the units of a transactional read or write. */
  public static final int TRANSACTION_FACTOR = 2;

  private final TableDefinition table;
  private final String named;
  private final boolean byIndex;

  /**
   * Units by the ordinal of the access path: the table, then its indexes; bytes for an index that
   * is measured in them.
   */
  private final double[] units;

  /** Units that count for the total only. */
  private double otherUnits;

  private ConsumedCapacities(TableDefinition table, String named, boolean byIndex) {
    this.table = table;
    this.named = named;
    this.byIndex = byIndex;
    this.units = new double[1 + table.indexes().size()];
  }

  /**
   * Returns a count for a table, or null if the request does not ask for one.
   *
   * @param named the name or ARN of the table in the request; the response repeats it
   * @param mode the request's ReturnConsumedCapacity; no count if it is null or NONE
   */
  public static @Nullable ConsumedCapacities counting(
      TableDefinition table, String named, @Nullable String mode) {
    ReturnConsumedCapacity detail = ReturnConsumedCapacity.find(mode);
    return detail == null || detail == ReturnConsumedCapacity.NONE
        ? null
        : new ConsumedCapacities(table, named, detail == ReturnConsumedCapacity.INDEXES);
  }

  /**
   * Adds the write units of a write, those of its index entries included.
   *
   * @param factor {@link #TRANSACTION_FACTOR} in a transaction, otherwise 1. It applies to the
   *     table only (nubo-db/dynoxide {@code tests/transactional_index_consumed_capacity.rs},
   *     recorded from AWS)
   */
  public void addWrite(WriteOutcome outcome, int factor) {
    add(
        outcome.layout().table(),
        factor * (double) writeUnits(outcome.layout(), outcome.before(), outcome.after()));
    for (AccessPath index : outcome.layout().indexes()) {
      if (index.isMeasuredInBytes()) {
        addBytes(index, outcome);
      } else {
        add(index, outcome.indexUnits(index));
      }
    }
  }

  /** Adds the bytes of an index, which are only reported for the index. */
  private void addBytes(AccessPath index, WriteOutcome outcome) {
    if (byIndex) {
      add(index, (double) outcome.indexBytes(index));
    }
  }

  /** Adds units to the total that belong to neither the table nor an index. */
  void addToTotal(double units) {
    otherUnits += units;
  }

  /**
   * Returns the write units of a table for a write: those of the larger one of two items. Null
   * stands for a missing item; if both are missing, the write costs one unit.
   */
  public static int writeUnits(TableLayout table, @Nullable Item before, @Nullable Item after) {
    int old = before == null ? 0 : table.billedBytes(before);
    int now = after == null ? 0 : table.billedBytes(after);
    return CapacityUnits.write(Math.max(old, now));
  }

  /** Adds read units to the table. */
  public void addTable(double added) {
    units[0] += added;
  }

  /** Adds units to the table or an index. An index that was created after this count is ignored. */
  public void add(AccessPath path, double added) {
    if (path.ordinal() < units.length) {
      units[path.ordinal()] += added;
    }
  }

  /** Returns the read units for a number of bytes. Eventually consistent reads cost half. */
  public static double readUnits(long bytes, boolean consistent) {
    int units = CapacityUnits.read(bytes);
    return consistent ? units : units / 2.0;
  }

  /** Returns the read units of an item in a transaction; null stands for a missing item. */
  public static double transactionalReadUnits(@Nullable Item item) {
    return TRANSACTION_FACTOR * readUnits(item == null ? 0 : item.size(), true);
  }

  /** Returns the count as ConsumedCapacity; null for null. */
  public static @Nullable ConsumedCapacity plain(@Nullable ConsumedCapacities count) {
    return count == null ? null : count.build(false, false);
  }

  /**
   * Returns the count as transactions report it, with read or write units named separately; null
   * for null.
   */
  public static @Nullable ConsumedCapacity transaction(
      @Nullable ConsumedCapacities count, boolean isWrite) {
    return count == null ? null : count.build(!isWrite, isWrite);
  }

  private ConsumedCapacity build(boolean asRead, boolean asWrite) {
    double sum = otherUnits;
    for (int i = 0; i < units.length; i++) {
      sum += i > 0 && table.indexes().get(i - 1).type().isMeasuredInBytes() ? 0 : units[i];
    }
    ConsumedCapacity.Builder answer =
        ConsumedCapacity.builder().tableName(named).capacityUnits(sum);
    if (asRead) {
      answer.readCapacityUnits(sum);
    }
    if (asWrite) {
      answer.writeCapacityUnits(sum);
    }
    if (byIndex) {
      answer.table(capacity(units[0], asRead, asWrite));
      Map<IndexType, Map<String, Capacity>> byType = new LinkedHashMap<>();
      List<IndexDefinition> indexes = table.indexes();
      for (int i = 0; i < indexes.size(); i++) {
        if (units[i + 1] > 0) {
          IndexDefinition index = indexes.get(i);
          byType
              .computeIfAbsent(index.type(), type -> new LinkedHashMap<>())
              .put(index.name(), capacity(units[i + 1], asRead, asWrite));
        }
      }
      byType.forEach((type, byIndex) -> type.report(byIndex, answer));
    }
    return answer.build();
  }

  private static Capacity capacity(double units, boolean asRead, boolean asWrite) {
    Capacity.Builder capacity = Capacity.builder().capacityUnits(units);
    if (asRead) {
      capacity.readCapacityUnits(units);
    }
    if (asWrite) {
      capacity.writeCapacityUnits(units);
    }
    return capacity.build();
  }
}
