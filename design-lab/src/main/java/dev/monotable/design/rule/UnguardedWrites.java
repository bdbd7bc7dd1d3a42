package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.Shape;
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
        findings.add(
            Finding.of(
                    type,
                    input.subjectOf(entry),
                    fill(
                        "{} set {} without a condition on it; other updates of the same items test"
                            + " it",
                        count(entry.writes().applied(), "write"),
                        guard),
                    Statements.evidence(entry))
                .advise("Send the update with the condition {} = :known", guard));
      }
    }
    return findings;
  }

  private static boolean isUpdate(LedgerEntry entry) {
    return entry.shape().action() == Action.UPDATE
        && entry.shape().expressions().update() != null
        && entry.writes().applied() - entry.writes().created() >= ENOUGH;
  }

  /**
   * Returns an attribute that the requests of a form set, and that others test before they change
   * it; null if there is none. A number that is only counted up shows a change to others, so it is
   * one only if several forms test it.
   */
  private static @Nullable String guard(LedgerEntry entry, List<LedgerEntry> updates) {
    for (String name : written(entry.shape())) {
      boolean assigned = sets(entry.shape()).contains(name);
      int guarded = 0;
      int others = 0;
      for (LedgerEntry other : updates) {
        Shape shape = other.shape();
        boolean same =
            other != entry
                && shape.table().equals(entry.shape().table())
                && shape.key() != null
                && shape.key().equals(entry.shape().key())
                && (assigned ? sets(shape) : written(shape)).contains(name);
        if (same && tested(other).contains(name)) {
          guarded++;
        } else if (same) {
          others++;
        }
      }
      if (others == 0 && guarded >= (assigned ? 1 : 2)) {
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
