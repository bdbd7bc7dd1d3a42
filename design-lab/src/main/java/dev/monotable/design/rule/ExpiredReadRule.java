package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds reads that take an expired item as valid: those that do not even ask for the TTL attribute,
 * and those whose declared filter on it is missing.
 */
final class ExpiredReadRule implements Detector {
  static final FindingType TYPE = FindingType.of("expired-item-read");
  static final FindingRule RULE = new FindingRule(List.of(TYPE), ExpiredReadRule::new);

  private final Trace trace;
  private final Cases cases;
  private final Overflow manyItems;

  /** When the items expire that were written last, in seconds since 1970. */
  private final RecentMap<ItemName, BigDecimal> expiry = new RecentMap<>(Bound.READ_ITEMS.most());

  /** An item of a table. */
  private record ItemName(String table, Item key) {}

  private ExpiredReadRule(Trace trace) {
    this.trace = trace;
    trace.declareTimesToLive();
    this.cases = new Cases(trace, TYPE);
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
    if (value != null && value.type() == AttributeType.N) {
      expiry.put(name, new BigDecimal(value.numberText()));
    } else {
      expiry.remove(name);
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

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all =
        new ArrayList<>(
            cases.findings(
                1,
                (found, other) ->
                    count(found, "read")
                        + " returned an expired item without the attribute that says so"));
    all.addAll(FindingRule.each(input, this::withoutFilter));
    return all;
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
