package dev.monotable.engine.table;

import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.model.WarmThroughput;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The effects of earlier throughput: decreases of a day, and warm throughput. */
public final class ThroughputHistory {
  /** The warm throughput of a new on-demand table or index. */
  public static final WarmThroughput WARM_ON_DEMAND = new WarmThroughput(12_000L, 4_000L);

  private ThroughputHistory() {}

  /** Returns a description with one more decrease today; null for null. */
  public static @Nullable ProvisionedThroughputDescription decreased(
      @Nullable ProvisionedThroughputDescription throughput, Instant now) {
    return throughput == null
        ? null
        : throughput.toBuilder()
            .numberOfDecreasesToday(decreasesToday(throughput, now) + 1)
            .build();
  }

  /** Returns the number of decreases on the UTC day of {@code now}. */
  public static long decreasesToday(ProvisionedThroughputDescription throughput, Instant now) {
    Instant last = throughput.lastDecreaseDateTime();
    return last == null || day(last) < day(now)
        ? 0
        : Objects.requireNonNull(throughput.numberOfDecreasesToday());
  }

  private static long day(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), 86_400);
  }

  /**
   * Returns the higher read units and the higher write units of both. Warm throughput never
   * decreases.
   */
  public static WarmThroughput higherWarm(WarmThroughput one, WarmThroughput other) {
    return new WarmThroughput(
        higher(one.readUnitsPerSecond(), other.readUnitsPerSecond()),
        higher(one.writeUnitsPerSecond(), other.writeUnitsPerSecond()));
  }

  private static long higher(@Nullable Long one, @Nullable Long other) {
    return Math.max(one == null ? 0 : one, other == null ? 0 : other);
  }
}
