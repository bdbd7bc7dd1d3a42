package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.model.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Findings about answers that a client has to continue or to repeat, and does not. */
final class AnswerFindings {
  private static final int FEW = 10;
  private static final int NEWEST = 50;
  static final FindingType PAGE_NOT_FOLLOWED = FindingType.of("page-not-followed");
  static final FindingType FIRST_PAGE = FindingType.of("first-page-only", FEW, NEWEST);
  static final FindingType UNPROCESSED = FindingType.of("unprocessed-not-retried");
  static final FindingType NOT_REPEATED = FindingType.of("throttling-not-retried");

  private AnswerFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.each(PAGE_NOT_FOLLOWED, (input, entry) -> pages(input, entry, false)),
        FindingRule.each(FIRST_PAGE, (input, entry) -> pages(input, entry, true)),
        FindingRule.each(UNPROCESSED, AnswerFindings::unprocessed),
        FindingRule.each(NOT_REPEATED, AnswerFindings::throttled));
  }

  private static @Nullable Finding pages(FindingInput input, LedgerEntry entry, boolean limited) {
    Integer limit = entry.shape().mode().limit();
    boolean enough = limit != null && entry.shape().expressions().filter() == null;
    // The best three or the newest twenty are what was asked for, not the first page of a list.
    boolean few = limit != null && limit <= (entry.shape().mode().forward() ? FEW : NEWEST);
    long open = entry.paging().incomplete() - entry.paging().followed();
    if (open > 0 && enough == limited && !(enough && few)) {
      return Statements.finding(
              limited ? FIRST_PAGE : PAGE_NOT_FOLLOWED,
              input,
              entry,
              RequestTrait.NOT_CONTINUED,
              "{} had a LastEvaluatedKey, and {} not continued",
              count(entry.paging().incomplete(), "page"),
              were(open))
          .advise(
              limited
                  ? "Test {} with ExclusiveStartKey as well; or accept it if nobody needs more than"
                      + " "
                      + limit
                      + " items"
                  : "Repeat {} with LastEvaluatedKey as ExclusiveStartKey until the response has"
                      + " none",
              text(entry.shape()));
    }
    return null;
  }

  private static String text(Shape shape) {
    return shape.operation()
        + (shape.table().isEmpty() ? "" : " of " + shape.target())
        + (shape.key() == null ? "" : " with " + shape.key());
  }

  private static @Nullable Finding unprocessed(FindingInput input, LedgerEntry entry) {
    Shape shape = entry.shape();
    long answers = entry.paging().unprocessed();
    long open = answers - entry.paging().retried();
    return open <= 0
        ? null
        : Statements.finding(
                UNPROCESSED,
                input,
                entry,
                RequestTrait.NOT_RETRIED,
                "Of {} with unprocessed keys or items, {} not retried",
                count(answers, "answer"),
                were(open))
            .advise(
                "Send {} of {} in another {} until the response has none",
                shape.action().isWrite() ? "UnprocessedItems" : "UnprocessedKeys",
                shape.table(),
                shape.operation());
  }

  private static @Nullable Finding throttled(FindingInput input, LedgerEntry entry) {
    Shape shape = entry.shape();
    long failures = entry.paging().throttled();
    long open = failures - entry.paging().repeated();
    return open <= 0
        ? null
        : Statements.finding(
                NOT_REPEATED,
                input,
                entry,
                RequestTrait.NOT_REPEATED,
                "Of {}, {} not retried",
                count(
                    failures,
                    "failure by throttling or a conflict",
                    "failures by throttling or conflicts"),
                were(open))
            .advise(
                "Repeat {} with backoff{}",
                text(shape),
                shape.isTransaction() && shape.action().isWrite()
                    ? " and the same ClientRequestToken"
                    : "");
  }

  private static String were(long number) {
    return number + (number == 1 ? " was" : " were");
  }
}
