package dev.monotable.durability;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory that keeps databases. Each has a directory of its own in it, with its log and its
 * snapshot. One process at a time can use a data directory.
 *
 * <pre>{@code
 * try (DataDirectory data = DataDirectory.open(Path.of("data"), SyncMode.OS);
 *     MonotableEngine engine = data.database("main", EngineConfig.DEFAULT)) {
 *   ...
 * }
 * }</pre>
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "lock";

  /** A smaller log is not worth a snapshot: reading it takes a fraction of a second. */
  private static final long SNAPSHOT_BYTES = 64L << 20;

  /** Sets another size, for tests that need many snapshots. */
  private static final String SNAPSHOT_PROPERTY = "monotable.data.snapshot-bytes";

  private final Path directory;
  private final SyncMode mode;
  private final boolean repair;
  private final FileChannel lockFile;
  private final ChannelOpener opener;
  private final long snapshotBytes;
  private final List<String> notices = new ArrayList<>();
  private final List<MonotableEngine> engines = new ArrayList<>();

  private DataDirectory(
      Path directory,
      SyncMode mode,
      boolean repair,
      FileChannel lockFile,
      ChannelOpener opener,
      long snapshotBytes) {
    this.directory = directory;
    this.mode = mode;
    this.repair = repair;
    this.lockFile = lockFile;
    this.opener = opener;
    this.snapshotBytes = snapshotBytes;
  }

  /**
   * Opens a data directory, which is created if it does not exist.
   *
   * @throws DataDirectoryException if another process uses it, or it cannot be used
   */
  public static DataDirectory open(Path directory, SyncMode mode) throws IOException {
    return open(directory, mode, false);
  }

  /**
   * Opens a data directory, and repairs damaged files if asked to: what is whole is kept, and the
   * damaged files are set aside under other names.
   *
   * @throws DataDirectoryException if another process uses it, or it cannot be used
   */
  public static DataDirectory open(Path directory, SyncMode mode, boolean repair)
      throws IOException {
    return open(
        directory,
        mode,
        repair,
        ChannelOpener.STANDARD,
        Long.getLong(SNAPSHOT_PROPERTY, SNAPSHOT_BYTES));
  }

  static DataDirectory open(
      Path directory, SyncMode mode, boolean repair, ChannelOpener opener, long snapshotBytes)
      throws IOException {
    FileChannel lockFile;
    try {
      Files.createDirectories(directory);
      lockFile =
          FileChannel.open(
              directory.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new DataDirectoryException("cannot use the data directory " + directory + ": " + e, e);
    }
    try {
      lock(directory, lockFile);
    } catch (IOException e) {
      lockFile.close();
      throw e;
    }
    return new DataDirectory(directory, mode, repair, lockFile, opener, snapshotBytes);
  }

  private static void lock(Path directory, FileChannel file) throws IOException {
    FileLock lock = null;
    try {
      lock = file.tryLock();
    } catch (OverlappingFileLockException e) {
      // this process has it
    }
    if (lock == null) {
      ByteBuffer owner = ByteBuffer.allocate(20);
      file.read(owner, 0);
      throw new DataDirectoryException(
          "the data directory "
              + directory
              + " is in use by process "
              + new String(owner.array(), 0, owner.position(), StandardCharsets.US_ASCII).strip());
    }
    file.truncate(0);
    file.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
  }

  /** Returns whether there is a database of that name. */
  public boolean contains(String name) throws IOException {
    Path path = path(name);
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "{log,snapshot}-*")) {
      return files.iterator().hasNext();
    }
  }

  private Path path(String name) {
    return directory.resolve("db-" + URLEncoder.encode(name, StandardCharsets.UTF_8));
  }

  /**
   * Opens a database, which is empty if it does not exist. Closing the engine closes the database.
   *
   * @throws DataDirectoryException if a file is damaged, of a later version, or of another Region
   *     or account than the configuration
   */
  public synchronized MonotableEngine database(String name, EngineConfig config)
      throws IOException {
    Path path = path(name);
    Files.createDirectories(path);
    DataFile.sync(directory);
    String owner = config.region() + "/" + config.account();
    Recovery recovery = new Recovery(path, config, owner, repair);
    Recovery.Result result = recovery.run();
    notices.addAll(recovery.notices());
    FileCommitLog log = new FileCommitLog(path, owner, result.start(), mode, opener, snapshotBytes);
    MonotableEngine engine = MonotableEngine.create(config, result.snapshot(), log);
    engines.add(engine);
    return engine;
  }

  /**
   * Returns what was found in the files since the last call that users should know, one line each.
   */
  public synchronized List<String> takeNotices() {
    List<String> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  /** Closes the engines of all databases, which can then only read, and releases the directory. */
  @Override
  public synchronized void close() throws IOException {
    engines.forEach(MonotableEngine::close);
    lockFile.close();
  }
}
