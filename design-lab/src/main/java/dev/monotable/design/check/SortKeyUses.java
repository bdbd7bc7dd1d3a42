package dev.monotable.design.check;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.trace.Trace;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which sort keys are read in an order that matters: by a range, in a direction, or with a limit.
 * Bounded; not thread-safe.
 */
final class SortKeyUses {
  private final Map<SortKey, Set<String>> ordered = new HashMap<>();
  private final Map<SortKey, Set<String>> newest = new HashMap<>();
  private final Overflow manyUses;
  private int uses;

  /** A sort key attribute of a table or of an index. */
  private record SortKey(String table, String attribute) {}

  SortKeyUses(Trace trace) {
    this.manyUses = trace.declare(Bound.SORT_KEY_USES.overflow());
  }

  /** Adds a declared read. */
  void add(Shape shape, @Nullable DesignTable table) {
    if (shape.key() == null || table == null) {
      return;
    }
    boolean backward = !shape.mode().forward();
    boolean limited = shape.mode().limit() != null;
    for (DeclaredKeyAttribute sort : sortKey(table, shape.index())) {
      TermTemplate term = shape.key().find(sort.name());
      add(
          new SortKey(table.name(), sort.name()),
          term == null ? null : term.comparison(),
          term == null ? "" : term.values().get(0).literalPrefix(),
          backward,
          limited);
    }
  }

  /** Adds an observed read. */
  void add(PageRead page, @Nullable DesignTable table) {
    if (table == null) {
      return;
    }
    for (KeyRestriction condition : page.keyConditions()) {
      for (DeclaredKeyAttribute sort : sortKey(table, page.index())) {
        KeyTerm term = find(condition, sort.name());
        String value = term == null ? "" : text(term.values().get(0));
        boolean prefix = term != null && term.comparison() == Comparison.BEGINS_WITH;
        add(
            new SortKey(table.name(), sort.name()),
            term == null ? null : term.comparison(),
            prefix ? value : value.substring(0, SortValues.startOf(value)),
            !page.forward(),
            page.limit() != null);
      }
    }
  }

  private static List<DeclaredKeyAttribute> sortKey(DesignTable table, @Nullable String index) {
    DeclaredKey key = table.findKey(index);
    return key == null ? List.of() : key.sort();
  }

  private static @Nullable KeyTerm find(KeyRestriction condition, String attribute) {
    for (KeyTerm term : condition.terms()) {
      if (term.attribute().equals(attribute)) {
        return term;
      }
    }
    return null;
  }

  private static String text(AttributeValue value) {
    return value.type() == AttributeType.S ? value.string() : "";
  }

  private void add(
      SortKey key,
      @Nullable Comparison comparison,
      String prefix,
      boolean backward,
      boolean limited) {
    boolean range =
        comparison != null
            && comparison != Comparison.EQUAL
            && comparison != Comparison.BEGINS_WITH;
    if (comparison == Comparison.EQUAL || !(range || backward || limited)) {
      return;
    }
    put(ordered, key, prefix);
    if (backward && limited) {
      put(newest, key, prefix);
    }
  }

  private void put(Map<SortKey, Set<String>> of, SortKey key, String prefix) {
    Set<String> known = of.get(key);
    if (known != null && known.contains(prefix)) {
      return;
    }
    if (manyUses.hasRoom(uses)) {
      uses++;
      of.computeIfAbsent(key, k -> new HashSet<>()).add(prefix);
    }
  }

  /** Returns whether the order of the values with a prefix is used. */
  boolean isOrdered(String table, String attribute, String prefix) {
    return contains(ordered, table, attribute, prefix);
  }

  /** Returns whether the last of the values with a prefix are read. */
  boolean isNewest(String table, String attribute, String prefix) {
    return contains(newest, table, attribute, prefix);
  }

  private static boolean contains(
      Map<SortKey, Set<String>> of, String table, String attribute, String prefix) {
    for (String used : of.getOrDefault(new SortKey(table, attribute), Set.of())) {
      if (prefix.startsWith(used) || used.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
