package dev.monotable.engine.insights;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.Throttled;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.engine.operation.RequestCharge;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionCharge;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.ContributorInsights.Part;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the accessed and the throttled keys of tables and indexes with Contributor Insights. Safe
 * for use by multiple threads.
 */
public final class ContributorCounter implements Admission {
  /** The number of tables and indexes that are counted; the least recently used is forgotten. */
  static final int MAX_RESOURCES = 200;

  /** Guarded by itself, with all that is in it. */
  private final Map<Resource, Counts> resources = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * A table or an index.
   *
   * @param table the ID of the table
   * @param since when its rules were created: with other rules, it is counted again
   */
  private record Resource(String table, @Nullable String index, long since) {}

  private static final class Counts {
    final FrequentKeys accessedPartitions = new FrequentKeys();
    final FrequentKeys accessed = new FrequentKeys();
    final FrequentKeys throttledPartitions = new FrequentKeys();
    final FrequentKeys throttled = new FrequentKeys();
  }

  @Override
  public boolean concerns(OperationSchema<?, ?> operation) {
    return operation.traits().isOnItems();
  }

  @Override
  public void settle(AdmissionRequest request, AdmissionCharge charge, @Nullable Fault rejection) {
    RequestCharge part = (RequestCharge) charge;
    TableLayout layout = part.table();
    ContributorInsights setting = ContributorInsights.of(layout.definition());
    if (setting.parts().isEmpty()) {
      return;
    }
    if (rejection instanceof Throttled throttled) {
      AccessPath path = path(layout, throttled.index());
      count(setting, part, path, 1, true);
    } else if (rejection == null) {
      countAccess(setting, layout, part);
    }
  }

  private static AccessPath path(TableLayout layout, @Nullable String index) {
    AccessPath found = index == null ? null : layout.findIndex(index);
    return found == null ? layout.table() : found;
  }

  private void countAccess(ContributorInsights setting, TableLayout layout, RequestCharge part) {
    AccessPath path = part.path().isGlobal() ? part.path() : layout.table();
    count(setting, part, path, part.pathUnits(), false);
    KeyedItem before = part.before();
    KeyedItem after = part.after();
    if (before != null || after != null) {
      for (AccessPath index : layout.indexes()) {
        int units = index.isGlobal() ? index.writeUnits(before, after) : 0;
        if (units > 0) {
          count(setting, part, index, units, false);
        }
      }
    }
  }

  private void count(
      ContributorInsights setting,
      RequestCharge part,
      AccessPath path,
      double amount,
      boolean throttled) {
    Part rule = setting.find(path.isTable() ? null : path.name());
    if (rule == null || !rule.enabled() || (!throttled && rule.throttledOnly())) {
      return;
    }
    Item partition = part.partitionKey(path);
    if (partition == null) {
      return;
    }
    Item key = part.wholeKey(path);
    synchronized (resources) {
      Counts counts = counts(part.table().definition(), rule);
      (throttled ? counts.throttledPartitions : counts.accessedPartitions).add(partition, amount);
      if (key != null) {
        (throttled ? counts.throttled : counts.accessed).add(key, amount);
      }
    }
  }

  private Counts counts(TableDefinition table, Part rule) {
    Resource resource = new Resource(table.id(), rule.index(), rule.createdAt().toEpochMilli());
    Counts known = resources.get(resource);
    if (known == null) {
      known = new Counts();
      resources.put(resource, known);
      if (resources.size() > MAX_RESOURCES) {
        resources.remove(resources.keySet().iterator().next());
      }
    }
    return known;
  }

  /**
   * Returns what was counted of a table or index.
   *
   * @param index the name of the index; null for the table
   * @param most the number of keys of each kind
   */
  public ContributorReport report(TableDefinition table, @Nullable String index, int most) {
    Part rule = ContributorInsights.of(table).find(index);
    synchronized (resources) {
      Counts counts =
          rule == null || !rule.enabled()
              ? null
              : resources.get(new Resource(table.id(), index, rule.createdAt().toEpochMilli()));
      if (counts == null) {
        return ContributorReport.none(table.name(), index);
      }
      return new ContributorReport(
          table.name(),
          index,
          counts.accessedPartitions.most(most),
          counts.accessed.most(most),
          counts.throttledPartitions.most(most),
          counts.throttled.most(most));
    }
  }
}
