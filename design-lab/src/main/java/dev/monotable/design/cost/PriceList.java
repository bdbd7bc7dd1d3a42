package dev.monotable.design.cost;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prices of one Region on one day.
 *
 * @param region the Region, such as {@code us-east-1}
 * @param date the day on which AWS published these prices
 * @param currency the currency, such as {@code USD}
 * @param source where the prices were read
 * @param freeTier what is free
 */
public record PriceList(
    String region,
    LocalDate date,
    String currency,
    String source,
    Map<PriceItem, BigDecimal> prices,
    FreeTier freeTier) {

  /** Copies the prices, and checks that none is negative. */
  public PriceList {
    prices.forEach(
        (item, price) -> {
          if (price.signum() < 0) {
            throw new IllegalArgumentException("a negative price of " + item + ": " + price);
          }
        });
    prices = Collections.unmodifiableMap(copy(prices));
  }

  private static Map<PriceItem, BigDecimal> copy(Map<PriceItem, BigDecimal> prices) {
    Map<PriceItem, BigDecimal> copy = new EnumMap<>(PriceItem.class);
    copy.putAll(prices);
    return copy;
  }

  /**
   * Returns the price of {@link PriceItem#unit}, or null if the list does not contain it. TTL
   * deletions are free everywhere.
   */
  public @Nullable BigDecimal find(PriceItem item) {
    return item == PriceItem.TTL_DELETES ? BigDecimal.ZERO : prices.get(item);
  }

  /** Returns the Region, the day and the source. */
  @Override
  public String toString() {
    return region + " on " + date + " (" + source + ")";
  }
}
