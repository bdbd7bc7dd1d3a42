package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.model.Design;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds writes that change little of an item: a counter or a flag in a large item, which is charged
 * as a whole each time, and a put of a whole item that changes one attribute.
 */
final class SmallChangeRule implements FindingRule {
  private static final int LARGE_BYTES = 2_048;
  private static final int SMALL_BYTES = 64;
  private static final int SMALL_PART = 20;
  private static final int ENOUGH = 3;
  private static final int SEVERAL_ATTRIBUTES = 2;

  static final FindingType LARGE =
      new FindingType(
              "small-change-of-large-item",
              Severity.WARNING,
              "a small change of a large item",
              "A write is charged by the size of the whole item, before or after it, whatever it"
                  + " changes, and again for each index that holds the attribute.",
              GUIDE + "bp-partition-key-design.html",
              "Store what changes often in an item of its own in the same item collection, such as"
                  + " a counter beside the text that it counts for, and read both with one Query.")
          .withBounds(
              "At least "
                  + ENOUGH
                  + " writes, half of all changes, of items of more than "
                  + LARGE_BYTES / 1_024
                  + " KB that change at most "
                  + SMALL_BYTES
                  + " bytes or "
                  + Statements.percent(1.0 / SMALL_PART)
                  + ".");

  static final FindingType PUT_AGAIN =
      new FindingType(
              "put-to-change-one-attribute",
              Severity.ADVICE,
              "a put of a whole item to change one attribute",
              "PutItem replaces the whole item. What another client has changed in the meantime is"
                  + " lost, and the whole item is sent each time.",
              GUIDE + "WorkingWithItems.html",
              "Use UpdateItem with SET for the attribute.")
          .withBounds(
              "At least "
                  + ENOUGH
                  + " puts, half of all that replace an item, with "
                  + SEVERAL_ATTRIBUTES
                  + " other attributes or more.");

  static final int MAX_SUBJECTS = 1_000;
  private static final int MAX_NAMES = 5;

  @Override
  public List<FindingType> types() {
    return List.of(LARGE, PUT_AGAIN);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Changes(design);
  }

  /** The writes of one run that change existing items. */
  private static final class Changes implements Detector {
    private final @Nullable Design design;
    private final Cases large = new Cases(LARGE);
    private final Cases puts = new Cases(PUT_AGAIN);
    private final Map<String, Sums> sums = new LinkedHashMap<>();
    private final Overflow manySubjects =
        new Overflow(
            MAX_SUBJECTS, "subjects of " + LARGE.id() + " are added up", "write of others");

    /** What the small changes of large items consumed. */
    private static final class Sums {
      private final Set<String> names = new TreeSet<>();
      private final Set<String> indexes = new TreeSet<>();
      private double tableUnits;
      private double indexUnits;
      private double neededUnits;
    }

    private Changes(@Nullable Design design) {
      this.design = design;
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written && written.applied()) {
          Item before = written.before();
          Item after = written.after();
          if (before != null && after != null) {
            add(request, written, before, after, context);
          }
        }
      }
    }

    private void add(
        ObservedRequest request,
        ItemWritten written,
        Item before,
        Item after,
        RequestContext context) {
      Set<String> changed = changed(before, after);
      if (changed.isEmpty()) {
        return;
      }
      String subject = Statements.subject(design, written.table(), after);
      long bytes = 0;
      for (String name : changed) {
        AttributeValue now = after.find(name);
        AttributeValue old = before.find(name);
        bytes += Math.max(now == null ? 0 : now.size(), old == null ? 0 : old.size());
      }
      boolean small = bytes <= Math.max(SMALL_BYTES, after.size() / SMALL_PART);
      if (after.size() > LARGE_BYTES) {
        if (small) {
          large.add(subject, () -> Statements.evidence(request, written, context));
          addUnits(subject, request, written, changed, bytes);
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
              () -> Statements.evidence(request, written, context),
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

    private void addUnits(
        String subject,
        ObservedRequest request,
        ItemWritten written,
        Set<String> changed,
        long bytes) {
      Sums of = sums.get(subject);
      if (of == null) {
        if (!manySubjects.hasRoom(sums.size())) {
          return;
        }
        of = new Sums();
        sums.put(subject, of);
      }
      for (String name : changed) {
        if (of.names.size() < MAX_NAMES) {
          of.names.add(name);
        }
      }
      of.tableUnits += written.units();
      boolean transactional = request.operation().traits().isTransaction();
      long own = bytes + written.key().size();
      of.neededUnits += RequestUnits.write(own, transactional).doubleValue();
      for (IndexChange change : written.indexChanges()) {
        of.indexUnits += change.units();
        if (of.indexes.size() < MAX_NAMES) {
          of.indexes.add(change.index());
        }
      }
    }

    @Override
    public void addOmissions(List<String> omissions) {
      large.addOmissions(omissions);
      puts.addOmissions(omissions);
      manySubjects.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all = new ArrayList<>();
      for (Finding finding : large.findings(LARGE, ENOUGH, (found, other) -> "" + found)) {
        Sums of = sums.get(finding.subject());
        if (of != null) {
          all.add(
              Finding.of(
                      LARGE,
                      finding.subject(),
                      statement(Long.parseLong(finding.statement()), of),
                      finding.evidence())
                  .withAdvice(advice(Long.parseLong(finding.statement()), of)));
        }
      }
      all.addAll(
          puts.findings(
              PUT_AGAIN,
              ENOUGH,
              (found, other) ->
                  found
                      + " of "
                      + Statements.count(found + other, "put")
                      + " of an existing item changed one attribute"));
      return all;
    }

    private static String advice(long writes, Sums of) {
      return "Store "
          + String.join(", ", of.names)
          + " in an item of its own with the same partition key"
          + Savings.writes((of.tableUnits + of.indexUnits) / writes, of.neededUnits / writes);
    }

    private static String statement(long writes, Sums of) {
      return Statements.count(writes, "write")
          + " changed "
          + String.join(", ", of.names)
          + " and consumed "
          + Statements.units(of.tableUnits, "write")
          + (of.indexUnits == 0
              ? ""
              : " and "
                  + Numbers.plain(java.math.BigDecimal.valueOf(of.indexUnits))
                  + " on "
                  + String.join(", ", of.indexes))
          + "; in an item of its own, "
          + Numbers.plain(java.math.BigDecimal.valueOf(of.neededUnits));
    }
  }
}
