package dev.monotable.engine;

import dev.monotable.engine.log.CommitBatch;
import dev.monotable.engine.log.CommitLog;
import dev.monotable.engine.log.CommitQueue;
import dev.monotable.engine.snapshot.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A log that keeps its blocks in memory. */
final class BlockLog implements CommitLog {
  private final List<byte[]> blocks = new ArrayList<>();
  private CommitQueue queue;

  @Override
  public void start(CommitQueue commits) {
    queue = commits;
  }

  @Override
  public void commitWaiting() {
    CommitBatch batch = Objects.requireNonNull(queue.take());
    try {
      batch.writeTo((bytes, length, last) -> blocks.add(Arrays.copyOf(bytes, length)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    batch.succeed();
  }

  @Override
  public void close() {
    queue.close("the database is closed");
  }

  /** Returns the blocks so far. */
  List<byte[]> blocks() {
    return blocks;
  }

  /** Returns the database that the log has. */
  Snapshot replayed(EngineConfig config) {
    SnapshotReader reader = new SnapshotReader(config);
    blocks.forEach(block -> reader.read(block, 0, block.length));
    return reader.finish();
  }
}
