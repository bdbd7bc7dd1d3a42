package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.request.Caller;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a process. A request finds its database by the access key and the Region that it
 * is signed for:
 *
 * <ul>
 *   <li>An access key that {@link #create} or {@link #fork} issued leads to the database that was
 *       created with it, or to that of the Region, if its {@link Database#regions} have one. After
 *       the end of that database, it leads to an error, never to another database.
 *   <li>All other access keys share one database with its Regions; or, with {@link #separate}, each
 *       pair of access key and Region has a database of its own, which is created by the first
 *       request.
 * </ul>
 *
 * <p>The number of databases is bounded. Those that nobody uses end: issued ones after the time
 * that was set for them, separate ones after ten minutes if they are as they were created, so that
 * nothing is lost; after ten seconds if their number is at the maximum, since a policy may have
 * denied all that they were created for. The time is that of the process, never the clock of a
 * database. Safe for use by multiple threads.
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
  private final @Nullable Database shared;

  private final ConcurrentMap<Caller.Client, Database> separate = new ConcurrentHashMap<>();

  /** The databases with an issued access key, which is their ID. */
  private final ConcurrentMap<String, Database> issued = new ConcurrentHashMap<>();

  /** Further access keys that were issued for databases, until they are revoked. */
  private final ConcurrentMap<String, Database> further = new ConcurrentHashMap<>();

  /** The databases whose requests may have to wait on the calling thread. */
  private final List<Database> waiting = new CopyOnWriteArrayList<>();

  /** What has to be done with each database. */
  private final List<Consumer<Database>> followers = new CopyOnWriteArrayList<>();

  /** The Regions of separate databases, by their access keys. */
  private final Map<String, Regions> groups = new HashMap<>();

  /** The number of databases of further Regions, of all databases. */
  private final AtomicInteger regional = new AtomicInteger();

  private final BackgroundScheduler.Registration expiry;
  private boolean closed;

  private Databases(
      @Nullable Database shared, DatabaseFactory factory, int max, EngineConfig config) {
    if (max < 1) {
      throw new IllegalArgumentException("the number of databases must be positive");
    }
    this.shared = shared;
    this.factory = factory;
    this.max = max;
    this.config = config;
    this.clock = config.clock();
    this.random = new SplittableRandom(config.seed() == 0 ? System.nanoTime() : config.seed());
    WeakReference<Databases> weak = new WeakReference<>(this);
    this.expiry =
        config
            .scheduler()
            .every(
                EXPIRY_INTERVAL,
                () -> {
                  Databases present = weak.get();
                  if (present != null) {
                    present.expire();
                  }
                });
    if (shared != null) {
      watch(shared);
    }
  }

  /**
   * Creates a registry with one database for all access keys that it does not issue.
   *
   * @param factory creates the databases of issued access keys
   * @param max the maximum number of databases, the shared one included
   * @param config its clock measures how long a database was not used, its seed is that of the
   *     issued access keys, and its Region the default
   */
  public static Databases share(
      Database shared, DatabaseFactory factory, int max, EngineConfig config) {
    return new Databases(shared, factory, max, config);
  }

  /**
   * Creates a registry with a database for each pair of access key and Region.
   *
   * @param factory creates the databases
   * @param max the maximum number of databases
   * @param config as for {@link #share}
   */
  public static Databases separate(DatabaseFactory factory, int max, EngineConfig config) {
    return new Databases(null, factory, max, config);
  }

  /**
   * Returns the database of a request.
   *
   * @throws DynamoException if the database of an issued access key has ended, or there are too
   *     many databases
   */
  public Database find(Caller.Client caller) {
    String accessKey = caller.accessKey();
    if (DatabaseIdentity.isIssued(accessKey)) {
      Database known = issued.get(accessKey);
      if (known == null) {
        Database other = further.get(accessKey);
        if (other != null && isUsable(other, further, accessKey)) {
          return other;
        }
      }
      Database home =
          known != null && isUsable(known, issued, accessKey) ? known : requireIssued(accessKey);
      return home.in(caller.region());
    }
    if (shared != null) {
      return shared.in(caller.region());
    }
    Database known = separate.get(caller);
    return known != null && isUsable(known, separate, caller) ? known : createSeparate(caller);
  }

  /**
   * Issues a further access key, such as that of a principal, which leads to a database, and not to
   * its {@link Database#regions}. It ends with the database.
   *
   * @throws IllegalStateException if the database has ended
   */
  public synchronized String issueKey(Database database) {
    if (findId(database.id()) != database) {
      throw new IllegalStateException("the database has ended: " + database.id());
    }
    String accessKey = newKey();
    further.put(accessKey, database);
    return accessKey;
  }

  /** Revokes a further access key of a database; returns whether there was one. */
  public synchronized boolean revokeKey(Database database, String accessKey) {
    return further.remove(accessKey, database);
  }

  /** Returns the database that an issued access key leads to; null if there is none. */
  public @Nullable Database findKey(String accessKey) {
    Database own = issued.get(accessKey);
    return own == null ? further.get(accessKey) : own;
  }

  /**
   * Returns whether requests of a caller are for the Region that they are signed for: a database
   * serves that of its ARNs, as an endpoint of AWS does, and its {@link Database#regions}. Creates
   * no database.
   */
  public boolean isServed(Caller.Client caller) {
    Database known =
        DatabaseIdentity.isIssued(caller.accessKey()) ? issued.get(caller.accessKey()) : shared;
    if (known == null) {
      Database other = further.get(caller.accessKey());
      return other == null || other.identity().region().equals(caller.region());
    }
    return known.in(caller.region()).identity().region().equals(caller.region());
  }

  /**
   * Marks a database as used, and returns whether that was in time: if it is just being removed,
   * either this thread sees that, or the other one sees the use.
   */
  private static <K> boolean isUsable(Database database, ConcurrentMap<K, Database> all, K key) {
    return database.use() || all.get(key) == database;
  }

  /** Returns the database of an issued access key; fails with an error that SDKs do not retry. */
  private synchronized Database requireIssued(String accessKey) {
    Database known = issued.get(accessKey);
    if (known == null) {
      throw new DynamoException(
          ErrorCode.UNRECOGNIZED_CLIENT,
          "The database of the access key " + accessKey + " has ended, or never existed");
    }
    known.use();
    return known;
  }

  private synchronized Database createSeparate(Caller.Client caller) {
    Database known = separate.get(caller);
    if (known == null) {
      makeRoom();
      known = watch(factory.create(DatabaseIdentity.separate(caller), NewDatabase.DEFAULT));
      separate.put(caller, known);
      known.groupBy(this::separateRegions);
      Regions group = groups.get(caller.accessKey());
      if (group != null) {
        group.join(known);
      }
    }
    known.use();
    return known;
  }

  /** Returns the Regions of the databases that have an access key in common. */
  private synchronized Regions separateRegions(Database first) {
    String accessKey = first.identity().accessKey();
    Regions known = groups.get(accessKey);
    if (known == null) {
      known =
          new Regions(first, region -> createSeparate(new Caller.Client(accessKey, region)), false);
      groups.put(accessKey, known);
      for (Map.Entry<Caller.Client, Database> entry : separate.entrySet()) {
        if (entry.getKey().accessKey().equals(accessKey)) {
          known.join(entry.getValue());
        }
      }
    }
    return known;
  }

  /** Creates the database of a further Region. */
  private synchronized Database createRegion(Database home, String region) {
    makeRoom();
    Database created = watch(factory.region(home, region));
    regional.incrementAndGet();
    return created;
  }

  /**
   * Adds the database of a further Region that an earlier process has created and kept.
   *
   * @param kept of a Region of {@code home}
   */
  public synchronized void addRegion(Database home, Database kept) {
    home.regions().join(watch(kept));
    regional.incrementAndGet();
  }

  /**
   * Creates a database with an access key of its own, which is its ID.
   *
   * @throws DynamoException if there are too many databases, or one has the name
   * @throws IllegalArgumentException if the name or the Region is invalid
   */
  public synchronized Database create(NewDatabase settings) {
    String region = settings.region();
    DatabaseIdentity identity = identify(settings, region == null ? config.region() : region);
    return add(factory.create(identity, settings), settings, created -> {});
  }

  /**
   * Creates a database with the data of another one, and with an access key of its own, which is
   * its ID. Its clock shows the same time as the original's; it has no fault rules.
   *
   * @param data of the original, or a snapshot of any database
   * @throws DynamoException if there are too many databases, or one has the name
   * @throws IllegalArgumentException if the name is invalid, or the Region is another one: ARNs in
   *     the data contain it
   */
  public synchronized Database fork(Database original, Snapshot data, NewDatabase settings) {
    String region = original.identity().region();
    if (settings.region() != null && !settings.region().equals(region)) {
      throw new IllegalArgumentException(
          "the Region of a fork is that of its original, " + region + ", not " + settings.region());
    }
    DatabaseIdentity identity = identify(settings, region);
    return add(factory.fork(identity, original, data, settings), settings, original::copyRegionsTo);
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

  /**
   * Adds a new database, unless it cannot be completed.
   *
   * @param completion adds the rest of its data
   */
  private Database add(Database database, NewDatabase settings, Consumer<Database> completion) {
    database.setExpireAfter(settings.expireAfter());
    issued.put(database.id(), database);
    boolean complete = false;
    try {
      completion.accept(watch(database)); // both may find no room for its Regions
      complete = true;
    } finally {
      if (!complete) {
        issued.remove(database.id());
        end(database);
      }
    }
    return database;
  }

  /**
   * Adds a database with an issued access key that an earlier process has created and kept.
   *
   * @throws IllegalStateException if there is one with this access key or name
   */
  public synchronized void add(Database kept) {
    String name = kept.identity().name();
    if (issued.containsKey(kept.id()) || (name != null && findName(name) != null)) {
      throw new IllegalStateException("there are two databases " + kept.identity());
    }
    issued.put(kept.id(), watch(kept));
  }

  /** Passes each database to an action, those too that are created later, as they are created. */
  public synchronized void follow(Consumer<Database> action) {
    followers.add(action);
    forEach(action);
  }

  /** Remembers a database if its requests may have to wait, now or later. */
  private Database watch(Database database) {
    database.groupBy(home -> new Regions(home, region -> createRegion(home, region), true));
    for (Consumer<Database> follower : followers) {
      follower.accept(database);
    }
    database
        .engine()
        .whenRequestsMayWait(
            () -> {
              waiting.add(database);
              if (database.isClosed()) {
                waiting.remove(database);
              }
            });
    return database;
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
    } while (issued.containsKey(text) || further.containsKey(text));
    return text;
  }

  /**
   * Fails if the maximum is reached and nothing can be removed. The error is a ValidationException:
   * the SDKs retry a LimitExceededException, and the developer guide (Programming.Errors) says so.
   */
  private void makeRoom() {
    if (closed) {
      throw new IllegalStateException("the databases are closed");
    }
    int count = separate.size() + issued.size() + regional.get() + (shared == null ? 0 : 1);
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
    if (waiting.isEmpty()) {
      return Set.of();
    }
    Set<String> first = Set.of();
    Set<String> all = null;
    for (Database database : waiting) {
      Set<String> operations = database.engine().waitingOperations();
      if (first.isEmpty()) {
        first = operations;
      } else if (!operations.isEmpty()) {
        all = all == null ? new HashSet<>(first) : all;
        all.addAll(operations);
      }
    }
    return all == null ? first : all;
  }

  /** Returns the database with an ID; null if it does not exist. */
  public @Nullable Database findId(String id) {
    int at = id.lastIndexOf('@');
    if (at >= 0) {
      Database home = findId(id.substring(0, at));
      Database region = home == null ? null : home.in(id.substring(at + 1));
      return region == home ? null : region;
    }
    Database database = issued.get(id);
    if (database != null) {
      return database;
    }
    if (shared != null) {
      return shared.id().equals(id) ? shared : null;
    }
    for (Database other : separate.values()) {
      if (other.id().equals(id)) {
        return other;
      }
    }
    return null;
  }

  /** Returns the database with the name that a user has given it; null if it does not exist. */
  public @Nullable Database findName(String name) {
    for (Database database : issued.values()) {
      if (name.equals(database.identity().name())) {
        return database;
      }
    }
    return null;
  }

  /** Returns all databases: the shared one first, the others by their IDs. */
  public List<Database> list() {
    List<Database> all = new ArrayList<>();
    forEach(all::add);
    int first = shared == null ? 0 : 1;
    all.subList(first, all.size()).sort((a, b) -> a.id().compareTo(b.id()));
    return all;
  }

  /** Passes each database to an action, the shared one first. */
  public void forEach(Consumer<Database> action) {
    if (shared != null) {
      action.accept(shared);
      shared.otherRegions().forEach(action);
    }
    separate.values().forEach(action);
    for (Database database : issued.values()) {
      action.accept(database);
      database.otherRegions().forEach(action);
    }
  }

  /**
   * Ends a database and deletes what is kept of it. Requests with an issued access key fail from
   * then on; other credentials begin with a new database.
   *
   * @return false if it does not exist, is shared and therefore remains, or is that of a Region,
   *     which ends with its database
   */
  public synchronized boolean drop(String id) {
    Database database = findId(id);
    if (database == null || database == shared || id.indexOf('@') >= 0) {
      return false;
    }
    issued.remove(id);
    separate.values().remove(database);
    end(database);
    return true;
  }

  private void end(Database database) {
    further.values().removeIf(other -> other == database);
    for (Database region : database.otherRegions()) {
      regional.decrementAndGet();
      factory.delete(region);
      waiting.remove(region);
    }
    Regions group = groups.get(database.identity().accessKey());
    if (group != null) {
      group.leave(database);
    }
    factory.delete(database);
    database.close();
    waiting.remove(database);
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
    for (var entry : issued.entrySet()) {
      Database database = entry.getValue();
      Duration idle = database.expireAfter();
      if (database.checkUse(now) >= (idle == null ? Long.MAX_VALUE : idle.toMillis())) {
        ended += endUnused(issued, entry.getKey(), database);
      }
    }
    for (var entry : separate.entrySet()) {
      Database database = entry.getValue();
      if (database.checkUse(now) >= idleOfUnchanged.toMillis() && database.isAsCreated()) {
        ended += endUnused(separate, entry.getKey(), database);
      }
    }
    return ended;
  }

  /** Ends a database unless a request has just found it; returns how many have ended. */
  private <K> int endUnused(ConcurrentMap<K, Database> all, K key, Database database) {
    all.remove(key, database);
    if (database.isUsed()) {
      all.put(key, database);
      return 0;
    }
    end(database);
    return 1;
  }

  /** Closes all databases. What is kept of them remains. */
  @Override
  public synchronized void close() {
    closed = true;
    expiry.close();
    forEach(Database::close);
  }
}
