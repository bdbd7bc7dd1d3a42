package dev.monotable.design.model;

import dev.monotable.design.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A declared design: tables, the entities in them, the access patterns that they serve, and the
 * findings that are accepted.
 *
 * @param name for people
 * @param description for people; null without one
 * @param tables in the order of the file
 * @param patterns in the order of the file
 * @param scenarios other traffic that its report is about, in the order of the file
 */
public record Design(
    String name,
    @Nullable String description,
    List<DesignTable> tables,
    List<DeclaredPattern> patterns,
    List<AcceptedFinding> accepted,
    List<Scenario> scenarios) {
  public Design {
    tables = List.copyOf(tables);
    patterns = List.copyOf(patterns);
    accepted = List.copyOf(accepted);
    scenarios = List.copyOf(scenarios);
  }

  /** Creates a design without scenarios. */
  public Design(
      String name,
      @Nullable String description,
      List<DesignTable> tables,
      List<DeclaredPattern> patterns,
      List<AcceptedFinding> accepted) {
    this(name, description, tables, patterns, accepted, List.of());
  }

  /** Returns this design with other tables and access patterns. */
  public Design with(List<DesignTable> newTables, List<DeclaredPattern> newPatterns) {
    return new Design(name, description, newTables, newPatterns, accepted, scenarios);
  }

  /** Returns the table with a name, or null. */
  public @Nullable DesignTable findTable(String tableName) {
    for (DesignTable table : tables) {
      if (table.name().equals(tableName)) {
        return table;
      }
    }
    return null;
  }

  /** Returns the access pattern with a name, or null. */
  public @Nullable DeclaredPattern findPattern(String patternName) {
    for (DeclaredPattern pattern : patterns) {
      if (pattern.name().equals(patternName)) {
        return pattern;
      }
    }
    return null;
  }

  /** Returns the access patterns that an observed shape is part of, in the order of the file. */
  public List<DeclaredPattern> patternsOf(Shape observed) {
    List<DeclaredPattern> found = new ArrayList<>();
    for (DeclaredPattern pattern : patterns) {
      if (pattern.find(observed) != null) {
        found.add(pattern);
      }
    }
    return found;
  }

  /** Returns the accepted finding that covers a finding, or null. */
  public @Nullable AcceptedFinding findAccepted(String id, String subject) {
    for (AcceptedFinding each : accepted) {
      if (each.covers(id, subject)) {
        return each;
      }
    }
    return null;
  }
}
