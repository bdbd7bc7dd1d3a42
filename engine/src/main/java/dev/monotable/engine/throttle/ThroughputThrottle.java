package dev.monotable.engine.throttle;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.engine.error.Throttled;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestCharge;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.UnitKind;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionCharge;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Effect;
import dev.monotable.schema.OperationTraits.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Throttles requests on items that exceed the throughput of their table, of a global index or of a
 * partition, and changes of tables that exceed the rates of the control plane. Safe for use by
 * multiple threads.
 *
 * <p>A write is throttled by each index whose entries it changes: AWS updates indexes a moment
 * later, and lets an index that cannot keep up throttle the writes of its table ("back-pressure").
 * The units of a local index are those of its table.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TroubleshootingThrottling.html">DynamoDB
 *     throttling resolution guide</a>
 */
public final class ThroughputThrottle implements Admission {
  /** The number of tables whose consumption is known; the least recently used is forgotten. */
  static final int MAX_TABLES = 500;

  private final OperationContext context;
  private final HeatModel model;
  private final TableChangeRates rates;
  private final SplittableRandom random;
  private final SampleBudget budget = new SampleBudget();

  /** By the ID of the table. Guarded by itself, with all that is in it. */
  private final Map<String, TableMeters> tables = new LinkedHashMap<>(16, 0.75f, true);

  /** The meters of a table and its global indexes, by name; the table's own has no name. */
  private record TableMeters(Map<String, ResourceMeter> meters) {}

  /**
   * Creates a throttle that regards each table as idle until its first request, also a new one.
   *
   * @param seed decides which keys are sampled
   */
  public ThroughputThrottle(OperationContext context, HeatModel model, long seed) {
    this.context = context;
    this.model = model;
    this.rates = new TableChangeRates(context);
    this.random = new SplittableRandom(seed);
  }

  @Override
  public boolean concerns(OperationSchema<?, ?> operation) {
    return operation.traits().isOnItems()
        || (operation.traits().effect() == Effect.DEFINES
            && operation.traits().subject() == Subject.TABLE);
  }

  @Override
  public void enter(AdmissionRequest request) {
    if (!request.operation().traits().isOnItems()) {
      rates.require(request.input());
    }
  }

  @Override
  public void leave(AdmissionRequest request, @Nullable Throwable failure) {
    if (failure == null && !request.operation().traits().isOnItems()) {
      rates.succeeded(request.input());
    }
  }

  /**
   * The consumption of a part of a table or a global index.
   *
   * @param key the place in the tree
   */
  private record Use(ResourceMeter meter, AccessPath path, byte[] key, double units) {}

  @Override
  public void charge(AdmissionRequest request, AdmissionCharge charge) {
    RequestCharge part = (RequestCharge) charge;
    int units = part.isWrite() ? UnitKind.WRITES : UnitKind.READS;
    synchronized (tables) {
      List<Use> uses = uses(part);
      for (Use use : uses) {
        ThroughputLimit limit = use.meter().exceeded(units, use.key());
        if (limit != null) {
          throw new FaultException(fault(part, use.path(), limit));
        }
      }
      for (Use use : uses) {
        use.meter().use(units, use.key(), use.units());
      }
    }
  }

  private static ServiceFault fault(RequestCharge part, AccessPath path, ThroughputLimit limit) {
    TableDefinition table = part.table().definition();
    return new Throttled(
        limit,
        table.payPerRequest(),
        part.isWrite(),
        table.arn(),
        path.isGlobal() ? path.name() : null);
  }

  private List<Use> uses(RequestCharge part) {
    TableLayout layout = part.table();
    AccessPath table = layout.table();
    List<Use> uses = new ArrayList<>(1 + layout.indexes().size());
    if (!part.isWrite()) {
      AccessPath path = part.path().isGlobal() ? part.path() : table;
      uses.add(new Use(meter(layout, path), path, part.position(), part.pathUnits()));
      if (part.fetchedUnits() > 0) {
        uses.add(new Use(meter(layout, table), table, part.position(), part.fetchedUnits()));
      }
      return uses;
    }
    double own = part.pathUnits();
    KeyedItem before = part.before();
    KeyedItem after = part.after();
    if (before != null || after != null) {
      for (AccessPath index : layout.indexes()) {
        if (index.isGlobal()) {
          addIndex(uses, layout, index, before, after);
        } else {
          own += index.writeUnits(before, after);
        }
      }
    }
    uses.add(0, new Use(meter(layout, table), table, part.position(), own));
    return uses;
  }

  /** Adds what an index entry consumes; two entries if its key changes. */
  private void addIndex(
      List<Use> uses,
      TableLayout layout,
      AccessPath index,
      @Nullable KeyedItem before,
      @Nullable KeyedItem after) {
    KeyedItem old = index.entry(before);
    KeyedItem now = index.entry(after);
    if (old != null && now != null && index.keys().isSame(old, now)) {
      addEntry(uses, layout, index, now, index.writeUnits(old, now));
      return;
    }
    if (old != null) {
      addEntry(uses, layout, index, old, index.writeUnits(old, null));
    }
    if (now != null) {
      addEntry(uses, layout, index, now, index.writeUnits(null, now));
    }
  }

  private void addEntry(
      List<Use> uses, TableLayout layout, AccessPath index, KeyedItem entry, int units) {
    if (units > 0) {
      uses.add(
          new Use(meter(layout, index), index, RequestCharge.entryPosition(index, entry), units));
    }
  }

  /** Returns the meter of a table or a global index at the present time. */
  private ResourceMeter meter(TableLayout layout, AccessPath path) {
    TableDefinition table = layout.definition();
    TableMeters known = tables.get(table.id());
    if (known == null) {
      known = new TableMeters(new LinkedHashMap<>());
      tables.put(table.id(), known);
      if (tables.size() > MAX_TABLES) {
        Map.Entry<String, TableMeters> eldest = tables.entrySet().iterator().next();
        eldest.getValue().meters().values().forEach(ResourceMeter::close);
        tables.remove(eldest.getKey());
      }
    }
    MeteredCapacity capacity = MeteredCapacity.of(table, path, context.limits());
    long now = context.clock().instant().getEpochSecond();
    String name = path.isTable() ? "" : path.name();
    ResourceMeter meter = known.meters().get(name);
    if (meter == null) {
      known
          .meters()
          .keySet()
          .removeIf(index -> !index.isEmpty() && layout.findIndex(index) == null);
      meter = new ResourceMeter(model, capacity, now, budget, random.split());
      known.meters().put(name, meter);
    } else {
      meter.passTo(now);
      meter.follow(capacity);
    }
    return meter;
  }
}
