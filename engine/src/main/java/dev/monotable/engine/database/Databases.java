package dev.monotable.engine.database;

import dev.monotable.api.Experimental;
import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.WeakTask;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.snapshot.Snapshot;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a process. A request finds its database by the access key and the Region that it
 * is signed for:
 *
 * <ul>
 *   <li>An access key that {@link #create} or {@link #fork} issued leads to the database that was
 *       created with it, or to the Region that the request is signed for. After the end of that
 *       database, it leads to an error, never to another database.
 *   <li>All other access keys share one database with its Regions; or, with {@link #separate}, each
 *       pair of access key and Region has a database of its own, which is created by the first
 *       request.
 * </ul>
 *
 * <p>The number of databases is bounded. Unused ones end: issued ones after the time that was set
 * for them, separate ones after ten minutes if they are as they were created, so that nothing is
 * lost; after ten seconds if their number is at the maximum, since a policy may have denied all
 * that they were created for. The time is that of the process, never the clock of a database. Safe
 * for use by multiple threads.
 */
@Experimental
public final class Databases implements AutoCloseable {
  /** The default of the maximum number of databases. */
  public static final int DEFAULT_MAX = 2_000;

  /** The beginning of each access key that leads to a database of its own. */
  public static final String KEY_PREFIX = DatabaseIdentity.ISSUED;

  /** The length of an issued access key, which is that of AWS's. */
  private static final int KEY_LENGTH = 20;

  private static final String KEY_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  /** After which time without a request an unused separate database ends. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  /** The same if there are as many databases as there may be. */
  private static final Duration IDLE_AT_MAXIMUM = Duration.ofSeconds(10);

  private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(1);

  private final DatabaseFactory factory;
  private final EngineConfig config;
  private final InstantSource clock;
  private final int max;
  private final SplittableRandom random;

  /** The database that all access keys share which were not issued; null if each has its own. */
  private volatile @Nullable Database shared;

  /** All other databases, by the access keys that lead to them. */
  private final ConcurrentMap<String, Database> databases = new ConcurrentHashMap<>();

  /** Further access keys that were issued for Regions, until they are revoked. */
  private final ConcurrentMap<String, Region> further = new ConcurrentHashMap<>();

  /** The callers that run the requests of some further access keys in place of their Regions. */
  private final ConcurrentMap<String, OperationCaller> callers = new ConcurrentHashMap<>();

  /** The Regions whose requests may have to wait on the calling thread. */
  private final List<Region> waiting = new CopyOnWriteArrayList<>();

  /** The work on each Region. */
  private final List<Consumer<Region>> followers = new CopyOnWriteArrayList<>();

  private final BackgroundScheduler.Registration expiry;
  private boolean closed;

  private Databases(DatabaseFactory factory, int max, EngineConfig config) {
    if (max < 1) {
      throw new IllegalArgumentException("the number of databases must be positive");
    }
    this.factory = factory;
    this.max = max;
    this.config = config;
    this.clock = config.clock();
    this.random = new SplittableRandom(config.seed() == 0 ? System.nanoTime() : config.seed());
    this.expiry = WeakTask.every(config.scheduler(), EXPIRY_INTERVAL, this, Databases::expire);
  }

  /**
   * Creates a registry with one database for all access keys that it does not issue.
   *
   * @param max the maximum number of Regions of all databases, those of the shared one included
   * @param config its clock measures how long a database was not used, its seed is that of the
   *     issued access keys, and its Region the default
   */
  public static Databases share(DatabaseFactory factory, int max, EngineConfig config) {
    Databases created = new Databases(factory, max, config);
    Database shared = Database.open(DatabaseIdentity.shared(config.region()), factory, created);
    created.shared = shared;
    var unused = shared.fill(NewDatabase.DEFAULT);
    return created;
  }

  /**
   * Creates a registry with a database for each pair of access key and Region.
   *
   * @param max the maximum number of databases
   * @param config as for {@link #share}
   */
  public static Databases separate(DatabaseFactory factory, int max, EngineConfig config) {
    return new Databases(factory, max, config);
  }

  // ---- by access key ----

  /**
   * Returns the Region that a request reaches.
   *
   * @throws DynamoException if the database of an issued access key has ended, or there are too
   *     many databases
   */
  public Region find(Caller.Client caller) {
    Region region = lookUp(caller);
    // If it is just being removed, either this thread sees that, or the other one sees the use.
    return region != null && (region.use() || isListed(region)) ? region : require(caller);
  }

  /**
   * Returns what runs a request of a client: the Region that it reaches, or what creates it.
   *
   * @throws DynamoException as {@link #find}
   */
  public OperationCaller reach(Caller.Client caller) {
    Region region = lookUp(caller);
    if (region == null && !DatabaseIdentity.isIssued(caller.accessKey())) {
      return new FirstRequest(this, factory, caller);
    }
    Region found = find(caller);
    OperationCaller other = callers.isEmpty() ? null : callers.get(caller.accessKey());
    return other == null ? found.engine() : other;
  }

  /**
   * Returns the Region that a request reaches after a check of it. Before it is created, a trial of
   * it is checked, so that no denied request creates a database.
   *
   * @param check throws an exception to reject the request
   * @throws DynamoException as {@link #find(Caller.Client)}
   */
  public Region find(Caller.Client caller, Consumer<Region> check) {
    if (lookUp(caller) == null && !DatabaseIdentity.isIssued(caller.accessKey())) {
      try (Database trial = factory.trial(DatabaseIdentity.separate(caller))) {
        if (trial != null) {
          check.accept(trial.home());
        }
      }
    }
    Region found = find(caller);
    check.accept(found);
    return found;
  }

  private @Nullable Region lookUp(Caller.Client caller) {
    String accessKey = caller.accessKey();
    boolean isIssued = DatabaseIdentity.isIssued(accessKey);
    Database known = shared == null || isIssued ? databases.get(accessKey) : shared;
    if (known == null) {
      return further.get(accessKey);
    }
    return shared == null && !isIssued ? known.find(caller.region()) : known.in(caller.region());
  }

  private boolean isListed(Region region) {
    Database database = region.database();
    return database == shared
        || (databases.get(database.identity().accessKey()) == database
            && database.find(region.name()) == region);
  }

  /** Returns a Region that is not being removed; fails with an error that SDKs do not retry. */
  private synchronized Region require(Caller.Client caller) {
    Region region = lookUp(caller);
    if (region == null) {
      if (DatabaseIdentity.isIssued(caller.accessKey())) {
        throw new DynamoException(
            ErrorCode.UNRECOGNIZED_CLIENT,
            "The database of the access key "
                + caller.accessKey()
                + " has ended, or never existed");
      }
      region = createSeparate(caller);
    }
    region.use();
    return region;
  }

  private Region createSeparate(Caller.Client caller) {
    Database known = databases.get(caller.accessKey());
    if (known != null) {
      return known.add(caller.region());
    }
    makeRoom();
    Database created =
        Database.open(DatabaseIdentity.separate(caller), factory, this).fill(NewDatabase.DEFAULT);
    databases.put(caller.accessKey(), created);
    return created.home();
  }

  /**
   * Issues a further access key, such as that of a principal, which leads to a Region, and to no
   * other one of its database. It ends with the Region.
   *
   * @throws IllegalStateException if the Region has ended
   */
  public synchronized String issueKey(Region region) {
    if (!isListed(region)) {
      throw new IllegalStateException("the database has ended: " + region.id());
    }
    String accessKey = newKey();
    further.put(accessKey, region);
    return accessKey;
  }

  /**
   * Issues a further access key like {@link #issueKey(Region)}, whose requests something else runs,
   * such as a copy of the Region.
   *
   * @throws IllegalStateException if the Region has ended
   */
  public synchronized String issueKey(Region region, OperationCaller caller) {
    String accessKey = issueKey(region);
    callers.put(accessKey, caller);
    return accessKey;
  }

  /** Revokes a further access key of a Region; returns whether there was one. */
  public synchronized boolean revokeKey(Region region, String accessKey) {
    callers.remove(accessKey);
    return further.remove(accessKey, region);
  }

  /** Returns the Region that an issued access key leads to first; null if there is none. */
  public @Nullable Region findKey(String accessKey) {
    Database own = databases.get(accessKey);
    return own == null ? further.get(accessKey) : own.home();
  }

  /**
   * Returns whether requests of a caller are for the Region that they are signed for: a database
   * serves that of its ARNs, as an endpoint of AWS does, and its other Regions. Creates none.
   */
  public boolean isServed(Caller.Client caller) {
    Region region = lookUp(caller);
    return region == null || region.name().equals(caller.region());
  }

  // ---- creation ----

  /**
   * Creates a database with an access key of its own, which is its ID.
   *
   * @throws DynamoException if there are too many databases, or one has the name
   * @throws IllegalArgumentException if the name or the Region is invalid, or it is kept and would
   *     expire
   */
  public synchronized Database create(NewDatabase settings) {
    String region = settings.region();
    DatabaseIdentity identity = identify(settings, region == null ? config.region() : region);
    Database created = Database.open(identity, factory, this);
    return enter(created, settings, () -> created.fill(settings));
  }

  /**
   * Creates a database with copies of a Region and, if it is the first one of its database, of the
   * others. It has an access key of its own, which is its ID. Its clocks show the same time as the
   * originals'; it has no fault rules.
   *
   * @param data of the original, or a snapshot of any database
   * @throws DynamoException if there are too many databases, or one has the name
   * @throws IllegalArgumentException if the name is invalid, the Region is another one, because
   *     ARNs in the data contain it, or it is kept and would expire
   */
  public synchronized Database fork(Region original, Snapshot data, NewDatabase settings) {
    String region = original.name();
    if (settings.region() != null && !settings.region().equals(region)) {
      throw new IllegalArgumentException(
          "the Region of a fork is that of its original, " + region + ", not " + settings.region());
    }
    DatabaseIdentity identity = identify(settings, region);
    Database fork = Database.fork(original, data, identity, factory, this);
    return enter(fork, settings, () -> fork.addOthers(original));
  }

  private DatabaseIdentity identify(NewDatabase settings, String region) {
    DatabaseIdentity identity = DatabaseIdentity.issued(newKey(), region, settings.name());
    if (settings.name() != null && findName(settings.name()) != null) {
      throw new DynamoException(
          ErrorCode.RESOURCE_IN_USE, "A database has the name " + settings.name() + " already");
    }
    makeRoom();
    return identity;
  }

  /** Adds a new database, unless it cannot be completed: there may be no room for its Regions. */
  private Database enter(Database database, NewDatabase settings, Supplier<Database> completion) {
    databases.put(database.id(), database);
    boolean complete = false;
    try {
      if (settings.expireAfter() != null && database.engine().isLogged()) {
        throw new IllegalArgumentException(
            "a database with a name is kept in the data directory, and does not expire");
      }
      database.home().setExpireAfter(settings.expireAfter());
      Database completed = completion.get();
      complete = true;
      return completed;
    } finally {
      if (!complete) {
        databases.remove(database.id());
        end(database.home());
      }
    }
  }

  /**
   * Opens a database with an issued access key that an earlier process has created and kept.
   *
   * @throws IllegalStateException if there is one with this access key or name
   */
  public synchronized void open(DatabaseIdentity kept) {
    String name = kept.name();
    if (databases.containsKey(kept.id()) || (name != null && findName(name) != null)) {
      throw new IllegalStateException("there are two databases " + kept);
    }
    Database opened = Database.open(kept, factory, this);
    databases.put(kept.id(), opened.fill(NewDatabase.DEFAULT.withoutTables()));
  }

  /** Passes each Region to an action, those too that are created later, as they are created. */
  public synchronized void follow(Consumer<Region> action) {
    followers.add(action);
    forEach(action);
  }

  /** Passes a new Region to the followers; remembers it if its requests may have to wait. */
  void watch(Region region) {
    for (Consumer<Region> follower : followers) {
      follower.accept(region);
    }
    region
        .engine()
        .whenRequestsMayWait(
            () -> {
              waiting.add(region);
              if (region.isClosed()) {
                waiting.remove(region);
              }
            });
  }

  private String newKey() {
    char[] key = new char[KEY_LENGTH];
    int start = DatabaseIdentity.ISSUED.length();
    DatabaseIdentity.ISSUED.getChars(0, start, key, 0);
    String text;
    do {
      for (int i = start; i < KEY_LENGTH; i++) {
        key[i] = KEY_CHARACTERS.charAt(random.nextInt(KEY_CHARACTERS.length()));
      }
      text = new String(key);
    } while (databases.containsKey(text) || further.containsKey(text));
    return text;
  }

  /**
   * Makes room for a further Region. Fails if the maximum is reached and nothing can be removed.
   * The error is a ValidationException: the SDKs retry a LimitExceededException, and the developer
   * guide (Programming.Errors) says so.
   */
  void makeRoom() {
    if (closed) {
      throw new IllegalStateException("the databases are closed");
    }
    int count = 0;
    for (Database database : all()) {
      count += database.regions().size();
    }
    if (count >= max && expire(IDLE_AT_MAXIMUM) == 0) {
      throw DynamoException.validation(
          shared == null
              ? "Monotable keeps a database for each access key and region, and has the maximum of "
                  + max
                  + ". Use fewer credentials, or start it with a larger --max-databases"
              : "Monotable has the maximum of "
                  + max
                  + " databases. Delete some, or start it with a larger --max-databases");
    }
  }

  /**
   * Returns the names of the operations whose requests may have to wait on the calling thread, in
   * any database; usually none.
   */
  public Set<String> waitingOperations() {
    return waiting.isEmpty() ? Set.of() : Database.waitingOperations(waiting);
  }

  /** Returns the configuration of the registry, whose clock is that of the process. */
  public EngineConfig config() {
    return config;
  }

  // ---- all databases ----

  /** Returns the Region with an ID; null if it does not exist. */
  public @Nullable Region findId(String id) {
    boolean isIssued = id.length() >= KEY_LENGTH && DatabaseIdentity.isIssued(id);
    Database issued = isIssued ? databases.get(id.substring(0, KEY_LENGTH)) : null;
    for (Database database : issued == null ? all() : List.of(issued)) {
      for (Region region : database.regions()) {
        if (region.id().equals(id)) {
          return region;
        }
      }
    }
    return null;
  }

  /** Returns the database with the name that a user has given it; null if it does not exist. */
  public @Nullable Database findName(String name) {
    for (Database database : databases.values()) {
      if (name.equals(database.identity().name())) {
        return database;
      }
    }
    return null;
  }

  /** Returns the Regions of all databases: the shared one first, the others by their IDs. */
  public List<Region> list() {
    List<Region> all = new ArrayList<>();
    forEach(all::add);
    int first = shared == null ? 0 : 1;
    all.subList(first, all.size()).sort(Comparator.comparing(Region::id));
    return all;
  }

  /** Passes each Region of each database to an action, that of the shared one first. */
  public void forEach(Consumer<Region> action) {
    all().forEach(database -> database.regions().forEach(action));
  }

  private List<Database> all() {
    List<Database> all = new ArrayList<>();
    if (shared != null) {
      all.add(shared);
    }
    all.addAll(databases.values());
    return all;
  }

  /**
   * Ends a database and deletes what is kept of it. Requests with an issued access key fail from
   * then on; other credentials begin with a new database.
   *
   * @return false if it does not exist, is shared and therefore remains, or is a further Region,
   *     which ends with its database
   */
  public synchronized boolean drop(String id) {
    Region region = findId(id);
    if (region == null || region.database() == shared || !region.isFirst()) {
      return false;
    }
    unlist(region);
    end(region);
    return true;
  }

  /** Lets no request find a Region; returns whether its database has others that remain. */
  private boolean unlist(Region region) {
    Database database = region.database();
    if (database.unlist(region)) {
      return true;
    }
    databases.remove(database.identity().accessKey(), database);
    return false;
  }

  private void end(Region first) {
    for (Region region : first.group()) {
      further.values().removeIf(other -> other == region);
      callers.keySet().retainAll(further.keySet());
      region.close();
      factory.delete(region.identity());
      waiting.remove(region);
    }
  }

  /**
   * Ends the databases that have expired. Background work does the same. A time begins when this
   * method finds that there was no request since its last call.
   *
   * @return how many databases have ended
   */
  public synchronized int expire() {
    return expire(IDLE);
  }

  private int expire(Duration idleOfUnchanged) {
    long now = clock.millis();
    int ended = 0;
    for (Database database : databases.values()) {
      for (Region region : database.regions()) {
        if (region.isFirst() && isExpired(region, now, idleOfUnchanged) && endUnused(region)) {
          ended++;
        }
      }
    }
    return ended;
  }

  private static boolean isExpired(Region region, long now, Duration idleOfUnchanged) {
    long idle = region.checkUse(now);
    if (region.identity().isIssued()) {
      Duration most = region.expireAfter();
      return most != null && idle >= most.toMillis();
    }
    return idle >= idleOfUnchanged.toMillis() && region.isAsCreated();
  }

  /** Ends a Region unless a request has just found it. */
  private boolean endUnused(Region region) {
    Database database = region.database();
    boolean othersRemain = unlist(region);
    if (region.isUsed()) {
      if (othersRemain) {
        database.list(region);
      } else {
        databases.put(database.identity().accessKey(), database);
      }
      return false;
    }
    end(region);
    return true;
  }

  /** Closes all databases. What is kept of them remains. */
  @Override
  public synchronized void close() {
    closed = true;
    expiry.close();
    all().forEach(Database::close);
  }
}
