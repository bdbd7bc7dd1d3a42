package dev.monotable.stream.kinesis;

import dev.monotable.api.Experimental;
import dev.monotable.engine.database.Region;
import dev.monotable.stream.background.BackgroundThread;
import dev.monotable.stream.background.PerDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of the databases of a process: whoever asks for that of a database gets the same
 * one. It ends with its database. After {@link Region#restore} and {@link Region#reset}, it
 * continues with the changes that are made from then on. One thread writes the changes of all
 * databases, if they are written in the background.
 *
 * <p>Safe for use by multiple threads.
 */
@Experimental
public final class KinesisDeliveries {
  private final @Nullable KinesisTarget target;
  private final PerDatabase<KinesisDelivery> deliveries =
      new PerDatabase<>(this::create, KinesisDelivery::restart, KinesisDelivery::close);

  /** The work of the thread in the background, which refers to it weakly. */
  private final BackgroundThread.Work background = this::look;

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
    Thread unused = KinesisDelivery.startThread(created.background);
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
  public KinesisDelivery of(Region region) {
    return deliveries.of(region);
  }

  private KinesisDelivery create(Region region) {
    KinesisDelivery created = new KinesisDelivery(region.engine(), region.clock());
    if (target != null) {
      created.to(target);
    }
    return created;
  }

  /** Writes what is due of all databases. */
  private boolean look() {
    RuntimeException failure = null;
    for (KinesisDelivery delivery : deliveries.all()) {
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
