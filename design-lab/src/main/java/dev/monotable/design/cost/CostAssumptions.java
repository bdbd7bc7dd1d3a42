package dev.monotable.design.cost;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.load.Assumption;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.StreamLoad;
import dev.monotable.design.load.StreamLoad.StreamReader;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The assumptions and omissions of a bill. */
final class CostAssumptions {
  private static final String BILLING =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-understanding-billing.html";
  private static final String PROVISIONED = "https://aws.amazon.com/dynamodb/pricing/provisioned/";
  private static final String ON_DEMAND = "https://aws.amazon.com/dynamodb/pricing/on-demand/";
  private static final String RECOVERY =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html";
  private static final String TTL =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html";
  private static final String CLASSES =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.TableClasses.html";

  private static final String VECTORS =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/VectorSearchMonitoring.html";

  private static final String FILTERED =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Filtered.html";

  private CostAssumptions() {}

  static List<Assumption> of(Workload workload, PriceList prices, CostSettings settings) {
    List<Assumption> all = new ArrayList<>();
    all.add(
        new Assumption(
            "Prices of " + prices.region() + " as of " + prices.date() + ", without tax.",
            prices.source()));
    all.add(
        new Assumption(
            "A month has " + settings.hoursPerMonth() + " hours; a GB is 2^30 bytes.", null));
    all.add(
        new Assumption(
            "Each item and each index entry takes 100 bytes of storage more than its data, an item"
                + " of a global table 148.",
            BILLING));
    all.add(
        new Assumption(
            fill(
                "Provisioned capacity follows the traffic of each hour at {} utilization, in whole"
                    + " units, and each table and global index has at least one unit. Its cost is"
                    + " divided among patterns by the units that they consume.",
                Numbers.percent(settings.targetUtilization(), BigDecimal.ONE)),
            PROVISIONED));
    all.add(
        new Assumption(
            "Reserved capacity and Database Savings Plans are not included. They reduce the price"
                + " of traffic that is steady for a year or more.",
            PROVISIONED));
    all.add(freeTier(prices, settings));
    all.add(
        new Assumption(
            "Backups contain the table and its local indexes, not its global indexes.", RECOVERY));
    all.add(new Assumption("Deletions by TTL consume no write units.", TTL));
    all.add(
        new Assumption(
            "Data transfer, DynamoDB Accelerator and other services are not included.", ON_DEMAND));
    all.add(
        new Assumption(
            "Vector indexes are not included: their storage, searches and writes are metered in"
                + " bytes, for which no price was found.",
            VECTORS));
    all.add(
        new Assumption(
            "Restores, exports, imports and bulk operations are not included: a design does not say"
                + " how much they move. No price of a GB that bulk operations put or report was"
                + " found; an export with a filter is charged for what it reads.",
            FILTERED));
    addFeatures(workload, all);
    return all;
  }

  private static Assumption freeTier(PriceList prices, CostSettings settings) {
    FreeTier free = prices.freeTier();
    String amounts =
        fill(
            "{} GB of storage, {} write and {} read capacity units, and {} reads of streams",
            Numbers.plain(free.storageGb()),
            Numbers.plain(free.writeCapacity()),
            Numbers.plain(free.readCapacity()),
            Numbers.plain(free.streamReads()));
    return new Assumption(
        settings.freeTier()
            ? "The free tier is subtracted: " + amounts + ", as if no other table used it."
            : "The free tier is not subtracted: " + amounts + ", for all tables of an account.",
        PROVISIONED);
  }

  private static void addFeatures(Workload workload, List<Assumption> all) {
    List<TableLoad> tables = workload.tables();
    if (tables.stream()
        .flatMap(table -> table.features().streams().stream())
        .map(StreamLoad::reader)
        .anyMatch(Set.of(StreamReader.LAMBDA, StreamReader.GLOBAL_TABLE)::contains)) {
      all.add(
          new Assumption(
              "Lambda and the replication of global tables read streams for free.", BILLING));
    }
    if (tables.stream().anyMatch(table -> table.features().regions() > 1)) {
      all.add(
          new Assumption(
              "All Regions of a global table have the same prices. Each write is charged in each of"
                  + " them; data transfer between Regions is not included.",
              BILLING));
    }
    if (tables.stream().anyMatch(TableLoad::infrequentAccess)) {
      all.add(
          new Assumption(
              "Reserved capacity and the free tier do not apply to DynamoDB Standard-IA.",
              CLASSES));
    }
  }
}
