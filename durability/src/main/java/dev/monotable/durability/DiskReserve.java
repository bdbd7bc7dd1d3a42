package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * A file that only takes space, so that a full disk can be left by deleting. A log gets longer by
 * each deletion, too. So when the disk is full, the file is deleted for the first commit that only
 * removes something, and later commits of that kind have its space; those that add something fail.
 * When what is left fits, the database is written to new files, and the old ones are deleted. Then
 * there is space to create the file again, and to add. Thread-safe, for all databases of a
 * directory.
 */
final class DiskReserve {
  /** The space of at least 10,000 deletions. */
  static final int BYTES = 1 << 20;

  private static final String NAME = "reserve";

  private final Path path;
  private final ChannelOpener opener;
  private volatile boolean isReleased;

  /** Finds the file, if it exists. */
  DiskReserve(Path directory, ChannelOpener opener) throws IOException {
    this.path = directory.resolve(NAME);
    this.opener = opener;
    this.isReleased = !Files.exists(path) || Files.size(path) != BYTES;
  }

  /** Creates the file unless it exists. If there is no space for it, it remains released. */
  void prepare() {
    try {
      restore();
    } catch (IOException e) {
      // Without space, only deletions succeed.
    }
  }

  /** Returns whether the file is missing, since the disk is full. */
  boolean isReleased() {
    return isReleased;
  }

  /** Deletes the file; returns whether there is more space now. */
  synchronized boolean release() throws IOException {
    isReleased = true;
    return Files.deleteIfExists(path);
  }

  /**
   * Creates the file again.
   *
   * @throws IOException if there is no space for it
   */
  synchronized void restore() throws IOException {
    if (!isReleased) {
      return;
    }
    if (path.toFile().getParentFile().getUsableSpace() < BYTES) {
      throw new IOException("No space left on device");
    }
    boolean complete = false;
    try (FileChannel channel =
        opener.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      byte[] bytes = new byte[BYTES];
      new Random(1).nextBytes(bytes); // zeros take no space in some file systems
      SnapshotFile.writeFully(channel, bytes);
      complete = true;
    } finally {
      if (!complete) {
        Files.deleteIfExists(path);
      }
    }
    isReleased = false;
  }
}
