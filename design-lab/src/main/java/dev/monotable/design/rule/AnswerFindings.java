package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
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
  static final FindingType PAGE_NOT_FOLLOWED =
      new FindingType(
          "page-not-followed",
          Severity.ERROR,
          "a LastEvaluatedKey that is not followed",
          "A page ends after 1 MB, or after Limit items before the filter. Without a request that"
              + " continues at LastEvaluatedKey, the other items are missing without any error.",
          GUIDE + "Query.Pagination.html",
          "Repeat the request with LastEvaluatedKey as ExclusiveStartKey until the response does"
              + " not contain it. The SDKs have paginators.");

  /** Only the first pages of a Query with Limit are read. */
  static final FindingType FIRST_PAGE =
      new FindingType(
              "first-page-only",
              Severity.ADVICE,
              "a Query with Limit that is not continued",
              "The page has a LastEvaluatedKey: there are more items than Limit. They are reached"
                  + " only by a request that continues there.",
              GUIDE + "Query.Pagination.html",
              "Test reading the next page as well. Accept it if nobody needs more than the first"
                  + " one.")
          .withBounds("None for a Limit of at most " + FEW + ".");

  /** Unprocessed keys or items are not retried. */
  static final FindingType UNPROCESSED =
      new FindingType(
          "unprocessed-not-retried",
          Severity.ERROR,
          "unprocessed keys or items that are not retried",
          "BatchGetItem and BatchWriteItem succeed even if a part was throttled or exceeded 16 MB."
              + " What is in UnprocessedKeys or UnprocessedItems was not read or written.",
          GUIDE + "Programming.Errors.html#Programming.Errors.BatchOperations",
          "Send what is unprocessed again, with exponential backoff, until nothing is left.");

  /** Throttling or a conflict is not retried. */
  static final FindingType NOT_REPEATED =
      new FindingType(
          "throttling-not-retried",
          Severity.ERROR,
          "throttling or a conflict that is not retried",
          "Throttling and transaction conflicts are temporary. The SDKs retry some of them a few"
              + " times; they do not retry a TransactionCanceledException.",
          GUIDE + "Programming.Errors.html#Programming.Errors.RetryAndBackoff",
          "Repeat the request with exponential backoff, and a transaction with the same"
              + " ClientRequestToken.");

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
                    Statements.count(entry.paging().incomplete(), "page")
                        + " had a LastEvaluatedKey, and "
                        + open
                        + (open == 1 ? " was" : " were")
                        + " not continued")
                .withAdvice(limited ? test(entry.shape()) : repeat(entry.shape())));
      }
    }
    return findings;
  }

  private static String repeat(Shape shape) {
    return "Repeat "
        + text(shape)
        + " with LastEvaluatedKey as ExclusiveStartKey until the response has none";
  }

  private static String test(Shape shape) {
    return "Test "
        + text(shape)
        + " with ExclusiveStartKey as well; or accept it if nobody needs more than "
        + shape.mode().limit()
        + " items";
  }

  private static String unprocessed(Shape shape) {
    return "Send "
        + (shape.action().isWrite() ? "UnprocessedItems" : "UnprocessedKeys")
        + " of "
        + shape.table()
        + " in another "
        + shape.operation()
        + " until the response has none";
  }

  private static String again(Shape shape) {
    return "Repeat "
        + text(shape)
        + (shape.isTransaction() && shape.action().isWrite()
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
                    "Of "
                        + Statements.count(count, one, several)
                        + ", "
                        + open
                        + (open == 1 ? " was" : " were")
                        + " not retried")
                .withAdvice(
                    type == UNPROCESSED ? unprocessed(entry.shape()) : again(entry.shape())));
      }
    }
    return findings;
  }
}
