package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.proposal.KnownCondition;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds additions to a number without the condition that keeps it within its bound. What the bound
 * is, another write of the attribute or the design says by its condition; a number that only
 * decreases from a positive start has the bound zero.
 */
final class NumberBoundRule implements Detector {
  private static final int ENOUGH = 3;
  static final FindingType TYPE = FindingType.of("number-without-bound", ENOUGH);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), NumberBoundRule::new);

  private static final int MAX_EVIDENCE = 5;

  private static final int MAX_TEXTS = 4_096;

  /** Whether an update adds to an attribute, and what a condition says of it, by their texts. */
  private final RecentMap<List<String>, Boolean> relative = new RecentMap<>(MAX_TEXTS);

  private final RecentMap<List<String>, Boolean> guarded = new RecentMap<>(MAX_TEXTS);
  private final RecentMap<List<String>, Boolean> known = new RecentMap<>(MAX_TEXTS);
  private final Trace trace;
  private final Map<Name, Number> numbers = new LinkedHashMap<>();
  private final Overflow manyNumbers;

  /** An attribute of the items of a table. */
  private record Name(String table, String attribute) {}

  /** What writes do with an attribute. */
  private static final class Number {
    private final Map<String, Changes> down = new LinkedHashMap<>();
    private final Map<String, Changes> up = new LinkedHashMap<>();
    private @Nullable String guardDown;
    private @Nullable String guardUp;
    private long increments;
    private long starts;
  }

  /** The changes of one form without a condition on the number. */
  private static final class Changes {
    private final List<Evidence> evidence = new ArrayList<>();
    private long count;
    private long below;
  }

  private NumberBoundRule(Trace trace) {
    this.trace = trace;
    this.manyNumbers = trace.declare(Bound.SUBJECTS, TYPE.id());
  }

  @Override
  public void accept(TracedPart part) {
    if (part.part() instanceof ItemWritten written) {
      addGuards(written);
    }
    Detector.super.accept(part);
  }

  /** Remembers the conditions on numbers, also those that were false. */
  private void addGuards(ItemWritten written) {
    if (written.condition() != null && written.update() != null) {
      addGuards(written.table(), written.update().template(), written.condition().template());
    }
  }

  private void addGuards(String table, String update, String condition) {
    if (known.put(List.of(table, update, condition), true) != null) {
      return;
    }
    Matcher added = Pattern.compile("([A-Za-z_]\\w*) = (?:\\1 [+-]|.*\\1 ?[+-])").matcher(update);
    List<String> names = new ArrayList<>();
    while (added.find()) {
      names.add(added.group(1));
    }
    Matcher add = Pattern.compile("ADD ([A-Za-z_]\\w*) ").matcher(update);
    while (add.find()) {
      names.add(add.group(1));
    }
    for (String name : names) {
      String down = guard(condition, name, true);
      String up = guard(condition, name, false);
      if (down != null || up != null) {
        Number number = manyNumbers.findOrAdd(numbers, new Name(table, name), Number::new);
        if (number != null) {
          number.guardDown = down == null ? number.guardDown : down;
          number.guardUp = up == null ? number.guardUp : up;
        }
      }
    }
  }

  /** Returns the part of a condition that bounds a number, or null. */
  private static @Nullable String guard(String condition, String name, boolean below) {
    String operand = "(?:\\{\\}|[A-Za-z_]\\w*)";
    String own = "(?<![\\w.])" + name + "(?!\\w)";
    String text =
        own
            + (below ? " >=? " : " <=? ")
            + operand
            + "|"
            + operand
            + (below ? " <=? " : " >=? ")
            + own;
    Matcher matcher = Pattern.compile(text).matcher(condition);
    return matcher.find() ? matcher.group() : null;
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    Item after = written.after();
    Item before = written.before();
    if (after == null) {
      return;
    }
    if (written.writeKind() != WriteKind.UPDATE || before == null || written.update() == null) {
      if (before == null) {
        addStarts(written.table(), after);
      }
      return;
    }
    String update = written.update().template();
    for (Map.Entry<String, AttributeValue> each : after.toMap().entrySet()) {
      AttributeValue old = before.find(each.getKey());
      if (each.getValue().type() == AttributeType.N
          && old != null
          && old.type() == AttributeType.N
          && relative.computeIfAbsent(
              List.of(update, each.getKey()), key -> isRelative(key.get(0), key.get(1)))) {
        add(part, written, each.getKey(), old, each.getValue());
      }
    }
  }

  private static boolean isRelative(String update, String name) {
    String quoted = "(?<![\\w.])" + Pattern.quote(name) + "(?!\\w)";
    return Pattern.compile(quoted + " = .*" + quoted + "\\)? ?[+-]").matcher(update).find()
        || Pattern.compile("ADD (?:[^A-Z]*, )?" + quoted + " ").matcher(update).find();
  }

  private void addStarts(String table, Item item) {
    item.toMap()
        .forEach(
            (name, value) -> {
              Number number =
                  value.type() == AttributeType.N && !value.numberText().startsWith("-")
                      ? manyNumbers.findOrAdd(numbers, new Name(table, name), Number::new)
                      : null;
              if (number != null && !value.numberText().equals("0")) {
                number.starts++;
              }
            });
  }

  private void add(
      TracedPart part, ItemWritten written, String name, AttributeValue old, AttributeValue now) {
    Number number = manyNumbers.findOrAdd(numbers, new Name(written.table(), name), Number::new);
    int change = new BigDecimal(now.numberText()).compareTo(new BigDecimal(old.numberText()));
    if (number == null || change == 0) {
      return;
    }
    boolean down = change < 0;
    number.increments += down ? 0 : 1;
    String condition = written.condition() == null ? "" : written.condition().template();
    boolean tested =
        guarded.computeIfAbsent(
            List.of(condition, name, String.valueOf(down)),
            key -> guard(condition, name, down) != null);
    if (tested) {
      return;
    }
    Changes changes =
        (down ? number.down : number.up).computeIfAbsent(part.subject(), s -> new Changes());
    changes.count++;
    boolean below = now.numberText().startsWith("-") && !old.numberText().startsWith("-");
    changes.below += below ? 1 : 0;
    if (changes.evidence.size() < MAX_EVIDENCE) {
      changes.evidence.add(
          new Evidence(
              fill("{}: {} from {} to {}", part.line(), name, old.numberText(), now.numberText()),
              part.of().test()));
    }
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    Design design = trace.design();
    if (design != null) {
      for (DeclaredPattern pattern : design.patterns()) {
        for (PatternRequest request : pattern.requests()) {
          String update = request.shape().expressions().update();
          String condition = request.shape().expressions().condition();
          if (update != null && condition != null) {
            addGuards(request.shape().table(), update, condition);
          }
        }
      }
    }
    List<Finding> all = new ArrayList<>();
    numbers.forEach(
        (name, number) -> {
          boolean decreases = number.increments == 0 && number.starts > 0;
          if (number.guardDown != null || decreases) {
            number.down.forEach((of, each) -> add(input, all, name, of, each, number.guardDown));
          }
          if (number.guardUp != null) {
            number.up.forEach((of, each) -> add(input, all, name, of, each, number.guardUp));
          }
        });
    return all;
  }

  private static void add(
      FindingInput input,
      List<Finding> all,
      Name name,
      String subject,
      Changes changes,
      @Nullable String guard) {
    if (changes.count < ENOUGH && changes.below == 0) {
      return;
    }
    String condition = guard == null ? name.attribute() + " >= :decrease" : guard;
    Finding found =
        Finding.of(
                TYPE,
                subject,
                fill(
                    "{} of {} did not test {}{}",
                    count(changes.count, "change"),
                    name.attribute(),
                    guard == null ? "that it stays above zero" : guard + ", as other writes do",
                    changes.below == 0
                        ? ""
                        : "; " + count(changes.below, "change") + " went below zero"),
                changes.evidence)
            .advise("Send the update with the ConditionExpression {}", condition);
    LedgerEntry entry = Savings.entry(input, subject);
    // Only what the update subtracts is known.
    KnownCondition change =
        entry == null || !condition.matches("[A-Za-z_]\\w* >= (\\{}|:decrease)")
            ? null
            : KnownCondition.of(entry.shape(), condition.replace(":decrease", "{}"));
    all.add(
        change == null
            ? found
            : found.withAdvice(found.advice(), new Trial(Trial.Kind.CALCULATED, null, change)));
  }
}
