package dev.monotable.engine.table;

import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.storage.TreeCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The setting of CloudWatch Contributor Insights, for a table and each of its global indexes.
 *
 * @param parts those for which it was ever enabled, the table first
 */
public record ContributorInsights(List<Part> parts) implements TableSetting {
  private static final ContributorInsights NONE = new ContributorInsights(List.of());

  /** The type of this setting. */
  public static final SettingType<ContributorInsights> TYPE =
      SettingType.of(4, ContributorInsights::form);

  public ContributorInsights {
    parts = List.copyOf(parts);
  }

  /** The state at a time, as AWS names it. */
  public enum Status {
    ENABLING,
    ENABLED,
    DISABLING,
    DISABLED
  }

  /**
   * The setting of a table or of a global index.
   *
   * @param index the name of the index; null for the table
   * @param enabled whether insights are enabled, or being enabled
   * @param throttledOnly whether only throttled keys are counted
   * @param changedAt when the last change began
   * @param dueAt when the last change ends
   * @param createdAt when the rules were created, which have this time in their names
   */
  public record Part(
      @Nullable String index,
      boolean enabled,
      boolean throttledOnly,
      Instant changedAt,
      Instant dueAt,
      Instant createdAt) {
    /** Returns the state at a time. */
    public Status status(Instant now) {
      boolean changing = dueAt.isAfter(now);
      if (enabled) {
        return changing ? Status.ENABLING : Status.ENABLED;
      }
      return changing ? Status.DISABLING : Status.DISABLED;
    }

    /** Returns when the state last changed, at a time. */
    public Instant updatedAt(Instant now) {
      return dueAt.isAfter(now) ? changedAt : dueAt;
    }

    private static Part form(Fields fields, @Nullable Part of) {
      return new Part(
          fields.optionalString(of, Part::index),
          fields.truth(of, Part::enabled),
          fields.truth(of, Part::throttledOnly),
          fields.time(of, Part::changedAt),
          fields.time(of, Part::dueAt),
          fields.time(of, Part::createdAt));
    }
  }

  /** Returns whether insights are enabled for any table of a database. */
  public static boolean isUsed(DatabaseState state) {
    TreeCursor<TableState> tables = state.tables().cursor();
    for (boolean more = tables.first(); more; more = tables.next()) {
      for (Part part : of(tables.value().definition()).parts()) {
        if (part.enabled()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the setting of a table. */
  public static ContributorInsights of(TableDefinition table) {
    ContributorInsights setting = table.setting(TYPE);
    return setting == null ? NONE : setting;
  }

  /**
   * Returns the setting of the table or of an index; null if insights were never enabled for it.
   *
   * @param index the name of the index; null for the table
   */
  public @Nullable Part find(@Nullable String index) {
    for (Part part : parts) {
      if (index == null ? part.index() == null : index.equals(part.index())) {
        return part;
      }
    }
    return null;
  }

  /** Returns this with another setting of a table or index, and without those of former indexes. */
  public ContributorInsights with(Part changed, TableDefinition table) {
    List<Part> next = new ArrayList<>();
    boolean replaced = false;
    for (Part part : parts) {
      if (part.index() == null || table.findIndex(part.index()) != null) {
        boolean same = Objects.equals(part.index(), changed.index());
        next.add(same ? changed : part);
        replaced |= same;
      }
    }
    if (!replaced) {
      next.add(changed.index() == null ? 0 : next.size(), changed);
    }
    return new ContributorInsights(next);
  }

  @Override
  public SettingType<ContributorInsights> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return parts.isEmpty();
  }

  private static ContributorInsights form(Fields fields, @Nullable ContributorInsights of) {
    return new ContributorInsights(fields.list(of, ContributorInsights::parts, Part::form));
  }
}
