package dev.monotable.durability;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.log.CommitLog;
import dev.monotable.engine.log.CommitQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  /** A smaller log is not worth a snapshot: reading it takes a fraction of a second. */
  private static final long SNAPSHOT_BYTES = 64L << 20;

  /** Sets another size, for tests that need many snapshots. */
  private static final String SNAPSHOT_PROPERTY = "monotable.data.snapshot-bytes";

  /** The beginning of the name of a directory that is being deleted. */
  private static final String DELETED = "deleted-";

  private final Path directory;
  private final SyncMode mode;
  private final boolean repair;
  private final DirectoryLock lock;
  private final ChannelOpener opener;
  private final Manifest manifest;
  private final DiskReserve reserve;
  private final long snapshotBytes;
  private final List<String> notices = new ArrayList<>();

  /** The open databases by name. */
  private final Map<String, OpenDatabase> open = new HashMap<>();

  private boolean closed;

  /** Whether a database was opened or deleted. */
  private boolean used;

  private record OpenDatabase(MonotableEngine engine, boolean isNew) {}

  private DataDirectory(
      Path directory,
      SyncMode mode,
      boolean repair,
      DirectoryLock lock,
      ChannelOpener opener,
      long snapshotBytes)
      throws IOException {
    this.directory = directory;
    this.mode = mode;
    this.repair = repair;
    this.lock = lock;
    this.opener = opener;
    this.snapshotBytes = snapshotBytes;
    this.manifest = readManifest();
    this.reserve = new DiskReserve(directory, opener);
  }

  /** Reads the manifest, and requires the databases that it names. */
  private Manifest readManifest() throws IOException {
    Manifest read = Manifest.find(directory, opener);
    if (read == null) {
      Path path = Manifest.path(directory);
      if (!repair) {
        throw new DataDirectoryException(
            path
                + " is damaged. Restore it from a copy, or start with --repair, which sets it aside"
                + " and trusts the other files");
      }
      notices.add(path + " is damaged");
      notices.add(path + " is kept as " + new KeptFiles(directory, notices).move(path));
      read = Manifest.empty(directory, opener);
    }
    for (String database : read.databases()) {
      Path path = directory.resolve(database);
      if (Files.isDirectory(path)) {
        continue;
      }
      if (!repair) {
        throw new DataDirectoryException(
            path
                + " is missing. Restore it from a copy, or start with --repair, which starts"
                + " without its database");
      }
      notices.add(path + " is missing; its database is lost");
      read.remove(database);
    }
    return read;
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
    try {
      DirectoryLock lock = DirectoryLock.of(directory);
      try {
        return new DataDirectory(directory, mode, repair, lock, opener, snapshotBytes);
      } catch (IOException | RuntimeException | Error e) {
        lock.closeUnused();
        throw e;
      }
    } catch (DataDirectoryException e) {
      throw e;
    } catch (IOException e) {
      throw new DataDirectoryException("cannot use the data directory " + directory, e);
    }
  }

  /**
   * Returns whether an open database was new when it was opened: nothing had ever been committed.
   * So it is new again if the first attempt to fill it failed.
   *
   * @throws IllegalStateException if the database is not open
   */
  public synchronized boolean isNew(String name) {
    OpenDatabase database = open.get(name);
    if (database == null) {
      throw new IllegalStateException("the database " + name + " is not open");
    }
    return database.isNew();
  }

  /**
   * Returns the names of all databases in the directory, open or not. Without those whose name is
   * too long for a file system, see {@link DataFile#directoryName}.
   */
  public synchronized List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, Files::isDirectory)) {
      for (Path path : paths) {
        String name = DataFile.findDatabase(path.getFileName().toString());
        if (name != null) {
          names.add(name);
        }
      }
    }
    names.sort(null);
    return names;
  }

  /**
   * Deletes a database. Does nothing if it does not exist.
   *
   * @throws IllegalStateException if the database is open
   */
  public synchronized void delete(String name) throws IOException {
    if (closed || open.containsKey(name)) {
      throw new IllegalStateException("the database " + name + " is open, or its directory closed");
    }
    used = true;
    Path path = path(name);
    lock.requireHeld();
    manifest.remove(path.getFileName().toString());
    if (Files.isDirectory(path)) {
      // Under this name, what remains of it after a failure is not taken for a damaged database.
      Path deleted = directory.resolve(DELETED + path.getFileName());
      deleteFiles(deleted);
      Files.move(path, deleted, StandardCopyOption.ATOMIC_MOVE);
      DataFile.sync(directory);
      deleteFiles(deleted);
    }
  }

  private static void deleteFiles(Path database) throws IOException {
    if (Files.isDirectory(database)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(database)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(database);
    }
  }

  private Path path(String name) {
    return directory.resolve(DataFile.directoryName(name));
  }

  /**
   * Opens a database, which is empty if it does not exist. Closing the engine closes the database,
   * which can then be opened again.
   *
   * @throws DataDirectoryException if the database is open, a file cannot be read or written, is
   *     damaged, of a later version, or of another Region or account than the configuration
   * @throws IllegalStateException if the data directory is closed
   */
  public synchronized MonotableEngine database(String name, EngineConfig config)
      throws IOException {
    if (closed) {
      throw new IllegalStateException("the data directory is closed");
    }
    if (open.containsKey(name)) {
      throw new DataDirectoryException("the database " + name + " is open already");
    }
    try {
      OpenDatabase database = create(name, config);
      open.put(name, database);
      return database.engine();
    } catch (DataDirectoryException e) {
      throw e;
    } catch (IOException e) {
      throw new DataDirectoryException("cannot use the data directory " + directory, e);
    }
  }

  private OpenDatabase create(String name, EngineConfig config) throws IOException {
    Path path = path(name);
    OwnerOnly.createDirectories(path);
    OwnerOnly.restrict(path);
    DataFile.sync(directory);
    lock.requireUnused(path);
    String owner = config.region() + "/" + config.account();
    DatabaseFiles files = new DatabaseFiles(path, owner, opener, manifest, lock, reserve);
    Recovery recovery = new Recovery(path, config, owner, files.known(), repair);
    Recovery.Result result = recovery.run();
    used = true;
    reserve.prepare();
    notices.addAll(recovery.notices());
    FileCommitLog log = new FileCommitLog(files, result.start(), mode, snapshotBytes);
    try {
      MonotableEngine engine =
          MonotableEngine.create(config, result.snapshot(), new RegisteredLog(name, log));
      return new OpenDatabase(engine, result.isNew());
    } catch (RuntimeException | Error e) {
      log.close();
      throw e;
    }
  }

  /** The log of an open database. When it is closed, the database can be opened again. */
  private final class RegisteredLog implements CommitLog {
    private final String name;
    private final CommitLog log;
    private boolean ended;

    RegisteredLog(String name, CommitLog log) {
      this.name = name;
      this.log = log;
    }

    @Override
    public void start(CommitQueue queue) {
      log.start(queue);
    }

    @Override
    public void commitWaiting() {
      log.commitWaiting();
    }

    @Override
    public void close() {
      synchronized (DataDirectory.this) {
        try {
          log.close();
        } finally {
          if (!ended) {
            ended = true;
            open.remove(name);
          }
        }
      }
    }
  }

  /**
   * Returns what was found in the files since the last call that users should know, one line each.
   */
  public synchronized List<String> takeNotices() {
    List<String> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  /**
   * Closes the engines of all databases, which can then only read, and releases the directory.
   *
   * @throws IOException if a disk has failed, so that commits that have succeeded may be lost
   */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    IOException failure = null;
    for (OpenDatabase database : List.copyOf(open.values())) {
      try {
        database.engine().close();
      } catch (UncheckedIOException e) {
        failure = e.getCause();
      }
    }
    if (used) {
      lock.close();
    } else {
      lock.closeUnused();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
