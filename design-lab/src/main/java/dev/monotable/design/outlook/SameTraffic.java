package dev.monotable.design.outlook;

import dev.monotable.design.cost.Bill;
import java.math.BigDecimal;
import java.util.List;

/**
 * Two designs under the same traffic: how often the access patterns of the first one run, on as
 * many items. Patterns, entities and variables with equal names are the same.
 *
 * @param name the name of the first design
 * @param against the name of the other design
 * @param currency the currency of amounts, such as {@code USD}
 * @param design the first design, with the patterns that both have
 * @param other the other design, with the same patterns in the same order
 * @param notes what is left out because one of them does not have it, and what is assumed, one
 *     sentence each
 */
public record SameTraffic(
    String name,
    String against,
    String currency,
    DesignOutlook design,
    DesignOutlook other,
    List<String> notes) {
  public SameTraffic {
    notes = List.copyOf(notes);
  }

  /** Returns an amount as text, such as {@code $1,234.50}. */
  public String money(BigDecimal amount) {
    return Bill.money(amount, currency);
  }
}
