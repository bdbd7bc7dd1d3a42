package dev.monotable.durability;

import dev.monotable.engine.log.CommitBatch;
import dev.monotable.engine.log.CommitLog;
import dev.monotable.engine.log.CommitQueue;
import dev.monotable.engine.snapshot.Snapshot;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the commits of a database in files.
 *
 * <h2>Group commit</h2>
 *
 * One thread takes all commits that are waiting, appends what they changed to the current file as
 * one group of frames, and waits for the disk if the {@link SyncMode} asks for it. Then their
 * requests are answered. The commits of that time are the next group, so the busier the database
 * is, the more commits share one write.
 *
 * <h2>Snapshots</h2>
 *
 * When the file has grown enough, the thread continues with a new one. Another thread writes the
 * state of that moment, which is immutable, to a snapshot with the same number. When the disk has
 * it, all earlier files are deleted. A restart reads the snapshot and the files from its number on.
 *
 * <h2>Failures</h2>
 *
 * If a write fails, such as on a full disk, the file is cut to its last complete commit, and the
 * commits of the group fail. Nothing else changes, so the next commit succeeds if there is space
 * again. If the disk reports a failure after the operating system had the bytes, what it has is
 * unknown: then the log continues in a new file, with a snapshot of everything that was answered.
 * It does so before it writes the next commit. If no commit is waiting, it does so immediately. It
 * also does so when it is closed, so the disk has all commits of a log that was closed without an
 * error.
 *
 * <p>On a full disk, {@link DiskReserve} has space for commits that remove something.
 *
 * <p>A new file is also begun if the file was deleted or replaced by another program: this is
 * noticed by the next commit after {@link #CHECK_NANOS}, or at the end. What the other program has
 * put there is kept under other names. If the lock of the directory was deleted or replaced,
 * commits fail, since another process may use the directory.
 */
final class FileCommitLog implements CommitLog {
  private static final long SYNC_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * The time that the log waits until it tries again to begin a new file after a failure of the
   * disk.
   */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The time for which the names of files are trusted. Asking for them takes as long as a small
   * write.
   */
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final String OUTDATED =
      "the manifest could not be written, so less damage is recognized at the next start";

  private static final String DISK_FAILED = "the disk failed to keep commits";

  private final DatabaseFiles files;
  private final SyncMode mode;
  private final long snapshotBytes;
  private final Thread writer;
  private final @Nullable Thread syncer;
  private volatile @Nullable CommitQueue queue;
  private volatile boolean closing;

  /** Whether there is something to do for the thread of the log. */
  private volatile boolean signaled;

  /** Whether the operating system has commits that the disk may not have. */
  private volatile boolean unsynced;

  private volatile LogFile file;

  /** The time of the next attempt to replace a doubtful file while no commit is waiting. */
  private long retryAt = System.nanoTime();

  /** When the names of the files were checked. */
  private long checkedAt = System.nanoTime();

  /**
   * The number of the next file if another program has deleted or replaced the current one, above
   * those of all files that are there; 0 if the current one is in its place.
   */
  private long replacement;

  /** The size below which a database on a full disk must come until it is written to new files. */
  private long shrinkAt = Long.MAX_VALUE;

  /** Why acknowledged commits may be lost after the end; null if they are on the disk. */
  private volatile @Nullable Throwable endFailure;

  /**
   * The size of the files before the current one. Set by the thread of the log, and by that of the
   * snapshot while {@link #snapshotWriter} is set.
   */
  private long logBytes;

  /** By how much the next snapshot is postponed, because the last ones failed. */
  private final SnapshotDelay delay = new SnapshotDelay();

  private volatile @Nullable Thread snapshotWriter;

  /** The size of the last snapshot. */
  private volatile long lastSnapshotBytes;

  /**
   * The place where the log continues after a restart.
   *
   * @param logNumber of the last log
   * @param logEnd where its last complete commit ends; 0 if it is created
   * @param logBytes the size of the logs before it
   * @param snapshotBytes the size of the snapshot
   * @param known the snapshot and the logs
   * @param isRepaired whether they are fewer or shorter than before
   */
  record Start(
      long logNumber,
      long logEnd,
      long logBytes,
      long snapshotBytes,
      Manifest.Entry known,
      boolean isRepaired) {}

  /**
   * Creates a log that continues the files of a directory.
   *
   * @param snapshotBytes the least size of the log after which a snapshot is written
   */
  FileCommitLog(DatabaseFiles files, Start start, SyncMode mode, long snapshotBytes)
      throws IOException {
    this.files = files;
    this.mode = mode;
    this.snapshotBytes = snapshotBytes;
    this.logBytes = start.logBytes();
    this.lastSnapshotBytes = start.snapshotBytes();
    this.file =
        start.logEnd() == 0
            ? files.createLog(start.logNumber())
            : LogFile.open(files.directory(), start.logNumber(), start.logEnd(), files.opener());
    try {
      files.update(entry -> start.known().withLog(file.number(), file.size()));
    } catch (IOException | RuntimeException | Error e) {
      if (start.isRepaired()) { // the manifest names what is lost
        file.close();
        throw e;
      }
      warn(OUTDATED, e);
    }
    this.writer = thread("monotable-log", this::run);
    this.syncer =
        mode == SyncMode.EVERY_100_MS ? thread("monotable-sync", this::syncRegularly) : null;
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void start(CommitQueue commits) {
    queue = commits;
    writer.start();
    if (syncer != null) {
      syncer.start();
    }
  }

  @Override
  public void commitWaiting() {
    signaled = true;
    LockSupport.unpark(writer);
  }

  // ---- the thread of the log ----

  private void run() {
    CommitQueue commits = Objects.requireNonNull(queue);
    boolean ended = false;
    while (!ended) {
      try {
        ended = logNext(commits);
      } catch (RuntimeException | Error e) {
        fail(commits, e);
      }
    }
  }

  /** Waits for commits and logs them; returns whether these were the last. */
  private boolean logNext(CommitQueue commits) {
    awaitWork();
    signaled = false;
    boolean ending = closing;
    CommitBatch batch = commits.take();
    if (batch != null) {
      log(commits, batch);
      return false;
    }
    if (ending) {
      end(commits);
    } else if (file.isDoubtful()) {
      replaceFile(commits);
    }
    return ending;
  }

  private void awaitWork() {
    // The signal is kept in a field: a lock on the way may use up the permit of unpark.
    while (!signaled && !closing) {
      if (file.isDoubtful()) {
        long left = retryAt - System.nanoTime();
        if (left <= 0) {
          return;
        }
        LockSupport.parkNanos(this, left);
      } else {
        LockSupport.park(this);
      }
      // An interrupt, for which there is no reason, would close the file.
      boolean ignored = Thread.interrupted();
    }
  }

  /**
   * Answers all waiting commits after a failure outside of a write. If memory was short, later
   * commits may succeed. After any other failure they are rejected, since its cause is a defect.
   */
  private static void fail(CommitQueue commits, Throwable failure) {
    String reason = reason(failure);
    if (!(failure instanceof OutOfMemoryError)) {
      try {
        commits.close(reason);
      } catch (OutOfMemoryError e) {
        // The next commit meets the defect again.
      }
    }
    commits.fail(reason); // needs no memory
    warn("commits could not be logged", failure);
  }

  private void log(CommitQueue commits, CommitBatch batch) {
    try {
      long now = System.nanoTime();
      if (now - checkedAt > CHECK_NANOS) {
        checkPlace();
        checkedAt = now;
      }
      if (file.isDoubtful()) {
        continueInNewFile(commits.logged());
      }
      appendOrRelease(batch);
    } catch (IOException | RuntimeException | Error e) {
      batch.fail(reason(e));
      return;
    }
    batch.succeed();
    if (files.reserve().isReleased()) {
      shrink(batch);
    } else if (snapshotWriter == null
        && !file.isDoubtful()
        && logBytes + file.size() > dueBytes() + delay.bytes()
        && !closing) {
      beginSnapshot(batch.snapshot());
    }
  }

  /** Appends commits, with the space of the reserve if they only remove something. */
  private void appendOrRelease(CommitBatch batch) throws IOException {
    DiskReserve reserve = files.reserve();
    if (reserve.isReleased() && !batch.isRemoval()) {
      reserve.restore();
    }
    try {
      append(batch);
    } catch (IOException e) {
      if (file.isDoubtful() || !batch.isRemoval() || !reserve.release()) {
        throw e;
      }
      append(batch);
    }
  }

  /** Writes the database to new files if it has become small, since the disk is full. */
  private void shrink(CommitBatch batch) {
    long bytes = batch.bytes();
    if (bytes > shrinkAt) {
      return;
    }
    try {
      continueInNewFile(batch.snapshot());
      files.reserve().restore();
      shrinkAt = Long.MAX_VALUE;
    } catch (IOException | RuntimeException | Error e) {
      shrinkAt = bytes / 2;
    }
  }

  /** Checks that this process writes to the files that a restart will read. */
  private void checkPlace() throws IOException {
    files.lock().requireHeld();
    checkLog();
  }

  private void checkLog() throws IOException {
    if (!file.checkPlace() && replacement == 0) {
      OwnerOnly.createDirectories(files.directory());
      replacement = files.nextNumber(file.number());
      warn(
          "files in "
              + files.directory()
              + " were deleted or replaced while they were used; the database is written again",
          null);
    }
  }

  private void append(CommitBatch batch) throws IOException {
    try {
      file.append(batch);
      if (mode == SyncMode.ALWAYS) {
        file.force();
      }
      file.commit(mode == SyncMode.ALWAYS);
    } catch (IOException | RuntimeException | Error e) {
      file.rollBack();
      throw e;
    }
    unsynced = true;
    LockSupport.unpark(syncer);
  }

  private static String reason(Throwable failure) {
    try {
      String message = failure.getMessage();
      return message == null ? failure.toString() : message;
    } catch (RuntimeException | Error e) {
      return "the memory is full"; // a message of its own would need memory
    }
  }

  private static void warn(String what, @Nullable Throwable failure) {
    try {
      System.getLogger(FileCommitLog.class.getName())
          .log(System.Logger.Level.WARNING, what, failure);
    } catch (RuntimeException | Error e) {
      // Logging needs memory, too.
    }
  }

  /** Replaces a doubtful file while no commit is waiting. */
  private void replaceFile(CommitQueue commits) {
    try {
      continueInNewFile(commits.logged());
    } catch (IOException | RuntimeException | Error e) {
      retryAt = System.nanoTime() + RETRY_NANOS;
    }
  }

  /**
   * Continues in a new file, after a snapshot.
   *
   * @param logged everything that was answered. Commits that were rejected are not part of it, so
   *     they do not come back if the rest fails
   */
  private void continueInNewFile(Snapshot logged) throws IOException {
    join(snapshotWriter);
    files.lock().requireHeld();
    LogFile old = file;
    long number = replacement == 0 ? old.number() + 1 : replacement;
    lastSnapshotBytes = files.writeSnapshot(logged, number, () -> false);
    file = files.createLog(number);
    logBytes = 0;
    try {
      old.close();
      files.update(entry -> Manifest.Entry.EMPTY.withSnapshot(number).withLog(number, file.size()));
      if (replacement == 0) {
        files.deleteOlder(number);
      } else {
        replacement = 0;
        files.setAsideOlder(number);
      }
    } catch (IOException | RuntimeException | Error e) {
      warn("old files could not be deleted; the next start deletes them", e);
    }
  }

  /** Waits for the disk, so that a log without an error is there after a failure of power. */
  private void end(CommitQueue commits) {
    try {
      join(snapshotWriter);
      file.force();
      checkLog();
      if (replacement != 0) {
        throw new IOException("the log was deleted or replaced");
      }
      end(file);
    } catch (IOException | RuntimeException | Error e) {
      if (replacement == 0) { // else there was a warning
        warn(DISK_FAILED, e);
      }
      try {
        continueInNewFile(commits.logged());
      } catch (IOException | RuntimeException | Error again) {
        endFailure = again;
      }
    }
  }

  /** Ends a file. The disk has all its commits, even if this fails. */
  private void end(LogFile last) {
    long size = last.size();
    update(entry -> entry.withLog(last.number(), size));
    try {
      last.end();
    } catch (IOException | RuntimeException | Error e) {
      last.rollBack();
    }
  }

  // ---- snapshots ----

  /** Returns the size of the log at which a snapshot is due. */
  private long dueBytes() {
    return Math.max(snapshotBytes, lastSnapshotBytes);
  }

  /** Begins a new file and a snapshot, or postpones them: the log has everything. */
  private void beginSnapshot(Snapshot snapshot) {
    LogFile old = file;
    long number = old.number() + 1;
    try {
      old.force();
      file = files.createLog(number);
      logBytes += old.size();
      old.close();
      update(entry -> entry.withLog(old.number(), old.size()).withLog(file.number(), file.size()));
      Thread thread = thread("monotable-snapshot", () -> writeSnapshot(snapshot, number));
      snapshotWriter = thread;
      thread.start();
    } catch (IOException | RuntimeException | Error e) {
      snapshotWriter = null;
      delay.failed(logBytes + file.size(), dueBytes());
      warn("a snapshot could not be begun; the log keeps everything and grows", e);
    }
  }

  /** Changes the manifest, or reports that it is outdated. */
  private void update(UnaryOperator<Manifest.Entry> change) {
    try {
      files.update(change);
    } catch (IOException | RuntimeException | Error e) {
      warn(OUTDATED, e);
    }
  }

  private void writeSnapshot(Snapshot snapshot, long number) {
    try {
      lastSnapshotBytes = files.writeSnapshot(snapshot, number, () -> closing);
      files.update(entry -> entry.withSnapshot(number));
      files.deleteOlder(number);
      logBytes = 0;
      delay.succeeded();
    } catch (InterruptedIOException e) {
      // The log has everything.
    } catch (IOException | RuntimeException | Error e) {
      delay.failed(logBytes + file.size(), dueBytes());
      warn("a snapshot could not be written; the log keeps everything and grows", e);
    } finally {
      snapshotWriter = null;
    }
  }

  private static void join(@Nullable Thread thread) {
    boolean interrupted = false;
    while (thread != null && thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- the thread that syncs every 100 ms ----

  private void syncRegularly() {
    while (!closing) {
      if (!unsynced) {
        LockSupport.park(this);
        continue;
      }
      long end = System.nanoTime() + SYNC_NANOS;
      for (long left = SYNC_NANOS; left > 0 && !closing; left = end - System.nanoTime()) {
        LockSupport.parkNanos(this, left);
      }
      unsynced = false;
      LogFile current = file;
      try {
        current.force();
      } catch (IOException | RuntimeException | Error e) {
        if (current == file) {
          warn(DISK_FAILED, e);
          LockSupport.unpark(writer);
        }
      }
    }
  }

  // ---- the end ----

  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    CommitQueue commits = queue;
    if (commits != null) {
      commits.close("the database is closed");
      closing = true;
      LockSupport.unpark(writer);
      join(writer);
      LockSupport.unpark(syncer);
      join(syncer);
    }
    closing = true;
    Throwable failure = endFailure;
    try {
      file.close();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
    if (failure != null) {
      String message = DISK_FAILED + ": " + reason(failure);
      throw new UncheckedIOException(message, new IOException(message, failure));
    }
  }
}
