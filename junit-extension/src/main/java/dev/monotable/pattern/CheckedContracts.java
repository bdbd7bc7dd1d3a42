package dev.monotable.pattern;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.contract.Breach;
import dev.monotable.design.contract.BrokenContract;
import dev.monotable.design.contract.DeclaredUses;
import dev.monotable.design.contract.PatternUse;
import dev.monotable.design.contract.UsedRequest;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.report.ContractRow;
import dev.monotable.engine.fault.ActiveRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The contracts that tests checked, for the report: a bounded number, and as many that were broken.
 * Also the fault rules that checked nothing, because no request matched them. Safe for use by
 * multiple threads.
 */
final class CheckedContracts {
  private final List<ContractRow> kept = new ArrayList<>();
  private final List<ContractRow> broken = new ArrayList<>();
  private final Overflow manyKept = Bound.KEPT_CONTRACTS.overflow();
  private final Overflow manyBroken = Bound.BROKEN_CONTRACTS.overflow();
  private final Overflow unfollowed = DeclaredUses.unfollowed();
  private final Set<String> unmatched = new TreeSet<>();
  private final Overflow manyUnmatched = Bound.UNMATCHED_RULES.overflow();

  /**
   * Adds a use of an access pattern.
   *
   * @param found null if it kept its contract
   */
  void add(PatternUse use, @Nullable BrokenContract found, @Nullable String test) {
    if (found != null) {
      add(found, test);
    } else {
      add(new ContractRow(use.contract().pattern(), test, true, use.summary(), List.of()));
    }
  }

  /** Adds what was checked by the design alone. */
  void add(DeclaredUses uses, List<BrokenContract> found, @Nullable String test) {
    found.forEach(each -> add(each, test));
    synchronized (this) {
      uses.addUnfollowed(unfollowed);
    }
    uses.kept()
        .forEach(
            (pattern, number) ->
                add(
                    new ContractRow(
                        pattern,
                        test,
                        true,
                        number + (number == 1 ? " use" : " uses") + " in the budget",
                        List.of())));
  }

  private void add(BrokenContract found, @Nullable String test) {
    List<Evidence> evidence = new ArrayList<>();
    for (Breach breach : found.breaches()) {
      for (UsedRequest request : breach.requests()) {
        Evidence each = new Evidence(request.toString(), test);
        if (!evidence.contains(each)) {
          evidence.add(each);
        }
      }
    }
    String statement =
        found.breaches().stream().map(Breach::statement).collect(Collectors.joining("; "));
    add(new ContractRow(found.pattern(), test, false, statement, evidence));
  }

  private synchronized void add(ContractRow row) {
    List<ContractRow> rows = row.kept() ? kept : broken;
    if (!rows.contains(row) && (row.kept() ? manyKept : manyBroken).hasRoom(rows.size())) {
      rows.add(row);
    }
  }

  /** Adds the fault rules of a test that no request matched. */
  synchronized void addUnmatched(String test, List<ActiveRule> rules) {
    for (ActiveRule rule : rules) {
      String sentence = "No request matched a fault rule of " + test + ": " + rule.rule() + ".";
      if (rule.matched() == 0
          && !unmatched.contains(sentence)
          && manyUnmatched.hasRoom(unmatched.size())) {
        unmatched.add(sentence);
      }
    }
  }

  /**
   * Returns what the contracts leave out because a bound was reached, and what checked nothing, one
   * sentence each.
   */
  synchronized List<String> omissions() {
    List<String> all = new ArrayList<>();
    manyBroken.addTo(all);
    manyKept.addTo(all);
    unfollowed.addTo(all);
    all.addAll(unmatched);
    manyUnmatched.addTo(all);
    return all;
  }

  /** Returns the broken contracts, then the others, by access pattern and test. */
  synchronized List<ContractRow> rows() {
    List<ContractRow> all = new ArrayList<>(broken);
    all.addAll(kept);
    all.sort(
        Comparator.comparing(ContractRow::kept)
            .thenComparing(ContractRow::pattern)
            .thenComparing(row -> String.valueOf(row.test())));
    return all;
  }
}
