package dev.monotable.design.report;

import dev.monotable.design.finding.Evidence;
import java.util.List;
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
}
