package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Common parts of the statements and the evidence of several rules. */
final class Statements {
  private Statements() {}

  /** Returns a finding about a shape, with its requests without errors as evidence. */
  static Finding finding(
      FindingType type,
      FindingInput input,
      LedgerEntry entry,
      String statement,
      @Nullable Object... values) {
    return finding(type, input, entry, RequestTrait.ANSWERED, statement, values);
  }

  /** Returns the requests of a shape without errors as evidence. */
  static List<Evidence> evidence(LedgerEntry entry) {
    return evidence(entry, RequestTrait.ANSWERED);
  }

  /** Returns a finding about a shape, with its requests that have a trait as evidence. */
  static Finding finding(
      FindingType type,
      FindingInput input,
      LedgerEntry entry,
      RequestTrait trait,
      String statement,
      @Nullable Object... values) {
    return Finding.of(
        type, input.subjectOf(entry), fill(statement, values), evidence(entry, trait));
  }

  private static List<Evidence> evidence(LedgerEntry entry, RequestTrait trait) {
    return entry.samples().of(trait).stream().map(Evidence::of).toList();
  }
}
