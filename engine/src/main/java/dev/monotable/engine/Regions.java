package dev.monotable.engine;

import dev.monotable.api.Experimental;
import dev.monotable.engine.commit.LifeCycle;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The Regions of a database. At first there is one, which sees every request; each other Region is
 * a database of its own, with its tables, its faults and a clock that follows the first one's until
 * it is set. A Region is added by {@link #add}, or when a table gets a replica in it.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class Regions {
  /** The maximum number of Regions; AWS has about as many. */
  public static final int MAX = 40;

  private final Database home;
  private final Function<String, Database> factory;
  private final boolean owns;
  private final ConcurrentMap<String, Database> members = new ConcurrentSkipListMap<>();
  private final Replication replication;
  private final Neighbours neighbours = new DatabaseNeighbours();

  /**
   * @param factory creates the database of another Region
   * @param owns whether the databases of the other Regions end with the first one
   */
  Regions(Database home, Function<String, Database> factory, boolean owns) {
    this.home = home;
    this.factory = factory;
    this.owns = owns;
    this.replication = new Replication();
    join(home);
  }

  /** Adds the database of a Region, which exists already. */
  void join(Database database) {
    if (members.get(database.identity().region()) == database) {
      return;
    }
    database.regions(this);
    members.put(database.identity().region(), database);
    replication.join(database);
  }

  /** Removes the database of a Region, which has ended. */
  void leave(Database database) {
    members.remove(database.identity().region(), database);
    replication.leave(database);
  }

  /** Returns the first Region's database. */
  public Database home() {
    return home;
  }

  /**
   * Returns the database of a Region: that of the first Region if the Region has none of its own.
   */
  public Database of(String region) {
    Database known = members.get(region);
    return known == null ? home : known;
  }

  /** Returns the database of a Region; null if the Region has none of its own. */
  public @Nullable Database find(String region) {
    return members.get(region);
  }

  /**
   * Returns the database of a Region, which is created, empty, if the Region has none of its own.
   *
   * @throws IllegalArgumentException if the name of the Region is invalid, or there are {@link
   *     #MAX} others
   */
  public synchronized Database add(String region) {
    Database known = members.get(region);
    if (known != null) {
      return known;
    }
    if (members.size() >= MAX) {
      throw new IllegalArgumentException("a database has at most " + MAX + " Regions");
    }
    if (home.isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    Database created = factory.apply(region);
    join(created);
    return created;
  }

  /** Returns the databases of all Regions: that of the first one, then the others by name. */
  public List<Database> list() {
    List<Database> all = new ArrayList<>();
    all.add(home);
    for (Database member : members.values()) {
      if (member != home) {
        all.add(member);
      }
    }
    return all;
  }

  /** Returns these Regions, as operations on global tables see them. */
  Neighbours neighbours() {
    return neighbours;
  }

  /** Returns whether the databases of the other Regions end with the first one. */
  boolean owns() {
    return owns;
  }

  /** Returns the databases of the Regions that end with the first one. */
  List<Database> owned() {
    return owns ? others() : List.of();
  }

  /** Returns the databases of the Regions other than the first. */
  List<Database> others() {
    List<Database> all = list();
    return all.subList(1, all.size());
  }

  /** Returns the replication of global tables between the Regions. */
  public Replication replication() {
    return replication;
  }

  /** Ends what depends on the first Region's database. */
  void close() {
    replication.close();
    owned().forEach(Database::close);
  }

  /** The Regions, as operations on global tables see them. */
  private final class DatabaseNeighbours implements Neighbours {
    @Override
    public @Nullable OperationContext find(String region) {
      Database known = members.get(region);
      return known == null ? null : settled(known);
    }

    @Override
    public OperationContext require(String region) {
      if (members.size() >= MAX && !members.containsKey(region)) {
        throw new FaultException(new ReplicaFault.TooManyRegions(MAX));
      }
      return settled(add(region));
    }

    private OperationContext settled(Database database) {
      OperationContext context = database.engine().context();
      LifeCycle.settle(context.committer(), context.clock(), null);
      return context;
    }

    @Override
    public void link(String table) {
      replication.link(table);
    }
  }
}
