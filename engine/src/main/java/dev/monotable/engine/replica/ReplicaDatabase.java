package dev.monotable.engine.replica;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.TableState;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The database of a Region, as replication sees it. Safe for use by multiple threads. */
public final class ReplicaDatabase {
  /** The approximate bytes of heap of a version. */
  private static final int VERSION_BYTES = 256;

  private final String region;
  private final Committer committer;
  private final InstantSource clock;
  private final int mostVersions;
  private final long mostPendingBytes;
  private final ConcurrentMap<String, ReplicaVersions> versions = new ConcurrentHashMap<>();
  private final ToLongFunction<String> acknowledged;
  private volatile int failures;

  /**
   * @param acknowledged returns the sequence number up to which all other replicas of a table have
   *     its changes
   */
  public ReplicaDatabase(
      String region,
      Committer committer,
      Limits limits,
      InstantSource clock,
      ToLongFunction<String> acknowledged) {
    this.acknowledged = acknowledged;
    this.region = region;
    this.committer = committer;
    this.clock = clock;
    this.mostPendingBytes = limits.memory().maxStreamBytes();
    this.mostVersions =
        (int) Math.min(Integer.MAX_VALUE, limits.memory().maxStreamBytes() / VERSION_BYTES);
  }

  /** Returns the Region. */
  public String region() {
    return region;
  }

  Committer committer() {
    return committer;
  }

  InstantSource clock() {
    return clock;
  }

  /** Returns the bytes that changes may take that wait to be sent to other Regions. */
  long mostPendingBytes() {
    return mostPendingBytes;
  }

  /** Returns how often commits were dropped, because the log of the database did not take them. */
  int droppedCommits() {
    return committer.failures();
  }

  /** Waits until readers see all commits so far. */
  public void awaitLogged() {
    var unused = committer.awaitLogged(null);
  }

  /** Returns a table; null if it does not exist. */
  public @Nullable TableState findTable(String name) {
    return committer.state().findTable(name);
  }

  /** Learns the versions of the last writes to a table, before their records may be removed. */
  public void learn(String table) {
    TableState known = findTable(table);
    if (known != null && GlobalTableReplica.find(known.definition()) != null && !isStrong(known)) {
      var unused = absorbed(known);
    }
  }

  /** Returns the versions of the items of a table, with those of its last writes. */
  ReplicaVersions absorbed(TableState table) {
    String name = table.definition().name();
    ReplicaVersions known = versions(name);
    known.absorb(table, () -> acknowledged.applyAsLong(name));
    return known;
  }

  private ReplicaVersions versions(String table) {
    int dropped = committer.failures();
    if (dropped != failures) {
      failures = dropped;
      forget(); // of the commits that the log did not take
    }
    return versions.computeIfAbsent(table, name -> new ReplicaVersions(region, mostVersions));
  }

  /** Returns the number of versions that are known, of all tables. */
  public int knownVersions() {
    int count = 0;
    for (ReplicaVersions known : versions.values()) {
      count += known.size();
    }
    return count;
  }

  /** Forgets what belongs to other tables than these. */
  public void retain(Set<String> tables) {
    versions.keySet().retainAll(tables);
  }

  /** Forgets what follows from the streams, because the data was set back. */
  public void forget() {
    versions.values().forEach(ReplicaVersions::clear);
  }

  private boolean isStrong(TableState table) {
    return StrongReplica.find(table.definition(), clock.instant()) != null;
  }

  /**
   * Returns whether a table is a replica of the same global table as that of another Region, with
   * eventual consistency.
   */
  boolean isReplica(TableState table, String otherRegion) {
    if (isStrong(table)) {
      return false;
    }
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    TableReplica other = setting == null ? null : setting.find(otherRegion, clock.instant());
    return other != null && other.change() != TableReplica.Change.DELETE;
  }
}
