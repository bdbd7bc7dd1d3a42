package dev.monotable.design.relation;

import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.BulkOperationTableDetail;
import dev.monotable.model.BulkOperationUsage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The totals of the bulk operations on a table. A ledger has no entry for them, because their puts
 * are not requests and consume no capacity.
 *
 * @param table the name of the table
 * @param tier the performance tier, {@code STANDARD} or {@code ACCELERATED}
 * @param operations the number of operations that have ended, also of those that failed or were
 *     cancelled
 * @param items the processed items
 * @param failedItems those of them that failed
 * @param bytes the size of the items in the table and in its indexes, except for vector indexes
 * @param vectorBytes their size in vector indexes
 */
public record BulkPutTotals(
    String table,
    String tier,
    long operations,
    long items,
    long failedItems,
    long bytes,
    long vectorBytes) {

  /** Returns the totals of one operation, which has ended. */
  public static BulkPutTotals of(BulkOperationDescription operation) {
    List<BulkOperationTableDetail> tables = Objects.requireNonNull(operation.tableDetails());
    List<BulkOperationUsage> usage = operation.bulkOperationUsage();
    long bytes = 0;
    long vectorBytes = 0;
    for (BulkOperationUsage each : usage == null ? List.<BulkOperationUsage>of() : usage) {
      bytes += count(each.bulkPutBytes());
      if (each.vectorIndexes() != null) {
        for (var index : each.vectorIndexes().values()) {
          vectorBytes += count(index.bulkPutVectorBytes());
        }
      }
    }
    return new BulkPutTotals(
        Objects.requireNonNull(tables.get(0).tableName()),
        Objects.requireNonNull(operation.performanceTier()),
        1,
        count(operation.processedItemCount()),
        count(operation.failedItemCount()),
        bytes,
        vectorBytes);
  }

  private static long count(@Nullable Long number) {
    return number == null ? 0 : number;
  }

  /** Returns the sum with that of other operations on the same table. */
  public BulkPutTotals plus(BulkPutTotals other) {
    return new BulkPutTotals(
        table,
        tier,
        operations + other.operations,
        items + other.items,
        failedItems + other.failedItems,
        bytes + other.bytes,
        vectorBytes + other.vectorBytes);
  }
}
