package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import dev.monotable.engine.Database;
import dev.monotable.engine.DatabaseListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of the databases of a process: whoever asks for that of a database gets the same
 * one. It ends with its database. After {@link Database#restore} and {@link Database#reset}, it
 * continues with the changes that are made from then on. One thread writes the changes of all
 * databases, if they are written in the background.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class KinesisDeliveries implements DeliveryThread.Work {
  private final @Nullable KinesisTarget target;
  private final Map<Database, KinesisDelivery> deliveries = new WeakHashMap<>();

  private KinesisDeliveries(@Nullable KinesisTarget target) {
    this.target = target;
  }

  /** Returns deliveries that write nothing: what destinations do not receive can only be seen. */
  public static KinesisDeliveries none() {
    return new KinesisDeliveries(null);
  }

  /** Returns deliveries that write in the background. */
  public static KinesisDeliveries to(KinesisTarget target) {
    KinesisDeliveries created = new KinesisDeliveries(target);
    DeliveryThread.start(created);
    return created;
  }

  /** Returns whether records are written anywhere. */
  public boolean hasTarget() {
    return target != null;
  }

  /**
   * Returns the delivery of a database, which exists from now on.
   *
   * @throws IllegalStateException if the database is closed
   */
  public synchronized KinesisDelivery of(Database database) {
    if (database.engine().isClosed()) {
      throw new IllegalStateException("the database is closed");
    }
    KinesisDelivery known = deliveries.get(database);
    if (known != null) {
      return known;
    }
    KinesisDelivery created = new KinesisDelivery(database.engine(), database.clock());
    if (target != null) {
      created.to(target);
    }
    deliveries.put(database, created);
    database.listen(
        new DatabaseListener() {
          @Override
          public void restored() {
            created.restart();
          }

          @Override
          public void closed() {
            created.close();
            remove(database);
          }
        });
    return created;
  }

  private synchronized void remove(Database database) {
    deliveries.remove(database);
  }

  private synchronized List<KinesisDelivery> all() {
    return new ArrayList<>(deliveries.values());
  }

  /** Writes what is due of all databases. */
  @Override
  public boolean look() {
    RuntimeException failure = null;
    for (KinesisDelivery delivery : all()) {
      try {
        delivery.look();
      } catch (RuntimeException e) {
        failure = e; // the others go on
      }
    }
    if (failure != null) {
      throw failure;
    }
    return true;
  }
}
