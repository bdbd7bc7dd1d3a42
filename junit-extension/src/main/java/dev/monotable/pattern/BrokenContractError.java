package dev.monotable.pattern;

import dev.monotable.design.contract.BrokenContract;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A use of an access pattern broke its contract. The message names the requests, what they read,
 * and what would have been enough.
 */
public final class BrokenContractError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient List<BrokenContract> contracts;

  /** Creates an error with the texts of the contracts as its message. */
  public BrokenContractError(List<BrokenContract> contracts) {
    super(contracts.stream().map(BrokenContract::toString).collect(Collectors.joining("\n")));
    this.contracts = List.copyOf(contracts);
  }

  /** Returns the broken contracts; one of each access pattern. */
  public List<BrokenContract> contracts() {
    return contracts;
  }
}
