package dev.monotable.design.finding;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.proposal.ProposedChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something in a design or in its use that costs more than it should, or does not work on AWS.
 *
 * @param type its kind, with the texts that all findings of this kind have
 * @param subject what it is about: the name of a pattern or the text of a shape, a table, an index
 *     as {@code TABLE.INDEX}, or an entity as {@code TABLE/ENTITY}
 * @param statement what was found here, with its numbers, in one sentence
 * @param advice what to do here, with the names and numbers of this design; null if the advice of
 *     its kind says all
 * @param trial how far the advice was tested; null without advice
 * @param evidence the requests or items that show it, the most significant first; at most ten
 * @param accepted the line of the design that accepts it; null if it is not accepted
 * @param rank its place among the findings of a report; null if it was not ranked
 */
public record Finding(
    FindingType type,
    String subject,
    String statement,
    @Nullable String advice,
    @Nullable Trial trial,
    List<Evidence> evidence,
    @Nullable AcceptedFinding accepted,
    @Nullable Rank rank) {
  private static final int MAX_EVIDENCE = 10;

  public Finding {
    evidence =
        evidence.size() > MAX_EVIDENCE
            ? List.copyOf(evidence.subList(0, MAX_EVIDENCE))
            : List.copyOf(evidence);
  }

  /** Returns a finding that is not accepted. */
  public static Finding of(
      FindingType type, String subject, String statement, List<Evidence> evidence) {
    return new Finding(type, subject, statement, null, null, evidence, null, null);
  }

  /** Returns the id of its kind. */
  public String id() {
    return type.id();
  }

  /** Returns how much it matters. */
  public Severity severity() {
    return type.severity();
  }

  /** Returns whether a line of the design accepts it. */
  public boolean isAccepted() {
    return accepted != null;
  }

  /** Returns this finding as accepted, or as not accepted for null. */
  public Finding withAccepted(@Nullable AcceptedFinding by) {
    return new Finding(type, subject, statement, advice, trial, evidence, by, rank);
  }

  /** Returns this finding with advice that leaves a choice; its places are filled with values. */
  public Finding advise(String what, @Nullable Object... values) {
    return withAdvice(fill(what, values));
  }

  /** Returns this finding with advice that leaves a choice, or without advice for null. */
  public Finding withAdvice(@Nullable String what) {
    return withAdvice(what, what == null ? null : Trial.of(Trial.Kind.TO_DECIDE));
  }

  /** Returns this finding with advice whose numbers were calculated. */
  public Finding calculate(String what, @Nullable Object... values) {
    return withAdvice(fill(what, values), Trial.of(Trial.Kind.CALCULATED));
  }

  /**
   * Returns this finding with advice that has no other purpose than what it saves; without advice
   * if it saves nothing.
   *
   * @param saving what it saves, to append; empty if nothing
   */
  public Finding save(String what, String saving) {
    return saving.isEmpty()
        ? withAdvice(null, new Trial(Trial.Kind.WITHHELD, "the usual change saves nothing", null))
        : withAdvice(what + saving, Trial.of(Trial.Kind.CALCULATED));
  }

  /**
   * Returns this finding with the advice to make a change, which can be replayed.
   *
   * @param more what to append to the sentence of the change
   */
  public Finding propose(ProposedChange change, String more) {
    return withAdvice(change.advice() + more, new Trial(Trial.Kind.CALCULATED, null, change));
  }

  /** Returns this finding with other advice, and how far it was tested. */
  public Finding withAdvice(@Nullable String what, @Nullable Trial tested) {
    return new Finding(type, subject, statement, what, tested, evidence, accepted, rank);
  }

  /** Returns this finding with its place among others. */
  public Finding withRank(Rank place) {
    return new Finding(type, subject, statement, advice, trial, evidence, accepted, place);
  }

  /** Returns what it leads to: by its rank, otherwise as far as its kind decides it. */
  public Consequence consequence() {
    return rank == null ? type.consequence() : rank.consequence();
  }

  /** Returns one line: {@code WARNING large-item Chat/Message: …}. */
  @Override
  public String toString() {
    return severity() + " " + id() + " " + subject + ": " + statement;
  }
}
