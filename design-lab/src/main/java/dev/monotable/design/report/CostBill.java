package dev.monotable.design.report;

import java.math.BigDecimal;
import java.util.List;

/**
 * The charges of a month. Each list contains the whole bill or a part of it, the largest first.
 *
 * @param items by what is charged
 * @param tables by table, with its indexes
 * @param indexes by index, such as {@code Chat.GSI1}
 * @param patterns by access pattern
 * @param missing what could not be charged because there is no price for it
 */
public record CostBill(
    BigDecimal total,
    List<CostShare> items,
    List<CostShare> tables,
    List<CostShare> indexes,
    List<CostShare> patterns,
    List<String> missing) {
  public CostBill {
    items = List.copyOf(items);
    tables = List.copyOf(tables);
    indexes = List.copyOf(indexes);
    patterns = List.copyOf(patterns);
    missing = List.copyOf(missing);
  }
}
