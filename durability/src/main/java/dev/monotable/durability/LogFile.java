package dev.monotable.durability;

import dev.monotable.engine.log.CommitBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file to which commits are appended. For one thread, except {@link #force}. */
final class LogFile implements AutoCloseable {
  private final long number;
  private final FileChannel channel;
  private final FileIdentity identity;
  private final FrameWriter frames;

  /** The end of the last commit that was written completely. Written by the thread of the log. */
  private volatile long end;

  /** The content of the disk: everything before this position. */
  private volatile long synced;

  /** The position in the last mark. */
  private long marked;

  /** The position in the mark that was appended with the commits that are not complete yet. */
  private long newMark;

  private boolean hasCommits;

  /** Whether the disk may lack something that the operating system has accepted. */
  private volatile boolean doubtful;

  private LogFile(long number, FileChannel channel, Path path, long end, long marked)
      throws IOException {
    this.number = number;
    this.channel = channel;
    this.identity = FileIdentity.of(path);
    if (!DirectoryLock.tryLock(channel)) {
      throw new IOException(path + " is in use by another process");
    }
    this.frames = new FrameWriter(channel, end);
    this.end = end;
    this.synced = end;
    this.marked = marked;
    this.newMark = marked;
  }

  /** Creates a file. If that fails, it leaves none. */
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
      return new LogFile(header.number(), channel, path, head.length, head.length);
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e, channel);
      deleteAfter(e, path);
      throw e;
    }
  }

  private static void deleteAfter(Throwable failure, Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException | RuntimeException | Error e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
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
    Path path = DataFile.path(directory, FileHeader.Kind.LOG, number);
    FileChannel channel = opener.open(path, StandardOpenOption.WRITE);
    try {
      if (channel.size() > end) {
        channel.truncate(end);
      }
      channel.force(true);
      return new LogFile(number, channel, path, end, 0);
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
    long disk = synced;
    if (disk > marked) {
      frames.appendMark(disk);
      newMark = disk;
    }
    batch.writeTo(frames::append);
    frames.flush();
  }

  /**
   * Keeps what was appended.
   *
   * @param isSynced whether the disk has it
   */
  void commit(boolean isSynced) {
    end = frames.position();
    marked = newMark;
    hasCommits = true;
    if (isSynced) {
      synced = end;
    }
  }

  /** Ends the file with a mark, so that later damage is recognized. The disk has all commits. */
  void end() throws IOException {
    if (hasCommits) {
      frames.appendMark(end);
      frames.flush();
      end = frames.position();
    }
  }

  /**
   * Removes what was appended and not committed. If that fails, the file is doubtful, and its last
   * bytes are made invalid as far as possible, because the commit was rejected.
   */
  void rollBack() {
    try {
      newMark = marked;
      frames.reset(channel, end);
      if (channel.size() > end) {
        channel.truncate(end);
      }
    } catch (IOException | RuntimeException | Error e) {
      doubtful = true;
      invalidate();
    }
  }

  private void invalidate() {
    try {
      channel.write(ByteBuffer.allocate(Frame.HEAD_BYTES), end);
    } catch (IOException | RuntimeException | Error e) {
      // Now only a new file can hide the rejected commit.
    }
  }

  /**
   * Waits until the disk has everything. If the disk fails once, the file is doubtful, and all
   * later calls fail: the operating system reports a failure only once, and may have dropped what
   * it could not write. For any thread.
   */
  synchronized void force() throws IOException {
    if (doubtful) {
      throw new IOException("the disk has failed to keep earlier commits");
    }
    long complete = end;
    try {
      channel.force(false);
      synced = Math.max(synced, complete);
    } catch (IOException | RuntimeException | Error e) {
      doubtful = true;
      throw e;
    }
  }

  /**
   * Checks that the file still has its name. If it was deleted or replaced, a restart would not
   * find it, so it is doubtful.
   *
   * @return whether it is in its place
   */
  boolean checkPlace() {
    boolean isInPlace = identity.isUnchanged();
    if (!isInPlace) {
      doubtful = true;
    }
    return isInPlace;
  }

  /**
   * Returns whether the disk may lack something that the operating system has accepted. Then the
   * log must continue in another file, after a snapshot.
   */
  boolean isDoubtful() {
    return doubtful;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
