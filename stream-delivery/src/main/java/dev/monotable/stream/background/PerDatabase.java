package dev.monotable.stream.background;

import dev.monotable.engine.database.DatabaseListener;
import dev.monotable.engine.database.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An object that each database of a process has one of, and that ends with it. A database that
 * nobody refers to is forgotten. Safe for use by multiple threads.
 *
 * @param <T> the type of what each database has
 */
public final class PerDatabase<T> {
  private final Map<Region, T> known = new WeakHashMap<>();
  private final Function<Region, T> factory;
  private final Consumer<T> restored;
  private final Consumer<T> closed;

  /**
   * @param factory creates it for a database, when it is first asked for
   * @param restored runs after the database was restored or reset
   * @param closed runs when the database ends
   */
  public PerDatabase(Function<Region, T> factory, Consumer<T> restored, Consumer<T> closed) {
    this.factory = factory;
    this.restored = restored;
    this.closed = closed;
  }

  /**
   * Returns that of a database, which exists from now on.
   *
   * @throws IllegalStateException if the database is closed
   */
  public synchronized T of(Region region) {
    if (region.engine().isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    T present = known.get(region);
    if (present != null) {
      return present;
    }
    T created = factory.apply(region);
    known.put(region, created);
    region.listen(
        new DatabaseListener() {
          @Override
          public void restored() {
            restored.accept(created);
          }

          @Override
          public void closed() {
            closed.accept(created);
            remove(region);
          }
        });
    return created;
  }

  private synchronized void remove(Region region) {
    known.remove(region);
  }

  /** Returns those of all databases. */
  public synchronized List<T> all() {
    return new ArrayList<>(known.values());
  }
}
