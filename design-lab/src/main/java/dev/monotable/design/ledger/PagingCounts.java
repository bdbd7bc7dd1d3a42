package dev.monotable.design.ledger;

/**
 * Incomplete answers of a shape, and what was done about them.
 *
 * @param incomplete pages with a LastEvaluatedKey
 * @param followed how many of them were continued
 * @param unprocessed batches with unprocessed keys or items
 * @param retried how many of them were followed by a batch that contained one of these keys
 * @param throttled requests that failed by throttling or a transaction conflict
 * @param repeated how many of them were repeated
 */
public record PagingCounts(
    long incomplete, long followed, long unprocessed, long retried, long throttled, long repeated) {
  /** All answers were complete. */
  public static final PagingCounts NONE = new PagingCounts(0, 0, 0, 0, 0, 0);
}
