package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Shape;
import dev.monotable.design.proposal.KnownCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds updates without a condition on an attribute that other updates of the same items change
 * only from the value that they know, such as an owner or a version number.
 */
final class UnguardedWrites {
  private static final int ENOUGH = 3;

  private static final Pattern TESTED = Pattern.compile("(?<![\\w.#])([A-Za-z_][\\w-]*) = \\{}");

  private static final Pattern ADVISED =
      Pattern.compile("the condition ([A-Za-z_][\\w-]*) = :(?:known|read|found)");

  private UnguardedWrites() {}

  /**
   * Returns the findings.
   *
   * @param others findings of the same kind; their subjects are left out
   */
  static List<Finding> find(FindingInput input, FindingType type, List<Finding> others) {
    Set<String> known = others.stream().map(Finding::subject).collect(Collectors.toSet());
    List<LedgerEntry> updates =
        input.ledger().entries().stream().filter(UnguardedWrites::isUpdate).toList();
    List<Finding> findings = new ArrayList<>();
    for (LedgerEntry entry : updates) {
      String guard =
          known.contains(input.subjectOf(entry)) || entry.shape().expressions().condition() != null
              ? null
              : guard(entry, updates);
      if (guard != null) {
        Finding found =
            Finding.of(
                    type,
                    input.subjectOf(entry),
                    fill(
                        "{} set {} without a condition on it; other updates of the same items test"
                            + " it",
                        count(entry.writes().applied(), "write"),
                        guard),
                    Statements.evidence(entry))
                .advise("Send the update with the condition {} = :known", guard);
        findings.add(withTrial(input, found));
      }
    }
    return findings;
  }

  /**
   * Returns a finding with the change that its advice proposes: a condition that an attribute has
   * the value that was read.
   */
  static Finding withTrial(FindingInput input, Finding finding) {
    Matcher advised = ADVISED.matcher(finding.advice() == null ? "" : finding.advice());
    LedgerEntry entry = advised.find() ? entry(input, finding, advised.group(1)) : null;
    KnownCondition change =
        entry == null ? null : KnownCondition.of(entry.shape(), advised.group(1) + " = {}");
    return change == null
        ? finding
        : finding.withAdvice(finding.advice(), new Trial(Trial.Kind.CALCULATED, null, change));
  }

  /** Returns the write of a finding: of a transaction, the one that changes the attribute. */
  private static @Nullable LedgerEntry entry(FindingInput input, Finding finding, String name) {
    for (LedgerEntry entry : input.ledger().entries()) {
      if (input.subjectOf(entry).equals(finding.subject())
          && written(entry.shape()).contains(name)) {
        return entry;
      }
    }
    return Savings.entry(input, finding.subject());
  }

  private static boolean isUpdate(LedgerEntry entry) {
    return entry.shape().action() == Action.UPDATE
        && entry.shape().expressions().update() != null
        && entry.writes().applied() - entry.writes().created() >= ENOUGH;
  }

  /**
   * Returns an attribute that the requests of a form set, and that others test before they change
   * it; null if there is none. A number that is only counted up shows a change to others, so it is
   * one only if several forms test it, or if it is the version of the items: each update counts it
   * up, and all others have a condition.
   */
  private static @Nullable String guard(LedgerEntry entry, List<LedgerEntry> updates) {
    for (String name : written(entry.shape())) {
      boolean assigned = sets(entry.shape()).contains(name);
      int guarded = 0;
      int others = 0;
      boolean version = !assigned;
      for (LedgerEntry other : updates) {
        Shape shape = other.shape();
        if (other == entry
            || !shape.table().equals(entry.shape().table())
            || shape.key() == null
            || !shape.key().equals(entry.shape().key())) {
          continue;
        }
        boolean same = (assigned ? sets(shape) : written(shape)).contains(name);
        if (same && tested(other).contains(name)) {
          guarded++;
        } else {
          others += same ? 1 : 0;
          version &= same && shape.expressions().condition() != null;
        }
      }
      if ((others == 0 && guarded >= (assigned ? 1 : 2)) || (version && guarded > 0)) {
        return name;
      }
    }
    return null;
  }

  /** Returns the attributes that a condition compares with a value. */
  private static Set<String> tested(LedgerEntry entry) {
    String condition = entry.shape().expressions().condition();
    return condition == null ? Set.of() : names(TESTED.matcher(condition));
  }

  /** Returns the attributes that an update sets to a value. */
  private static Set<String> sets(Shape shape) {
    String update = shape.expressions().update();
    return update == null
        ? Set.of()
        : names(Pattern.compile(TESTED.pattern() + "(?! *[-+])").matcher(update));
  }

  /** Returns the attributes that an update sets, to a value or to one that it computes. */
  private static Set<String> written(Shape shape) {
    String update = shape.expressions().update();
    return update == null
        ? Set.of()
        : names(Pattern.compile("(?<![\\w.#])([A-Za-z_][\\w-]*) = ").matcher(update));
  }

  private static Set<String> names(Matcher matcher) {
    Set<String> names = new TreeSet<>();
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
