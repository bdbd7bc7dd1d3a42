package dev.monotable;

import dev.monotable.access.Principal;
import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.client.ClientSet;
import dev.monotable.client.Closing;
import dev.monotable.client.ServerEndpoint;
import dev.monotable.client.Target;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseClock;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Replication;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.handle.BeanTables;
import dev.monotable.handle.DatabaseText;
import dev.monotable.handle.DeclaredTable;
import dev.monotable.handle.RequestReport;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.pattern.Contracts;
import dev.monotable.pattern.PatternRun;
import dev.monotable.pattern.Senders;
import dev.monotable.pattern.SendingDatabase;
import dev.monotable.stream.EventSourceMappings;
import dev.monotable.stream.TableStream;
import dev.monotable.stream.kinesis.KinesisDelivery;
import dev.monotable.text.Notice;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A database with its engine, clock, clients and endpoint. */
final class InProcessDatabase implements Monotable, SendingDatabase {
  private static final int MAX_REQUESTS = 1_000;
  private static final long MAX_REQUEST_BYTES = 4 << 20;
  private static final int MAX_CHANGES = 1_000;
  private static final int MAX_NOTICES = 20;

  private final DatabaseSettings settings;
  private final Region region;
  private final MonotableEngine engine;
  private final Exchange exchange;
  private final Faults faults;
  private final List<DeclaredTable> declared = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Notice> notices = new CopyOnWriteArrayList<>();
  private final RequestLog log = new RequestLog(MAX_REQUESTS, MAX_REQUEST_BYTES);

  /** Those of the original if a test has forked it: it sends to both. */
  private volatile Senders senders;

  private final EventSourceMappings mappings;

  /** Null until it is asked for. */
  private @Nullable KinesisDelivery kinesis;

  /** The handles that act as a principal. */
  private final List<ActingDatabase> acting = new CopyOnWriteArrayList<>();

  /** The exploration of this database that is running; usually null. */
  private volatile @Nullable Explored explored;

  private @Nullable ClientSet clients;
  private @Nullable ServerEndpoint endpoint;
  private final @Nullable InProcessDatabase home;

  /** The handles of other Regions, by their names. Guarded by itself. */
  private final Map<String, InProcessDatabase> regions = new TreeMap<>();

  private volatile boolean closed;

  /**
   * @param home the database of the first Region; null if this is that one
   */
  private InProcessDatabase(
      DatabaseSettings settings, Region region, Senders senders, @Nullable InProcessDatabase home) {
    this.home = home;
    this.settings = settings;
    this.region = region;
    this.senders = senders;
    this.engine = region.engine();
    this.exchange = new Exchange(engine, ExchangeConfig.standard());
    this.faults = new Faults(region.faults());
    this.mappings = new EventSourceMappings(engine, region.clock());
    engine.observe(
        new RequestObserver() {
          @Override
          public void observe(ObservedRequest request) {
            if (!mappings.isReading()) {
              log.observe(request);
              InProcessDatabase.this.senders.observe(request);
            }
          }

          @Override
          public void bulkOperationEnded(BulkOperationDescription operation) {
            InProcessDatabase.this.senders.bulkOperationEnded(operation);
          }
        });
  }

  static InProcessDatabase create(DatabaseSettings settings) {
    EngineConfig config = settings.config();
    Database empty = Database.create(config);
    Instant frozenAt = settings.frozenAt();
    if (frozenAt != null) {
      empty.clock().freeze(frozenAt);
    }
    InProcessDatabase database = new InProcessDatabase(settings, empty.home(), new Senders(), null);
    boolean loaded = false;
    try {
      database.load(settings.files().schemas());
      for (DeclaredTable table : settings.tables()) {
        database.create(table);
      }
      database.load(settings.files().seeds());
      database.setResetPoint();
      loaded = true;
    } finally {
      if (!loaded) {
        database.close();
      }
    }
    return database;
  }

  @Override
  public void createTable(String name, Class<?>... beans) {
    open().create(new DeclaredTable(name, List.of(beans)));
  }

  private void create(DeclaredTable table) {
    CreateTableInput request = BeanTables.request(table);
    EngineConfig withoutDelays = engine.config().toBuilder().delays(Delays.NONE).build();
    try (MonotableEngine atOnce = MonotableEngine.create(withoutDelays)) {
      Snapshot before;
      do {
        before = engine.snapshot();
        atOnce.restore(before);
        createOrCheck(request, atOnce);
      } while (!engine.replace(before, atOnce.snapshot()));
    }
    declared.add(table);
  }

  /** Creates a table, or checks that the one that exists has the same keys. */
  private static void createOrCheck(CreateTableInput request, MonotableEngine target) {
    String name = request.tableName();
    try {
      target.call(Operations.CREATE_TABLE, request);
    } catch (DynamoException e) {
      if (e.code() != ErrorCode.RESOURCE_IN_USE) {
        throw new IllegalArgumentException(
            "the table " + name + " is invalid: " + e.getMessage(), e);
      }
      DescribeTableInput describe = DescribeTableInput.builder().tableName(name).build();
      TableDescription known =
          Objects.requireNonNull(target.call(Operations.DESCRIBE_TABLE, describe).table(), "table");
      String present = BeanTables.keys(known.keySchema(), known.attributeDefinitions());
      String wanted = BeanTables.keys(request.keySchema(), request.attributeDefinitions());
      if (!present.equals(wanted)) {
        throw new IllegalArgumentException(
            "the table " + name + " exists with the keys " + present + ", not " + wanted);
      }
    }
  }

  @Override
  public LoadSummary load(Path... files) {
    return loaded(DataFiles.load(open().region, files));
  }

  @Override
  public LoadSummary load(String... names) {
    return loaded(DataFiles.load(open().region, settings.origin(), names));
  }

  @Override
  public LoadSummary load(DataFiles files) {
    return loaded(files.loadInto(open().region));
  }

  /** Keeps the notices of a load for {@link #report}. */
  private LoadSummary loaded(LoadSummary summary) {
    for (Notice notice : summary.notices()) {
      if (notices.size() < MAX_NOTICES) {
        notices.addIfAbsent(notice);
      }
    }
    return summary;
  }

  @Override
  public String dump(String table) {
    return DatabaseText.of(open().engine, table, null);
  }

  @Override
  public String dump(String table, String index) {
    return DatabaseText.of(open().engine, table, Objects.requireNonNull(index, "index"));
  }

  @Override
  public String dump() {
    return DatabaseText.of(open().engine);
  }

  @Override
  public String dumpJson(String table) {
    return DatabaseText.lines(open().engine, table);
  }

  @Override
  public void dumpTo(Path file, String... tables) {
    DatabaseText.write(open().engine, file, tables);
  }

  @Override
  public String tableName(Class<?> bean) {
    requireOpen();
    Set<String> names = new TreeSet<>();
    for (DeclaredTable table : declared) {
      if (table.beans().contains(bean)) {
        names.add(table.name());
      }
    }
    if (names.size() != 1) {
      throw new IllegalArgumentException(
          names.isEmpty()
              ? "no table is declared with " + bean.getName()
              : "several tables are declared with " + bean.getName() + ": " + names);
    }
    return names.iterator().next();
  }

  /**
   * Returns the database that a handle leads to now.
   *
   * @throws IllegalArgumentException if the handle is not one of this package
   */
  static InProcessDatabase of(Monotable handle) {
    Monotable next = handle;
    while (next instanceof ForwardingMonotable forwarding) {
      next = forwarding.delegate();
    }
    if (next instanceof InProcessDatabase database) {
      return database;
    }
    throw new IllegalArgumentException("not a database of Monotable: " + next);
  }

  @Override
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    return clients().table(tableType, name, bean);
  }

  @Override
  public <T> T client(Class<T> type) {
    return clients().get(type);
  }

  private synchronized ClientSet clients() {
    requireOpen();
    ClientSet known = clients;
    if (known == null) {
      known =
          settings
              .transport()
              .clients(Target.of(() -> exchange, this::exchangeOfThread), this::endpoint);
      clients = known;
    }
    return known;
  }

  @Override
  public synchronized URI endpoint() {
    requireOpen();
    ServerEndpoint known = endpoint;
    if (known == null) {
      known = ServerEndpoint.open(home == null ? regionalExchange() : exchange);
      endpoint = known;
    }
    return known.uri();
  }

  private Exchange exchangeOfThread() {
    Exchange ofPiece = findExchangeOfPiece();
    return ofPiece == null ? exchange : ofPiece;
  }

  /**
   * Returns where the request of this thread goes if it is that of a piece without a handle; null
   * for any other thread.
   */
  @Nullable Exchange findExchangeOfPiece() {
    Explored known = explored;
    return known == null ? null : known.findExchange();
  }

  /** Returns what passes each request to the Region that it is signed for. */
  private Exchange regionalExchange() {
    EngineConfig config = engine.config();
    return new Exchange(
        region.database(),
        ExchangeConfig.standard().withWording(config.wording()).withDefaultRegion(config.region()));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the database is closed");
    }
  }

  /** Returns this database, which must be open. */
  private InProcessDatabase open() {
    requireOpen();
    return this;
  }

  @Override
  public MonotableEngine engine() {
    return open().engine;
  }

  /** Returns the engine that requests to a Region reach. */
  MonotableEngine engine(String region) {
    requireOpen();
    return home == null ? this.region.database().in(region).engine() : engine;
  }

  @Override
  public DatabaseClock clock() {
    return open().region.clock();
  }

  @Override
  public List<ObservedRequest> requests() {
    return open().log.requests();
  }

  @Override
  public void clearRequests() {
    open().log.clear();
  }

  @Override
  public String report(List<ObservedRequest> requests, ReportLimits limits) {
    requireOpen();
    return RequestReport.of(
        engine,
        requests,
        faults.incomplete(),
        notices,
        limits.requests(),
        limits.items(),
        limits.characters());
  }

  @Override
  public PatternRun pattern(String name) {
    return Contracts.pattern(open(), settings.design(), name);
  }

  @Override
  public Senders senders() {
    return senders;
  }

  @Override
  public void separate() {
    senders = new Senders();
  }

  @Override
  public Faults faults() {
    return open().faults;
  }

  @Override
  public TableStream stream(String tableName) {
    return open().mappings.stream(tableName);
  }

  @Override
  public Bucket bucket(String name) {
    requireOpen();
    if (engine.config().tableFiles() != BucketFiles.inMemory()) {
      throw new IllegalStateException("the buckets of this database are folders: s3(DIR)");
    }
    return new Bucket(engine.buckets(), name);
  }

  @Override
  public synchronized KinesisDelivery kinesis() {
    requireOpen();
    KinesisDelivery known = kinesis;
    if (known == null) {
      known = new KinesisDelivery(engine, region.clock());
      kinesis = known;
    }
    return known;
  }

  @Override
  public Snapshot snapshot() {
    return open().engine.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    requireOpen();
    region.restore(snapshot);
    mappings.restart();
    synchronized (this) {
      if (kinesis != null) {
        kinesis.restart();
      }
    }
  }

  @Override
  public DatabaseDifference changesSince(Snapshot before) {
    return open().region.changesSince(before, MAX_CHANGES);
  }

  @Override
  public Monotable fork() {
    requireOpen();
    InProcessDatabase fork = new InProcessDatabase(settings, region.fork().home(), senders, null);
    fork.declared.addAll(declared);
    fork.notices.addAll(notices);
    return fork;
  }

  @Override
  public Explorer explore() {
    return new Explorer(open());
  }

  /** Begins an exploration of this database. */
  synchronized Explored beginExploration() {
    if (open().explored != null) {
      throw new IllegalStateException("the database is being explored already");
    }
    Explored begun = new Explored(engine, () -> explored = null);
    explored = begun;
    return begun;
  }

  /** Returns a database with the data and the time of an engine, with which nothing happens. */
  InProcessDatabase settled(MonotableEngine end) {
    Database copy = Database.create(end.config());
    copy.home().engine().restore(end.snapshot());
    InProcessDatabase database = new InProcessDatabase(settings, copy.home(), new Senders(), null);
    database.declared.addAll(declared);
    return database;
  }

  @Override
  public void reset() {
    requireOpen();
    forget();
    regionHandles().forEach(InProcessDatabase::forget);
    region.reset();
  }

  private void forget() {
    mappings.clear();
    synchronized (this) {
      if (kinesis != null) {
        kinesis.close();
        kinesis = null;
      }
    }
    faults.clear();
    log.clear();
  }

  private List<InProcessDatabase> regionHandles() {
    synchronized (regions) {
      return List.copyOf(regions.values());
    }
  }

  @Override
  public void setResetPoint() {
    open().region.setResetPoint();
  }

  @Override
  public Monotable region(String name) {
    requireOpen();
    Region found = region.database().add(name);
    if (found == region) {
      return this;
    }
    if (home != null) {
      return home.region(name);
    }
    synchronized (regions) {
      InProcessDatabase known = regions.get(name);
      if (known == null) {
        known = new InProcessDatabase(settings, found, senders, this);
        regions.put(name, known);
      }
      return known;
    }
  }

  @Override
  public Replication replication() {
    return open().region.database().replication();
  }

  @Override
  public void throttle(boolean on) {
    open().engine.throttle(on);
  }

  @Override
  public Monotable as(Principal principal) {
    requireOpen();
    ActingDatabase handle = new ActingDatabase(this, region, principal);
    acting.add(handle);
    return handle;
  }

  @Override
  public PrincipalUsage usage() {
    throw new IllegalStateException(
        "this handle acts as no principal: call usage() of one that as(…) has returned");
  }

  @Override
  public List<PrincipalUsage> usages() {
    List<PrincipalUsage> usages = new ArrayList<>();
    acting.forEach(each -> usages.add(each.usage()));
    regionHandles().forEach(region -> usages.addAll(region.usages()));
    return usages;
  }

  /** Returns how the clients of this database reach it. */
  Transport transport() {
    return settings.transport();
  }

  @Override
  public long expireNow() {
    return open().engine.sweepExpired();
  }

  /** Returns what the clients of this database pass their requests to. */
  Exchange exchange() {
    return exchange;
  }

  @Override
  public synchronized void close() {
    if (closed || (home != null && !home.closed)) {
      return;
    }
    closed = true;
    regionHandles().forEach(InProcessDatabase::close);
    Closing.all(acting.toArray(AutoCloseable[]::new));
    Closing.all(mappings, clients, endpoint, home == null ? region.database() : null);
    clients = null;
    endpoint = null;
  }
}
