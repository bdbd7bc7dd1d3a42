package dev.monotable.formats;

import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Snapshot;

/** Copies of databases without delays, background work, faults and observers. */
final class DatabaseCopy {
  private static final BackgroundScheduler NO_BACKGROUND_WORK = (interval, task) -> () -> {};

  private DatabaseCopy() {}

  /**
   * Returns a copy of a database.
   *
   * @param state the state of the copy
   * @param seed the seed of the IDs that the copy generates; 0 for random ones
   */
  static MonotableEngine of(MonotableEngine database, Snapshot state, long seed) {
    EngineConfig config = database.config();
    MonotableEngine copy =
        MonotableEngine.create(
            EngineConfig.builder()
                .wording(config.wording())
                .limits(config.limits())
                .clock(config.clock())
                .region(config.region())
                .account(config.account())
                .ttlSweep(EngineConfig.TtlSweep.NEVER)
                .scheduler(NO_BACKGROUND_WORK)
                .seed(seed)
                .build());
    copy.restore(state);
    return copy;
  }
}
