package dev.monotable.design.cost;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.CostStatement.Topic;
import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds what stands out in the on-demand bill of a workload. */
final class CostStatements {
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** Less than a cent is not worth a sentence. */
  private static final BigDecimal CENT = new BigDecimal("0.01");

  private final Workload workload;
  private final PriceList prices;
  private final CostSettings settings;
  private final List<CostStatement> statements = new ArrayList<>();

  CostStatements(Workload workload, PriceList prices, CostSettings settings) {
    this.workload = workload;
    this.prices = prices;
    this.settings = settings;
  }

  List<CostStatement> of(Bill onDemand, Bill provisioned, List<TableClassCost> classes) {
    for (TableLoad table : workload.tables()) {
      indexes(table, onDemand);
      expired(table);
    }
    topPattern(onDemand);
    surcharges(onDemand);
    stored(onDemand);
    capacityMode(onDemand, provisioned);
    classes.forEach(this::tableClass);
    statements.sort(Comparator.comparing(CostStatement::amount).reversed());
    return List.copyOf(statements);
  }

  private void indexes(TableLoad table, Bill bill) {
    BigDecimal writes =
        sum(bill, line -> line.item().isWrite() && table.name().equals(line.table()));
    for (IndexLoad index : table.indexes()) {
      BigDecimal own =
          sum(
              bill,
              line ->
                  line.item().isWrite()
                      && table.name().equals(line.table())
                      && index.name().equals(line.index()));
      if (own.signum() > 0) {
        String text =
            fill(
                "{} causes {} of the write cost{} and serves {}.",
                index.name(),
                Numbers.percent(own, writes),
                ofTable(table.name()),
                readers(table.name(), index.name()));
        add(Topic.INDEX_WRITES, table.name(), index.name(), own, text);
      }
    }
  }

  private String readers(String table, String index) {
    List<UsageRate> rates = new ArrayList<>();
    for (PatternLoad pattern : workload.patterns()) {
      if (pattern.readsFrom(table, index)) {
        rates.add(pattern.rate());
      }
    }
    return rates.isEmpty()
        ? "no pattern"
        : Numbers.word(rates.size())
            + (rates.size() == 1 ? " pattern, " : " patterns, together ")
            + UsageRate.sum(rates, settings.hoursPerMonth());
  }

  private void topPattern(Bill bill) {
    Map<String, BigDecimal> byPattern = bill.byPattern();
    if (byPattern.size() < 2) {
      return;
    }
    Map.Entry<String, BigDecimal> top = byPattern.entrySet().iterator().next();
    String share = Numbers.percent(top.getValue(), bill.total());
    String text = fill("\"{}\" causes {} of the whole cost.", top.getKey(), share);
    add(Topic.TOP_PATTERN, null, top.getKey(), top.getValue(), text);
  }

  private void surcharges(Bill bill) {
    for (PatternLoad pattern : workload.patterns()) {
      BigDecimal whole = sum(bill, line -> pattern.name().equals(line.pattern()));
      if (pattern.surcharges().transactional()) {
        // Only units on the table are doubled, not those of its indexes.
        BigDecimal extra =
            sum(bill, line -> pattern.name().equals(line.pattern()) && line.index() == null)
                .multiply(HALF);
        addExtra(Topic.TRANSACTIONS, pattern, whole, extra, "it is a transaction.");
      } else if (pattern.surcharges().stronglyConsistent()) {
        BigDecimal extra =
            sum(bill, line -> pattern.name().equals(line.pattern()) && line.item().isRead())
                .multiply(HALF);
        addExtra(Topic.STRONG_READS, pattern, whole, extra, "its reads are strongly consistent.");
      }
    }
  }

  private void addExtra(
      Topic topic, PatternLoad pattern, BigDecimal whole, BigDecimal extra, String because) {
    if (extra.compareTo(CENT) >= 0) {
      String text =
          fill(
              "\"{}\" costs {}, {} of it because {}",
              pattern.name(),
              money(whole),
              money(extra),
              because);
      add(topic, null, pattern.name(), extra, text);
    }
  }

  private void stored(Bill bill) {
    BigDecimal stored =
        sum(
            bill,
            line ->
                switch (line.item()) {
                  case STORAGE, IA_STORAGE, POINT_IN_TIME_RECOVERY, BACKUP -> true;
                  default -> false;
                });
    if (stored.signum() > 0 && stored.compareTo(bill.total().multiply(HALF)) > 0) {
      String share = Numbers.percent(stored, bill.total());
      String text = "Storage and backups cause " + share + " of the whole cost.";
      add(Topic.STORED, null, null, stored, text);
    }
  }

  private void capacityMode(Bill onDemand, Bill provisioned) {
    BigDecimal difference = onDemand.total().subtract(provisioned.total());
    if (!onDemand.missing().isEmpty()
        || !provisioned.missing().isEmpty()
        || difference.signum() == 0) {
      return;
    }
    BigDecimal size = difference.abs();
    String text =
        fill(
            "Provisioned capacity with auto scaling at {} utilization costs {}, {} {} than on"
                + " demand ({}).",
            Numbers.percent(settings.targetUtilization(), BigDecimal.ONE),
            money(provisioned.total()),
            Numbers.percent(size, onDemand.total()),
            difference.signum() > 0 ? "less" : "more",
            money(onDemand.total()));
    add(Topic.CAPACITY_MODE, null, null, size, text);
  }

  private void tableClass(TableClassCost cost) {
    BigDecimal now = cost.infrequentAccess() ? cost.infrequent() : cost.standard();
    BigDecimal other = cost.infrequentAccess() ? cost.standard() : cost.infrequent();
    BigDecimal saved = now.subtract(other);
    if (saved.compareTo(CENT) >= 0) {
      String text =
          fill(
              "{} would cost {} instead of {} in the table class {}.",
              cost.table(),
              money(other),
              money(now),
              cost.infrequentAccess() ? "DynamoDB Standard" : "DynamoDB Standard-IA");
      add(Topic.TABLE_CLASS, cost.table(), null, saved, text);
    }
  }

  private void expired(TableLoad table) {
    BigDecimal deletions = table.features().expired().perMonth(settings.hoursPerMonth());
    PriceItem item =
        table.infrequentAccess() ? PriceItem.IA_WRITE_REQUESTS : PriceItem.WRITE_REQUESTS;
    BigDecimal price = prices.find(item);
    if (deletions.signum() > 0 && price != null) {
      BigDecimal units = deletions.multiply(RequestUnits.write(table.itemBytes(), false));
      BigDecimal saved = item.amount(units, price);
      String text =
          fill(
              "TTL deletes {} items a month{} for free; with DeleteItem they would cost {}.",
              Numbers.plain(deletions.setScale(0, RoundingMode.HALF_UP)),
              ofTable(table.name()),
              money(saved));
      add(Topic.TTL, table.name(), null, saved, text);
    }
  }

  private String ofTable(String table) {
    return workload.tables().size() == 1 ? "" : " of " + table;
  }

  private String money(BigDecimal amount) {
    return Bill.money(amount, prices.currency());
  }

  private void add(
      Topic topic,
      @Nullable String table,
      @Nullable String subject,
      BigDecimal amount,
      String text) {
    statements.add(new CostStatement(topic, table, subject, amount, text));
  }

  private static BigDecimal sum(Bill bill, Predicate<BillLine> selected) {
    BigDecimal sum = BigDecimal.ZERO;
    for (BillLine line : bill.lines()) {
      if (selected.test(line)) {
        sum = sum.add(line.amount());
      }
    }
    return sum;
  }
}
