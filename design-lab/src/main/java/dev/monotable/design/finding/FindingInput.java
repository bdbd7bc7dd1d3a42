package dev.monotable.design.finding;

import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input of finding rules.
 *
 * @param design the declared design, or null to judge without one
 * @param ledger what was observed; empty if only the design is judged
 * @param keys the observed values of keys
 */
public record FindingInput(@Nullable Design design, Ledger ledger, KeyCounts keys) {

  /** Returns the declared tables, then the observed ones that are not declared. */
  public List<DesignTable> tables() {
    List<DesignTable> tables = new ArrayList<>();
    if (design != null) {
      tables.addAll(design.tables());
    }
    for (DesignTable table : ledger.tables()) {
      if (design == null || design.findTable(table.name()) == null) {
        tables.add(table);
      }
    }
    return tables;
  }

  /** Returns the table as it is declared, otherwise as it was observed, or null. */
  public @Nullable DesignTable findTable(String name) {
    DesignTable declared = design == null ? null : design.findTable(name);
    return declared == null ? ledger.findTable(name) : declared;
  }

  /** Returns the declared access patterns that a shape is part of. */
  public List<DeclaredPattern> patternsOf(LedgerEntry entry) {
    return design == null ? List.of() : design.patternsOf(entry.shape());
  }

  /**
   * Returns the subject of a finding about a shape: the name of its access pattern if it is part of
   * exactly one, otherwise its text.
   */
  public String subjectOf(LedgerEntry entry) {
    List<DeclaredPattern> patterns = patternsOf(entry);
    return patterns.size() == 1 ? patterns.get(0).name() : entry.shape().toString();
  }

  /** Returns the entities with the primary key of the items of a shape. */
  public List<Entity> entitiesOf(ItemShape shape) {
    DesignTable table = findTable(shape.table());
    return table == null
        ? List.of()
        : table.entities().stream()
            .filter(entity -> entity.covers(table.key().names(), shape.keys()))
            .toList();
  }

  /** Returns the entity of the items of a shape, or the table if that is unclear. */
  public String subjectOf(ItemShape shape) {
    List<Entity> entities = entitiesOf(shape);
    return entities.size() == 1 ? shape.table() + "/" + entities.get(0).name() : shape.table();
  }

  /** Returns the shapes of the written items that are in an index. */
  public List<ItemShape> itemsIn(DesignTable table, DeclaredIndex index) {
    return ledger.items().stream()
        .filter(
            shape ->
                shape.table().equals(table.name())
                    && shape.keys().keySet().containsAll(index.key().names()))
        .toList();
  }
}
