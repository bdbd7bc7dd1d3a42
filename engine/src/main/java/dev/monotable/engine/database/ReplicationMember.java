package dev.monotable.engine.database;

import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.WeakTask;
import dev.monotable.engine.replica.ReplicaDatabase;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import org.jspecify.annotations.Nullable;

/**
 * A Region that takes part in replication: its requests and its background work receive what is due
 * from the others.
 */
final class ReplicationMember implements Admission, DatabaseListener {
  /** The number of batches that a request waits for. */
  private static final int BATCHES_OF_A_REQUEST = 20;

  final Region region;
  final ReplicaDatabase replica;
  private final Replication replication;

  // Guarded by this.
  private boolean ended;
  private Admission.@Nullable Registration requests;
  private BackgroundScheduler.@Nullable Registration background;

  ReplicationMember(Replication replication, Region region, ReplicaDatabase replica) {
    this.replication = replication;
    this.region = region;
    this.replica = replica;
  }

  /** Begins to receive what is due, unless that has begun. */
  synchronized void begin() {
    if (requests == null && !ended && !region.isClosed()) {
      requests = region.engine().admit(this);
      EngineConfig config = region.engine().config();
      background =
          WeakTask.every(
              config.scheduler(),
              config.ttlSweepInterval(),
              this,
              ReplicationMember::receiveInBackground);
    }
  }

  private synchronized void end() {
    ended = true;
    if (requests != null) {
      requests.close();
    }
    if (background != null) {
      background.close();
    }
  }

  // ---- what happens to the Region ----

  @Override
  public void restored() {
    replication.restored(this);
  }

  @Override
  public void closed() {
    replication.leave(this);
    end();
  }

  // ---- requests ----

  /** Lets a request see what has been replicated to its Region by then. */
  @Override
  public void enter(AdmissionRequest request) {
    receive(BATCHES_OF_A_REQUEST);
  }

  private void receive(int batches) {
    var unused = replication.receive(this, batches, false);
  }

  @Override
  public void admit(AdmissionRequest request) {
    replication.strong.admit(replica, request);
  }

  @Override
  public void admitted(AdmissionRequest request) {
    replication.strong.admitted(replica, request);
  }

  @Override
  public void leave(AdmissionRequest request, @Nullable Throwable failure) {
    replication.strong.leave(replica, request);
  }

  private void receiveInBackground() {
    try {
      receive(Integer.MAX_VALUE);
    } catch (RuntimeException | Error e) {
      // The next run may succeed.
      System.getLogger(Replication.class.getName())
          .log(System.Logger.Level.ERROR, "replication failed", e);
    }
  }
}
