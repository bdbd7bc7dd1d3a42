package dev.monotable.design.contract;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.engine.observe.PageRead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key condition that does what a filter does: a table or index whose key consists of the
 * attributes that the key condition and the filter of a read test.
 */
final class KeyAlternatives {
  private final DesignTable table;
  private final PageRead page;
  private final List<KeyTerm> keyTerms;
  private final FilterTerms filter;

  /**
   * A key condition.
   *
   * @param index null for the table
   * @param terms in the order of the key
   * @param rest the number of conditions that remain in a filter
   * @param whole whether the table or index holds whole items
   */
  private record Candidate(@Nullable String index, List<KeyTerm> terms, int rest, boolean whole) {}

  private KeyAlternatives(
      DesignTable table, PageRead page, List<KeyTerm> keyTerms, FilterTerms filter) {
    this.table = table;
    this.page = page;
    this.keyTerms = keyTerms;
    this.filter = filter;
  }

  /**
   * Returns what would have been enough instead of a filter or a Scan; null if nothing is known.
   */
  static @Nullable String find(UsedGroup group, @Nullable DesignTable table) {
    PageRead page = group.page();
    ExpressionText filter = page == null ? null : page.filter();
    if (page == null || filter == null || table == null) {
      return null;
    }
    List<KeyRestriction> restrictions = page.keyConditions();
    FilterTerms terms = FilterTerms.of(filter);
    if (terms == null || restrictions.size() > 1) {
      return null;
    }
    List<KeyTerm> keyTerms = restrictions.isEmpty() ? List.of() : restrictions.get(0).terms();
    return new KeyAlternatives(table, page, keyTerms, terms).find(group);
  }

  private @Nullable String find(UsedGroup group) {
    Candidate best = null;
    for (Candidate each : candidates()) {
      if (best == null || each.rest() < best.rest()) {
        best = each;
      }
    }
    return best == null ? missingIndex(group) : text(best, group);
  }

  private List<Candidate> candidates() {
    List<Candidate> found = new ArrayList<>();
    add(found, null, table.key(), true);
    for (DeclaredIndex index : table.indexes()) {
      if (!page.consistent() || !index.global()) {
        boolean whole = index.projection().kind() == DeclaredProjection.Kind.ALL;
        add(found, index.name(), index.key(), whole);
      }
    }
    return found;
  }

  private void add(List<Candidate> found, @Nullable String index, DeclaredKey key, boolean whole) {
    List<KeyTerm> all = new ArrayList<>(keyTerms);
    all.addAll(filter.terms());
    List<KeyTerm> used = new ArrayList<>();
    for (DeclaredKeyAttribute attribute : key.partition()) {
      KeyTerm equal = find(all, attribute.name(), true);
      if (equal == null) {
        return;
      }
      used.add(equal);
    }
    for (DeclaredKeyAttribute attribute : key.sort()) {
      KeyTerm term = find(all, attribute.name(), true);
      if (term == null) {
        term = find(all, attribute.name(), false);
        if (term != null) {
          used.add(term);
        }
        break;
      }
      used.add(term);
    }
    Set<KeyTerm> kept = new HashSet<>(used);
    int fromFilter = (int) filter.terms().stream().filter(kept::contains).count();
    if (fromFilter > 0 && kept.containsAll(keyTerms)) {
      found.add(
          new Candidate(index, used, filter.terms().size() - fromFilter + filter.others(), whole));
    }
  }

  private static @Nullable KeyTerm find(List<KeyTerm> terms, String attribute, boolean equal) {
    for (KeyTerm term : terms) {
      if (term.attribute().equals(attribute) && equal == (term.comparison() == Comparison.EQUAL)) {
        return term;
      }
    }
    return null;
  }

  private String text(Candidate best, UsedGroup group) {
    StringBuilder text = new StringBuilder("a Query of ").append(table.name());
    text.append(best.index() == null ? "" : "." + best.index()).append(" with the key condition ");
    text.append(new KeyRestriction(best.terms()));
    if (best.rest() > 0) {
      return text.append(" and the rest as its filter").toString();
    }
    return text.append(reads(group, best.whole())).toString();
  }

  /**
   * Says what a Query without a filter reads.
   *
   * @param whole whether the table or index that it reads holds whole items
   */
  private String reads(UsedGroup group, boolean whole) {
    String items = ": reads " + count(group.used().items().returned(), "item");
    if (group.returnedBytes() == UsedGroup.UNKNOWN || !whole || !readsWholeItems()) {
      return items;
    }
    double units = Alternatives.readUnits(group.returnedBytes(), page.consistent());
    return items + ", " + units(units, "read");
  }

  /** Returns whether the read has whole items, so that their size is the same elsewhere. */
  private boolean readsWholeItems() {
    if (page.index() == null) {
      return true;
    }
    DeclaredIndex index = table.findIndex(page.index());
    return index != null && index.projection().kind() == DeclaredProjection.Kind.ALL;
  }

  /** Describes the index whose key has the attributes that the filter tests by equality. */
  private @Nullable String missingIndex(UsedGroup group) {
    List<String> equal = new ArrayList<>();
    List<String> ranges = new ArrayList<>();
    List<KeyTerm> all = new ArrayList<>(keyTerms);
    all.addAll(filter.terms());
    for (KeyTerm term : all) {
      (term.comparison() == Comparison.EQUAL ? equal : ranges).add(term.attribute());
    }
    if (filter.terms().isEmpty() || equal.isEmpty() || ranges.size() > 1) {
      return null;
    }
    equal.addAll(ranges);
    String sort =
        equal.size() == 1
            ? ""
            : " and the sort key "
                + equal.stream().skip(1).distinct().collect(Collectors.joining(", "));
    return "an index with the partition key "
        + equal.get(0)
        + sort
        + ", which no index has now"
        + (filter.others() > 0 ? "" : reads(group, true));
  }
}
