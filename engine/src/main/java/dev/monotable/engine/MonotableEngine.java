package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.dispatch.OperationCatalogue;
import dev.monotable.engine.dispatch.RequestHooks;
import dev.monotable.engine.dispatch.SharedParts;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.insights.ContributorCounter;
import dev.monotable.engine.log.CommitLog;
import dev.monotable.engine.log.CommitQueue;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.operation.KeyRules;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.table.TableTypes;
import dev.monotable.engine.operation.transaction.ItemHolds;
import dev.monotable.engine.operation.transfer.TransferJobs;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.table.ContributorInsights;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.throttle.ThroughputThrottle;
import dev.monotable.engine.transfer.DatabaseBuckets;
import dev.monotable.engine.transfer.TableFiles;
import dev.monotable.engine.validation.ArnScope;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A DynamoDB database in this JVM. Safe for use by multiple threads.
 *
 * <p>The whole database is one immutable value: each operation reads the value that is current when
 * it starts, and each write creates the next one. So {@link #snapshot}, {@link #fork} and {@link
 * #restore} keep or replace one reference, regardless of the size of the data.
 *
 * <pre>{@code
 * try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
 *   engine.call(Operations.PUT_ITEM,
 *       PutItemInput.builder().tableName("Music").item(Item.of("PK", "Artist-1")).build());
 * }
 * }</pre>
 */
public final class MonotableEngine implements OperationCaller, AutoCloseable {
  private static final Set<String> ALL_OPERATIONS =
      Operations.all().stream().map(OperationSchema::name).collect(Collectors.toUnmodifiableSet());

  private final EngineConfig config;
  private final Committer committer;
  private final OperationContext context;
  private final OperationCatalogue catalogue;
  private final RequestHooks hooks;
  private final BackgroundWork background;
  private final DatabaseBuckets buckets;
  private final Neighbours.Directory neighbours = new Neighbours.Directory();
  private final long seed;
  private volatile boolean closed;

  /** Null if the engine does not throttle. Guarded by {@link #hooks}. */
  private Admission.@Nullable Registration throttle;

  /** Null if the database is only in memory. */
  private final @Nullable CommitLog log;

  private MonotableEngine(EngineConfig config, DatabaseState state, @Nullable CommitLog log) {
    SharedParts parts =
        SharedParts.of(
            config.limits(), config.wording(), new ArnScope(config.region(), config.account()));
    this.seed = config.seed() == 0 ? System.nanoTime() : config.seed();
    this.config = config;
    this.log = log;
    this.committer =
        new Committer(
            state, config.limits(), config.clock(), log == null ? null : log::commitWaiting);
    this.context =
        new OperationContext(
            committer,
            parts.expressions(),
            config.limits(),
            config.delays(),
            config.clock(),
            new SplittableRandom(seed),
            parts.scope());
    this.hooks =
        new RequestHooks(committer, config.observers(), config.wording(), config.clock(), seed);
    TableTypes types = TableTypes.of(config.indexTypes(), config.settingTypes());
    boolean reopened = log != null && (state.tables().size() > 0 || state.transfers().size() > 0);
    this.buckets = new DatabaseBuckets(committer, config.limits(), context::newId, reopened);
    TableFiles files = config.tableFiles();
    TransferJobs transfers =
        new TransferJobs(
            context,
            files == null ? null : files.of(buckets),
            types,
            config.wording().forOperation(Operations.IMPORT_TABLE.name()),
            new TransferEdge());
    KinesisStreams streams = config.kinesisStreams();
    this.catalogue =
        new OperationCatalogue(
            context,
            parts,
            hooks,
            types,
            transfers,
            neighbours,
            streams == null ? arn -> true : streams::isActive);
    this.background = new BackgroundWork(config, committer, transfers);
    if (config.throttling()) {
      throttle(true);
    }
    countContributors(state);
  }

  /** The edge of this engine for its exports, imports and bulk operations. */
  private final class TransferEdge implements TransferJobs.Edge {
    @Override
    public boolean hasRoom(OperationSchema<?, ?> operation, Record input) {
      return hooks.hasRoom(context, operation, input);
    }

    @Override
    public ObjectRights objectRights(
        OperationSchema<?, ?> operation, Record input, String accessKey) {
      return hooks.objectRights(context, operation, input, accessKey);
    }

    @Override
    public String message(Fault fault) {
      return config.wording().forOperation(Operations.PUT_ITEM.name()).message(fault);
    }

    @Override
    public void ended(BulkOperationDescription operation) {
      hooks.bulkOperationEnded(operation);
    }

    @Override
    public boolean start(Runnable work) {
      return config.scheduler().start(work);
    }
  }

  /** Creates an engine with an empty database. */
  public static MonotableEngine create(EngineConfig config) {
    return new MonotableEngine(config, DatabaseState.EMPTY, null);
  }

  /**
   * Creates an engine whose commits a log keeps. A request returns when the log has its commits;
   * until then, no reader sees them. If the log fails, the request fails with an
   * InternalServerError and has no effect. Closing the engine closes the log. Forks have no log.
   *
   * @param start the database that the log has already
   */
  @Experimental
  public static MonotableEngine create(EngineConfig config, Snapshot start, CommitLog log) {
    MonotableEngine engine = new MonotableEngine(config, start.state(), log);
    log.start(new CommitQueue(engine.committer));
    // The database has all entries of indexes that were being filled when the process ended.
    engine.committer.backfill().resume(config.delays(), config.clock().instant(), true);
    engine.committer.awaitLogged(null);
    return engine;
  }

  /** Returns the configuration of this engine. */
  public EngineConfig config() {
    return config;
  }

  /**
   * Performs an operation of the API for the program that has created the engine: no policy decides
   * about it.
   *
   * @param operation a constant of {@link dev.monotable.model.Operations}
   * @throws DynamoException if AWS would answer with an error
   */
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    CommitTicket ticket = log != null && operation.traits().commits() ? new CommitTicket() : null;
    try {
      return catalogue.call(operation, request, null, ticket);
    } finally {
      if (ticket != null) {
        ticket.await();
      }
    }
  }

  /**
   * Performs an operation for a client, and does not wait for the log. For transports, whose
   * threads must not wait.
   *
   * @param envelope says who sends the request. Its ticket is set if the result, or the exception,
   *     must not be sent yet
   * @throws DynamoException if AWS would answer with an error
   */
  @Override
  @Experimental
  public <I extends Record, O extends Record> O call(
      OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
    CommitTicket ticket = envelope.ticket();
    ticket.clear();
    boolean waits = log != null && operation.traits().commits();
    return catalogue.call(operation, request, envelope, waits ? ticket : null);
  }

  /**
   * Adds an observer, which receives each request from now on. Forks have observers of their own:
   * they begin with those of {@link EngineConfig#observers()}.
   *
   * @return the registration; closing it removes the observer
   */
  public RequestObserver.Registration observe(RequestObserver observer) {
    return hooks.add(observer);
  }

  /**
   * Adds an admission, which decides about each request from now on. Forks have none at first.
   *
   * @return the registration; closing it removes the admission
   */
  @Experimental
  public Admission.Registration admit(Admission admission) {
    return hooks.add(admission);
  }

  /**
   * Lets requests be throttled from now on, or no longer. Requests on items are rejected as by AWS
   * when they exceed the throughput of their table, of a global secondary index or of a partition,
   * by the clock of this engine; and changes of tables when they exceed the rates that AWS allows.
   * Without it, no request is throttled, and none pays for it.
   *
   * @param on true begins with all tables as if they had been idle until now, even if the engine
   *     throttles already
   */
  public void throttle(boolean on) {
    synchronized (hooks) {
      if (throttle != null) {
        throttle.close();
      }
      throttle = on ? hooks.add(newThrottle()) : null;
    }
  }

  private ThroughputThrottle newThrottle() {
    HeatModel model = config.heatModel();
    return new ThroughputThrottle(context, model == null ? HeatModel.DEFAULT : model, seed);
  }

  /** Returns whether requests are throttled. */
  public boolean isThrottling() {
    synchronized (hooks) {
      return throttle != null;
    }
  }

  private void countContributors(DatabaseState state) {
    if (ContributorInsights.isUsed(state)) {
      hooks.countContributors();
    }
  }

  /**
   * Returns the keys of a table or index that were accessed and throttled most since Contributor
   * Insights was enabled for it, or since this engine was created. Empty if it is not enabled.
   *
   * @param index the name of the index; null for the table
   * @param most the number of keys of each kind, at most 500
   * @throws DynamoException if the table does not exist
   */
  public ContributorReport contributors(String tableName, @Nullable String index, int most) {
    TableState table = committer.state().findTable(tableName);
    if (table == null) {
      throw DynamoException.validation("The table " + tableName + " does not exist");
    }
    ContributorCounter counter = hooks.contributors();
    return counter == null
        ? ContributorReport.none(tableName, index)
        : counter.report(table.definition(), index, Math.min(500, most));
  }

  /**
   * Reports a request that failed before it reached this engine, such as one that could not be
   * decoded, to the observers.
   *
   * @param error the error response
   */
  @Override
  public void reject(OperationSchema<?, ?> operation, DynamoException error) {
    hooks.reject(operation, error);
  }

  /**
   * Returns what injects faults into the requests of this engine. It has no rules at first, nor has
   * that of a fork.
   */
  public FaultInjector faults() {
    return hooks.faults();
  }

  /**
   * Returns the names of the operations whose requests may wait on the calling thread; usually
   * none. An injected latency waits; the end of a pending change of a table, and a request on a
   * global table with multi-Region strong consistency, wait for the log. A transport whose threads
   * must not wait can run these requests on another thread.
   */
  @Override
  public Set<String> waitingOperations() {
    return log != null && (committer.state().nextChange() != null || neighbours.waits())
        ? ALL_OPERATIONS
        : hooks.waitingOperations();
  }

  /**
   * Runs an action before {@link #waitingOperations} first returns any: now, if they may already.
   */
  @Experimental
  public void whenRequestsMayWait(Runnable action) {
    if (log != null) {
      action.run();
    } else {
      hooks.whenFaultsAreUsed(action);
    }
  }

  /** Returns whether a log keeps the commits. */
  @Experimental
  public boolean isLogged() {
    return log != null;
  }

  /** Returns the changes that the Kinesis destinations of tables have not received. */
  @Experimental
  public KinesisOutbox kinesisOutbox() {
    return new KinesisOutbox(this, committer);
  }

  /** Returns the handler of an operation, for tests. */
  OperationHandler<?, ?> requireHandler(OperationSchema<?, ?> operation) {
    return catalogue.require(operation);
  }

  /** Returns what the operations of this engine use, for those of other Regions. */
  @Experimental
  public OperationContext context() {
    return context;
  }

  /** Returns where operations find the databases of other Regions. */
  @Experimental
  public Neighbours.Directory neighbours() {
    return neighbours;
  }

  /** Returns the current state, for audits. */
  DatabaseState state() {
    return committer.state();
  }

  /** Returns the database as it is now. */
  public Snapshot snapshot() {
    return Snapshot.of(committer.state());
  }

  /**
   * Returns a new engine that starts from this one's data and is independent from then on. It has
   * the same configuration, including the clock.
   */
  public MonotableEngine fork() {
    return new MonotableEngine(config, committer.state(), null);
  }

  /**
   * Returns a copy of this database to read, or to try something: without delays, background work
   * or faults, and its requests are not observed or admitted. All else is as in a {@link #fork}.
   *
   * @param state the data of the copy, which may come from another engine
   * @param seed the seed of the IDs that the copy generates; 0 for random ones
   */
  public MonotableEngine copy(Snapshot state, long seed) {
    return new MonotableEngine(config.quiet(seed), state.state(), null);
  }

  /** Sets the database back to a snapshot, which may come from another engine. */
  public void restore(Snapshot snapshot) {
    countContributors(snapshot.state());
    logged(
        ticket -> {
          committer.restore(snapshot.state(), ticket);
          return null;
        });
  }

  /**
   * Sets the database to a snapshot if nothing has changed since another one.
   *
   * @param expected a snapshot of this engine
   * @param next the snapshot to set, which may come from another engine
   * @return false if the database has changed since {@code expected}; it is left as it is
   */
  public boolean replace(Snapshot expected, Snapshot next) {
    countContributors(next.state());
    return logged(ticket -> committer.replace(expected.state(), next.state(), ticket));
  }

  /**
   * Removes the items whose time to live has expired by the engine's clock, in addition to any
   * configured removal. Removes nothing with {@link EngineConfig.TtlSweep#NEVER}.
   *
   * @return the number of items removed
   */
  public long sweepExpired() {
    return logged(ticket -> background.sweepExpired(config.clock().instant(), ticket));
  }

  /**
   * Removes the oldest stream records, client request tokens and older versions of tables, until
   * they take at most a part of the memory that {@link EngineConfig#limits()} allow. For a process
   * that runs out of memory: clients cannot delete these, they only expire. Without anything to
   * remove it costs almost nothing.
   *
   * @param part between 0, which removes all, and 1
   * @return whether anything was removed
   */
  public boolean trimStreams(double part) {
    return committer.trim(
        (long) (part * config.limits().memory().maxStreamBytes()),
        (int) (part * config.limits().memory().maxTokens()),
        (long) (part * config.limits().memory().maxHistoryBytes()));
  }

  /** Returns the buckets that the database has in its memory. */
  @Experimental
  public DatabaseBuckets buckets() {
    return buckets;
  }

  /**
   * Returns what an item was before, as far as the window of point-in-time recovery has it.
   *
   * @param key the primary key of the item, which need not exist
   * @param most the maximum number of versions
   * @return null if point-in-time recovery is disabled for the table
   * @throws DynamoException if the table does not exist, or the key does not match its key schema
   */
  @Experimental
  public @Nullable ItemHistory history(String tableName, Item key, int most) {
    try {
      TableState table = context.requireTable(committer.state(), tableName);
      byte[] primaryKey = KeyRules.requireKey(table.layout(), key);
      return ItemHistory.find(table, primaryKey, config.clock().instant(), most);
    } catch (FaultException e) {
      String operation = Operations.GET_ITEM.name();
      throw config.wording().forOperation(operation).answer(operation, e);
    }
  }

  /**
   * Holds items as a transaction in progress does. Until the result is closed, writes to these
   * items and other transactions on them fail with a conflict.
   *
   * @param keys the primary keys of the items, which need not exist
   * @throws DynamoException if the table does not exist, a key does not match its key schema, or an
   *     item is already held
   */
  public HeldItems holdItems(String tableName, Item... keys) {
    List<byte[]> held;
    try {
      held = ItemHolds.hold(context, tableName, List.of(keys));
    } catch (FaultException e) {
      String operation = Operations.TRANSACT_WRITE_ITEMS.name();
      throw config.wording().forOperation(operation).answer(operation, e);
    }
    return () -> ItemHolds.release(context, held);
  }

  /**
   * Makes a change that is not a request, and waits for the log.
   *
   * @throws UncheckedIOException if the log has failed
   */
  private <R extends @Nullable Object> R logged(Function<CommitTicket, R> change) {
    CommitTicket ticket = new CommitTicket();
    R answer = change.apply(ticket);
    String failure = ticket.awaitFailure();
    if (failure != null) {
      throw new UncheckedIOException(failure, new IOException(failure));
    }
    return answer;
  }

  /** Items that are held until this is closed. */
  public interface HeldItems extends AutoCloseable {
    /** Releases the items. */
    @Override
    void close();
  }

  /** Returns whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Stops background work and removes the fault rules, so that no request remains delayed. Closes
   * the log, if there is one. The data remains readable.
   *
   * @throws UncheckedIOException if the log may have lost commits that have succeeded
   */
  @Override
  public void close() {
    closed = true;
    background.close();
    hooks.close();
    if (log != null) {
      log.close();
    }
  }
}
