package dev.monotable.design.cost;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Bill.CapacityMode;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.DayCurve;
import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.PatternLoad;
import dev.monotable.design.load.StreamLoad;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.UsageRate;
import dev.monotable.design.load.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calculates the bill of a workload for one capacity mode.
 *
 * <p>On demand, each unit has a price, so a pattern costs what it consumes. Provisioned capacity
 * has a price for an hour, whoever uses it: the capacity of a table or index is calculated from all
 * its patterns, and its cost is divided among them by the units that they consume.
 */
final class BillCalculator {
  private static final int HOURS_PER_DAY = 24;
  private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);
  private static final BigDecimal ITEM_OVERHEAD = BigDecimal.valueOf(100);
  private static final BigDecimal GLOBAL_TABLE_OVERHEAD = BigDecimal.valueOf(48);

  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** A cost that is divided among patterns is divided to a billionth of a cent. */
  private static final int DIVIDED_DIGITS = 11;

  private final Workload workload;
  private final PriceList prices;
  private final CostSettings settings;
  private final CapacityMode mode;
  private final List<BillLine> lines = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();

  /** A capacity of its own: a table with its local indexes, or a global index. */
  private record Pool(TableLoad table, @Nullable String globalIndex) {

    boolean contains(AccessLoad access) {
      return table.name().equals(access.table()) && Objects.equals(globalIndex, global(access));
    }

    /** Returns the global index of an access, or null for the table and its local indexes. */
    private @Nullable String global(AccessLoad access) {
      String index = access.index();
      IndexLoad found = index == null ? null : table.findIndex(index);
      return found != null && found.local() ? null : index;
    }
  }

  /** The units of one pattern on one table or index in a month. */
  private record Share(PatternLoad pattern, @Nullable String index, BigDecimal units) {}

  private BillCalculator(
      Workload workload, PriceList prices, CostSettings settings, CapacityMode mode) {
    this.workload = workload;
    this.prices = prices;
    this.settings = settings;
    this.mode = mode;
  }

  static Bill bill(Workload workload, PriceList prices, CostSettings settings, CapacityMode mode) {
    BillCalculator calculator = new BillCalculator(workload, prices, settings, mode);
    for (TableLoad table : workload.tables()) {
      calculator.addTraffic(table);
      calculator.addStorage(table);
      calculator.addFeatures(table);
    }
    if (settings.freeTier()) {
      calculator.subtractFreeTier();
    }
    return new Bill(mode, calculator.lines, List.copyOf(calculator.missing));
  }

  // ---- Reads and writes ----

  private void addTraffic(TableLoad table) {
    for (Pool pool : pools(table)) {
      for (boolean writes : new boolean[] {true, false}) {
        BigDecimal regions = regions(table, writes);
        if (mode == CapacityMode.PROVISIONED) {
          addCapacity(item(mode, pool, writes), pool, shares(pool, writes), regions);
          continue;
        }
        for (Share share : shares(pool, writes)) {
          String pattern = share.pattern().name();
          BigDecimal units = share.units().multiply(regions);
          add(item(mode, pool, writes), table, share.index(), pattern, units);
        }
      }
    }
  }

  /** Returns the number of Regions in which an access is charged. */
  private static BigDecimal regions(TableLoad table, boolean ofWrites) {
    return BigDecimal.valueOf(ofWrites ? table.features().regions() : 1);
  }

  private List<Pool> pools(TableLoad table) {
    Set<String> globals = new LinkedHashSet<>();
    for (IndexLoad index : table.indexes()) {
      if (!index.local()) {
        globals.add(index.name());
      }
    }
    // An index that only an access names counts as a global one.
    for (PatternLoad pattern : workload.patterns()) {
      for (AccessLoad access : pattern.accesses()) {
        String index = access.index();
        if (access.table().equals(table.name())
            && index != null
            && table.findIndex(index) == null) {
          globals.add(index);
        }
      }
    }
    List<Pool> pools = new ArrayList<>();
    pools.add(new Pool(table, null));
    globals.forEach(name -> pools.add(new Pool(table, name)));
    return pools;
  }

  /** Returns the capacities with their prices; null if a price is missing. */
  static @Nullable List<PricedPool> pools(Workload workload, PriceList prices) {
    BillCalculator calculator =
        new BillCalculator(workload, prices, CostSettings.DEFAULT, CapacityMode.ON_DEMAND);
    List<PricedPool> pools = new ArrayList<>();
    for (TableLoad table : workload.tables()) {
      for (Pool pool : calculator.pools(table)) {
        for (boolean writes : new boolean[] {false, true}) {
          BigDecimal unit = calculator.singlePrice(CapacityMode.ON_DEMAND, pool, writes);
          BigDecimal hour = calculator.singlePrice(CapacityMode.PROVISIONED, pool, writes);
          if (unit == null || hour == null) {
            return null;
          }
          TableLoad.FixedCapacity fixed = table.provisioned();
          pools.add(
              new PricedPool(
                  table.name(),
                  pool.globalIndex(),
                  writes,
                  unit,
                  hour,
                  fixed == null ? null : writes ? fixed.writeUnits() : fixed.readUnits(),
                  calculator.unitsOfOneUse(pool, writes)));
        }
      }
    }
    return pools;
  }

  /** Returns the price of one unit, in all Regions; null if it is missing. */
  private @Nullable BigDecimal singlePrice(CapacityMode in, Pool pool, boolean ofWrites) {
    PriceItem item = item(in, pool, ofWrites);
    BigDecimal price = prices.find(item);
    return price == null ? null : item.amount(regions(pool.table(), ofWrites), price);
  }

  private Map<String, BigDecimal> unitsOfOneUse(Pool pool, boolean ofWrites) {
    Map<String, BigDecimal> units = new LinkedHashMap<>();
    for (PatternLoad pattern : workload.patterns()) {
      BigDecimal sum = BigDecimal.ZERO;
      for (BigDecimal each : unitsOfOneUse(pool, pattern, ofWrites).values()) {
        sum = sum.add(each);
      }
      if (sum.signum() > 0) {
        units.put(pattern.name(), sum);
      }
    }
    return units;
  }

  /** Returns what one use of a pattern consumes of a capacity, by index. */
  private static Map<@Nullable String, BigDecimal> unitsOfOneUse(
      Pool pool, PatternLoad pattern, boolean ofWrites) {
    Map<@Nullable String, BigDecimal> units = new LinkedHashMap<>();
    for (AccessLoad access : pattern.accesses()) {
      if (pool.contains(access)) {
        units.merge(
            access.index(), ofWrites ? access.writeUnits() : access.readUnits(), BigDecimal::add);
      }
    }
    return units;
  }

  private static PriceItem item(CapacityMode in, Pool pool, boolean ofWrites) {
    boolean replicated = pool.table().features().regions() > 1 && pool.globalIndex() == null;
    return PriceItem.traffic(in, ofWrites, replicated, pool.table().infrequentAccess());
  }

  private List<Share> shares(Pool pool, boolean ofWrites) {
    List<Share> shares = new ArrayList<>();
    for (PatternLoad pattern : workload.patterns()) {
      Map<@Nullable String, BigDecimal> units = unitsOfOneUse(pool, pattern, ofWrites);
      if (units.isEmpty()) {
        continue; // most patterns use one of many tables, and the division below is slow
      }
      BigDecimal times = perMonth(pattern.rate());
      units.forEach(
          (index, each) -> {
            if (each.signum() > 0) {
              shares.add(new Share(pattern, index, each.multiply(times)));
            }
          });
    }
    return shares;
  }

  private void addCapacity(PriceItem item, Pool pool, List<Share> shares, BigDecimal regions) {
    BigDecimal price = requirePrice(item);
    if (price == null) {
      return;
    }
    BigDecimal units = BigDecimal.ZERO;
    for (Share share : shares) {
      units = units.add(share.units());
    }
    BigDecimal hours = capacityHours(pool.table(), units, item.isWrite()).multiply(regions);
    if (units.signum() == 0) { // the minimum, which no pattern causes
      add(item, pool.table(), pool.globalIndex(), null, hours);
      return;
    }
    BigDecimal amount = item.amount(hours, price);
    BigDecimal leftHours = hours;
    BigDecimal leftAmount = amount;
    for (int i = 0; i < shares.size(); i++) {
      Share share = shares.get(i);
      boolean last = i == shares.size() - 1;
      BigDecimal partHours = last ? leftHours : part(hours, share.units(), units);
      BigDecimal partAmount = last ? leftAmount : part(amount, share.units(), units);
      leftHours = leftHours.subtract(partHours);
      leftAmount = leftAmount.subtract(partAmount);
      lines.add(
          new BillLine(
              item,
              pool.table().name(),
              share.index(),
              share.pattern().name(),
              partHours,
              partAmount));
    }
  }

  private static BigDecimal part(BigDecimal whole, BigDecimal share, BigDecimal all) {
    return whole.multiply(share).divide(all, DIVIDED_DIGITS, RoundingMode.HALF_UP);
  }

  /**
   * Returns the unit-hours of a month. Auto scaling provisions the consumed units divided by the
   * target utilization, rounded to a whole unit, at least 1: AWS's example provisions 114 units for
   * 80 consumed ones at 70 %.
   */
  private BigDecimal capacityHours(TableLoad table, BigDecimal unitsPerMonth, boolean writes) {
    BigDecimal hoursPerMonth = BigDecimal.valueOf(settings.hoursPerMonth());
    TableLoad.FixedCapacity fixed = table.provisioned();
    if (fixed != null) {
      return BigDecimal.valueOf(writes ? fixed.writeUnits() : fixed.readUnits())
          .multiply(hoursPerMonth);
    }
    BigDecimal perSecond =
        unitsPerMonth.divide(
            hoursPerMonth.multiply(BigDecimal.valueOf(3_600)), MathContext.DECIMAL128);
    DayCurve curve = workload.curve();
    BigDecimal daily = BigDecimal.ZERO;
    for (int hour = 0; hour < HOURS_PER_DAY; hour++) {
      BigDecimal consumed = perSecond.multiply(curve.factor(hour));
      daily =
          daily.add(
              consumed
                  .divide(settings.targetUtilization(), 0, RoundingMode.HALF_UP)
                  .max(BigDecimal.ONE));
    }
    return daily
        .multiply(hoursPerMonth)
        .divide(BigDecimal.valueOf(HOURS_PER_DAY), MathContext.DECIMAL128);
  }

  // ---- Storage, backups, streams, TTL ----

  private void addStorage(TableLoad table) {
    PriceItem item = table.infrequentAccess() ? PriceItem.IA_STORAGE : PriceItem.STORAGE;
    addQuantity(item, table, null, tableGb(table).multiply(regions(table, true)));
    for (IndexLoad index : table.indexes()) {
      addQuantity(item, table, index.name(), gb(index).multiply(regions(table, true)));
    }
  }

  private void addFeatures(TableLoad table) {
    TableLoad.Features features = table.features();
    // Backups contain the table and its local indexes, but not its global ones.
    BigDecimal backedUp = tableGb(table);
    for (IndexLoad index : table.indexes()) {
      backedUp = index.local() ? backedUp.add(gb(index)) : backedUp;
    }
    if (features.pointInTimeRecovery()) {
      BigDecimal everywhere = backedUp.multiply(regions(table, true));
      addQuantity(PriceItem.POINT_IN_TIME_RECOVERY, table, null, everywhere);
    }
    addQuantity(PriceItem.BACKUP, table, null, features.backupGbMonths());
    addQuantity(PriceItem.RESTORE, table, null, features.restoredGb());
    addQuantity(PriceItem.EXPORT, table, null, features.exportedGb());
    for (StreamLoad stream : features.streams()) {
      addStream(table, stream);
    }
    addQuantity(PriceItem.TTL_DELETES, table, null, perMonth(features.expired()));
  }

  private void addStream(TableLoad table, StreamLoad stream) {
    switch (stream.reader()) {
      case LAMBDA, GLOBAL_TABLE -> {
        // Free, and so without a line; the notes of the report name it.
      }
      case APPLICATION ->
          addQuantity(PriceItem.STREAM_READS, table, null, perMonth(stream.getRecords()));
      case KINESIS -> {
        BigDecimal units = BigDecimal.ZERO;
        for (Share share : shares(new Pool(table, null), true)) {
          // A change is counted once for the table, and not in its indexes or for transactions.
          if (share.index() == null) {
            boolean twice = share.pattern().surcharges().transactional();
            units = units.add(twice ? share.units().multiply(HALF) : share.units());
          }
        }
        addQuantity(PriceItem.KINESIS_CHANGES, table, null, units);
      }
    }
  }

  private static BigDecimal tableGb(TableLoad table) {
    boolean global = table.features().regions() > 1;
    return gb(
        table.items(),
        table.itemBytes(),
        global ? ITEM_OVERHEAD.add(GLOBAL_TABLE_OVERHEAD) : ITEM_OVERHEAD);
  }

  private BigDecimal perMonth(UsageRate rate) {
    return rate.perMonth(settings.hoursPerMonth());
  }

  private static BigDecimal gb(IndexLoad index) {
    return gb(index.entries(), index.entryBytes(), ITEM_OVERHEAD);
  }

  private static BigDecimal gb(long items, long bytes, BigDecimal overhead) {
    // Division by a power of two is exact.
    return BigDecimal.valueOf(items).multiply(BigDecimal.valueOf(bytes).add(overhead)).divide(GIB);
  }

  private void addQuantity(
      PriceItem item, TableLoad table, @Nullable String index, BigDecimal quantity) {
    if (quantity.signum() != 0) {
      add(item, table, index, null, quantity);
    }
  }

  /** Adds a line, or notes that there is no price. */
  private void add(
      PriceItem item,
      TableLoad table,
      @Nullable String index,
      @Nullable String pattern,
      BigDecimal quantity) {
    BigDecimal price = requirePrice(item);
    if (price != null) {
      BigDecimal amount = item.amount(quantity, price);
      lines.add(new BillLine(item, table.name(), index, pattern, quantity, amount));
    }
  }

  /** Returns a price, or null after it was noted as missing. */
  private @Nullable BigDecimal requirePrice(PriceItem item) {
    BigDecimal price = prices.find(item);
    if (price == null) {
      String text = "The price list of {} has no price of {}. The bill does not contain it.";
      missing.add(fill(text, prices.region(), item.key()));
    }
    return price;
  }

  // ---- The free tier ----

  private void subtractFreeTier() {
    BigDecimal hours = BigDecimal.valueOf(settings.hoursPerMonth());
    FreeTier free = prices.freeTier();
    subtract(PriceItem.STORAGE, free.storageGb());
    subtract(PriceItem.STREAM_READS, free.streamReads());
    if (mode == CapacityMode.PROVISIONED) {
      subtract(PriceItem.WRITE_CAPACITY, free.writeCapacity().multiply(hours));
      subtract(PriceItem.READ_CAPACITY, free.readCapacity().multiply(hours));
    }
  }

  private void subtract(PriceItem item, BigDecimal free) {
    BigDecimal used = BigDecimal.ZERO;
    for (BillLine line : lines) {
      if (line.item() == item) {
        used = used.add(line.quantity());
      }
    }
    BigDecimal price = prices.find(item);
    BigDecimal quantity = used.min(free).negate();
    if (price != null && quantity.signum() != 0) {
      lines.add(new BillLine(item, null, null, null, quantity, item.amount(quantity, price)));
    }
  }
}
