package dev.monotable.design.cost;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The charges of a month.
 *
 * @param mode on demand or provisioned
 * @param lines the charges, by table, index and pattern
 * @param missing what could not be charged because the price list has no price for it
 */
public record Bill(CapacityMode mode, List<BillLine> lines, List<String> missing) {

  /** The way in which reads and writes are charged. */
  public enum CapacityMode {
    ON_DEMAND,
    PROVISIONED
  }

  public Bill {
    lines = List.copyOf(lines);
    missing = List.copyOf(missing);
  }

  /** Returns the exact sum. */
  public BigDecimal total() {
    BigDecimal total = BigDecimal.ZERO;
    for (BillLine line : lines) {
      total = total.add(line.amount());
    }
    return total;
  }

  /** Returns the sum of one kind of charge. */
  public BigDecimal total(PriceItem item) {
    return byItem().getOrDefault(item, BigDecimal.ZERO);
  }

  /** Returns the sums by what is charged. */
  public Map<PriceItem, BigDecimal> byItem() {
    return sums(BillLine::item);
  }

  /** Returns the sums by table, the highest first. The account's share has no table. */
  public Map<String, BigDecimal> byTable() {
    return sums(BillLine::table);
  }

  /**
   * Returns the sums by pattern, the highest first. Storage, backups and streams belong to no
   * pattern.
   */
  public Map<String, BigDecimal> byPattern() {
    return sums(BillLine::pattern);
  }

  /** Returns the sums by index of one table, the highest first. The table itself is left out. */
  public Map<String, BigDecimal> byIndex(String table) {
    return sums(line -> table.equals(line.table()) ? line.index() : null);
  }

  private <K> Map<K, BigDecimal> sums(Function<BillLine, @Nullable K> group) {
    Map<K, BigDecimal> sums = new LinkedHashMap<>();
    for (BillLine line : lines) {
      K key = group.apply(line);
      if (key != null) {
        sums.merge(key, line.amount(), BigDecimal::add);
      }
    }
    Map<K, BigDecimal> sorted = new LinkedHashMap<>();
    Comparator<Map.Entry<K, BigDecimal>> byAmount = Map.Entry.comparingByValue();
    sums.entrySet().stream()
        .sorted(byAmount.reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue().stripTrailingZeros()));
    return sorted;
  }

  /** Returns an amount rounded to cents: {@code $1,234.50}; a smaller one with two digits. */
  public static String money(BigDecimal amount, String currency) {
    String sign = amount.signum() < 0 ? "-" : "";
    String symbol = currency.equals("USD") ? "$" : currency + " ";
    BigDecimal size = amount.abs();
    if (size.signum() > 0 && size.compareTo(new BigDecimal("0.005")) < 0) {
      return sign + "less than " + symbol + "0.01";
    }
    BigDecimal cents = size.setScale(2, RoundingMode.HALF_UP);
    String text = cents.toPlainString();
    StringBuilder grouped = new StringBuilder(text);
    for (int i = text.indexOf('.') - 3; i > 0; i -= 3) {
      grouped.insert(i, ',');
    }
    return sign + symbol + grouped;
  }
}
