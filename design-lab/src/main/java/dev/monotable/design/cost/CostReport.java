package dev.monotable.design.cost;

import dev.monotable.design.cost.Bill.CapacityMode;
import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The cost of a workload in a month.
 *
 * @param prices the prices that were used
 * @param settings how the month was charged
 * @param onDemand the bill with on-demand capacity
 * @param provisioned the bill with provisioned capacity and auto scaling
 * @param tableClasses what each table costs in each table class
 * @param statements what stands out, the largest amount first
 * @param assumptions what the bills assume
 */
public record CostReport(
    PriceList prices,
    CostSettings settings,
    Bill onDemand,
    Bill provisioned,
    List<TableClassCost> tableClasses,
    List<CostStatement> statements,
    List<Assumption> assumptions) {
  public CostReport {
    tableClasses = List.copyOf(tableClasses);
    statements = List.copyOf(statements);
    assumptions = List.copyOf(assumptions);
  }

  /** Calculates the cost of a workload. */
  public static CostReport of(Workload workload, PriceList prices, CostSettings settings) {
    Bill onDemand = BillCalculator.bill(workload, prices, settings, CapacityMode.ON_DEMAND);
    Bill provisioned = BillCalculator.bill(workload, prices, settings, CapacityMode.PROVISIONED);
    List<TableClassCost> classes = tableClasses(workload, prices, settings);
    List<CostStatement> statements =
        new CostStatements(workload, prices, settings).of(onDemand, provisioned, classes);
    return new CostReport(
        prices,
        settings,
        onDemand,
        provisioned,
        classes,
        statements,
        CostAssumptions.of(workload, prices, settings));
  }

  private static List<TableClassCost> tableClasses(
      Workload workload, PriceList prices, CostSettings settings) {
    CostSettings paid =
        new CostSettings(settings.hoursPerMonth(), settings.targetUtilization(), false);
    Bill standard =
        BillCalculator.bill(inClass(workload, false), prices, paid, CapacityMode.ON_DEMAND);
    Bill infrequent =
        BillCalculator.bill(inClass(workload, true), prices, paid, CapacityMode.ON_DEMAND);
    List<TableClassCost> costs = new ArrayList<>();
    if (!standard.missing().isEmpty() || !infrequent.missing().isEmpty()) {
      return costs;
    }
    Map<String, BigDecimal> inStandard = standard.byTable();
    Map<String, BigDecimal> inInfrequent = infrequent.byTable();
    for (TableLoad table : workload.tables()) {
      costs.add(
          new TableClassCost(
              table.name(),
              table.infrequentAccess(),
              inStandard.getOrDefault(table.name(), BigDecimal.ZERO),
              inInfrequent.getOrDefault(table.name(), BigDecimal.ZERO)));
    }
    return costs;
  }

  private static Workload inClass(Workload workload, boolean infrequent) {
    List<TableLoad> tables = new ArrayList<>();
    for (TableLoad table : workload.tables()) {
      tables.add(
          new TableLoad(
              table.name(),
              infrequent,
              table.items(),
              table.itemBytes(),
              table.indexes(),
              null,
              withoutExtras(table.features())));
    }
    return new Workload(tables, workload.patterns(), workload.curve());
  }

  /** Returns the features without those that cost the same in both classes. */
  private static TableLoad.Features withoutExtras(TableLoad.Features features) {
    TableLoad.Features none = TableLoad.Features.NONE;
    return new TableLoad.Features(
        features.regions(),
        false,
        none.backupGbMonths(),
        none.restoredGb(),
        none.exportedGb(),
        none.streams(),
        none.expired());
  }

  /** Returns an amount as text, in the currency of the prices. */
  public String money(BigDecimal amount) {
    return Bill.money(amount, prices.currency());
  }
}
