package dev.monotable.design.replay;

import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.List;

/** A change that is tried: of tables, of requests, or of both. */
public interface ReplayChange {
  /** Changes nothing. */
  ReplayChange NONE = new ReplayChange() {};

  /** Returns whether it changes nothing, so that the requests are compared with those recorded. */
  default boolean changesNothing() {
    return this == NONE;
  }

  /** Returns a table as it is to be; by default, as it is. */
  default DesignTable table(DesignTable table) {
    return table;
  }

  /**
   * Returns what is sent in place of a request; by default, the request itself. Called with each
   * request once, in their order, for a replay.
   */
  default List<SentRequest> requests(SentRequest request) {
    return List.of(request);
  }

  /** Receives what came of a request that was sent; by default, does nothing. */
  default void received(SentRequest sent, ObservedRequest observed) {}

  /** Returns what is sent after the last request; by default, nothing. */
  default List<SentRequest> end() {
    return List.of();
  }
}
