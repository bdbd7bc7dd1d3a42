package dev.monotable.design.proposal;

import dev.monotable.design.replay.ReplayChange;
import dev.monotable.design.replay.SentRequest;

/** A change of an index or of requests that a finding proposes. */
public interface ProposedChange extends ReplayChange {
  /** Returns what to do, in a sentence without its period. */
  String advice();

  /** Returns the name of the table. */
  String table();

  /** Returns whether a request is one that the finding is about. */
  boolean isOf(SentRequest request);

  /** Returns whether several requests become one, which saves requests and no units. */
  default boolean joins() {
    return false;
  }

  /** Returns whether it is meant that writes fail which would have been applied. */
  default boolean mayFail() {
    return false;
  }

  /** Returns whether it is meant that reads return fewer items. */
  default boolean changesResults() {
    return false;
  }

  /** Returns whether it has values that only the program knows, which are taken from its reads. */
  default boolean guesses() {
    return false;
  }

  /** Returns whether writes that fail are those that would have replaced an item. */
  default boolean creates() {
    return false;
  }

  /**
   * Returns whether what the requests consume now grows with the table or its item collections, so
   * that it says something only at a given number of items.
   */
  default boolean grows() {
    return false;
  }
}
