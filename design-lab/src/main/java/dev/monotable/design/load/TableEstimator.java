package dev.monotable.design.load;

import dev.monotable.design.load.StreamLoad.StreamReader;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.TableSettings;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates from the declared entities what a table stores. */
final class TableEstimator {
  private final EntitySizes sizes;
  private final int hoursPerMonth;
  private final List<String> notes;

  TableEstimator(EntitySizes sizes, int hoursPerMonth, List<String> notes) {
    this.sizes = sizes;
    this.hoursPerMonth = hoursPerMonth;
    this.notes = notes;
  }

  TableLoad estimate(DesignTable table) {
    long items = 0;
    long bytes = 0;
    List<String> unknown = new ArrayList<>();
    for (Entity entity : table.entities()) {
      Long count = entity.estimate().count();
      if (count == null) {
        unknown.add(entity.name());
      } else {
        items += count;
        bytes += count * sizes.itemBytes(table, entity);
      }
    }
    if (!unknown.isEmpty() || table.entities().isEmpty()) {
      notes.add(
          "The number of items of "
              + table.name()
              + (unknown.isEmpty() ? "" : " (" + String.join(", ", unknown) + ")")
              + " is not declared; their storage costs 0.");
    }
    List<IndexLoad> indexes = new ArrayList<>();
    for (DeclaredIndex index : table.indexes()) {
      indexes.add(index(table, index));
    }
    TableSettings settings = table.settings();
    return new TableLoad(
        table.name(),
        settings.infrequentAccess(),
        items,
        items == 0 ? 0 : Math.round((double) bytes / items),
        indexes,
        fixed(settings.provisioned()),
        features(table));
  }

  private IndexLoad index(DesignTable table, DeclaredIndex index) {
    long entries = 0;
    long bytes = 0;
    for (Entity entity : table.entities()) {
      Long count = entity.estimate().count();
      if (count != null && entity.isIn(index)) {
        entries += count;
        bytes += count * sizes.entryBytes(table, entity, index);
      }
    }
    return new IndexLoad(
        index.name(),
        !index.global(),
        entries,
        entries == 0 ? 0 : Math.round((double) bytes / entries));
  }

  private static TableLoad.@Nullable FixedCapacity fixed(
      TableSettings.@Nullable Provisioned provisioned) {
    return provisioned == null
        ? null
        : new TableLoad.FixedCapacity(
            Math.max(1, provisioned.readUnits()), Math.max(1, provisioned.writeUnits()));
  }

  private TableLoad.Features features(DesignTable table) {
    TableSettings settings = table.settings();
    List<StreamLoad> streams = new ArrayList<>();
    if (settings.streamView() != null) {
      streams.add(new StreamLoad(StreamReader.LAMBDA, UsageRate.of(4, Per.SECOND)));
      notes.add(
          "The stream of "
              + table.name()
              + " is read by Lambda, as far as is known; that is free.");
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
