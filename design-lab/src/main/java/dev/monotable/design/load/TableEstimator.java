package dev.monotable.design.load;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.load.StreamLoad.StreamReader;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.relation.BulkPutTotals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Estimates from the declared entities what a table stores. */
final class TableEstimator {
  private final EntitySizes sizes;
  private final List<BulkPutTotals> bulkPuts;
  private final int hoursPerMonth;
  private final List<String> notes;

  /**
   * @param ledger whose bulk operations are noted; null if nothing was observed
   */
  TableEstimator(
      EntitySizes sizes, @Nullable Ledger ledger, int hoursPerMonth, List<String> notes) {
    this.sizes = sizes;
    this.bulkPuts = ledger == null ? List.of() : ledger.bulkPuts();
    this.hoursPerMonth = hoursPerMonth;
    this.notes = notes;
  }

  TableLoad estimate(DesignTable table) {
    List<String> unknown =
        table.entities().stream()
            .filter(entity -> entity.estimate().count() == null)
            .map(Entity::name)
            .toList();
    if (!unknown.isEmpty() || table.entities().isEmpty()) {
      String which = unknown.isEmpty() ? "" : " (" + String.join(", ", unknown) + ")";
      String text = "The number of items of {}{} is not declared; their storage costs 0.";
      notes.add(fill(text, table.name(), which));
    }
    IndexLoad items =
        stored(table.name(), false, table.entities(), each -> sizes.itemBytes(table, each));
    TableSettings settings = table.settings();
    return new TableLoad(
        table.name(),
        settings.infrequentAccess(),
        items.entries(),
        items.entryBytes(),
        table.indexes().stream().map(index -> index(table, index)).toList(),
        fixed(settings.provisioned()),
        features(table));
  }

  private IndexLoad index(DesignTable table, DeclaredIndex index) {
    List<Entity> inside = table.entities().stream().filter(each -> each.isIn(index)).toList();
    return stored(
        index.name(), !index.global(), inside, each -> sizes.entryBytes(table, each, index));
  }

  /** Returns the number and the average size of the items of entities whose number is known. */
  private static IndexLoad stored(
      String name, boolean local, List<Entity> entities, ToLongFunction<Entity> size) {
    long items = 0;
    long bytes = 0;
    for (Entity entity : entities) {
      Long count = entity.estimate().count();
      if (count != null) {
        items += count;
        bytes += count * size.applyAsLong(entity);
      }
    }
    return new IndexLoad(name, local, items, items == 0 ? 0 : Math.round((double) bytes / items));
  }

  private static TableLoad.@Nullable FixedCapacity fixed(
      TableSettings.@Nullable Provisioned provisioned) {
    return provisioned == null
        ? null
        : new TableLoad.FixedCapacity(
            Math.max(1, provisioned.readUnits()), Math.max(1, provisioned.writeUnits()));
  }

  private void noteBulkPuts(DesignTable table) {
    for (BulkPutTotals each : bulkPuts) {
      if (each.table().equals(table.name())) {
        String text = "{} in the tier {} put {} bytes into {} and its indexes.";
        String operations = Words.count(each.operations(), "bulk operation");
        notes.add(fill(text, operations, each.tier(), Numbers.plain(each.bytes()), table.name()));
      }
    }
  }

  private TableLoad.Features features(DesignTable table) {
    noteBulkPuts(table);
    TableSettings settings = table.settings();
    List<StreamLoad> streams = new ArrayList<>();
    if (settings.streamView() != null) {
      streams.add(new StreamLoad(StreamReader.LAMBDA, UsageRate.of(4, Per.SECOND)));
      String text = "The stream of {} is read by Lambda, as far as is known; that is free.";
      notes.add(fill(text, table.name()));
    }
    BigDecimal expired = BigDecimal.ZERO;
    for (Entity entity : table.entities()) {
      Long count = entity.estimate().count();
      Duration lifetime = entity.estimate().lifetime();
      if (settings.timeToLive() != null
          && count != null
          && lifetime != null
          && lifetime.toSeconds() > 0) {
        // The number is steady: as many expire as are added.
        BigDecimal month = BigDecimal.valueOf(hoursPerMonth * 3_600L);
        expired =
            expired.add(
                BigDecimal.valueOf(count)
                    .multiply(month)
                    .divide(BigDecimal.valueOf(lifetime.toSeconds()), MathContext.DECIMAL64));
      }
    }
    return new TableLoad.Features(
        settings.regions(),
        settings.pointInTimeRecovery(),
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        streams,
        new UsageRate(expired, Per.MONTH));
  }
}
