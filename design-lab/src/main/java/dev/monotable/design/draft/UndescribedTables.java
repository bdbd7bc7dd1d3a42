package dev.monotable.design.draft;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables and indexes that requests use and no request describes: the keys that the requests give
 * are theirs. An index may also have been deleted since, and a table created again with another
 * key; a draft cannot contain what no longer fits.
 */
final class UndescribedTables {
  private UndescribedTables() {}

  /** Returns a table with the key of its requests. */
  static DesignTable table(String name, Ledger ledger) {
    return new DesignTable(
        name, key(name, null, ledger), List.of(), List.of(), TableSettings.DEFAULT);
  }

  /** Returns a table with the indexes that requests read and it does not have. */
  static DesignTable withIndexes(DesignTable table, Ledger ledger) {
    List<DeclaredIndex> indexes = new ArrayList<>(table.indexes());
    Set<String> names = new LinkedHashSet<>();
    for (LedgerEntry entry : ledger.entriesOf(table.name())) {
      String index = entry.shape().index();
      if (index != null && table.findIndex(index) == null && names.add(index)) {
        DeclaredKey key = key(table.name(), index, ledger);
        indexes.add(new DeclaredIndex(index, true, key, DeclaredProjection.ALL));
      }
    }
    return names.isEmpty()
        ? table
        : new DesignTable(table.name(), table.key(), indexes, table.entities(), table.settings());
  }

  private static DeclaredKey key(String table, @Nullable String index, Ledger ledger) {
    Set<String> partition = new LinkedHashSet<>();
    Set<String> all = new LinkedHashSet<>();
    for (LedgerEntry entry : ledger.entriesOf(table)) {
      Shape shape = entry.shape();
      boolean same = index == null ? shape.index() == null : index.equals(shape.index());
      KeyConditionTemplate key = shape.key();
      if (!same || key == null) {
        continue;
      }
      for (TermTemplate term : key.terms()) {
        all.add(term.attribute());
        if (shape.action() == Action.QUERY && term.comparison() == Comparison.EQUAL) {
          partition.add(term.attribute());
        }
      }
    }
    partition.addAll(all); // a Query shows which attribute is the partition key
    List<String> names = List.copyOf(partition);
    return names.isEmpty()
        ? DeclaredKey.of("PK", index == null ? "SK" : null)
        : DeclaredKey.of(names.get(0), names.size() > 1 ? names.get(1) : null);
  }

  /** Returns whether the key condition of a shape is one of the table or index that it names. */
  static boolean hasKeyOf(Shape shape, List<DesignTable> tables) {
    KeyConditionTemplate condition = shape.key();
    for (DesignTable table : tables) {
      if (table.name().equals(shape.table())) {
        DeclaredKey key = table.findKey(shape.index());
        return key != null && (condition == null || isConditionOf(condition, key, shape.action()));
      }
    }
    return false;
  }

  private static boolean isConditionOf(
      KeyConditionTemplate condition, DeclaredKey key, Action action) {
    List<DeclaredKeyAttribute> needed = action == Action.QUERY ? key.partition() : key.attributes();
    for (DeclaredKeyAttribute each : needed) {
      TermTemplate term = condition.find(each.name());
      if (term == null || term.comparison() != Comparison.EQUAL) {
        return false;
      }
    }
    return condition.terms().stream().allMatch(term -> key.names().contains(term.attribute()));
  }
}
