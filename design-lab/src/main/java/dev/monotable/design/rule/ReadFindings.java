package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.model.Operations;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Findings about what requests read and what they return of it. */
final class ReadFindings {
  /** A share of discarded items from which on a filter is reported, unless a budget allows more. */
  private static final double MOST = 0.5;

  /** A declared access pattern may waste so many dollars a month. */
  private static final int LEAST_WASTE = 1;

  /** A filter that discards more of what it reads may be wrong. */
  private static final double NEARLY_ALL = 0.9;

  /** A table is small if it has no more items, and is not growing. */
  private static final int SMALL = 100;

  private static final int ENOUGH_WRITES = 50;
  private static final double GROWING = 0.1;

  private static final int FEW_ITEMS = 5;
  private static final int ENOUGH_READS = 5;
  private static final int ENOUGH_COUNTS = 2;
  private static final int SEVERAL_ITEMS = 2;
  private static final int ENOUGH_COUNTED = 8;

  /** A use that reads as many times the declared items is reported. */
  private static final int TOO_MANY_TIMES = 4;

  static final FindingType SCAN = FindingType.of("scan", SMALL, ENOUGH_WRITES, percent(GROWING));
  static final FindingType FILTER_DISCARDS =
      FindingType.of(
          "filter-discards-most", FEW_ITEMS, percent(MOST), percent(NEARLY_ALL), LEAST_WASTE);
  static final FindingType FILTER_ON_KEY = FindingType.of("filter-on-key-attribute");
  static final FindingType READS_EVERYTHING =
      FindingType.of("query-reads-everything", RequestTrait.MANY_ITEMS, TOO_MANY_TIMES);
  static final FindingType COUNT =
      FindingType.of("count-by-reading", ENOUGH_COUNTS, SEVERAL_ITEMS, ENOUGH_COUNTED);
  static final FindingType NOTHING_FOUND = FindingType.of("read-finds-nothing", ENOUGH_READS);

  private ReadFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.each(SCAN, ReadFindings::scans),
        FindingRule.each(FILTER_DISCARDS, ReadFindings::discardingFilters),
        FindingRule.each(FILTER_ON_KEY, ReadFindings::filtersOnKeys),
        FindingRule.each(READS_EVERYTHING, ReadFindings::readsOfEverything),
        FindingRule.each(COUNT, ReadFindings::counts),
        FruitlessReadRule.RULE);
  }

  private static @Nullable Finding scans(FindingInput input, LedgerEntry entry) {
    Shape shape = entry.shape();
    if (shape.action() == Action.SCAN && entry.answered() > 0 && !isOfSmallTable(input, entry)) {
      String filter = shape.expressions().filter();
      DesignTable table = input.findTable(shape.table());
      String attribute =
          filter == null || table == null ? null : findName(filter, table.keyAttributes());
      Finding found =
          Statements.finding(
              SCAN,
              input,
              entry,
              "{} of {} read {} and returned {}{}",
              count(entry.answered(), Operations.SCAN.name()),
              shape.target(),
              count(entry.reads().read(), "item"),
              Numbers.plain(entry.reads().returned()),
              attribute == null || table == null
                  ? ""
                  : fill(
                      "; the filter tests {}, a key attribute of {}",
                      attribute,
                      owner(table, attribute)));
      return ReadAdvice.ofScan(found, input, entry);
    }
    return null;
  }

  /** Returns whether requests of a form cost no more than the smallest read. */
  private static boolean costsLeast(LedgerEntry entry) {
    return entry.readUnits() <= entry.answered() * (entry.shape().mode().consistent() ? 1 : 0.5);
  }

  /**
   * Returns whether a Scan returns all of a table that stays small: by the declared numbers of
   * items, otherwise by what was written.
   */
  private static boolean isOfSmallTable(FindingInput input, LedgerEntry entry) {
    String name = entry.shape().table();
    DesignTable table = input.findTable(name);
    if (table == null || entry.shape().expressions().filter() != null || !costsLeast(entry)) {
      return false;
    }
    boolean declared = !table.entities().isEmpty();
    long items = 0;
    for (Entity entity : table.entities()) {
      Long count = entity.estimate().count();
      declared &= count != null;
      items += count == null ? 0 : count;
    }
    if (declared) {
      return items <= SMALL;
    }
    long applied = 0;
    long created = 0;
    for (LedgerEntry each : input.ledger().entriesOf(name)) {
      applied += each.writes().applied();
      created += each.writes().created();
    }
    return applied >= ENOUGH_WRITES && created <= Math.min(SMALL, GROWING * applied);
  }

  private static @Nullable Finding discardingFilters(FindingInput input, LedgerEntry entry) {
    if (entry.shape().expressions().filter() != null
        && entry.reads().read() >= FEW_ITEMS
        && entry.reads().discardedShare() > allowed(input, entry)) {
      Finding found =
          Statements.finding(
              FILTER_DISCARDS,
              input,
              entry,
              RequestTrait.DISCARDS,
              "The filter discards {} of {} ({})",
              entry.reads().discarded(),
              count(entry.reads().read(), "item"),
              percent(entry.reads().discardedShare()));
      return ReadAdvice.ofFilter(found, input, entry);
    }
    return null;
  }

  private static double allowed(FindingInput input, LedgerEntry entry) {
    double allowed = MOST;
    for (DeclaredPattern pattern : input.patternsOf(entry)) {
      Double declared = pattern.budget().maxDiscarded();
      allowed = declared == null ? allowed : Math.max(allowed, declared);
      Frequency frequency = pattern.traffic().frequency();
      if (frequency != null && entry.answered() > 0) {
        double units = frequency.perMonth() * entry.readUnits() / entry.answered();
        boolean little =
            Savings.dollarsOfReads(units) * entry.reads().discardedShare() < LEAST_WASTE;
        allowed = little ? Math.max(allowed, NEARLY_ALL) : allowed;
      }
    }
    return allowed;
  }

  private static @Nullable Finding filtersOnKeys(FindingInput input, LedgerEntry entry) {
    String filter = entry.shape().expressions().filter();
    DesignTable table = input.findTable(entry.shape().table());
    // The filter of a statement is the whole statement, with the condition on its key.
    if (filter != null && table != null && !entry.shape().isStatement()) {
      String attribute = findName(filter, table.keyAttributes());
      if (attribute != null) {
        Finding found =
            Statements.finding(
                FILTER_ON_KEY,
                input,
                entry,
                RequestTrait.DISCARDS,
                "The filter tests {}, a key attribute of {}, and discards {} of {}",
                attribute,
                owner(table, attribute),
                entry.reads().discarded(),
                count(entry.reads().read(), "item"));
        return ReadAdvice.ofFilter(found, input, entry);
      }
    }
    return null;
  }

  private static String owner(DesignTable table, String attribute) {
    if (table.key().names().contains(attribute)) {
      return table.name();
    }
    return table.indexes().stream()
        .filter(index -> index.key().names().contains(attribute))
        .map(index -> table.name() + "." + index.name())
        .findFirst()
        .orElse(table.name());
  }

  /** Returns the first of some attributes that an expression names at the top level, or null. */
  static @Nullable String findName(String expression, Set<String> attributes) {
    Set<String> names = topLevelNames(expression);
    for (String attribute : attributes) {
      if (names.contains(attribute)) {
        return attribute;
      }
    }
    return null;
  }

  /**
   * Returns the words of an expression that are not inside a path. A name with other characters
   * than letters, digits, {@code _} and {@code -} is not found.
   */
  static Set<String> topLevelNames(String expression) {
    return ShapeExpressions.topLevelNames(expression);
  }

  private static @Nullable Finding readsOfEverything(FindingInput input, LedgerEntry entry) {
    if (entry.shape().action() != Action.QUERY || entry.shape().expressions().filter() != null) {
      return null; // what a filter discards is another finding
    }
    Double items = declaredItems(input, entry);
    long uses = Math.max(1, entry.answered() - entry.paging().followed());
    double read = (double) entry.reads().read() / uses;
    if (items != null
        && read >= RequestTrait.MANY_ITEMS
        && read > TOO_MANY_TIMES * Math.max(1, items)) {
      return Statements.finding(
              READS_EVERYTHING,
              input,
              entry,
              RequestTrait.READS_MANY,
              "A use reads {}; the access pattern declares {}",
              count(Math.round(read), "item"),
              number(items))
          .save(
              fill("Read them with Limit {}", (long) Math.ceil(items)),
              Savings.reads(
                  entry.readUnits() / uses,
                  Savings.readUnits(entry, items * entry.reads().bytes() / entry.reads().read())));
    }
    return null;
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static @Nullable Double declaredItems(FindingInput input, LedgerEntry entry) {
    Double most = null;
    for (DeclaredPattern pattern : input.patternsOf(entry)) {
      PatternRequest request = pattern.find(entry.shape());
      Double items = request == null ? null : request.items();
      if (items == null) {
        return null;
      }
      most = most == null ? items : Math.max(most, items);
    }
    return most;
  }

  private static @Nullable Finding counts(FindingInput input, LedgerEntry entry) {
    long requests = entry.answered();
    // With a limit of 1, it is asked whether there is any item.
    Integer limit = entry.shape().mode().limit();
    if (entry.shape().mode().countOnly()
        && requests >= ENOUGH_COUNTS
        && entry.reads().read() >= Math.max(ENOUGH_COUNTED, SEVERAL_ITEMS * requests)
        && (limit == null || limit > 1)) {
      return Statements.finding(
              COUNT,
              input,
              entry,
              RequestTrait.READS_SEVERAL,
              "{} read {} to count them",
              count(requests, "request"),
              count(entry.reads().read(), "item"))
          .save(
              fill(
                  "Keep the number in one item beside what {} selects, and read it",
                  entry.shape().key()),
              ReadAdvice.saving(input, entry, 0));
    }
    return null;
  }

  /** Returns a finding if the reads of a form found nothing. */
  static @Nullable Finding fruitlessRead(FindingInput input, LedgerEntry entry) {
    Action action = entry.shape().action();
    long answered = entry.answered();
    return (action == Action.GET || action == Action.QUERY)
            && entry.shape().key() != null
            && answered > 0
            && entry.reads().read() == 0
            && (answered >= ENOUGH_READS || !isWritten(input, entry))
        ? Statements.finding(
                NOTHING_FOUND,
                input,
                entry,
                "{} of this form found no item",
                count(answered, "read"))
            .withAdvice(written(input, entry))
        : null;
  }

  /** Returns whether an item was written that has the form of the key that a read names. */
  private static boolean isWritten(FindingInput input, LedgerEntry entry) {
    KeyConditionTemplate key = entry.shape().key();
    DesignTable table = input.findTable(entry.shape().table());
    DeclaredKey schema = table == null ? null : table.findKey(entry.shape().index());
    for (ItemShape shape : input.ledger().items()) {
      boolean fits =
          shape.table().equals(entry.shape().table())
              && (schema == null || shape.keys().keySet().containsAll(schema.names()));
      for (TermTemplate term : key == null ? List.<TermTemplate>of() : key.terms()) {
        KeyTemplate own = shape.keys().get(term.attribute());
        KeyTemplate value = term.values().get(0);
        fits &=
            own != null
                && (own.literalPrefix().startsWith(value.literalPrefix())
                    || (!own.literalPrefix().isEmpty() && own.canMeet(value)));
      }
      if (fits) {
        return true;
      }
    }
    return false;
  }

  /** Returns the beginnings of the sort keys that are written under the partition key, or null. */
  private static @Nullable String written(FindingInput input, LedgerEntry entry) {
    KeyConditionTemplate key = entry.shape().key();
    DesignTable table = input.findTable(entry.shape().table());
    DeclaredKey schema = table == null ? null : table.findKey(entry.shape().index());
    if (key == null || schema == null) {
      return null;
    }
    TermTemplate partition = key.terms().get(0);
    boolean alone = schema.sort().isEmpty();
    String sort = alone ? partition.attribute() : schema.sort().get(0).name();
    Set<String> forms = new TreeSet<>();
    for (ItemShape shape : input.ledger().items()) {
      KeyTemplate own = shape.keys().get(partition.attribute());
      KeyTemplate form = shape.keys().get(sort);
      if (shape.table().equals(entry.shape().table())
          && own != null
          && form != null
          && forms.size() < FEW_ITEMS
          && (alone || own.canMeet(partition.values().get(0)))) {
        forms.add(form.text());
      }
    }
    return forms.isEmpty()
        ? "Nothing is written with " + partition
        : fill(
            "What is written{} has {} = {}",
            alone ? "" : " with " + partition,
            sort,
            String.join(" or ", forms));
  }
}
