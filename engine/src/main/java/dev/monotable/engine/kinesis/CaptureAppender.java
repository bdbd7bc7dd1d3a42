package dev.monotable.engine.kinesis;

import dev.monotable.engine.shard.ChangeRecord;
import dev.monotable.engine.shard.ShardState;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.SequenceSource;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.ChangeConsumer;
import dev.monotable.engine.table.ItemChange;
import dev.monotable.engine.table.TableState;
import java.time.Instant;

/** Keeps each change of an item's value for a Kinesis destination. For one thread. */
public final class CaptureAppender implements ChangeConsumer {
  private final StreamState capture;
  private final SequenceSource sequence;
  private final Instant now;
  private final ShardState start;
  private ShardState shard;

  /**
   * @param capture what the table has kept so far
   * @param destination receives the changes
   * @param now the time of the commit
   */
  public CaptureAppender(
      StreamState capture, KinesisDestination destination, SequenceSource sequence, Instant now) {
    this.capture = capture;
    this.sequence = sequence;
    this.now = now;
    this.start = Captures.require(capture, destination.streamArn());
    this.shard = start;
  }

  @Override
  public void update(ItemChange change) {
    if (!change.keepsValue()) {
      long number = sequence.nextSequenceNumber();
      ChangeRecord record =
          new ChangeRecord(number, now, change.before(), change.after(), change.source());
      shard = shard.with(StreamWriter.recordKey(number), record, shard.collections());
    }
  }

  @Override
  public void finish(TableState.Builder next) {
    if (shard != start) {
      next.capture(Captures.with(capture, start, shard));
    }
  }
}
