package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.proposal.OtherResults;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads that take an expired item as valid: those that do not even ask for the TTL attribute,
 * and those whose declared filter on it is missing.
 */
final class ExpiredReadRule implements Detector {
  static final FindingType TYPE = FindingType.of("expired-item-read");
  static final FindingRule RULE = new FindingRule(List.of(TYPE), ExpiredReadRule::new);

  /** A program that reads an expired item once may look at its time. */
  private static final int ENOUGH_PAGES = 3;

  /** Larger item collections are not followed. */
  private static final int MAX_ITEMS = 100;

  /** The time of an item without a TTL attribute. */
  private static final BigDecimal NEVER = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Trace trace;
  private final Cases cases;
  private final Cases pages;
  private final Overflow manyItems;

  /** When the items expire that were written last, in seconds since 1970. */
  private final RecentMap<ItemName, BigDecimal> expiry = new RecentMap<>(Bound.READ_ITEMS.most());

  /** When the items of the item collections expire that were written last, by their sort keys. */
  private final RecentMap<Collection, Map<AttributeValue, BigDecimal>> collections =
      new RecentMap<>(Bound.READ_ITEMS.most());

  /** An item collection of a table. */
  private record Collection(String table, AttributeValue partition) {}

  /** An item of a table. */
  private record ItemName(String table, Item key) {}

  private ExpiredReadRule(Trace trace) {
    this.trace = trace;
    trace.declareTimesToLive();
    this.cases = new Cases(trace, TYPE);
    this.pages = new Cases(trace, TYPE);
    this.manyItems = trace.declare(Bound.READ_ITEMS, TYPE.id());
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    String attribute = trace.findTimeToLive(written.table());
    if (attribute == null) {
      return;
    }
    ItemName name = new ItemName(written.table(), written.key());
    Item after = written.after();
    AttributeValue value = after == null ? null : after.find(attribute);
    boolean expires = value != null && value.type() == AttributeType.N;
    set(expiry, name, expires ? value : null);
    DesignTable table = trace.findTable(written.table());
    if (table != null && !table.key().sort().isEmpty()) {
      AttributeValue partition = written.key().find(table.key().partition().get(0).name());
      AttributeValue sort = written.key().find(table.key().sort().get(0).name());
      if (partition != null && sort != null) {
        follow(
            new Collection(written.table(), partition),
            sort,
            after != null,
            expires ? value : null);
      }
    }
  }

  /** Remembers when an item of a collection expires, or that it was deleted. */
  private void follow(
      Collection of, AttributeValue sort, boolean exists, @Nullable AttributeValue time) {
    Map<AttributeValue, BigDecimal> items = collections.get(of);
    if (items == null) {
      items = new HashMap<>();
      collections.put(of, items);
    }
    if (!exists) {
      items.remove(sort);
    } else if (items.size() < MAX_ITEMS || items.containsKey(sort)) {
      items.put(sort, time == null ? NEVER : new BigDecimal(time.numberText()));
    }
  }

  private static <K> void set(RecentMap<K, BigDecimal> times, K of, @Nullable AttributeValue time) {
    if (time == null) {
      times.remove(of);
    } else {
      times.put(of, new BigDecimal(time.numberText()));
    }
  }

  @Override
  public void read(TracedPart part, ItemRead read) {
    String attribute = trace.findTimeToLive(read.table());
    if (attribute == null || read.projection() == null || read.item() == null) {
      return;
    }
    if (ReadFindings.topLevelNames(read.projection().template()).contains(attribute)) {
      return;
    }
    BigDecimal at = expiry.get(new ItemName(read.table(), read.key()));
    if (at == null && expiry.overflowed()) {
      manyItems.add();
    }
    if (at != null && at.compareTo(BigDecimal.valueOf(part.at().getEpochSecond())) < 0) {
      cases.add(
          part.subject(),
          () -> Evidence.of(part),
          () -> fill("Request {} as well, and ignore the item if it is in the past", attribute));
    }
  }

  /**
   * Looks for expired items in an item collection that a Query returns as a whole, or by a prefix.
   */
  @Override
  public void page(TracedPart part, PageRead page) {
    String attribute = trace.findTimeToLive(page.table());
    DesignTable table = attribute == null ? null : trace.findTable(page.table());
    if (table == null
        || attribute == null
        || page.index() != null
        || table.key().sort().isEmpty()
        || page.filter() != null
        || page.startKey() != null
        || page.lastEvaluatedKey() != null
        || page.keyConditions().size() != 1) {
      return;
    }
    Map<AttributeValue, BigDecimal> items = null;
    KeyTerm range = null;
    for (KeyTerm term : page.keyConditions().get(0).terms()) {
      if (!term.attribute().equals(table.key().partition().get(0).name())) {
        range = term;
      } else if (term.comparison() == KeyTerm.Comparison.EQUAL) {
        items = collections.get(new Collection(page.table(), term.values().get(0)));
      }
    }
    if (items != null
        && items.size() < MAX_ITEMS
        && returnsExpired(page, items, range, part.at())) {
      pages.add(
          part.subject(),
          () -> Evidence.of(part),
          () -> fill("Query with the filter {} > :now", attribute));
    }
  }

  /** Returns whether an expired item is among those that a page returns. */
  private static boolean returnsExpired(
      PageRead page, Map<AttributeValue, BigDecimal> items, @Nullable KeyTerm range, Instant at) {
    BigDecimal now = BigDecimal.valueOf(at.getEpochSecond());
    int all = 0;
    int expired = 0;
    for (Map.Entry<AttributeValue, BigDecimal> each : items.entrySet()) {
      if (range == null || hasPrefix(each.getKey(), range)) {
        all++;
        expired += each.getValue().compareTo(now) < 0 ? 1 : 0;
      }
    }
    // Fewer are returned if some have been deleted since they expired.
    return expired > 0 && page.returned() >= all;
  }

  private static boolean hasPrefix(AttributeValue sort, KeyTerm range) {
    AttributeValue prefix = range.values().get(0);
    return range.comparison() == KeyTerm.Comparison.BEGINS_WITH
        && sort.type() == AttributeType.S
        && prefix.type() == AttributeType.S
        && sort.string().startsWith(prefix.string());
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all =
        new ArrayList<>(
            cases.findings(
                1,
                (found, other) ->
                    count(found, "read")
                        + " returned an expired item without the attribute that says so"));
    Set<String> found = new HashSet<>();
    for (Finding each : FindingRule.each(input, this::withoutFilter)) {
      found.add(each.subject());
      each.evidence().forEach(evidence -> found.add(evidence.text()));
      all.add(each);
    }
    pages
        .findings(
            ENOUGH_PAGES,
            0,
            (number, other) ->
                count(number, Operations.QUERY.name(), "Queries")
                    + " returned an expired item, without a filter on the TTL attribute")
        .stream()
        .filter(each -> !found.contains(each.subject()) && !isDeclared(each, found))
        .forEach(all::add);
    all.replaceAll(each -> withTrial(input, each));
    return all;
  }

  /** Returns a finding with the change that its advice proposes. */
  private Finding withTrial(FindingInput input, Finding finding) {
    LedgerEntry entry = entry(input, finding);
    String attribute = entry == null ? null : trace.findTimeToLive(entry.shape().table());
    return entry == null || attribute == null || entry.shape().key() == null
        ? finding
        : finding.withAdvice(
            finding.advice(),
            new Trial(
                Trial.Kind.CALCULATED,
                null,
                new OtherResults(entry.shape(), OtherResults.Kind.UNEXPIRED, attribute)));
  }

  /** Returns the shape of a finding: of its evidence, if a pattern with another shape is meant. */
  private @Nullable LedgerEntry entry(FindingInput input, Finding finding) {
    for (LedgerEntry entry : input.ledger().entries()) {
      Finding declared = withoutFilter(input, entry);
      if (declared != null && declared.subject().equals(finding.subject())) {
        return entry;
      }
    }
    return Savings.entry(input, finding.subject());
  }

  /** Returns whether a Query is part of a finding that names the declared filter. */
  private static boolean isDeclared(Finding finding, Set<String> evidence) {
    return finding.evidence().stream().anyMatch(each -> evidence.contains(each.text()));
  }

  /** Returns a finding if the design declares a filter on the TTL attribute for a read. */
  private @Nullable Finding withoutFilter(FindingInput input, LedgerEntry entry) {
    Shape shape = entry.shape();
    Design design = input.design();
    String attribute = trace.findTimeToLive(shape.table());
    if (design == null
        || attribute == null
        || shape.action() != Action.QUERY
        || shape.expressions().filter() != null
        || !design.patternsOf(shape).isEmpty()) {
      return null;
    }
    for (DeclaredPattern pattern : design.patterns()) {
      for (PatternRequest request : pattern.requests()) {
        String filter = request.shape().expressions().filter();
        if (filter != null
            && ReadFindings.topLevelNames(filter).contains(attribute)
            && pattern.find(shape.withExpressions(filtered(shape, filter))) == request) {
          return Finding.of(
                  TYPE,
                  pattern.name(),
                  fill("{} without the filter {}", count(entry.answered(), "request"), filter),
                  Statements.evidence(entry))
              .advise("Send the {} with the FilterExpression {}", shape.operation(), filter);
        }
      }
    }
    return null;
  }

  private static ShapeExpressions filtered(Shape shape, String filter) {
    ShapeExpressions sent = shape.expressions();
    return new ShapeExpressions(filter, sent.projection(), sent.condition(), sent.update());
  }
}
