package dev.monotable.engine;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a process. A request finds its database by the access key and the Region that it
 * is signed for:
 *
 * <ul>
 *   <li>An access key that {@link #create} or {@link #fork} issued leads to the database that was
 *       created with it, in each Region. After the end of that database, it leads to an error,
 *       never to another database.
 *   <li>All other access keys share one database; or, with {@link #separate}, each pair of access
 *       key and Region has a database of its own, which is created by the first request.
 * </ul>
 *
 * <p>The number of databases is bounded. {@link #expire} removes those that nobody uses: issued
 * ones after the time that was set for them, separate ones if they are as they were created, so
 * that nothing is lost. Safe for use by multiple threads.
 */
public final class Databases implements AutoCloseable {
  /** The beginning of each issued access key. AWS's access keys begin with other letters. */
  public static final String KEY_PREFIX = "MTDB";

  /** The length of an issued access key, which is that of AWS's. */
  private static final int KEY_LENGTH = 20;

  private static final String KEY_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  /** After which time without a request an untouched separate database can be removed. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  /** Creates the databases of credentials. */
  @FunctionalInterface
  public interface Factory {
    /**
     * Creates a database.
     *
     * @param id the ID of the database
     * @param name the access key and Region, which the ARNs of the database contain
     */
    Database create(String id, DatabaseName name);
  }

  private final Factory factory;
  private final InstantSource clock;
  private final int max;
  private final SplittableRandom random;

  /** The database that all access keys share which were not issued; null if each has its own. */
  private final @Nullable Database shared;

  private final ConcurrentMap<DatabaseName, Database> separate = new ConcurrentHashMap<>();

  /** The databases with an issued access key, which is their ID. */
  private final ConcurrentMap<String, Database> issued = new ConcurrentHashMap<>();

  private boolean closed;

  private Databases(
      @Nullable Database shared, Factory factory, int max, InstantSource clock, long seed) {
    if (max < 1) {
      throw new IllegalArgumentException("the number of databases must be positive");
    }
    this.shared = shared;
    this.factory = factory;
    this.max = max;
    this.clock = clock;
    this.random = new SplittableRandom(seed == 0 ? System.nanoTime() : seed);
  }

  /**
   * Creates a registry with one database for all access keys that it does not issue.
   *
   * @param factory creates the databases of issued access keys
   * @param max the maximum number of databases
   * @param clock measures how long a database was not used; not the clock of a database
   * @param seed the seed of the issued access keys; 0 means a random seed
   */
  public static Databases share(
      Database shared, Factory factory, int max, InstantSource clock, long seed) {
    return new Databases(shared, factory, max, clock, seed);
  }

  /**
   * Creates a registry with a database for each pair of access key and Region.
   *
   * @param factory creates the databases
   * @param max the maximum number of databases
   * @param clock measures how long a database was not used; not the clock of a database
   * @param seed the seed of the issued access keys; 0 means a random seed
   */
  public static Databases separate(Factory factory, int max, InstantSource clock, long seed) {
    return new Databases(null, factory, max, clock, seed);
  }

  /**
   * Returns the database of a request.
   *
   * @param credential the scope of its signature, such as {@code
   *     AKID/20240101/us-east-1/dynamodb/aws4_request}
   * @throws DynamoException if the database of an issued access key has ended, or there are too
   *     many databases
   */
  public Database find(String credential) {
    if (credential.startsWith(KEY_PREFIX)) {
      return issued(credential.substring(0, Math.max(credential.indexOf('/'), 0)));
    }
    Database all = shared;
    return all == null ? ofCredentials(credential) : all;
  }

  private Database issued(String accessKey) {
    Database database = issued.get(accessKey);
    if (database == null) {
      throw new DynamoException(
          ErrorCode.UNRECOGNIZED_CLIENT,
          "The database of the access key " + accessKey + " has ended, or never existed");
    }
    database.use();
    return database;
  }

  private Database ofCredentials(String credential) {
    int keyEnd = credential.indexOf('/');
    int dateEnd = credential.indexOf('/', keyEnd + 1);
    int regionEnd = credential.indexOf('/', dateEnd + 1);
    DatabaseName name =
        new DatabaseName(
            credential.substring(0, keyEnd), credential.substring(dateEnd + 1, regionEnd));
    Database known = separate.get(name);
    // If the database is being removed, either this thread sees that, or the other one sees the
    // use.
    if (known == null || (!known.use() && separate.get(name) != known)) {
      known = createSeparate(name);
    }
    return known;
  }

  private synchronized Database createSeparate(DatabaseName name) {
    Database known = separate.get(name);
    if (known != null) {
      return known;
    }
    makeRoom();
    Database created = factory.create(name.toString(), name);
    separate.put(name, created);
    return created;
  }

  /**
   * Creates a database with an access key of its own, which is its ID.
   *
   * @param region the Region in its ARNs
   * @param expireAfter after which time without a request it expires; null if it does not
   * @throws DynamoException if there are too many databases
   */
  public synchronized Database create(String region, @Nullable Duration expireAfter) {
    makeRoom();
    String key = newKey();
    return add(factory.create(key, new DatabaseName(key, region)), expireAfter);
  }

  /**
   * Creates a database with the data of a snapshot, and with an access key of its own, which is its
   * ID.
   *
   * @param from the database whose Region, clock and settings it has
   * @param snapshot its data, which may come from any database
   * @param expireAfter after which time without a request it expires; null if it does not
   * @throws DynamoException if there are too many databases
   */
  public synchronized Database fork(
      Database from, Snapshot snapshot, @Nullable Duration expireAfter) {
    makeRoom();
    return add(from.fork(newKey(), snapshot), expireAfter);
  }

  private Database add(Database database, @Nullable Duration expireAfter) {
    database.setExpireAfter(expireAfter);
    issued.put(database.id(), database);
    return database;
  }

  private String newKey() {
    char[] key = new char[KEY_LENGTH];
    KEY_PREFIX.getChars(0, KEY_PREFIX.length(), key, 0);
    String text;
    do {
      for (int i = KEY_PREFIX.length(); i < KEY_LENGTH; i++) {
        key[i] = KEY_CHARACTERS.charAt(random.nextInt(KEY_CHARACTERS.length()));
      }
      text = new String(key);
    } while (issued.containsKey(text));
    return text;
  }

  /** Fails if the maximum is reached and nothing can be removed. */
  private void makeRoom() {
    if (closed) {
      throw new IllegalStateException("the databases are closed");
    }
    if (size() >= max && expire() == 0) {
      throw new DynamoException(
          ErrorCode.LIMIT_EXCEEDED,
          "Monotable keeps a database for each access key and region, and has reached its limit of "
              + max);
    }
  }

  private int size() {
    return separate.size() + issued.size() + (shared == null ? 0 : 1);
  }

  /** Returns the database with an ID; null if it does not exist. */
  public @Nullable Database findId(String id) {
    Database database = issued.get(id);
    if (database != null) {
      return database;
    }
    if (shared != null && shared.id().equals(id)) {
      return shared;
    }
    for (Database other : separate.values()) {
      if (other.id().equals(id)) {
        return other;
      }
    }
    return null;
  }

  /** Returns all databases: the shared one first, the others by their IDs. */
  public List<Database> list() {
    List<Database> all = new ArrayList<>(separate.values());
    all.addAll(issued.values());
    all.sort((a, b) -> a.id().compareTo(b.id()));
    if (shared != null) {
      all.add(0, shared);
    }
    return all;
  }

  /**
   * Ends a database. Requests with an issued access key fail from then on; other credentials begin
   * with a new database.
   *
   * @return false if it does not exist, or is shared and therefore remains
   */
  public synchronized boolean drop(String id) {
    Database database = findId(id);
    if (database == null || database == shared) {
      return false;
    }
    issued.remove(id);
    separate.values().remove(database);
    database.close();
    return true;
  }

  /**
   * Ends the databases that have expired: issued ones that were not used for the time that was set
   * for them, and separate ones that were not used for ten minutes and never written to. A time
   * begins when this method finds that there was no request since its last call, so it has to be
   * called from time to time.
   *
   * @return how many databases have ended
   */
  public synchronized int expire() {
    long now = clock.millis();
    int ended = 0;
    for (Database database : issued.values()) {
      Duration idle = database.expireAfter();
      if (database.checkUse(now) >= (idle == null ? Long.MAX_VALUE : idle.toMillis())) {
        ended += drop(database.id()) ? 1 : 0;
      }
    }
    for (var entry : separate.entrySet()) {
      Database database = entry.getValue();
      if (database.checkUse(now) >= IDLE.toMillis()
          && database.isUntouched()
          && separate.remove(entry.getKey(), database)) {
        if (database.isUsed()) {
          separate.put(entry.getKey(), database);
        } else {
          database.close();
          ended++;
        }
      }
    }
    return ended;
  }

  /** Closes all databases. */
  @Override
  public synchronized void close() {
    closed = true;
    for (Database database : list()) {
      database.close();
    }
  }
}
