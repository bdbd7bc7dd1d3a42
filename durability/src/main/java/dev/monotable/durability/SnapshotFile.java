package dev.monotable.durability;

import dev.monotable.engine.snapshot.Snapshot;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;

/** Writes a snapshot of a database to a file. */
final class SnapshotFile {
  private SnapshotFile() {}

  /**
   * Writes a snapshot under a temporary name, and gives it its name when the disk has it.
   *
   * @param canceled makes it end early, with an {@link InterruptedIOException}
   * @return the size of the file in bytes
   */
  static long write(
      Path directory,
      FileHeader header,
      Snapshot snapshot,
      ChannelOpener opener,
      BooleanSupplier canceled)
      throws IOException {
    Path path = DataFile.path(directory, FileHeader.Kind.SNAPSHOT, header.number());
    Path unfinished = path.resolveSibling(path.getFileName() + DataFile.UNFINISHED);
    boolean complete = false;
    try {
      long size = writeAll(unfinished, header, snapshot, opener, canceled);
      Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
      complete = true;
      DataFile.sync(directory);
      return size;
    } finally {
      if (!complete) { // also after an error, such as of the memory
        Files.deleteIfExists(unfinished);
      }
    }
  }

  private static long writeAll(
      Path path,
      FileHeader header,
      Snapshot snapshot,
      ChannelOpener opener,
      BooleanSupplier canceled)
      throws IOException {
    try (FileChannel channel =
        opener.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      byte[] head = header.toBytes();
      writeFully(channel, head);
      FrameWriter frames = new FrameWriter(channel, head.length);
      snapshot.writeTo(
          (bytes, length, last) -> {
            if (canceled.getAsBoolean()) {
              throw new InterruptedIOException("the snapshot is not needed any longer");
            }
            frames.append(bytes, length, last);
          });
      frames.flush();
      channel.force(true);
      return frames.position();
    }
  }

  static void writeFully(FileChannel channel, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer, buffer.position());
    }
  }
}
