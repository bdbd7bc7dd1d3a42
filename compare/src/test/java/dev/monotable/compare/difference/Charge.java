package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.workload.TestTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Capacity units of a table and of its indexes. */
final class Charge {
  private final TestTable table;
  private double tableUnits;
  private final Map<String, Double> indexUnits = new LinkedHashMap<>();

  Charge(TestTable table) {
    this.table = table;
  }

  Charge addTable(double units) {
    tableUnits += units;
    return this;
  }

  Charge addIndex(TestTable.Index index, double units) {
    indexUnits.merge(index.name(), units, Double::sum);
    return this;
  }

  void add(Charge other) {
    tableUnits += other.tableUnits;
    other.indexUnits.forEach((name, units) -> indexUnits.merge(name, units, Double::sum));
  }

  /**
   * Returns the JSON of a response. Indexes without cost are omitted, unless an index was read.
   *
   * @param kind the member for the kind of units, or null for none
   */
  ObjectNode answer(boolean withParts, @Nullable String kind) {
    double sum = tableUnits;
    for (double units : indexUnits.values()) {
      sum += units;
    }
    ObjectNode answer = units(sum, kind).put("TableName", table.name());
    if (withParts) {
      answer.set("Table", units(tableUnits, kind));
      indexUnits.forEach(
          (name, units) -> {
            TestTable.Index index = table.index(name);
            answer
                .withObjectProperty(
                    index != null && index.local()
                        ? "LocalSecondaryIndexes"
                        : "GlobalSecondaryIndexes")
                .set(name, units(units, kind));
          });
    }
    return answer;
  }

  private static ObjectNode units(double units, @Nullable String kind) {
    ObjectNode capacity = Json.object().put("CapacityUnits", units);
    return kind == null ? capacity : capacity.put(kind, units);
  }
}
