package dev.monotable.engine.replica;

import dev.monotable.engine.commit.TableDraft;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.ServiceFault;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The replication of global tables with multi-Region strong consistency.
 *
 * <p>All writes have one order. A write holds the lock from before its commit until the commit is
 * in the other Regions that can be reached. It needs a quorum, one of the two other Regions, and
 * its Region first receives what it has missed. So a condition is tested against the last write of
 * any Region. A strongly consistent read needs a quorum and what was missed, too; an eventually
 * consistent read needs neither. Regions are cut off under the lock, so no write is cut in two.
 *
 * <p>While a request modifies an item, a request to another Region that would modify it fails with
 * a ReplicatedWriteConflictException instead of waiting.
 *
 * <p>What a Region has not received waits in memory. If that is too much, and after a restart, its
 * items are compared with those of the replica that has written last, which has all writes ({@link
 * StrongReplica#term}).
 *
 * <p>Safe for use by multiple threads. The lock is taken before those of databases.
 */
public final class StrongReplication {
  private final Regions regions;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * The changes that each replica has not received, by table and Region. Changed under the lock.
   */
  private final ConcurrentMap<String, Map<String, Backlog>> tables = new ConcurrentHashMap<>();

  /** The bytes of all changes that wait. Changed under the lock. */
  private final AtomicLong pendingBytes = new AtomicLong();

  private final ItemReservations reservations = new ItemReservations();

  /** The requests on these tables. */
  private final ConcurrentMap<AdmissionRequest, Ongoing> ongoing = new ConcurrentHashMap<>();

  /** The Regions of a database. */
  public interface Regions {
    /** Returns those that have a database, by their names. */
    List<ReplicaDatabase> list();

    /** Returns whether changes are sent from one Region to another. */
    boolean isOpen(String from, String to);

    /** Returns whether a change is old enough to be sent from one Region to another. */
    boolean isDue(String from, String to, Instant changedAt);
  }

  /** Which changes a Region receives. */
  private enum Extent {
    /** Those that are due. */
    DUE,
    /** Those that are sent, regardless of delays. */
    SENT,
    /** All: they come from the quorum. */
    ALL
  }

  /** A write in the order of all writes. */
  private record Write(String table, byte[] key, @Nullable Item before) {}

  /** A request. For its thread. */
  private static final class Ongoing {
    final List<ItemReservations.Target> modifies = new ArrayList<>();
    final List<Write> writes = new ArrayList<>();
    boolean ordered;
  }

  /** Creates the replication of no table yet. */
  public StrongReplication(Regions regions) {
    this.regions = regions;
  }

  // ---- tables ----

  /** Begins to replicate a table. */
  public void add(String table) {
    exclusively(
        () -> {
          Map<String, Backlog> former = tables.put(table, new TreeMap<>());
          forget(former);
        });
  }

  /** Returns whether no table is replicated. */
  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /** Forgets other tables than these. */
  public void retain(Set<String> known) {
    exclusively(
        () -> {
          tables.forEach(
              (name, backlogs) -> {
                if (!known.contains(name)) {
                  forget(backlogs);
                }
              });
          tables.keySet().retainAll(known);
        });
  }

  /** Forgets what the Regions have, because the data of one was set back. */
  public void forget() {
    exclusively(() -> tables.values().forEach(StrongReplication::forget));
  }

  private static void forget(@Nullable Map<String, Backlog> backlogs) {
    if (backlogs != null) {
      backlogs.values().forEach(Backlog::forget);
    }
  }

  /** Runs an action while no write and no strongly consistent read is between two Regions. */
  public void exclusively(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the Regions of the witnesses of the tables of a database, by their names. */
  public Set<String> witnesses(ReplicaDatabase database) {
    Set<String> found = new TreeSet<>();
    for (String name : tables.keySet()) {
      StrongReplica setting = find(database, name);
      String region = setting == null ? null : setting.witnessRegion(now(database));
      if (region != null) {
        found.add(region);
      }
    }
    return found;
  }

  private static Instant now(ReplicaDatabase database) {
    return database.clock().instant();
  }

  private static @Nullable StrongReplica find(ReplicaDatabase database, String name) {
    TableState table = database.findTable(name);
    return table == null ? null : StrongReplica.find(table.definition(), now(database));
  }

  private static boolean isStrong(ReplicaDatabase database, @Nullable TableState table) {
    return table != null && StrongReplica.find(table.definition(), now(database)) != null;
  }

  private Backlog backlog(String table, String region) {
    return Objects.requireNonNull(tables.computeIfAbsent(table, name -> new TreeMap<>()))
        .computeIfAbsent(region, key -> new Backlog(pendingBytes));
  }

  // ---- requests ----

  /**
   * Admits a request, and reserves the items that it will modify.
   *
   * @throws FaultException if it is a transaction, or its items are modified in another Region
   */
  public void admit(ReplicaDatabase database, AdmissionRequest request) {
    if (tables.isEmpty()) {
      return;
    }
    leave(database, request); // the older layer of the service may ask again
    List<? extends AdmissionTarget> targets = request.targets();
    Ongoing now = null;
    List<@Nullable Fault> faults = null;
    for (int i = 0; i < targets.size(); i++) {
      AdmissionTarget target = targets.get(i);
      TableState table = database.findTable(target.tableName());
      if (table == null || !isStrong(database, table)) {
        continue;
      }
      if (request.operation().traits().isTransaction()) {
        throw new FaultException(ReplicaFault.Plain.TRANSACTION);
      }
      if (now == null) {
        now = new Ongoing();
        ongoing.put(request, now);
      }
      if (target.isWrite()) {
        byte[] key =
            table
                .layout()
                .primaryKey(KeyBuilder.ofThread(), Objects.requireNonNull(target.subject()));
        ItemReservations.Target item =
            new ItemReservations.Target(target.tableName(), ByteBuffer.wrap(key));
        if (reservations.add(item, database.region())) {
          now.modifies.add(item);
        } else {
          faults = faults == null ? Arrays.asList(new @Nullable Fault[targets.size()]) : faults;
          faults.set(i, ReplicaFault.Plain.CONFLICT);
        }
      }
    }
    if (faults != null) {
      request.reject(faults);
    }
  }

  /**
   * Receives that a request takes effect now: brings its Region up to date, and keeps the lock if
   * the request writes.
   *
   * @throws FaultException if there is no quorum
   */
  public void admitted(ReplicaDatabase database, AdmissionRequest request) {
    Ongoing now = tables.isEmpty() ? null : ongoing.get(request);
    if (now == null) {
      return;
    }
    List<? extends AdmissionTarget> targets = request.targets();
    List<@Nullable Fault> faults = null;
    lock.lock();
    now.ordered = true;
    try {
      Set<String> ready = upToDate(database, targets);
      for (int i = 0; i < targets.size(); i++) {
        AdmissionTarget target = targets.get(i);
        if (target.consistent()
            && !ready.contains(target.tableName())
            && isStrong(database, database.findTable(target.tableName()))) {
          faults = faults == null ? Arrays.asList(new @Nullable Fault[targets.size()]) : faults;
          faults.set(i, ServiceFault.Plain.INTERNAL_ERROR);
        }
      }
      if (faults != null) {
        request.reject(faults);
      }
      request.refresh();
      for (ItemReservations.Target item : now.modifies) {
        if (ready.contains(item.table())) {
          compareOthers(database, item.table());
          begin(database, item.table());
          TableState table = database.findTable(item.table());
          byte[] key = item.key().array();
          now.writes.add(
              new Write(item.table(), key, table == null ? null : table.items().find(key)));
        }
      }
    } finally {
      if (now.writes.isEmpty()) {
        now.ordered = false;
        lock.unlock();
      }
    }
  }

  /**
   * Brings the tables that have a quorum up to date, among those that a request writes or reads
   * with strong consistency, and returns their names.
   */
  private Set<String> upToDate(ReplicaDatabase database, List<? extends AdmissionTarget> targets) {
    Set<String> ready = new TreeSet<>();
    int drops = database.droppedCommits();
    for (AdmissionTarget target : targets) {
      TableState table = database.findTable(target.tableName());
      if (target.consistent()
          && table != null
          && isStrong(database, table)
          && hasQuorum(database, table)
          && ready.add(target.tableName())) {
        receive(database, target.tableName(), Extent.ALL);
      }
    }
    database.awaitLogged();
    return database.droppedCommits() == drops ? ready : Set.of();
  }

  /** Receives the end of a request: sends what it has written. */
  public void leave(ReplicaDatabase database, AdmissionRequest request) {
    Ongoing ended = ongoing.isEmpty() ? null : ongoing.remove(request);
    if (ended == null) {
      return;
    }
    try {
      if (ended.ordered) {
        send(database, ended.writes);
      }
    } catch (RuntimeException | Error e) {
      forget(ended.writes); // the heap may be full
      throw e;
    } finally {
      if (ended.ordered) {
        lock.unlock();
      }
      ended.modifies.forEach(reservations::remove);
    }
  }

  private boolean hasQuorum(ReplicaDatabase database, TableState table) {
    Instant now = now(database);
    StrongReplica setting = StrongReplica.find(table.definition(), now);
    String witness = setting == null ? null : setting.witnessRegion(now);
    if (witness != null && isConnected(database.region(), witness)) {
      return true;
    }
    for (TableReplica other : otherReplicas(table, now)) {
      if (isConnected(database.region(), other.region())) {
        return true;
      }
    }
    return false;
  }

  private boolean isConnected(String one, String other) {
    return regions.isOpen(one, other) && regions.isOpen(other, one);
  }

  private static List<TableReplica> otherReplicas(TableState table, Instant now) {
    GlobalTableReplica setting = GlobalTableReplica.find(table.definition());
    return setting == null ? List.of() : setting.others(now);
  }

  /** Compares the other replicas, if that is due, so that they miss only what is written now. */
  private void compareOthers(ReplicaDatabase database, String name) {
    for (ReplicaDatabase other : regions.list()) {
      if (other != database && backlog(name, other.region()).isUnknown()) {
        receive(other, name, Extent.DUE);
      }
    }
  }

  /** Notes that a replica writes now, if another one did last. */
  private void begin(ReplicaDatabase database, String name) {
    long others = 0;
    long own = 0;
    for (ReplicaDatabase each : regions.list()) {
      StrongReplica setting = find(each, name);
      long term = setting == null ? 0 : setting.term();
      if (each == database) {
        own = term;
      } else {
        others = Math.max(others, term);
      }
    }
    if (own > others) {
      return;
    }
    long next = others + 1;
    database
        .committer()
        .commit(
            null,
            draft -> {
              TableState table = draft.state().findTable(name);
              StrongReplica setting =
                  table == null ? null : table.definition().setting(StrongReplica.TYPE);
              if (table != null && setting != null) {
                draft.putTable(
                    table.withDefinition(
                        table.definition().toBuilder().setting(setting.in(next)).build()));
              }
              return draft;
            });
  }

  /** Lets the replicas be compared that may lack some writes. */
  private void forget(List<Write> writes) {
    writes.forEach(write -> forget(tables.get(write.table())));
  }

  // ---- sending ----

  private void send(ReplicaDatabase database, List<Write> writes) {
    database.awaitLogged();
    Instant now = now(database);
    for (Write write : writes) {
      TableState table = database.findTable(write.table());
      Item after = table == null ? null : table.items().find(write.key());
      if (table != null && !Objects.equals(write.before(), after)) {
        for (TableReplica other : otherReplicas(table, now)) {
          backlog(write.table(), other.region())
              .add(
                  new Backlog.Change(database.region(), now, write.key(), after),
                  database.mostPendingBytes());
        }
      }
    }
    Set<String> written = new TreeSet<>();
    writes.forEach(write -> written.add(write.table()));
    for (String name : written) {
      for (ReplicaDatabase other : regions.list()) {
        if (other != database) {
          receive(other, name, Extent.DUE);
        }
      }
    }
  }

  /**
   * Sends to a Region what is due.
   *
   * @param atOnce whether that is sent, too, whose delay has not ended
   */
  public void receive(ReplicaDatabase database, boolean atOnce) {
    if (!tables.isEmpty()) {
      exclusively(
          () -> {
            for (String name : tables.keySet()) {
              receive(database, name, atOnce ? Extent.SENT : Extent.DUE);
            }
          });
    }
  }

  private void receive(ReplicaDatabase target, String name, Extent extent) {
    TableState table = target.findTable(name);
    if (table == null || !table.isUsable() || !isStrong(target, table)) {
      return;
    }
    Backlog backlog = backlog(name, target.region());
    backlog.expect(target.droppedCommits());
    if (backlog.isUnknown()) {
      ReplicaDatabase source = lastWriter(name);
      if (source == null || source == target) {
        backlog.clear();
      } else if (extent == Extent.ALL || regions.isOpen(source.region(), target.region())) {
        apply(target, name, differences(source, target, name));
        backlog.clear();
      }
      return;
    }
    List<Backlog.Change> changes =
        backlog.first(
            change ->
                switch (extent) {
                  case ALL -> true;
                  case SENT -> regions.isOpen(change.region(), target.region());
                  case DUE ->
                      regions.isOpen(change.region(), target.region())
                          && regions.isDue(change.region(), target.region(), change.at());
                });
    if (!changes.isEmpty()) {
      apply(target, name, changes);
      backlog.remove(changes.size());
    }
  }

  /** Returns the replica that has all writes; null if none has written. */
  private @Nullable ReplicaDatabase lastWriter(String name) {
    ReplicaDatabase last = null;
    long greatest = 0;
    for (ReplicaDatabase each : regions.list()) {
      StrongReplica setting = find(each, name);
      if (setting != null && setting.term() > greatest) {
        greatest = setting.term();
        last = each;
      }
    }
    return last;
  }

  private static List<Backlog.Change> differences(
      ReplicaDatabase source, ReplicaDatabase target, String name) {
    TableState from = source.findTable(name);
    TableState to = target.findTable(name);
    List<Backlog.Change> changes = new ArrayList<>();
    if (from != null && to != null) {
      TreeDifference.compare(
          to.items(),
          from.items(),
          (key, length, before, after) -> {
            if (!Objects.equals(before, after)) {
              changes.add(
                  new Backlog.Change(
                      source.region(), Instant.MIN, Arrays.copyOf(key, length), after));
            }
          });
    }
    return changes;
  }

  private static void apply(ReplicaDatabase target, String name, List<Backlog.Change> changes) {
    for (int i = 0; i < changes.size(); i += ReplicaLink.BATCH) {
      List<Backlog.Change> batch =
          changes.subList(i, Math.min(changes.size(), i + ReplicaLink.BATCH));
      target
          .committer()
          .commit(
              null,
              draft -> {
                TableDraft table = draft.findTable(name);
                if (table != null && table.isUsable()) {
                  batch.forEach(change -> apply(table, change));
                }
                return draft;
              });
    }
  }

  private static void apply(TableDraft table, Backlog.Change change) {
    Item before = table.find(change.key());
    Item item = change.item();
    if (!Objects.equals(before, item)) {
      var unused =
          table.write(change.key(), before, item == null ? null : table.layout().keyed(item), null);
    }
  }

  /** Returns how many changes of a table have not been sent, at most a number. */
  public int pending(String name, ReplicaDatabase from, ReplicaDatabase to, int most) {
    Map<String, Backlog> backlogs = tables.get(name);
    if (backlogs == null || find(to, name) == null) {
      return 0;
    }
    lock.lock();
    try {
      Backlog backlog = backlog(name, to.region());
      if (!backlog.isUnknown()) {
        return Math.min(most, backlog.count(from.region()));
      }
      return lastWriter(name) == from ? Math.min(most, differences(from, to, name).size()) : 0;
    } finally {
      lock.unlock();
    }
  }
}
