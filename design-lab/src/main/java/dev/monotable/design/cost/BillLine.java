package dev.monotable.design.cost;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One charge of a month.
 *
 * @param item what is charged
 * @param table the table, or null for what belongs to the account, such as the free tier
 * @param index the index, or null for the table itself
 * @param pattern the access pattern, or null for what no pattern causes, such as storage
 * @param quantity the number of single units, negative for the free tier
 * @param amount the exact amount in the currency of the price list
 */
public record BillLine(
    PriceItem item,
    @Nullable String table,
    @Nullable String index,
    @Nullable String pattern,
    BigDecimal quantity,
    BigDecimal amount) {
  public BillLine {
    // Equal numbers are equal, regardless of their scale.
    quantity = quantity.stripTrailingZeros();
    amount = amount.stripTrailingZeros();
  }
}
