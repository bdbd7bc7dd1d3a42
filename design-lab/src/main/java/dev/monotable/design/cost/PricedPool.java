package dev.monotable.design.cost;

import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A capacity that is charged by itself, with its prices: the reads or the writes of a table with
 * its local indexes, or of a global index.
 *
 * @param index the global index; null for the table and its local indexes
 * @param writes whether it is of writes; false for reads
 * @param unitPrice the price of a unit on demand, in all Regions of the table
 * @param hourPrice the price of a provisioned unit for an hour, in all Regions of the table
 * @param capacity the provisioned units if they are fixed; null if they follow the traffic
 * @param units what one use of each pattern consumes; patterns that consume nothing are left out
 */
public record PricedPool(
    String table,
    @Nullable String index,
    boolean writes,
    BigDecimal unitPrice,
    BigDecimal hourPrice,
    @Nullable Long capacity,
    Map<String, BigDecimal> units) {
  public PricedPool {
    units = Collections.unmodifiableMap(new LinkedHashMap<>(units));
  }

  /** Returns the capacities of a workload; null if a price of one is not known. */
  public static @Nullable List<PricedPool> of(Workload workload, PriceList prices) {
    return BillCalculator.pools(workload, prices);
  }
}
