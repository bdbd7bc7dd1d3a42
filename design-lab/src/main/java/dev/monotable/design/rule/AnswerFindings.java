package dev.monotable.design.rule;

import static dev.monotable.design.finding.Words.count;
import static dev.monotable.design.finding.Words.fill;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.PagingCounts;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.model.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Findings about answers that a client has to continue or to repeat, and does not. */
final class AnswerFindings {
  private static final int FEW = 10;

  /** A page that ends at 1 MB or before its filter has found everything is not continued. */
  static final FindingType PAGE_NOT_FOLLOWED = FindingType.of("page-not-followed");

  /** Only the first pages of a Query with Limit are read. */
  static final FindingType FIRST_PAGE = FindingType.of("first-page-only", FEW);

  /** Unprocessed keys or items are not retried. */
  static final FindingType UNPROCESSED = FindingType.of("unprocessed-not-retried");

  /** Throttling or a conflict is not retried. */
  static final FindingType NOT_REPEATED = FindingType.of("throttling-not-retried");

  private AnswerFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.of(PAGE_NOT_FOLLOWED, input -> pages(input, false)),
        FindingRule.of(FIRST_PAGE, input -> pages(input, true)),
        FindingRule.of(
            UNPROCESSED,
            input ->
                notRepeated(
                    input,
                    UNPROCESSED,
                    RequestTrait.NOT_RETRIED,
                    "answer with unprocessed keys or items",
                    "answers with unprocessed keys or items",
                    PagingCounts::unprocessed,
                    PagingCounts::retried)),
        FindingRule.of(
            NOT_REPEATED,
            input ->
                notRepeated(
                    input,
                    NOT_REPEATED,
                    RequestTrait.NOT_REPEATED,
                    "failure by throttling or a conflict",
                    "failures by throttling or conflicts",
                    PagingCounts::throttled,
                    PagingCounts::repeated)));
  }

  private static List<Finding> pages(FindingInput input, boolean limited) {
    List<Finding> findings = new ArrayList<>();
    for (LedgerEntry entry : input.ledger().entries()) {
      Integer limit = entry.shape().mode().limit();
      boolean enough = limit != null && entry.shape().expressions().filter() == null;
      // The best three or the last one are what was asked for, not the first page of a list.
      boolean few = limit != null && limit <= FEW;
      long open = entry.paging().incomplete() - entry.paging().followed();
      if (open > 0 && enough == limited && !(enough && few)) {
        findings.add(
            Statements.finding(
                    limited ? FIRST_PAGE : PAGE_NOT_FOLLOWED,
                    input,
                    entry,
                    RequestTrait.NOT_CONTINUED,
                    fill(
                        "{} had a LastEvaluatedKey, and {}{} not continued",
                        count(entry.paging().incomplete(), "page"),
                        open,
                        open == 1 ? " was" : " were"))
                .withAdvice(limited ? test(entry.shape()) : repeat(entry.shape())));
      }
    }
    return findings;
  }

  private static String repeat(Shape shape) {
    return fill(
        "Repeat {} with LastEvaluatedKey as ExclusiveStartKey until the response has none",
        text(shape));
  }

  private static String test(Shape shape) {
    return fill(
        "Test {} with ExclusiveStartKey as well; or accept it if nobody needs more than {} items",
        text(shape),
        shape.mode().limit());
  }

  private static String unprocessed(Shape shape) {
    return fill(
        "Send {} of {} in another {} until the response has none",
        shape.action().isWrite() ? "UnprocessedItems" : "UnprocessedKeys",
        shape.table(),
        shape.operation());
  }

  private static String again(Shape shape) {
    return fill(
        "Repeat {}{}",
        text(shape),
        shape.isTransaction() && shape.action().isWrite()
            ? " with backoff and the same ClientRequestToken"
            : " with backoff");
  }

  private static String text(Shape shape) {
    return shape.operation()
        + (shape.table().isEmpty() ? "" : " of " + shape.target())
        + (shape.key() == null ? "" : " with " + shape.key());
  }

  private static List<Finding> notRepeated(
      FindingInput input,
      FindingType type,
      RequestTrait trait,
      String one,
      String several,
      ToLongFunction<PagingCounts> happened,
      ToLongFunction<PagingCounts> repeated) {
    List<Finding> findings = new ArrayList<>();
    for (LedgerEntry entry : input.ledger().entries()) {
      long count = happened.applyAsLong(entry.paging());
      long open = count - repeated.applyAsLong(entry.paging());
      if (open > 0) {
        findings.add(
            Statements.finding(
                    type,
                    input,
                    entry,
                    trait,
                    fill(
                        "Of {}, {}{} not retried",
                        count(count, one, several),
                        open,
                        open == 1 ? " was" : " were"))
                .withAdvice(
                    type == UNPROCESSED ? unprocessed(entry.shape()) : again(entry.shape())));
      }
    }
    return findings;
  }
}
