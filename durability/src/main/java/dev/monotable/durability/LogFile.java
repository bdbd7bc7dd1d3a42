package dev.monotable.durability;

import dev.monotable.engine.CommitBatch;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file to which commits are appended. For one thread, except {@link #force}. */
final class LogFile implements AutoCloseable {
  private final long number;
  private final FileChannel channel;
  private final FrameWriter frames;

  /** The end of the last commit that was written completely. */
  private long end;

  private LogFile(long number, FileChannel channel, long end) {
    this.number = number;
    this.channel = channel;
    this.frames = new FrameWriter(channel, end);
    this.end = end;
  }

  /** Creates a file that does not exist yet. */
  static LogFile create(Path directory, FileHeader header, ChannelOpener opener)
      throws IOException {
    Path path = DataFile.path(directory, FileHeader.Kind.LOG, header.number());
    FileChannel channel =
        opener.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      byte[] head = header.toBytes();
      SnapshotFile.writeFully(channel, head);
      channel.force(true);
      DataFile.sync(directory);
      return new LogFile(header.number(), channel, head.length);
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e, channel);
      throw e;
    }
  }

  private static void closeAfter(Throwable failure, FileChannel channel) {
    try {
      channel.close();
    } catch (IOException | RuntimeException | Error e) {
      if (e != failure) { // the JVM may throw the same OutOfMemoryError twice
        failure.addSuppressed(e);
      }
    }
  }

  /** Continues a file after its last complete commit. */
  static LogFile open(Path directory, long number, long end, ChannelOpener opener)
      throws IOException {
    FileChannel channel =
        opener.open(
            DataFile.path(directory, FileHeader.Kind.LOG, number), StandardOpenOption.WRITE);
    try {
      if (channel.size() > end) {
        channel.truncate(end);
        channel.force(true);
      }
      return new LogFile(number, channel, end);
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e, channel);
      throw e;
    }
  }

  long number() {
    return number;
  }

  long size() {
    return end;
  }

  /** Appends commits, and passes them to the operating system. {@link #commit} must follow. */
  void append(CommitBatch batch) throws IOException {
    batch.writeTo(frames::append);
    frames.flush();
  }

  /** Keeps what was appended. */
  void commit() {
    end = frames.position();
  }

  /** Removes what was appended and not committed. */
  void rollBack() throws IOException {
    frames.reset(channel, end);
    if (channel.size() > end) {
      channel.truncate(end);
    }
  }

  /** Waits until the disk has everything. For any thread. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
