package dev.monotable.cli.serve;

import dev.monotable.access.Policy;
import dev.monotable.access.Principal;
import dev.monotable.access.file.PolicyFiles;
import dev.monotable.access.request.AccessControl;
import dev.monotable.access.request.Principals;
import dev.monotable.cli.capture.RequestCapture;
import dev.monotable.cli.endpoint.KinesisEndpoint;
import dev.monotable.durability.DataDirectory;
import dev.monotable.durability.DataDirectoryException;
import dev.monotable.durability.SyncMode;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseFactory;
import dev.monotable.engine.database.DatabaseIdentity;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.stream.kinesis.KinesisDeliveries;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Creates the databases of a server with the options of the command line: their configuration, the
 * tables and items they start with, where they are kept, and who observes and guards them. {@link
 * Databases} calls it for one database at a time.
 */
final class ServerDatabases implements DatabaseFactory {
  /** The name of the database that all credentials share, in a data directory. */
  private static final String SHARED = "shared";

  /** The ID of that database. */
  private static final String SHARED_ID = "default";

  /** Stands before the name of a further Region of a database, in IDs and in a data directory. */
  private static final char OF_REGION = '@';

  /** The access key that the console names for the shared database. */
  private static final String CONSOLE = "console";

  private final ServeOptions options;
  private final EngineConfig base;
  private final PrintStream out;
  private final HeapGuard heap = new HeapGuard();

  /** Notices for users about the files, as text, until the server has started. */
  private final List<String> notices = new ArrayList<>();

  private volatile boolean isStarted;

  private List<SchemaTable> tables = List.of();

  /**
   * A database with the tables and items of the files, in the Region and account of the options,
   * and its other Regions; null at first.
   */
  private @Nullable Database start;

  /** The delivery to the Kinesis destinations of all databases; null until it is needed. */
  private @Nullable KinesisDeliveries kinesis;

  /** The endpoint of Kinesis; null without one. */
  private @Nullable KinesisEndpoint kinesisEndpoint;

  /** The directory of the data; null in memory. */
  private @Nullable DataDirectory data;

  /** The recording of all databases; null without one. */
  private @Nullable RequestRecording recording;

  /** The log of all databases; null without one. */
  private @Nullable RequestPrinter printer;

  /** The principals of all databases; null if every access key may do everything. */
  private @Nullable Principals principals;

  /** Whether a request is of the console; not if that may do no more than others. */
  private Predicate<RequestHeaders> console = request -> false;

  /** The captured requests of all databases; null without them. */
  private @Nullable RequestCapture capture;

  /**
   * @param base has the clock and the scheduler
   * @param out receives the log of requests
   */
  ServerDatabases(ServeOptions options, EngineConfig base, PrintStream out) {
    this.options = options;
    this.base = base;
    this.out = out;
  }

  /**
   * Lets the console do everything in databases that many access keys share, unless a file has a
   * policy for it.
   *
   * @param proof whether a request is of the console
   */
  void allowConsole(Predicate<RequestHeaders> proof) {
    console = proof;
  }

  /**
   * Opens the databases that there are at the start.
   *
   * @throws DataFileException if a schema or seed file is invalid
   * @throws DataDirectoryException if the data directory cannot be used
   */
  Databases open() throws DataFileException, IOException {
    SchemaFiles schemas =
        SchemaFiles.reader()
            .withParameters(options.parameters)
            .withRegion(options.region)
            .withAccount(options.account);
    if (!options.schemas.isEmpty()) {
      tables = schemas.load(options.schemas);
    }
    if (!options.policies.isEmpty()) {
      principals = Principals.create(false);
      PolicyFiles files = new PolicyFiles(schemas, options.account);
      files.load(options.policies, principals);
      files.notices().forEach(notice -> addNotice(notice.toString()));
    }
    if (options.kinesisEndpoint != null) {
      kinesisEndpoint = KinesisEndpoint.of(options.kinesisEndpoint, System.getenv());
    }
    if (options.record != null) {
      recording = RequestRecording.create(options.record);
    }
    if (options.capture != null) {
      capture = RequestCapture.create(options.capture);
    }
    if (options.log != null) {
      printer = new RequestPrinter(options.log, ZoneId.systemDefault(), out);
    }
    try {
      if (options.splitByCredentials) {
        var unused = start(); // validates the files before the first request
      }
      if (options.data != null) {
        SyncMode sync = options.sync == null ? SyncMode.EVERY_100_MS : options.sync;
        data = DataDirectory.open(options.data, sync, options.repair);
      }
      return open(config(options.region, options.account));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof DataFileException invalid) {
        throw invalid;
      }
      throw e;
    }
  }

  private Databases open(EngineConfig config) throws DataFileException, IOException {
    Databases databases =
        options.splitByCredentials
            ? Databases.separate(this, options.maxDatabases, config)
            : shared(config);
    heap.trim(databases);
    if (data != null) {
      openKept(data, databases);
    }
    Region shared = databases.findId(SHARED_ID);
    if (shared != null) {
      options.regions.forEach(shared.database()::add);
    }
    takeDataNotices(); // of the other Regions
    isStarted = true;
    return databases;
  }

  private Databases shared(EngineConfig config) throws DataFileException {
    try {
      return Databases.share(this, options.maxDatabases, config);
    } catch (DynamoException e) {
      // Only the Regions of replicas may need more databases.
      throw new DataFileException(tables.get(0).at(), String.valueOf(e.getMessage()));
    }
  }

  /** Opens the databases with issued access keys, and the Regions, of an earlier server. */
  private static void openKept(DataDirectory directory, Databases databases) throws IOException {
    for (String kept : directory.names()) {
      DatabaseIdentity identity = DatabaseIdentity.findIssued(kept);
      if (identity != null) {
        databases.open(identity);
      }
    }
    for (String kept : directory.names()) {
      int at = kept.lastIndexOf(OF_REGION);
      String name = at < 0 ? "" : kept.substring(0, at);
      Region home = databases.findId(name.equals(SHARED) ? SHARED_ID : name);
      String region = kept.substring(at + 1);
      if (home != null && region.matches("[a-z0-9-]{1,25}")) {
        home.database().addKept(region);
      }
    }
  }

  /** Returns the configuration of the databases of a Region, and of an account in their ARNs. */
  EngineConfig config(String region, String account) {
    EngineConfig.Builder config =
        base.toBuilder()
            .region(region)
            .account(account)
            .limits(limits())
            .delays(options.delays.build())
            .throttling(options.throttle);
    if (options.wording != null) {
      config.wording(options.wording);
    }
    config.tableFiles(
        options.buckets == null ? BucketFiles.inMemory() : new BucketFiles(options.buckets));
    config.kinesisStreams(kinesisEndpoint);
    if (options.ttlSweep.isZero()) {
      config.ttlSweep(EngineConfig.TtlSweep.ON_DEMAND);
    } else {
      config.ttlSweepInterval(options.ttlSweep);
    }
    return config.build();
  }

  /** Returns the limits; {@code --stream-retention} is another name of one of them. */
  private Limits limits() {
    if (!options.streamRetention.equals(ServeOptions.STREAM_RETENTION)) {
      long seconds = options.streamRetention.toSeconds();
      options.limits.stream(stream -> stream.withRetentionSeconds(seconds));
    }
    return options.limits.build();
  }

  @Override
  public EngineConfig config(DatabaseIdentity identity) {
    // An access key with 12 digits is the account in the ARNs.
    String accessKey = identity.accessKey();
    boolean isAccount = accessKey.matches("[0-9]{12}");
    return config(identity.region(), isAccount ? accessKey : options.account);
  }

  @Override
  public MonotableEngine open(DatabaseIdentity identity, EngineConfig config) {
    String kept = keptName(identity);
    try {
      return kept == null || data == null
          ? MonotableEngine.create(config)
          : data.database(kept, config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void delete(DatabaseIdentity identity) {
    String kept = keptName(identity);
    if (kept != null && data != null) {
      try {
        data.delete(kept);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Returns the name of a database in the data directory; null if it is only in memory. */
  private @Nullable String keptName(DatabaseIdentity identity) {
    if (data == null || (identity.isIssued() && identity.name() == null)) {
      return null;
    }
    int at = identity.id().lastIndexOf(OF_REGION);
    if (at >= 0 && identity.id().substring(at + 1).equals(identity.region())) {
      return keptHome(identity) + OF_REGION + identity.region();
    }
    return identity.isShared() ? SHARED : identity.toString();
  }

  private static String keptHome(DatabaseIdentity identity) {
    return identity.isShared() ? SHARED : identity.accessKey();
  }

  /** Sets a new database to what it starts with. If it is kept, it remains new if that fails. */
  @Override
  public void fill(Region region, NewDatabase settings) {
    String kept = keptName(region.identity());
    if (hasFiles() && !settings.isEmpty()) {
      if (kept != null && data != null && !data.isNew(kept)) {
        addNotice(
            options.data + " has a database already; --schema and --seed were not applied to it");
      } else {
        startAsFiles(region);
      }
    }
    takeDataNotices();
  }

  private void startAsFiles(Region region) {
    EngineConfig config = region.engine().config();
    boolean isUsual =
        config.region().equals(options.region) && config.account().equals(options.account);
    try {
      region.startAs(isUsual ? start() : load(config));
    } catch (DataFileException e) {
      throw new IllegalStateException("the files were valid when the server started", e);
    }
  }

  /** Returns a database to try a request in, without buckets and Kinesis streams. */
  @Override
  public @Nullable Database trial(DatabaseIdentity identity) {
    if (principals == null || isKept(keptName(identity))) {
      return null;
    }
    EngineConfig config =
        config(identity).toBuilder().tableFiles(null).kinesisStreams(null).build();
    Database trial = Database.create(identity, config);
    if (hasFiles()) {
      startAsFiles(trial.home());
    }
    AccessControl.install(trial.home(), principals(principals, trial.home()));
    return trial;
  }

  private boolean isKept(@Nullable String name) {
    try {
      return name != null && data != null && data.names().contains(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void takeDataNotices() {
    if (data != null) {
      data.takeNotices().forEach(this::addNotice);
    }
  }

  /** Keeps a notice until the server has started; logs it later. */
  private void addNotice(String notice) {
    if (isStarted) {
      System.getLogger(ServerDatabases.class.getName()).log(System.Logger.Level.WARNING, notice);
    } else {
      notices.add(notice);
    }
  }

  private boolean hasFiles() {
    return !tables.isEmpty() || !options.seeds.isEmpty();
  }

  /** Returns what databases in the Region and account of the options start as. */
  private Database start() throws DataFileException {
    Database known = start;
    if (known == null) {
      known = load(config(options.region, options.account));
      start = known;
    }
    return known;
  }

  /**
   * Loads the files. Tables get replicas in the database of the options' Region, which the files
   * were read for, unless the database of each Region starts with all tables.
   */
  private Database load(EngineConfig config) throws DataFileException {
    // The streams of a schema exist when the changes are written, if not yet.
    EngineConfig withAllStreams = config.toBuilder().kinesisStreams(null).build();
    boolean withReplicas = !options.splitByCredentials && config.region().equals(options.region);
    // The data remains readable, and nothing expires in a closed database.
    try (Database loaded = Database.create(withAllStreams)) {
      LoadSummary summary =
          withReplicas
              ? DatabaseLoader.load(loaded.home(), tables, options.seeds)
              : DatabaseLoader.load(loaded.engine(), tables, options.seeds);
      summary.notices().forEach(notice -> addNotice(notice.toString()));
      return loaded;
    }
  }

  /**
   * Returns the principals of a database. Who created it has its access key, and may do everything
   * unless there is a policy for all access keys. So may the console. The principal of the access
   * key that has the database is in the account of its tables.
   */
  private Principals principals(Principals named, Region region) {
    Principals own = named.extended();
    DatabaseIdentity identity = region.identity();
    String account = region.engine().config().account();
    Principal owner = identity.isShared() ? null : own.find(identity.accessKey());
    if (owner != null && !owner.account().equals(account)) {
      own.put(identity.accessKey(), owner.withAccount(account));
    }
    boolean issued = identity.isIssued();
    String key = issued ? identity.accessKey() : CONSOLE;
    if (own.find(key) == null) {
      Principal all = Principal.user(account, key, List.of(Policy.allowingAll()));
      if (!issued) {
        own.put(key, all, console);
      } else if (!named.hasPolicyForOthers()) {
        own.put(key, all);
      }
    }
    return own;
  }

  /** Lets a Region be observed and guarded like all others. */
  @Override
  public void opened(Region region, boolean isCopy) {
    MonotableEngine engine = region.engine();
    if (isCopy && kinesisEndpoint != null) {
      engine.kinesisOutbox().clear(); // the original writes it
    }
    if (recording != null) {
      recording.listenTo(engine, region.identity().id());
    }
    if (printer != null) {
      engine.observe(printer);
    }
    if (capture != null) {
      engine.observe(capture);
    }
    heap.guard(engine);
    if (kinesisEndpoint != null) {
      kinesis().of(region).duplicates(options.kinesisDuplicates);
    }
    if (principals != null) {
      AccessControl.install(region, principals(principals, region));
    }
  }

  /** Lets requests to a copy of a database fail that would fill the heap. */
  void guard(MonotableEngine copy) {
    heap.guard(copy);
  }

  /** Returns whether the heap has room for a number of bytes. */
  boolean hasRoom(long bytes) {
    return heap.hasRoom(bytes);
  }

  /** Returns what writes to the Kinesis destinations of the databases. */
  synchronized KinesisDeliveries kinesis() {
    KinesisDeliveries known = kinesis;
    if (known == null) {
      known =
          kinesisEndpoint == null
              ? KinesisDeliveries.none()
              : KinesisDeliveries.to(kinesisEndpoint);
      kinesis = known;
    }
    return known;
  }

  /** Returns what users should know about the files that were read at the start. */
  List<String> takeNotices() {
    List<String> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  /** Closes the data directory, if there is one; returns what failed, or null. */
  @Nullable String closeData() {
    DataDirectory directory = data;
    if (directory != null) {
      try {
        directory.close();
      } catch (IOException e) {
        return "cannot close the data directory: " + e.getMessage();
      }
    }
    return null;
  }

  /** Ends the server's own files and its log; returns what failed. */
  List<String> end() {
    List<String> problems = new ArrayList<>();
    addProblem(closeData(), problems);
    if (printer != null) {
      printer.close();
    }
    addProblem(recording == null ? null : recording.end(), problems);
    addProblem(capture == null ? null : capture.end(), problems);
    return problems;
  }

  private static void addProblem(@Nullable String problem, List<String> problems) {
    if (problem != null) {
      problems.add(problem);
    }
  }
}
