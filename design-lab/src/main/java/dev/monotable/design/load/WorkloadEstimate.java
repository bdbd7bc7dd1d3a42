package dev.monotable.design.load;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of a design as far as it is known.
 *
 * <p>How often a pattern runs is taken from the design, or from the ledger if the design does not
 * declare it. What a request consumes is taken from the ledger, where it was measured; if no test
 * sent it, it is estimated from the declared sizes. What is stored is declared.
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
    return new WorkloadEstimator(design, ledger, hoursPerMonth).estimate();
  }
}
