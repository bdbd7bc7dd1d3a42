package dev.monotable.engine.database;

import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.Departure;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.ReplicaDatabase;
import dev.monotable.engine.replica.ReplicaLink;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.replica.StrongReplication;
import dev.monotable.engine.replica.TableReplica;
import dev.monotable.engine.storage.TreeCursor;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * The replication of global tables between the Regions of a database. A write reaches the other
 * Regions when they are next used, or soon after it, unless replication is delayed, paused or cut.
 * Nothing on the path of a write knows replication, and without a global table it does nothing.
 *
 * <p>A write to a table with multi-Region strong consistency reaches the other Regions before it is
 * answered. While a Region reaches neither of the two others, its writes and strongly consistent
 * reads of such a table fail; a delay is seen by eventually consistent reads only.
 *
 * <p>Safe for use by multiple threads.
 */
public final class Replication {
  /** The number of pending changes that {@link #links} counts at most. */
  private static final int MOST_PENDING = 10_000;

  /** The number of known tables from which on it is worth looking for those that were deleted. */
  private static final int PRUNED_TABLES = 100;

  private static final Duration MAX_DELAY = Duration.ofDays(1);

  /** By Region. */
  private final ConcurrentMap<String, ReplicationMember> members = new ConcurrentSkipListMap<>();

  /** By the Regions from and to which they lead. */
  private final ConcurrentMap<List<String>, ReplicaLink> links = new ConcurrentHashMap<>();

  private final Set<String> cut = ConcurrentHashMap.newKeySet();

  final StrongReplication strong = new StrongReplication(new Routes());

  /** The names of the tables of which a replica leaves. */
  private final Set<String> leaving = new ConcurrentSkipListSet<>();

  /** The names of the global tables. */
  private final Set<String> tables = new ConcurrentSkipListSet<>();

  private volatile Duration defaultDelay = Duration.ZERO;
  private volatile boolean pausedByDefault;

  /**
   * The replication from one Region to another.
   *
   * @param from the Region of the writes
   * @param to the Region that receives them
   * @param isPaused whether nothing is sent, because it was paused
   * @param isCut whether nothing is sent, because one of the Regions is cut off
   * @param delay how much later than its write a change is sent
   * @param pending how many changes have not been sent, of all tables, at most 10,000 of each
   */
  public record Link(
      String from, String to, boolean isPaused, boolean isCut, Duration delay, int pending) {}

  Replication() {}

  // ---- members ----

  void join(Region region) {
    String name = region.name();
    OperationContext context = region.engine().context();
    ReplicaDatabase replica =
        new ReplicaDatabase(
            name,
            context.committer(),
            context.limits(),
            context.clock(),
            table -> acknowledged(name, table));
    ReplicationMember member = new ReplicationMember(this, region, replica);
    members.put(name, member);
    region.listen(member);
    learnTables(region);
  }

  /** Forgets what it knows of the data of all Regions, which was replaced. */
  void restored() {
    members.values().forEach(this::restored);
  }

  void restored(ReplicationMember member) {
    member.replica.forget();
    strong.forget();
    learnTables(member.region);
  }

  private void learnTables(Region region) {
    TreeCursor<TableState> all = region.engine().context().committer().state().tables().cursor();
    for (boolean more = all.first(); more; more = all.next()) {
      TableDefinition table = all.value().definition();
      if (GlobalTableReplica.find(table) != null) {
        tables.add(table.name());
        learnConsistency(table, region);
        learnDeparture(all.value());
      }
    }
    if (!tables.isEmpty()) {
      begin();
    }
  }

  private void learnConsistency(TableDefinition table, Region region) {
    if (StrongReplica.find(table, region.clock().instant()) != null) {
      strong.add(table.name());
      members.values().forEach(member -> member.region.engine().neighbours().await());
    }
  }

  private void learnDeparture(TableState table) {
    if (Departure.isPending(table)) {
      leaving.add(table.definition().name());
    }
  }

  void leave(ReplicationMember member) {
    members.remove(member.region.name(), member);
    links.keySet().removeIf(pair -> pair.contains(member.region.name()));
  }

  /** Begins to replicate a table. */
  void link(String table) {
    if (tables.size() >= PRUNED_TABLES) {
      tables.removeIf(this::isGone);
      members.values().forEach(member -> member.replica.retain(tables));
      links.values().forEach(link -> link.retain(tables));
      strong.retain(tables);
    }
    tables.add(table);
    for (ReplicationMember member : members.values()) {
      TableState known = member.replica.findTable(table);
      if (known != null) {
        learnConsistency(known.definition(), member.region);
        learnDeparture(known);
      }
    }
    begin();
  }

  private boolean isGone(String table) {
    for (ReplicationMember member : members.values()) {
      if (member.replica.findTable(table) != null) {
        return false;
      }
    }
    return true;
  }

  /** Lets the requests and the background work of all Regions receive what is due. */
  private void begin() {
    if (members.size() >= 2) {
      members.values().forEach(ReplicationMember::begin);
    }
  }

  /** The Regions, as tables with strong consistency see them. */
  private final class Routes implements StrongReplication.Regions {
    @Override
    public List<ReplicaDatabase> list() {
      List<ReplicaDatabase> all = new ArrayList<>();
      for (ReplicationMember member : members.values()) {
        all.add(member.replica);
      }
      return all;
    }

    @Override
    public boolean isOpen(String from, String to) {
      if (cut.contains(from) || cut.contains(to)) {
        return false;
      }
      ReplicaLink link = links.get(List.of(from, to));
      return !(link == null ? pausedByDefault : link.isPaused());
    }

    @Override
    public boolean isDue(String from, String to, Instant changedAt) {
      ReplicaLink link = links.get(List.of(from, to));
      Duration delay = link == null ? defaultDelay : link.delay();
      ReplicationMember source = members.get(from);
      return delay.isZero()
          || source == null
          || !source.region.clock().instant().isBefore(changedAt.plus(delay));
    }
  }

  // ---- delivery ----

  boolean receive(ReplicationMember member, int batches, boolean atOnce) {
    boolean received = false;
    tables.forEach(member.replica::learn);
    strong.receive(member.replica, atOnce);
    for (ReplicationMember source : members.values()) {
      if (source != member && !isCut(source, member)) {
        ReplicaLink link = link(source, member);
        for (String table : tables) {
          int left = batches;
          while (left > 0 && link.deliver(table, atOnce)) {
            received = true;
            left--;
          }
        }
      }
    }
    if (!leaving.isEmpty()) {
      leaving.forEach(this::depart);
    }
    return received;
  }

  /** Lets the replicas of a table leave that have received and sent everything. */
  private void depart(String table) {
    boolean isAnyLeft = false;
    for (ReplicationMember member : members.values()) {
      if (Departure.isPending(member.replica.findTable(table)) && !depart(member, table)) {
        isAnyLeft = true;
      }
    }
    if (!isAnyLeft) {
      leaving.remove(table);
      members.values().forEach(member -> learnDeparture(member, table)); // begun meanwhile
    }
  }

  private void learnDeparture(ReplicationMember member, String table) {
    TableState known = member.replica.findTable(table);
    if (known != null) {
      learnDeparture(known);
    }
  }

  private boolean depart(ReplicationMember member, String table) {
    Instant now = member.region.clock().instant();
    TableState before = member.replica.findTable(table);
    GlobalTableReplica setting =
        before == null ? null : GlobalTableReplica.find(before.definition());
    if (before == null || setting == null || !Departure.isDue(before, now)) {
      return false;
    }
    Departure departure = new Departure(member.replica, table);
    if (!setting.others(now).isEmpty()) {
      TableState sent = sent(member, setting.others(now), table);
      if (sent == null || !departure.leave(sent)) {
        return false;
      }
    }
    for (TableReplica other : setting.replicas()) {
      ReplicationMember known = members.get(other.region());
      if (known != null && known != member) {
        departure.forget(known.replica);
      }
    }
    departure.end();
    return true;
  }

  /**
   * Sends all changes of a table from and to others.
   *
   * @return the table, of which everything has been sent; null if something is left to send
   */
  private @Nullable TableState sent(
      ReplicationMember member, List<TableReplica> others, String table) {
    List<ReplicationMember> known = new ArrayList<>();
    for (TableReplica other : others) {
      ReplicationMember source = members.get(other.region());
      if (source == null || isCut(source, member)) {
        return null;
      }
      known.add(source);
      deliver(source, member, table);
    }
    TableState own = member.replica.findTable(table);
    for (ReplicationMember other : known) {
      deliver(member, other, table);
      deliver(other, member, table);
      TableState theirs = other.replica.findTable(table);
      if (own == null
          || theirs == null
          || !link(member, other).isDrained(own)
          || !link(other, member).isDrained(theirs)) {
        return null;
      }
    }
    return own;
  }

  private void deliver(ReplicationMember from, ReplicationMember to, String table) {
    ReplicaLink link = link(from, to);
    boolean more = true;
    while (more) {
      more = link.deliver(table, false);
    }
  }

  private boolean isCut(ReplicationMember one, ReplicationMember other) {
    return !cut.isEmpty()
        && (cut.contains(one.replica.region()) || cut.contains(other.replica.region()));
  }

  private ReplicaLink link(ReplicationMember from, ReplicationMember to) {
    List<String> pair = List.of(from.replica.region(), to.replica.region());
    ReplicaLink known = links.get(pair);
    if (known != null) {
      return known;
    }
    return links.computeIfAbsent(
        pair,
        key -> {
          ReplicaLink link = new ReplicaLink(from.replica, to.replica);
          link.pause(pausedByDefault);
          link.delay(defaultDelay);
          return link;
        });
  }

  /** Returns the sequence number up to which all other replicas of a table have its changes. */
  private long acknowledged(String region, String table) {
    long least = Long.MAX_VALUE - 1;
    ReplicationMember source = members.get(region);
    TableState state = source == null ? null : source.replica.findTable(table);
    GlobalTableReplica setting = state == null ? null : GlobalTableReplica.find(state.definition());
    if (source == null || setting == null) {
      return least;
    }
    for (TableReplica other : setting.others(source.region.clock().instant())) {
      ReplicationMember member = members.get(other.region());
      TableState theirs = member == null ? null : member.replica.findTable(table);
      GlobalTableReplica known =
          theirs == null ? null : GlobalTableReplica.find(theirs.definition());
      if (known != null) {
        least = Math.min(least, known.delivered(region));
      }
    }
    return least;
  }

  /**
   * Sends everything that was written until now, also what is delayed, except to and from Regions
   * that are cut off, and where replication is paused.
   */
  public void deliver() {
    boolean more = true;
    while (more) {
      more = false;
      for (ReplicationMember member : members.values()) {
        more |= receive(member, Integer.MAX_VALUE, true);
      }
    }
    members.values().forEach(member -> member.replica.awaitLogged());
  }

  // ---- control ----

  /**
   * Returns the replication between each two Regions, in both directions, by their names; and that
   * to the Regions of witnesses, which have no databases.
   */
  public List<Link> links() {
    List<Link> all = new ArrayList<>();
    for (ReplicationMember from : members.values()) {
      for (ReplicationMember to : members.values()) {
        if (from != to) {
          ReplicaLink link = link(from, to);
          int pending = 0;
          for (String table : tables) {
            pending += link.pending(table, MOST_PENDING);
            pending += strong.pending(table, from.replica, to.replica, MOST_PENDING);
          }
          all.add(
              new Link(
                  link.from(), link.to(), link.isPaused(), isCut(from, to), link.delay(), pending));
        }
      }
      String region = from.replica.region();
      for (String witness : strong.witnesses(from.replica)) {
        if (!members.containsKey(witness)) {
          boolean isCut = cut.contains(region) || cut.contains(witness);
          all.add(new Link(region, witness, pausedByDefault, isCut, Duration.ZERO, 0));
        }
      }
    }
    return all;
  }

  /** Sends nothing between any Regions until {@link #resume()}. What is written is sent then. */
  public void pause() {
    strong.exclusively(
        () -> {
          pausedByDefault = true;
          allLinks().forEach(link -> link.pause(true));
        });
  }

  /**
   * Sends nothing from one Region to another until it is resumed. What is written is sent then.
   *
   * @throws IllegalArgumentException if a Region has no database of its own
   */
  public void pause(String from, String to) {
    ReplicaLink link = requireLink(from, to);
    strong.exclusively(() -> link.pause(true));
  }

  /** Resumes replication between all Regions that was paused; connects those that were cut off. */
  public void resume() {
    pausedByDefault = false;
    cut.clear();
    allLinks().forEach(link -> link.pause(false));
  }

  /**
   * Resumes replication from one Region to another that was paused.
   *
   * @throws IllegalArgumentException if a Region has no database of its own
   */
  public void resume(String from, String to) {
    requireLink(from, to).pause(false);
  }

  /**
   * Sends each change later than its write, between all Regions.
   *
   * @param delay by the clock of the Region of the write; at most a day, zero sends at once
   * @throws IllegalArgumentException if the delay is negative or longer than a day
   */
  public void delay(Duration delay) {
    requireDelay(delay);
    defaultDelay = delay;
    allLinks().forEach(link -> link.delay(delay));
  }

  /**
   * Sends each change from one Region to another later than its write.
   *
   * @param delay by the clock of the Region of the write; at most a day, zero sends at once
   * @throws IllegalArgumentException if a Region has no database of its own, or the delay is
   *     negative or longer than a day
   */
  public void delay(String from, String to, Duration delay) {
    requireDelay(delay);
    requireLink(from, to).delay(delay);
  }

  /**
   * Cuts a Region off: nothing is sent to it or from it until {@link #reconnect}. Its database
   * still serves requests.
   *
   * @throws IllegalArgumentException if the Region has no database of its own, and is not that of a
   *     witness
   */
  public void cut(String region) {
    requireRegion(region);
    strong.exclusively(() -> cut.add(region));
  }

  /**
   * Connects a Region again. What was written meanwhile is sent.
   *
   * @throws IllegalArgumentException if the Region has no database of its own
   */
  public void reconnect(String region) {
    requireRegion(region);
    cut.remove(region);
  }

  /** Sets everything back: nothing is paused, delayed or cut off. */
  void reset() {
    resume();
    delay(Duration.ZERO);
  }

  /** Returns how many versions of items are kept to resolve conflicts, for tests of the bound. */
  int knownVersions() {
    int count = 0;
    for (ReplicationMember member : members.values()) {
      count += member.replica.knownVersions();
    }
    return count;
  }

  private List<ReplicaLink> allLinks() {
    List<ReplicaLink> all = new ArrayList<>();
    for (ReplicationMember from : members.values()) {
      for (ReplicationMember to : members.values()) {
        if (from != to) {
          all.add(link(from, to));
        }
      }
    }
    return all;
  }

  private ReplicaLink requireLink(String from, String to) {
    ReplicationMember source = requireReplicationMember(from);
    ReplicationMember target = requireReplicationMember(to);
    if (source == target) {
      throw new IllegalArgumentException("replication is between two Regions, not in " + from);
    }
    return link(source, target);
  }

  private void requireRegion(String region) {
    for (ReplicationMember member : members.values()) {
      if (strong.witnesses(member.replica).contains(region)) {
        return;
      }
    }
    var unused = requireReplicationMember(region);
  }

  private ReplicationMember requireReplicationMember(String region) {
    ReplicationMember member = members.get(region);
    if (member == null) {
      throw new IllegalArgumentException(
          "the Region "
              + region
              + " has no database of its own; the database has the Regions "
              + String.join(", ", members.keySet()));
    }
    return member;
  }

  private static void requireDelay(Duration delay) {
    if (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0) {
      throw new IllegalArgumentException(
          "replication can be delayed by at most a day, and not by " + delay);
    }
  }
}
