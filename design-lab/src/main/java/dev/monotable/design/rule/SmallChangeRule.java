package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds writes that change little of an item: a counter or a flag in a large item, which is charged
 * as a whole each time, and a put of a whole item that changes one attribute.
 */
final class SmallChangeRule implements Detector {
  private static final int LARGE_BYTES = 2_048;
  private static final int SMALL_BYTES = 64;
  private static final int SMALL_PART = 20;
  private static final int ENOUGH = 3;
  private static final int SEVERAL_ATTRIBUTES = 2;
  static final FindingType LARGE =
      FindingType.of(
          "small-change-of-large-item",
          ENOUGH,
          LARGE_BYTES / 1_024,
          SMALL_BYTES,
          percent(1.0 / SMALL_PART));
  static final FindingType PUT_AGAIN =
      FindingType.of("put-to-change-one-attribute", ENOUGH, SEVERAL_ATTRIBUTES);

  private static final int MAX_NAMES = 5;

  static final FindingRule RULE = new FindingRule(List.of(LARGE, PUT_AGAIN), SmallChangeRule::new);

  private final Cases large;
  private final Cases puts;
  private final Map<String, Sums> sums = new LinkedHashMap<>();
  private final Overflow manySubjects;

  /** The capacity that the small changes of large items consumed. */
  private static final class Sums {
    private final Set<String> names = new TreeSet<>();
    private final Set<String> indexes = new TreeSet<>();
    private double tableUnits;
    private double indexUnits;
    private double neededUnits;
  }

  private SmallChangeRule(Trace trace) {
    this.large = new Cases(trace, LARGE);
    this.puts = new Cases(trace, PUT_AGAIN);
    this.manySubjects = trace.declare(Bound.CHANGED_SUBJECTS, LARGE.id());
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    if (written.before() != null && written.after() != null) {
      compare(part, written, written.before(), written.after());
    }
  }

  private void compare(TracedPart part, ItemWritten written, Item before, Item after) {
    Set<String> changed = changed(before, after);
    if (changed.isEmpty()) {
      return;
    }
    String subject = part.entity();
    long bytes = 0;
    for (String name : changed) {
      AttributeValue now = after.find(name);
      AttributeValue old = before.find(name);
      bytes += Math.max(now == null ? 0 : now.size(), old == null ? 0 : old.size());
    }
    boolean small = bytes <= Math.max(SMALL_BYTES, after.size() / SMALL_PART);
    if (after.size() > LARGE_BYTES) {
      if (small) {
        large.add(subject, () -> Evidence.of(part));
        addUnits(part, written, changed, bytes);
      } else {
        large.addOther(subject);
      }
    }
    if (written.writeKind() == WriteKind.PUT) {
      int others = after.toMap().size() - written.key().toMap().size() - changed.size();
      if (changed.size() == 1 && others >= SEVERAL_ATTRIBUTES) {
        String name = changed.iterator().next();
        puts.add(
            subject,
            () -> Evidence.of(part),
            () -> "Send an UpdateItem with SET " + name + " = :" + name);
      } else {
        puts.addOther(subject);
      }
    }
  }

  private static Set<String> changed(Item before, Item after) {
    Set<String> changed = new LinkedHashSet<>();
    var old = before.toMap();
    after
        .toMap()
        .forEach(
            (name, value) -> {
              if (!Objects.equals(old.get(name), value)) {
                changed.add(name);
              }
            });
    for (String name : old.keySet()) {
      if (!after.contains(name)) {
        changed.add(name);
      }
    }
    return changed;
  }

  private void addUnits(TracedPart part, ItemWritten written, Set<String> changed, long bytes) {
    String subject = part.entity();
    Sums of = manySubjects.findOrAdd(sums, subject, Sums::new);
    if (of == null) {
      return;
    }
    for (String name : changed) {
      if (of.names.size() < MAX_NAMES) {
        of.names.add(name);
      }
    }
    of.tableUnits += written.units();
    long own = bytes + written.key().size();
    of.neededUnits += RequestUnits.write(own, part.of().isTransaction()).doubleValue();
    for (IndexChange change : written.indexChanges()) {
      of.indexUnits += change.units();
      if (of.indexes.size() < MAX_NAMES) {
        of.indexes.add(change.index());
      }
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    for (Finding finding : large.findings(ENOUGH, (found, other) -> "" + found)) {
      Sums of = sums.get(finding.subject());
      if (of != null) {
        long writes = Long.parseLong(finding.statement());
        all.add(
            Finding.of(LARGE, finding.subject(), statement(writes, of), finding.evidence())
                .save(
                    fill(
                        "Store {} in an item of its own with the same partition key",
                        String.join(", ", of.names)),
                    Savings.writes(
                        (of.tableUnits + of.indexUnits) / writes, of.neededUnits / writes)));
      }
    }
    all.addAll(
        puts.findings(
            ENOUGH,
            (found, other) ->
                fill(
                    "{} of {} of an existing item changed one attribute",
                    found,
                    count(found + other, "put"))));
    return all;
  }

  private static String statement(long writes, Sums of) {
    return fill(
        "{} changed {} and consumed {}{}; in an item of its own, {}",
        count(writes, "write"),
        String.join(", ", of.names),
        units(of.tableUnits, "write"),
        of.indexUnits == 0
            ? ""
            : fill(" and {} on {}", plain(of.indexUnits), String.join(", ", of.indexes)),
        plain(of.neededUnits));
  }
}
