package dev.monotable.design.report;

import dev.monotable.design.cost.Bill;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/**
 * The cost of a month.
 *
 * @param region the Region of the prices, such as {@code us-east-1}
 * @param priceDate the day on which AWS published the prices
 * @param currency the currency, such as {@code USD}
 * @param hours the length of the month
 * @param onDemand the bill with on-demand capacity
 * @param provisioned the bill with provisioned capacity and auto scaling
 * @param statements what stands out, the largest amount first
 */
public record CostSummary(
    String region,
    LocalDate priceDate,
    String currency,
    int hours,
    CostBill onDemand,
    CostBill provisioned,
    List<String> statements) {
  public CostSummary {
    statements = List.copyOf(statements);
  }

  /** Returns an amount as text, such as {@code $1,234.50}. */
  public String money(BigDecimal amount) {
    return Bill.money(amount, currency);
  }
}
