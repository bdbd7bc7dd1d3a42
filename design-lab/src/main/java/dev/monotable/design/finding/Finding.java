package dev.monotable.design.finding;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.model.AcceptedFinding;
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
 * @param tested whether the advice was replayed, is calculated or has to be decided, and what came
 *     of it; null if nothing was tried
 * @param evidence the requests or items that show it, the most significant first; at most ten
 * @param accepted the line of the design that accepts it; null if it is not accepted
 */
public record Finding(
    FindingType type,
    String subject,
    String statement,
    @Nullable String advice,
    @Nullable String tested,
    List<Evidence> evidence,
    @Nullable AcceptedFinding accepted) {
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
    return new Finding(type, subject, statement, null, null, evidence, null);
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
    return new Finding(type, subject, statement, advice, tested, evidence, by);
  }

  /** Returns this finding with advice whose places <code>{}</code> are filled with values. */
  public Finding advise(String what, @Nullable Object... values) {
    return withAdvice(fill(what, values));
  }

  /** Returns this finding with advice that names what to do here. */
  public Finding withAdvice(@Nullable String what) {
    return new Finding(type, subject, statement, what, tested, evidence, accepted);
  }

  /** Returns this finding with what came of its advice when it was tried. */
  public Finding withTested(String outcome) {
    return new Finding(type, subject, statement, advice, outcome, evidence, accepted);
  }

  /** Returns one line: {@code WARNING large-item Chat/Message: …}. */
  @Override
  public String toString() {
    return severity() + " " + id() + " " + subject + ": " + statement;
  }
}
