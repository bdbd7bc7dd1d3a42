package dev.monotable.durability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a data directory: a lock of its lock file against other processes, and an entry in a
 * set against this one. On Linux and macOS, the lock of a file ends as soon as the process closes
 * any channel of this file. So a process that has the directory already must not even open it.
 *
 * <p>No process can keep the lock file from being deleted or replaced, and another process can then
 * lock the new one. So the log of each open database is locked as well, and a process whose lock
 * file is not the one that it has locked writes no longer.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String NAME = "lock";

  /** The most bytes of the file that are kept; it has the number of a process. */
  private static final int MOST_CONTENT = 64;

  /** The real paths of the directories that this process has locked. */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path real;
  private final FileChannel file;
  private final FileIdentity identity;

  /** The former content of the file; null if that is not known. */
  private final byte @Nullable [] before;

  private DirectoryLock(
      Path real, FileChannel file, FileIdentity identity, byte @Nullable [] before) {
    this.real = real;
    this.file = file;
    this.identity = identity;
    this.before = before;
  }

  /**
   * Locks a directory, which is created if it does not exist.
   *
   * @throws DataDirectoryException if another process uses it, or this one does, or a later version
   *     has written it, in which case nothing is changed
   */
  static DirectoryLock of(Path directory) throws IOException {
    OwnerOnly.createDirectories(directory);
    Path real = directory.toRealPath();
    if (!LOCKED.add(real)) {
      throw inUse(directory, String.valueOf(ProcessHandle.current().pid()));
    }
    try {
      KnownFormats.require(directory);
      return lock(directory, real);
    } catch (IOException | RuntimeException e) {
      LOCKED.remove(real);
      throw e;
    }
  }

  private static DirectoryLock lock(Path directory, Path real) throws IOException {
    FileChannel file =
        ChannelOpener.STANDARD.open(
            directory.resolve(NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      requireLock(directory, file);
      byte[] before = content(file);
      writeOwner(file);
      return new DirectoryLock(real, file, FileIdentity.of(real.resolve(NAME)), before);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static void requireLock(Path directory, FileChannel file) throws IOException {
    FileLock lock = null;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      // this process has it, by a path that is not known to be the same
    }
    if (lock == null) {
      throw inUse(directory, owner(file));
    }
  }

  private static byte @Nullable [] content(FileChannel file) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(MOST_CONTENT + 1);
    int length = Math.max(0, file.read(content, 0));
    return length > MOST_CONTENT ? null : Arrays.copyOf(content.array(), length);
  }

  private static void writeOwner(FileChannel file) throws IOException {
    file.truncate(0);
    file.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
  }

  /**
   * Requires that no other process writes to the files of a database, although the lock of the
   * directory is free, because its file was deleted or replaced.
   */
  void requireUnused(Path database) throws IOException {
    for (Path log : DataFile.list(database, FileHeader.Kind.LOG).values()) {
      try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
        if (!tryLock(channel)) {
          throw new DataDirectoryException(
              "another process uses " + log + ", and the lock of its directory was deleted");
        }
      }
    }
  }

  /** Locks a log until its channel is closed; returns false if another process has locked it. */
  static boolean tryLock(FileChannel log) throws IOException {
    try {
      return log.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Requires that the lock file is the one that was locked. Then no other process has the
   * directory.
   */
  void requireHeld() throws IOException {
    if (!identity.isUnchanged()) {
      throw new IOException(
          identity.path()
              + " was deleted or replaced, so another process may use the directory; stop this"
              + " server");
    }
  }

  private static String owner(FileChannel file) {
    ByteBuffer owner = ByteBuffer.allocate(20);
    try {
      file.read(owner, 0);
    } catch (IOException e) {
      return "?"; // Windows does not let others read a locked file
    }
    return new String(owner.array(), 0, owner.position(), StandardCharsets.US_ASCII).strip();
  }

  private static DataDirectoryException inUse(Path directory, String owner) {
    return new DataDirectoryException(
        "the data directory " + directory + " is in use by process " + owner);
  }

  /** Ends the lock of a directory in which nothing was changed: the file is as it was before. */
  void closeUnused() throws IOException {
    if (file.isOpen() && before != null) {
      file.truncate(0);
      file.write(ByteBuffer.wrap(before), 0);
    }
    close();
  }

  @Override
  public void close() throws IOException {
    if (file.isOpen()) {
      file.close();
      LOCKED.remove(real);
    }
  }
}
