package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds values of the TTL attribute with which an item never expires. The attribute is the declared
 * one, that of a table that exists already, or that of an observed UpdateTimeToLive.
 */
final class TimeToLiveRule implements Detector {
  static final FindingType MILLISECONDS = FindingType.of("ttl-in-milliseconds");
  static final FindingType NOT_A_NUMBER = FindingType.of("ttl-not-a-number");
  static final FindingType TOO_OLD = FindingType.of("ttl-too-old");
  static final FindingRule RULE =
      new FindingRule(List.of(MILLISECONDS, NOT_A_NUMBER, TOO_OLD), TimeToLiveRule::new);

  private static final Duration OLDEST = Duration.ofDays(5 * 365 + 1);

  /** A time that is later than this is not in seconds. */
  private static final Duration LATEST = Duration.ofDays(1000 * 365);

  private final Trace trace;
  private final Map<FindingType, Cases> cases = new LinkedHashMap<>();

  private TimeToLiveRule(Trace trace) {
    this.trace = trace;
    trace.declareTimesToLive();
    for (FindingType type : List.of(MILLISECONDS, NOT_A_NUMBER, TOO_OLD)) {
      cases.put(type, new Cases(trace, type));
    }
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    String attribute = trace.findTimeToLive(written.table());
    Item after = attribute == null ? null : written.after();
    AttributeValue value = after == null || attribute == null ? null : after.find(attribute);
    FindingType type = value == null ? null : find(value, part.at());
    Cases of = type == null ? null : cases.get(type);
    if (attribute != null && value != null && type != null && of != null) {
      of.add(
          part.entity(), () -> Evidence.of(part), () -> advice(attribute, type, value, part.at()));
    }
  }

  private static String advice(
      String attribute, FindingType type, AttributeValue value, Instant now) {
    if (type == MILLISECONDS) {
      BigDecimal milliseconds = new BigDecimal(value.numberText());
      return fill(
          "Write {} = {} instead of {}",
          attribute,
          milliseconds.movePointLeft(3).setScale(0, RoundingMode.DOWN).toPlainString(),
          value.numberText());
    }
    return fill(
        type == NOT_A_NUMBER
            ? "Write {} as a number (N) of seconds, such as {}"
            : "Delete the item, or write {} later than {}",
        attribute,
        now.getEpochSecond());
  }

  private static @Nullable FindingType find(AttributeValue value, Instant now) {
    if (value.type() != AttributeType.N) {
      return NOT_A_NUMBER;
    }
    BigDecimal seconds = new BigDecimal(value.numberText());
    if (seconds.compareTo(BigDecimal.valueOf(now.minus(OLDEST).getEpochSecond())) < 0) {
      return TOO_OLD;
    }
    return seconds.compareTo(BigDecimal.valueOf(now.plus(LATEST).getEpochSecond())) > 0
        ? MILLISECONDS
        : null;
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    cases.forEach(
        (type, of) ->
            findings.addAll(
                of.findings(1, (found, other) -> count(found, "write") + " with " + type.title())));
    return findings;
  }
}
