package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds values of the TTL attribute with which an item never expires. The attribute is the declared
 * one, that of a table that exists already, or that of an observed UpdateTimeToLive.
 */
final class TimeToLiveRule implements FindingRule {
  private static final String PAGE = GUIDE + "time-to-live-ttl-before-you-start.html";

  static final FindingType MILLISECONDS =
      new FindingType(
          "ttl-in-milliseconds",
          Severity.ERROR,
          "a TTL attribute in milliseconds",
          "The TTL attribute is a time in seconds since 1970. A time in milliseconds is some 50,000"
              + " years away: the item never expires.",
          PAGE,
          "Divide by 1,000: write seconds.");

  static final FindingType NOT_A_NUMBER =
      new FindingType(
          "ttl-not-a-number",
          Severity.ERROR,
          "a TTL attribute that is not a number",
          "Time to Live ignores a TTL attribute that is not a number, such as a string: the item"
              + " never expires.",
          PAGE,
          "Write a number: the time in seconds since 1970.");

  static final FindingType TOO_OLD =
      new FindingType(
          "ttl-too-old",
          Severity.ERROR,
          "a TTL attribute more than five years in the past",
          "Time to Live ignores a time of more than five years ago, as a guard against deleting"
              + " data by mistake: the item never expires.",
          PAGE,
          "Delete the item, or write a time in the future.");

  private static final Duration OLDEST = Duration.ofDays(5 * 365 + 1);

  /** A time that is later than this is not in seconds. */
  private static final Duration LATEST = Duration.ofDays(1000 * 365);

  static final int MAX_TABLES = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(MILLISECONDS, NOT_A_NUMBER, TOO_OLD);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Expirations(design);
  }

  /** The TTL attributes of one run. */
  private static final class Expirations implements Detector {
    private final @Nullable Design design;
    private final Map<String, String> attributes = new HashMap<>();
    private final Map<FindingType, Cases> cases = new HashMap<>();
    private final Overflow manyTables =
        new Overflow(
            MAX_TABLES, "tables with a TTL attribute are checked", "attribute of other tables");

    private Expirations(@Nullable Design design) {
      this.design = design;
      if (design != null) {
        design.tables().forEach(this::addTable);
      }
    }

    @Override
    public void addTable(DesignTable table) {
      String attribute = table.settings().timeToLive();
      if (attribute != null) {
        put(table.name(), attribute);
      }
    }

    private void put(String table, String attribute) {
      if (attributes.containsKey(table) || manyTables.hasRoom(attributes.size())) {
        attributes.put(table, attribute);
      }
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      TimeToLiveSpecification changed = ObservedTables.findTimeToLive(request);
      if (changed != null && changed.enabled()) {
        put(request.tables().get(0), changed.attributeName());
      } else if (changed != null) {
        attributes.remove(request.tables().get(0));
      }
      if (attributes.isEmpty()) {
        return;
      }
      for (RequestPart part : request.parts()) {
        String attribute = attributes.get(part.table());
        if (attribute != null
            && part instanceof ItemWritten written
            && written.applied()
            && written.after() != null) {
          AttributeValue value = written.after().find(attribute);
          FindingType type = value == null ? null : find(value, request.startedAt());
          if (value != null && type != null) {
            cases
                .computeIfAbsent(type, Cases::new)
                .add(
                    Statements.subject(design, part.table(), written.after()),
                    () -> Statements.evidence(request, written, context),
                    () -> advice(attribute, type, value, request.startedAt()));
          }
        }
      }
    }

    private static String advice(
        String attribute, FindingType type, AttributeValue value, Instant now) {
      if (type == MILLISECONDS) {
        return "Write "
            + attribute
            + " = "
            + new BigDecimal(value.numberText())
                .movePointLeft(3)
                .setScale(0, RoundingMode.DOWN)
                .toPlainString()
            + " instead of "
            + value.numberText();
      }
      return type == NOT_A_NUMBER
          ? "Write " + attribute + " as a number (N) of seconds, such as " + now.getEpochSecond()
          : "Delete the item, or write " + attribute + " later than " + now.getEpochSecond();
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
    public void addOmissions(List<String> omissions) {
      manyTables.addTo(omissions);
      cases.values().forEach(each -> each.addOmissions(omissions));
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> findings = new ArrayList<>();
      for (FindingType type : List.of(MILLISECONDS, NOT_A_NUMBER, TOO_OLD)) {
        Cases of = cases.get(type);
        if (of != null) {
          findings.addAll(
              of.findings(
                  type,
                  1,
                  (found, other) -> Statements.count(found, "write") + " with " + type.title()));
        }
      }
      return findings;
    }
  }
}
