package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A database with its Regions. At first there is one, which receives every request; each other
 * {@link Region} has tables, faults and a clock of its own, which follows the first one's until it
 * is set. A Region is added by {@link #add}, or when a table gets a replica in it.
 *
 * <p>Entry of {@link Databases}; a test can also use one by itself. Safe for use by multiple
 * threads.
 */
@Experimental
public final class Database implements OperationCaller, AutoCloseable {
  /** The maximum number of Regions; AWS has about as many. */
  public static final int MAX_REGIONS = 40;

  private final DatabaseFactory factory;

  /** Null if the database is used by itself. */
  private final @Nullable Databases registry;

  private final Neighbours neighbours = new RegionNeighbours();

  /** The first one, then the others by name. Changed under {@link #lock}; never empty. */
  private volatile List<Region> regions;

  /** Null until there is a second Region, or somebody asks for it. */
  private volatile @Nullable Replication replication;

  private Database(
      DatabaseIdentity identity,
      EngineConfig config,
      DatabaseClock clock,
      @Nullable Snapshot start,
      DatabaseFactory factory,
      @Nullable Databases registry) {
    this.factory = factory;
    this.registry = registry;
    this.regions = List.of();
    this.regions = List.of(region(identity, config, clock, start, null));
  }

  /** Opens a database, with the data that is kept of it; {@link #fill} completes it. */
  static Database open(
      DatabaseIdentity identity, DatabaseFactory factory, @Nullable Databases registry) {
    EngineConfig config = factory.config(identity);
    return new Database(identity, config, following(config), null, factory, registry);
  }

  /**
   * Creates an empty database in memory.
   *
   * @param config the clock of the database follows the clock in it, at first; the Region is that
   *     of the identity
   */
  public static Database create(DatabaseIdentity identity, EngineConfig config) {
    return open(identity, any -> config, null);
  }

  /** Creates an empty database in memory like that, which is not among {@link Databases}. */
  public static Database create(EngineConfig config) {
    return create(DatabaseIdentity.shared(config.region()), config);
  }

  /**
   * Returns a copy of a Region as a database; {@link #addOthers} completes it.
   *
   * @param data the data of the copy, which may come from any database
   */
  static Database fork(
      Region original,
      Snapshot data,
      DatabaseIdentity identity,
      DatabaseFactory factory,
      @Nullable Databases registry) {
    EngineConfig config = original.engine().config();
    return new Database(identity, config, original.clock().copy(), data, factory, registry);
  }

  /**
   * Returns a copy of this database to try something, with its Regions: as {@link
   * MonotableEngine#copy}, in each of them.
   *
   * @param data the data of the copy, by the names of the Regions
   * @param seed the seed of the IDs that the copy generates; 0 for random ones
   */
  public Database copy(Map<String, Snapshot> data, long seed) {
    EngineConfig quiet = engine().config().quiet(seed);
    Snapshot own = data.get(home().name());
    Database copy = new Database(identity(), quiet, following(quiet), own, any -> quiet, null);
    copy.addCopies(this, data);
    return copy;
  }

  /** Lets a new database start with what its settings say; closes it if that fails. */
  Database fill(NewDatabase settings) {
    boolean complete = false;
    try {
      factory.fill(home(), settings);
      completed(home(), false);
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
    return this;
  }

  /** Adds copies of the Regions that end with the original of a fork. */
  Database addOthers(Region original) {
    completed(home(), true);
    addCopies(original.database(), snapshots(original.group()));
    return this;
  }

  private static DatabaseClock following(EngineConfig config) {
    return DatabaseClock.following(config.clock(), config.scheduler());
  }

  /** Opens a Region. */
  private Region region(
      DatabaseIdentity identity,
      EngineConfig config,
      DatabaseClock clock,
      @Nullable Snapshot start,
      @Nullable Region first) {
    MonotableEngine engine =
        factory.open(
            identity,
            config.toBuilder()
                .region(identity.region())
                .clock(clock)
                .scheduler(clock.scheduler())
                .build());
    boolean filled = false;
    try {
      if (start != null) {
        engine.restore(start);
      }
      filled = true;
    } finally {
      if (!filled) {
        engine.close();
      }
    }
    engine.neighbours().set(() -> neighbours);
    return new Region(this, identity, clock, engine, first);
  }

  private void completed(Region region, boolean isCopy) {
    factory.opened(region, isCopy);
    if (registry != null) {
      registry.watch(region);
    }
  }

  // ---- Regions ----

  /** Returns the first Region. */
  public Region home() {
    return regions.get(0);
  }

  /** Returns all Regions: the first one, then the others by name. */
  public List<Region> regions() {
    return regions;
  }

  /** Returns the Region with a name; null if the database does not have it. */
  public @Nullable Region find(String name) {
    for (Region region : regions) {
      if (region.name().equals(name)) {
        return region;
      }
    }
    return null;
  }

  /** Returns the Region that requests to a Region reach: that one, or the first one. */
  public Region in(String name) {
    Region known = find(name);
    return known == null ? home() : known;
  }

  /**
   * Returns the Region with a name, which is added, empty, if the database does not have it.
   *
   * @throws IllegalArgumentException if the name is invalid, or there are {@link #MAX_REGIONS}
   *     others
   * @throws DynamoException if there are too many databases
   */
  public Region add(String name) {
    return add(name, null, null, true);
  }

  /** Adds a Region that an earlier process has added and kept. */
  public void addKept(String name) {
    var unused = add(name, null, null, false);
  }

  /** Adds copies of the other Regions of a database that are among the data, with their time. */
  void addCopies(Database model, Map<String, Snapshot> data) {
    for (Region other : model.regions()) {
      if (data.containsKey(other.name())) {
        var unused = add(other.name(), other.clock(), data.get(other.name()), true);
      }
    }
  }

  private Region add(
      String name, @Nullable DatabaseClock time, @Nullable Snapshot start, boolean isNew) {
    synchronized (lock()) {
      Region present = find(name);
      if (present != null) {
        return present;
      }
      if (regions.size() >= MAX_REGIONS) {
        throw new IllegalArgumentException("a database has at most " + MAX_REGIONS + " Regions");
      }
      Region home = home();
      if (home.isClosed()) {
        throw new IllegalStateException("the database is closed");
      }
      DatabaseIdentity identity = home.identity().inRegion(name);
      if (isNew && registry != null) {
        registry.makeRoom();
      }
      boolean isSeparate = identity.isSeparate();
      EngineConfig config = isSeparate ? factory.config(identity) : engine().config();
      DatabaseClock clock = following(config);
      if (time != null) {
        clock.adopt(time);
      }
      Region added = region(identity, config, clock, start, isSeparate ? null : home);
      if (isSeparate) {
        factory.fill(added, NewDatabase.DEFAULT);
      }
      completed(added, start != null);
      list(added);
      Replication known = replication;
      if (known == null) {
        var unused = replication();
      } else {
        known.join(added);
      }
      return added;
    }
  }

  /** Returns what is locked while Regions are added and removed. */
  private Object lock() {
    return registry == null ? this : registry;
  }

  /** Lets requests find a Region. */
  void list(Region region) {
    List<Region> all = new ArrayList<>(regions);
    all.add(region);
    all.subList(1, all.size()).sort(Comparator.comparing(Region::name));
    regions = List.copyOf(all);
  }

  /**
   * Lets requests no longer find a Region that ends by itself.
   *
   * @return false if it is the last one, and stays
   */
  boolean unlist(Region region) {
    List<Region> rest = new ArrayList<>(regions);
    rest.removeAll(region.group());
    if (rest.isEmpty()) {
      return false;
    }
    regions = List.copyOf(rest);
    return true;
  }

  /** The Regions, as operations on global tables see them. */
  private final class RegionNeighbours implements Neighbours {
    @Override
    public @Nullable OperationContext find(String name) {
      Region known = Database.this.find(name);
      return known == null ? null : settled(known);
    }

    @Override
    public OperationContext require(String name) {
      if (regions.size() >= MAX_REGIONS && Database.this.find(name) == null) {
        throw new FaultException(new ReplicaFault.TooManyRegions(MAX_REGIONS));
      }
      return settled(add(name));
    }

    private OperationContext settled(Region region) {
      OperationContext context = region.engine().context();
      LifeCycle.settle(context.committer(), context.clock(), null);
      return context;
    }

    @Override
    public void link(String table) {
      replication().link(table);
    }
  }

  /** Returns the replication of global tables between the Regions. */
  public Replication replication() {
    Replication known = replication;
    if (known != null) {
      return known;
    }
    synchronized (lock()) {
      known = replication;
      if (known == null) {
        known = new Replication();
        regions.forEach(known::join);
        replication = known;
      }
      return known;
    }
  }

  void resetReplication() {
    Replication known = replication;
    if (known != null) {
      known.reset();
    }
  }

  // ---- the data of all Regions ----

  /** Returns the present data of all Regions, by their names. */
  public Map<String, Snapshot> snapshots() {
    return snapshots(regions);
  }

  static Map<String, Snapshot> snapshots(List<Region> regions) {
    Map<String, Snapshot> all = new LinkedHashMap<>();
    regions.forEach(region -> all.put(region.name(), region.engine().snapshot()));
    return all;
  }

  /**
   * Sets all Regions to the data of a copy if nothing has changed since then. Regions that only the
   * copy has are added.
   *
   * @param expected the data of which the copy was made
   * @return false if a Region has changed since; then all are left as they are
   * @throws DynamoException if there are too many databases; then all are left as they are
   */
  public boolean replace(Map<String, Snapshot> expected, Database copy) {
    // An added Region is empty. All are added first, since that may fail.
    Map<String, Snapshot> before = new LinkedHashMap<>();
    for (Region next : copy.regions()) {
      Snapshot known = expected.get(next.name());
      before.put(next.name(), known == null ? add(next.name()).engine().snapshot() : known);
    }
    List<Runnable> undo = new ArrayList<>();
    for (Region next : copy.regions()) {
      MonotableEngine own = in(next.name()).engine();
      Snapshot old = Objects.requireNonNull(before.get(next.name()));
      Snapshot data = next.engine().snapshot();
      if (!own.replace(old, data)) {
        undo.forEach(Runnable::run);
        return false;
      }
      undo.add(() -> own.replace(data, old));
    }
    replication().restored();
    return true;
  }

  // ---- the first Region, and requests ----

  /** Returns what the database is called. */
  public DatabaseIdentity identity() {
    return home().identity();
  }

  /** Returns the ID, which is unique among {@link Databases}. */
  public String id() {
    return home().id();
  }

  /** Returns the clock of the first Region. */
  public DatabaseClock clock() {
    return home().clock();
  }

  /** Returns the engine of the first Region. */
  public MonotableEngine engine() {
    return home().engine();
  }

  /** Passes a request to the Region that it is signed for. */
  @Override
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    return in(envelope.caller().region()).engine().call(operation, request, envelope);
  }

  @Override
  public void reject(OperationSchema<?, ?> operation, DynamoException error) {
    engine().reject(operation, error);
  }

  @Override
  public Set<String> waitingOperations() {
    return waitingOperations(regions);
  }

  /** Returns the names of the operations whose requests may have to wait in any of the Regions. */
  static Set<String> waitingOperations(List<Region> regions) {
    Set<String> first = Set.of();
    Set<String> all = null;
    for (Region region : regions) {
      Set<String> operations = region.engine().waitingOperations();
      if (first.isEmpty()) {
        first = operations;
      } else if (!operations.isEmpty()) {
        all = all == null ? new HashSet<>(first) : all;
        all.addAll(operations);
      }
    }
    return all == null ? first : all;
  }

  /** Ends all Regions. What is kept of them remains. */
  @Override
  public void close() {
    regions.forEach(Region::close);
  }
}
