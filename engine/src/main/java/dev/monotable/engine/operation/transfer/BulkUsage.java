package dev.monotable.engine.operation.transfer;

import dev.monotable.engine.commit.WriteOutcome;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.model.BulkOperationBytes;
import dev.monotable.model.BulkOperationUsage;
import dev.monotable.model.BulkOperationVectorBytes;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The bytes that the puts of a commit of a bulk operation have written. For one thread. */
final class BulkUsage {
  private final String table;
  private final Map<String, Long> indexBytes = new TreeMap<>();
  private long bytes;

  /**
   * @param table the name of the table
   */
  BulkUsage(String table) {
    this.table = table;
  }

  /** Returns the name of the table. */
  String table() {
    return table;
  }

  /** Adds a put: the size of the item, and those of its entries in indexes. */
  void add(WriteOutcome outcome) {
    Item item = outcome.after();
    bytes += item == null ? 0 : item.size();
    List<AccessPath> indexes = outcome.layout().indexes();
    for (int i = 0; i < indexes.size(); i++) {
      int entry = outcome.entryBytes(indexes.get(i));
      if (entry > 0) {
        indexBytes.merge(indexes.get(i).name(), (long) entry, Long::sum);
      }
    }
  }

  /**
   * Returns the sum with what was written before.
   *
   * @param before null if nothing was
   */
  List<BulkOperationUsage> addTo(@Nullable List<BulkOperationUsage> before, TableLayout layout) {
    BulkOperationUsage known =
        before == null ? BulkOperationUsage.builder().build() : before.get(0);
    Map<String, Long> local =
        bytesOf(known.localSecondaryIndexes(), BulkOperationBytes::bulkPutBytes);
    Map<String, Long> global =
        bytesOf(known.globalSecondaryIndexes(), BulkOperationBytes::bulkPutBytes);
    Map<String, Long> vector =
        bytesOf(known.vectorIndexes(), BulkOperationVectorBytes::bulkPutVectorBytes);
    for (AccessPath index : layout.indexes()) {
      Map<String, Long> kind =
          index.isLocal() ? local : index.isMeasuredInBytes() ? vector : global;
      kind.merge(index.name(), indexBytes.getOrDefault(index.name(), 0L), Long::sum);
    }
    BulkOperationBytes old = known.table();
    long own = bytes + (old == null || old.bulkPutBytes() == null ? 0 : old.bulkPutBytes());
    return List.of(
        BulkOperationUsage.builder()
            .tableName(table)
            .bulkPutBytes(own + sum(local) + sum(global))
            .table(new BulkOperationBytes(own))
            .localSecondaryIndexes(described(local, BulkOperationBytes::new))
            .globalSecondaryIndexes(described(global, BulkOperationBytes::new))
            .vectorIndexes(described(vector, BulkOperationVectorBytes::new))
            .build());
  }

  private static <T> Map<String, Long> bytesOf(
      @Nullable Map<String, T> indexes, Function<T, @Nullable Long> bytes) {
    Map<String, Long> known = new TreeMap<>();
    if (indexes != null) {
      indexes.forEach(
          (name, index) -> {
            Long of = bytes.apply(index);
            known.put(name, of == null ? 0 : of);
          });
    }
    return known;
  }

  private static long sum(Map<String, Long> indexes) {
    long sum = 0;
    for (long each : indexes.values()) {
      sum += each;
    }
    return sum;
  }

  private static <T> @Nullable Map<String, T> described(
      Map<String, Long> indexes, Function<Long, T> description) {
    if (indexes.isEmpty()) {
      return null;
    }
    Map<String, T> described = new LinkedHashMap<>();
    indexes.forEach((name, count) -> described.put(name, description.apply(count)));
    return described;
  }
}
