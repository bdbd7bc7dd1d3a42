package dev.monotable.engine.stream;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.TableState;
import java.time.InstantSource;

/**
 * Appends a record to an open stream for each change of an item's value. For one thread.
 *
 * @see StreamWriter
 */
public final class StreamAppender implements ChangeConsumer {
  private final Limits limits;
  private final SequenceSource sequence;
  private final InstantSource clock;
  private StreamState stream;

  /**
   * @param stream is open
   * @param clock the time of the commit
   */
  public StreamAppender(
      StreamState stream, Limits limits, SequenceSource sequence, InstantSource clock) {
    this.stream = stream;
    this.limits = limits;
    this.sequence = sequence;
    this.clock = clock;
  }

  @Override
  public void update(ItemChange change) {
    if (!change.keepsValue()) {
      stream = StreamWriter.append(stream, change, clock.instant(), limits, sequence);
    }
  }

  @Override
  public void finish(TableState.Builder next) {
    next.stream(stream);
  }
}
