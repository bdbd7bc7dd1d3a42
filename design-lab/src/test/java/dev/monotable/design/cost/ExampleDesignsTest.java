package dev.monotable.design.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.heat.HeatReport;
import dev.monotable.design.heat.HeatScenario;
import dev.monotable.design.heat.HeatScenarios;
import dev.monotable.design.heat.HeatSimulation;
import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.partition.HeatModel;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calculates cost and heat of the example designs, each pattern of which has a frequency. */
class ExampleDesignsTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");

  @ParameterizedTest
  @ValueSource(strings = {"chat", "music", "orders", "products"})
  void eachPatternAndIndexHasACostAndHeat(String name) throws Exception {
    Design design = DesignFile.read(DESIGNS.resolve(name).resolve("design.yaml"));
    WorkloadEstimate estimate = WorkloadEstimate.of(design, null, 730);

    CostReport cost =
        CostReport.of(
            estimate.workload(), PriceFile.bundled().require("us-east-1"), CostSettings.DEFAULT);

    assertThat(estimate.workload().patterns())
        .extracting(PatternLoad::name)
        .containsExactlyElementsOf(design.patterns().stream().map(DeclaredPattern::name).toList());
    for (Bill bill : List.of(cost.onDemand(), cost.provisioned())) {
      assertThat(bill.missing()).isEmpty();
      assertThat(bill.byPattern().keySet())
          .containsExactlyInAnyOrderElementsOf(
              design.patterns().stream().map(DeclaredPattern::name).toList());
      assertThat(bill.byPattern().values()).allMatch(amount -> amount.signum() > 0);
      assertThat(bill.byTable().values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
          .isEqualByComparingTo(bill.total());
    }
    List<String> expected = new ArrayList<>();
    for (DesignTable table : design.tables()) {
      expected.add(table.name());
      for (DeclaredIndex index : table.indexes()) {
        if (index.global()) {
          expected.add(table.name() + "." + index.name());
        }
      }
    }
    List<HeatScenario> scenarios = HeatScenarios.of(estimate, null);
    assertThat(scenarios).extracting(HeatScenario::name).containsExactlyElementsOf(expected);
    for (HeatScenario scenario : scenarios) {
      HeatReport heat = HeatSimulation.run(scenario, Run.minutes(10), HeatModel.DEFAULT);
      assertThat(heat.timeline().firstThrottle()).isNull();
      assertThat(heat.atStart().factor()).isGreaterThan(1);
    }
  }
}
