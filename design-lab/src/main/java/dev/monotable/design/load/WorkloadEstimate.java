package dev.monotable.design.load;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of a design as far as it is known.
 *
 * <p>How often a pattern runs is declared; without that, it counts as never, and a note says so:
 * tests do not run as users do. What a request consumes was measured, or follows from the declared
 * sizes and numbers of items; the larger of both counts, because tests have small items and short
 * lists. What is stored is declared.
 *
 * @param tables the declared tables, and the observed ones that are not declared
 * @param workload the load, from which costs are calculated
 * @param requests the load of each request, from which heat is calculated
 * @param notes what is unknown, and what was assumed instead
 */
public record WorkloadEstimate(
    List<DesignTable> tables, Workload workload, List<RequestLoad> requests, List<String> notes) {
  public WorkloadEstimate {
    tables = List.copyOf(tables);
    requests = List.copyOf(requests);
    notes = List.copyOf(notes);
  }

  /**
   * Estimates the load.
   *
   * @param design what is declared; null if nothing is
   * @param ledger what was observed; null if nothing was
   * @param hoursPerMonth the length of a month
   */
  public static WorkloadEstimate of(
      @Nullable Design design, @Nullable Ledger ledger, int hoursPerMonth) {
    return new WorkloadEstimator(design, ledger, hoursPerMonth, true).estimate();
  }

  /** Estimates the load by the observed units where there are any, however small they are. */
  public static WorkloadEstimate observed(Design design, Ledger ledger, int hoursPerMonth) {
    return new WorkloadEstimator(design, ledger, hoursPerMonth, false).estimate();
  }
}
