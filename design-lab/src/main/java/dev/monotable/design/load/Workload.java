package dev.monotable.design.load;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The load of a whole design.
 *
 * @param tables the tables, with unique names
 * @param patterns the patterns, with unique names; each access names one of the tables
 * @param curve how the patterns' traffic is distributed over a day
 */
public record Workload(List<TableLoad> tables, List<PatternLoad> patterns, DayCurve curve) {
  public Workload {
    tables = List.copyOf(tables);
    patterns = List.copyOf(patterns);
    Set<String> names = new HashSet<>();
    for (TableLoad table : tables) {
      if (!names.add(table.name())) {
        throw new IllegalArgumentException("two tables are named " + table.name());
      }
    }
    Set<String> patternNames = new HashSet<>();
    for (PatternLoad pattern : patterns) {
      if (!patternNames.add(pattern.name())) {
        throw new IllegalArgumentException("two patterns are named " + pattern.name());
      }
      for (AccessLoad access : pattern.accesses()) {
        if (!names.contains(access.table())) {
          throw new IllegalArgumentException(
              "'" + pattern.name() + "' names an unknown table: " + access.table());
        }
      }
    }
  }

  /** Creates a workload whose traffic is the same in every hour. */
  public static Workload of(List<TableLoad> tables, List<PatternLoad> patterns) {
    return new Workload(tables, patterns, DayCurve.FLAT);
  }

  /** Returns a table, or null. */
  public @Nullable TableLoad findTable(String name) {
    for (TableLoad table : tables) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    return null;
  }
}
