package dev.monotable.design.finding;

import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule that finds one kind of flaw, or a few related ones.
 *
 * @param types the kinds of findings that it makes
 * @param start starts a run: returns a {@link Detector} if the rule follows the requests, and
 *     declares its bounds in their trace
 */
public record FindingRule(List<FindingType> types, Function<Trace, Judge> start) {
  public FindingRule {
    types = List.copyOf(types);
  }

  /** Makes findings from the design and the ledger. */
  @FunctionalInterface
  public interface Judge {
    /** Returns the findings so far; whether they are accepted is decided later. */
    List<Finding> findings(FindingInput input);
  }

  /** Returns a rule that needs only the design and the ledger. */
  public static FindingRule of(FindingType type, Judge judge) {
    return new FindingRule(List.of(type), trace -> judge);
  }

  /** Makes a finding about a shape. */
  @FunctionalInterface
  public interface EntryJudge {
    /** Returns the finding, or null if there is none. */
    @Nullable Finding find(FindingInput input, LedgerEntry entry);
  }

  /** Returns a rule that judges each shape of the ledger. */
  public static FindingRule each(FindingType type, EntryJudge judge) {
    return of(type, input -> each(input, judge));
  }

  /** Judges each shape of the ledger. */
  public static List<Finding> each(FindingInput input, EntryJudge judge) {
    List<Finding> findings = new ArrayList<>();
    for (LedgerEntry entry : input.ledger().entries()) {
      Finding found = judge.find(input, entry);
      if (found != null) {
        findings.add(found);
      }
    }
    return findings;
  }

  /** Makes findings about an index. */
  @FunctionalInterface
  public interface IndexJudge {
    /** Returns the finding, or null if there is none. */
    @Nullable Finding find(FindingInput input, DesignTable table, DeclaredIndex index);
  }

  /** Returns a rule that judges each index of the tables. */
  public static FindingRule eachIndex(FindingType type, IndexJudge judge) {
    return of(
        type,
        input -> {
          List<Finding> findings = new ArrayList<>();
          for (DesignTable table : input.tables()) {
            for (DeclaredIndex index : table.indexes()) {
              Finding found = judge.find(input, table, index);
              if (found != null) {
                findings.add(found);
              }
            }
          }
          return findings;
        });
  }
}
