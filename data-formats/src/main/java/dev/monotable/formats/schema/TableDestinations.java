package dev.monotable.formats.schema;

import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.UpdateTableInput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The destination of the writes to a table.
 *
 * @param kinesis the request that gives the table a Kinesis destination; null if it has none
 * @param replicas the request that creates its replicas in other Regions, and its witness; null if
 *     it has none
 */
public record TableDestinations(
    @Nullable KinesisStreamingDestinationInput kinesis, @Nullable UpdateTableInput replicas) {
  /** Of a table whose writes stay in it. */
  public static final TableDestinations NONE = new TableDestinations(null, null);

  /**
   * Returns the requests that create its replicas: one for each, since AWS accepts several in one
   * request only with strong consistency.
   */
  public List<UpdateTableInput> replicaRequests() {
    if (replicas == null) {
      return List.of();
    }
    List<ReplicationGroupUpdate> updates = replicas.replicaUpdates();
    if (updates == null
        || replicas.globalTableWitnessUpdates() != null
        || "STRONG".equals(replicas.multiRegionConsistency())) {
      return List.of(replicas);
    }
    List<UpdateTableInput> requests = new ArrayList<>();
    for (ReplicationGroupUpdate update : updates) {
      String consistency = requests.isEmpty() ? replicas.multiRegionConsistency() : null;
      requests.add(
          replicas.toBuilder()
              .replicaUpdates(List.of(update))
              .multiRegionConsistency(consistency)
              .build());
    }
    return requests;
  }

  /** Returns the other Regions that the table is in, that of its witness last. */
  public List<String> regions() {
    List<String> regions = new ArrayList<>();
    if (replicas != null && replicas.replicaUpdates() != null) {
      replicas.replicaUpdates().stream()
          .filter(update -> update.create() != null)
          .forEach(update -> regions.add(update.create().regionName()));
    }
    if (replicas != null && replicas.globalTableWitnessUpdates() != null) {
      replicas.globalTableWitnessUpdates().stream()
          .filter(update -> update.create() != null)
          .forEach(update -> regions.add(update.create().regionName()));
    }
    return regions;
  }
}
