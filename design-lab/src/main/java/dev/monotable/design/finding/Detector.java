package dev.monotable.design.finding;

import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.List;

/**
 * One run of a {@link FindingRule}. It may receive the requests of the run and keep what it needs,
 * within a bound. Used by one thread at a time.
 */
public interface Detector extends RequestConsumer {
  /** Receives a request; by default, does nothing. */
  @Override
  default void accept(ObservedRequest request, RequestContext context) {}

  /**
   * Receives a table that an engine has, or that a recording describes; by default, does nothing.
   */
  default void addTable(DesignTable table) {}

  /**
   * Adds what is left out because a bound was reached, one sentence each; by default, adds nothing.
   */
  default void addOmissions(List<String> omissions) {}

  /** Returns the findings so far; whether they are accepted is decided later. */
  List<Finding> findings(FindingInput input);
}
