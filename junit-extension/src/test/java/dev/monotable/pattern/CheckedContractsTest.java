package dev.monotable.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.contract.Breach;
import dev.monotable.design.contract.BrokenContract;
import dev.monotable.design.contract.ContractTerm;
import dev.monotable.design.contract.DeclaredUses;
import dev.monotable.design.model.Design;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the bound of the contracts in a report. */
class CheckedContractsTest {
  @Test
  void contractsWithoutRoomAreCounted() {
    CheckedContracts contracts = new CheckedContracts();
    DeclaredUses uses = new DeclaredUses(new Design("None", null, List.of(), List.of(), List.of()));

    Breach breach = new Breach(ContractTerm.NO_SCAN, "1 Scan", List.of(), 0, List.of());

    assertThat(contracts.omissions()).isEmpty();
    for (int i = 0; i < Bound.KEPT_CONTRACTS.most() + 2; i++) {
      contracts.add(
          uses, List.of(new BrokenContract("pattern " + i, 1, List.of(breach))), "ATest.one");
    }

    assertThat(contracts.rows()).hasSize(Bound.KEPT_CONTRACTS.most());
    assertThat(contracts.omissions())
        .isEqualTo(
            List.of("At most 1,000 broken contracts are listed; left out: 2 uses of others."));
  }
}
