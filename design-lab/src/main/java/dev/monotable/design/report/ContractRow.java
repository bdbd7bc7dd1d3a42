package dev.monotable.design.report;

import dev.monotable.design.contract.Breach;
import dev.monotable.design.contract.BrokenContract;
import dev.monotable.design.finding.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A contract of an access pattern that a test checked.
 *
 * @param pattern the name of the access pattern
 * @param test the test that checked it; null if it was checked for all requests together
 * @param kept whether it was kept
 * @param statement what was promised and what was measured, in one sentence
 * @param evidence the requests that broke it; empty if it was kept
 */
public record ContractRow(
    String pattern,
    @Nullable String test,
    boolean kept,
    String statement,
    List<Evidence> evidence) {
  public ContractRow {
    evidence = List.copyOf(evidence);
  }

  /**
   * Returns a broken contract.
   *
   * @param test the test that checked it; null for all requests together
   */
  public static ContractRow of(BrokenContract broken, @Nullable String test) {
    StringJoiner statement = new StringJoiner("; ");
    List<Evidence> evidence = new ArrayList<>();
    for (Breach breach : broken.breaches()) {
      statement.add(breach.statement());
      breach.requests().forEach(request -> evidence.add(new Evidence(request.toString(), test)));
      breach.enough().forEach(enough -> evidence.add(new Evidence("enough: " + enough, null)));
    }
    String uses = broken.uses() > 1 ? " (the first of " + broken.uses() + " uses)" : "";
    return new ContractRow(broken.pattern(), test, false, statement + uses, evidence);
  }
}
