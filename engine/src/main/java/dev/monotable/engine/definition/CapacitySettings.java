package dev.monotable.engine.definition;

import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of a table or an index.
 *
 * @param provisioned null for a local index, and for an index with on-demand capacity only
 * @param onDemand the maximum on-demand throughput; null if none is set
 * @param warm never decreases
 */
public record CapacitySettings(
    @Nullable ProvisionedThroughputDescription provisioned,
    @Nullable OnDemandThroughput onDemand,
    WarmThroughput warm) {
  /** No throughput at all. */
  public static final CapacitySettings NONE =
      new CapacitySettings(null, null, new WarmThroughput(0L, 0L));

  /** Returns this with other provisioned throughput. */
  public CapacitySettings provisioned(@Nullable ProvisionedThroughputDescription other) {
    return new CapacitySettings(other, onDemand, warm);
  }

  /** Returns this with another maximum on-demand throughput. */
  public CapacitySettings onDemand(@Nullable OnDemandThroughput other) {
    return new CapacitySettings(provisioned, other, warm);
  }

  /** Returns this with other warm throughput. */
  public CapacitySettings warm(WarmThroughput other) {
    return new CapacitySettings(provisioned, onDemand, other);
  }
}
