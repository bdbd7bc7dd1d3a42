package dev.monotable.durability;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.SnapshotReader;
import dev.monotable.engine.snapshot.Snapshot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Reads the files of a database when it is opened.
 *
 * <p>A log that ends with invalid bytes may have been torn by the end of a process, which costs
 * nothing, or be damaged, which costs commits that were answered. What the files themselves say
 * does not distinguish them, so three things are checked, in this order:
 *
 * <ol>
 *   <li>The {@link Manifest}, from outside of the log: which files there were, and how much of each
 *       the disk has had. A file that is missing, or does not have valid frames up to that length,
 *       is damaged, regardless of what follows.
 *   <li>The marks in the log, which say the same while it is written: a mark after invalid bytes
 *       that were synced before it means damage.
 *   <li>The frames after the invalid bytes. Those at the position that they were written to mean
 *       that the disk has lost pages before them. Those that have moved mean that somebody has
 *       inserted or removed bytes: damage.
 * </ol>
 *
 * <p><b>A torn end.</b> A process that is killed can leave a part of its last commit, which was not
 * answered. The part is cut off and kept, and a notice says so.
 *
 * <p><b>Lost pages.</b> A failure of power can lose any part of what was not synced, even before a
 * part that the disk has. Invalid bytes, and everything after them, are cut off, too; a copy of the
 * file is kept.
 *
 * <p><b>Damage.</b> Everything else. Then the database is not opened, and the error names the file
 * and the offset. To repair means: the database has everything before the damage; a damaged
 * snapshot has its valid blocks, and notices name what is lost. A copy of each damaged file, and
 * the files after it, are kept under other names.
 *
 * <p>Files are changed only when all of them have been read. So a version that meets an entry that
 * it does not know leaves them as they were.
 */
final class Recovery {
  private final Path directory;
  private final EngineConfig config;
  private final String owner;
  private final Manifest.Entry known;
  private final boolean repair;
  private final List<String> notices = new ArrayList<>();
  private final KeptFiles kept;

  /** The changes of files, and the notices of them, which wait until everything is read. */
  private final List<Change> changes = new ArrayList<>();

  private boolean isRepaired;
  private final Set<Path> copied = new HashSet<>();
  private boolean isNew = true;

  /** Whether a file was repaired in a way that leaves it damaged, or tables were separated. */
  private boolean isRewriteNeeded;

  /** Whether an earlier version has written the header that was read last. */
  private boolean isEarlier;

  /**
   * @param owner that all files must have
   * @param known what the files had at least; empty if that is not known
   */
  Recovery(Path directory, EngineConfig config, String owner, Manifest.Entry known, boolean repair)
      throws IOException {
    this.directory = directory;
    this.config = config;
    this.owner = owner;
    this.known = known;
    this.repair = repair;
    this.kept = new KeptFiles(directory, notices);
  }

  /** A change of files. */
  @FunctionalInterface
  private interface Change {
    void make() throws IOException;
  }

  /**
   * The state that was read, and the place where the log continues.
   *
   * @param isNew whether there was no commit
   */
  record Result(Snapshot snapshot, FileCommitLog.Start start, boolean isNew) {}

  /** Returns what was found that users should know, one line each. */
  List<String> notices() {
    return notices;
  }

  Result run() throws IOException {
    NavigableMap<Long, Path> snapshots = DataFile.list(directory, FileHeader.Kind.SNAPSHOT);
    long newest = snapshots.isEmpty() ? 0 : snapshots.lastKey();
    if (newest < known.snapshot()) {
      missing(DataFile.path(directory, FileHeader.Kind.SNAPSHOT, known.snapshot()));
    }
    long first = Math.max(1, newest);
    NavigableMap<Long, Path> logs =
        DataFile.list(directory, FileHeader.Kind.LOG).tailMap(first, true);
    SnapshotReader reader = new SnapshotReader(config);
    long snapshotBytes = 0;
    Map.Entry<Long, Path> snapshot = snapshots.lastEntry();
    if (snapshot != null) {
      Path path = snapshot.getValue();
      snapshotBytes = Files.size(path);
      readSnapshot(path, first, reader);
    }
    FileCommitLog.Start start = readLogs(logs, first, snapshotBytes, reader);
    Snapshot read = finish(reader);
    DataFile.deleteUnfinished(directory);
    for (Change change : changes) {
      change.make();
    }
    if (isRewriteNeeded) {
      start = rewrite(read, start.logNumber() + 1);
    }
    DataFile.deleteOlder(directory, first, first);
    return new Result(read, start, isNew);
  }

  private Snapshot finish(SnapshotReader reader) throws DataDirectoryException {
    try {
      Snapshot read = reader.finish();
      if (!reader.separatedTables().isEmpty()) {
        note(
            directory
                + ": these tables were replicas of global tables of version 2017.11.29, and are"
                + " tables of their own now, with all items: "
                + String.join(", ", reader.separatedTables()));
        isRewriteNeeded = true;
      }
      return read;
    } catch (RuntimeException e) {
      throw unreadable(directory + " cannot be read", e);
    }
  }

  /**
   * Writes a snapshot of what was read, and deletes the files. So the next start does not have to
   * repair or convert them again.
   */
  private FileCommitLog.Start rewrite(Snapshot read, long number) throws IOException {
    FileHeader header = new FileHeader(FileHeader.Kind.SNAPSHOT, number, owner);
    long size = SnapshotFile.write(directory, header, read, ChannelOpener.STANDARD, () -> false);
    DataFile.deleteOlder(directory, number, number);
    Manifest.Entry files = Manifest.Entry.EMPTY.withSnapshot(number);
    return new FileCommitLog.Start(number, 0, 0, size, files, true);
  }

  private FileCommitLog.Start readLogs(
      NavigableMap<Long, Path> logs, long first, long snapshotBytes, SnapshotReader reader)
      throws IOException {
    long number = first;
    long end = 0;
    long before = 0;
    Manifest.Entry files = Manifest.Entry.EMPTY.withSnapshot(snapshotBytes == 0 ? 0 : first);
    boolean isComplete = true;
    for (Map.Entry<Long, Path> log : logs.entrySet()) {
      if (log.getKey() != (log.getKey().equals(logs.firstKey()) ? first : number + 1)) {
        missing(DataFile.path(directory, FileHeader.Kind.LOG, log.getKey() - 1));
        setAside(logs.tailMap(log.getKey(), true));
        isComplete = false;
        break;
      }
      number = log.getKey();
      before += end;
      boolean isLast = areUnused(logs.tailMap(number, false));
      long size = Files.size(log.getValue()); // before a repair, which cuts off what is damaged
      end = readLog(log.getValue(), number, isLast, reader);
      files = files.withLog(number, end);
      if (Math.max(size, least(number)) > end && !isLast) {
        setAside(logs.tailMap(number, false));
        isComplete = false;
        break;
      }
    }
    Long last = known.logs().isEmpty() ? null : known.logs().lastKey();
    if (isComplete && last != null && last >= first && !logs.containsKey(last)) {
      missing(DataFile.path(directory, FileHeader.Kind.LOG, last));
    }
    if (end > 0 && isEarlier) {
      // The content that this version writes has to follow a header that names its format.
      return new FileCommitLog.Start(number + 1, 0, before + end, snapshotBytes, files, isRepaired);
    }
    return new FileCommitLog.Start(number, end, before, snapshotBytes, files, isRepaired);
  }

  /** Returns the length that a log had at least. */
  private long least(long number) {
    return known.logs().getOrDefault(number, 0L);
  }

  /**
   * Returns whether logs have no commits. The log before them may then have been continued, because
   * a new log could not be created.
   */
  private boolean areUnused(NavigableMap<Long, Path> logs) throws IOException {
    for (Map.Entry<Long, Path> log : logs.entrySet()) {
      FileHeader header = new FileHeader(FileHeader.Kind.LOG, log.getKey(), owner);
      if (Files.size(log.getValue()) > header.toBytes().length) {
        return false;
      }
    }
    return true;
  }

  private void missing(Path path) throws IOException {
    if (!repair) {
      throw new DataDirectoryException(
          path
              + " is missing. Restore it from a copy, or start with --repair, which starts with"
              + " the commits before it");
    }
    isRepaired = true;
    note(path + " is missing; its commits are lost");
  }

  /** Renames files that cannot be applied. */
  private void setAside(NavigableMap<Long, Path> files) {
    for (Path file : files.values()) {
      changes.add(
          () -> {
            Path aside = kept.move(file);
            notices.add(
                file + " follows lost commits; it was not applied, and is kept as " + aside);
          });
    }
  }

  /**
   * Reads a log.
   *
   * @param isLast whether its end may be torn
   * @return the end of its last complete commit; 0 if it has no header
   */
  private long readLog(Path path, long number, boolean isLast, SnapshotReader reader)
      throws IOException {
    try (FrameReader frames = new FrameReader(path)) {
      byte[] head = frames.head();
      int begin = FileHeader.length(head);
      if (begin < 0 && isLast && least(number) == 0 && isTornHeader(path, head, number)) {
        note(path + ": its header was not completely written; it has no commits");
        return 0;
      }
      begin = checkedHeader(path, head, FileHeader.Kind.LOG, number);
      frames.seek(begin);
      FrameReader.Whole whole = frames.scan();
      boolean isShort = whole.end() < least(number);
      if (isShort || whole.end() < frames.size()) {
        long bytes = Math.max(0, frames.size() - whole.end());
        cut(path, whole, bytes, isLast && !isShort);
      }
      frames.seek(begin);
      while (frames.position() < whole.end() && frames.next()) {
        if (!frames.isMark()) {
          read(path, frames, reader);
        }
      }
      return whole.end();
    }
  }

  /**
   * Cuts off what does not belong to complete commits.
   *
   * @param bytes how many bytes are cut off
   * @param isComplete whether all commits that there must be are before them
   */
  private void cut(Path path, FrameReader.Whole whole, long bytes, boolean isComplete)
      throws DataDirectoryException {
    String cut = bytes + " bytes at offset " + whole.end() + " were cut off";
    if (whole.isDamaged() || !isComplete) {
      damaged(path, whole.invalidAt() >= 0 ? whole.invalidAt() : whole.end());
      keepCopy(path);
    } else if (whole.invalidAt() >= 0) {
      note(path + ": the disk does not have all of the last commits; " + cut);
      keepCopy(path);
    } else {
      changes.add(
          () -> {
            Path end = kept.copyEnd(path, whole.end());
            notices.add(
                path
                    + ": the last commit was not completely written; "
                    + cut
                    + ", and are kept as "
                    + end);
          });
    }
    changes.add(() -> cut(path, whole.end()));
  }

  /** Returns whether the process can have ended while it wrote the header of a new file. */
  private boolean isTornHeader(Path path, byte[] head, long number) throws IOException {
    FileHeader header = new FileHeader(FileHeader.Kind.LOG, number, owner);
    long size = Files.size(path);
    for (int version = FileHeader.OLDEST_VERSION; version <= FileHeader.VERSION; version++) {
      byte[] whole = header.toBytes(version);
      if (size <= whole.length && isPart(head, whole)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPart(byte[] head, byte[] whole) {
    for (int i = 0; i < head.length; i++) {
      if (head[i] != whole[i] && head[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private void readSnapshot(Path path, long number, SnapshotReader reader) throws IOException {
    try (FrameReader frames = new FrameReader(path)) {
      frames.seek(checkedHeader(path, frames.head(), FileHeader.Kind.SNAPSHOT, number));
      boolean complete = false;
      while (frames.position() < frames.size() || !complete) {
        long at = frames.position();
        if (frames.next()) {
          complete = frames.isLast();
          read(path, frames, reader);
          continue;
        }
        damaged(path, at);
        keepCopy(path);
        isRewriteNeeded = true;
        if (!frames.findNext()) {
          note(path + ": everything from offset " + at + " is lost");
          break;
        }
        note(path + ": the bytes from offset " + at + " to " + frames.position() + " are lost");
      }
    }
    if (isRewriteNeeded) {
      reader.losses().forEach(loss -> note(path + ": " + loss));
    }
  }

  private void read(Path path, FrameReader frames, SnapshotReader reader)
      throws DataDirectoryException {
    isNew = false;
    try {
      reader.read(frames.bytes(), frames.from(), frames.to());
    } catch (RuntimeException e) {
      throw unreadable(path + ": the block before offset " + frames.position(), e);
    }
  }

  /** Returns the exception for valid bytes that this version cannot read. */
  private static DataDirectoryException unreadable(String what, RuntimeException failure) {
    if (SnapshotReader.isOfLaterVersion(failure)) {
      return new DataDirectoryException(
          what
              + " was written by a later version of Monotable (format "
              + FileHeader.VERSION
              + ", with "
              + failure.getMessage()
              + "); nothing was changed",
          failure);
    }
    String reason = failure instanceof IllegalArgumentException ? failure.getMessage() : null;
    return new DataDirectoryException(
        what + " is not what Monotable writes" + (reason == null ? "" : ": " + reason), failure);
  }

  /**
   * Checks the header of a file. All its fields are known, so if it is damaged, nothing is lost.
   *
   * @return its length
   */
  private int checkedHeader(Path path, byte[] head, FileHeader.Kind kind, long number)
      throws IOException {
    KnownFormats.requireFile(path, head);
    int version = FileHeader.version(head);
    int length = FileHeader.length(head);
    if (length < 0) {
      damaged(path, 0);
      keepCopy(path);
      isRewriteNeeded = true;
      isEarlier = false;
      return new FileHeader(kind, number, owner).toBytes().length;
    }
    if (version < FileHeader.OLDEST_VERSION) {
      throw new DataDirectoryException(
          path
              + " was written by an earlier version of Monotable (format "
              + version
              + "); this one reads "
              + FileHeader.READABLE_VERSIONS);
    }
    isEarlier = version < FileHeader.VERSION;
    FileHeader header = FileHeader.read(head);
    if (header.kind() != kind || header.number() != number) {
      throw new DataDirectoryException(
          path
              + " was renamed; it is the "
              + DataFile.path(directory, header.kind(), header.number()).getFileName()
              + " of a database");
    }
    if (!header.owner().equals(owner)) {
      throw new DataDirectoryException(
          path
              + " belongs to a database of "
              + header.owner()
              + "; this one is of "
              + owner
              + ". Start with the same --region and --account, or use another directory");
    }
    return length;
  }

  private void damaged(Path path, long offset) throws DataDirectoryException {
    if (!repair) {
      throw new DataDirectoryException(
          path
              + " is damaged at offset "
              + offset
              + ". Restore it from a copy, or start with --repair, which keeps what is whole and"
              + " sets the damaged file aside");
    }
    isRepaired = true;
    note(path + " is damaged at offset " + offset);
  }

  private void keepCopy(Path path) {
    if (copied.add(path)) {
      changes.add(() -> notices.add(path + " is kept as " + kept.copy(path)));
    }
  }

  /** Adds a notice, in the order of the changes. */
  private void note(String notice) {
    changes.add(() -> notices.add(notice));
  }

  private static void cut(Path path, long end) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(end);
      channel.force(true);
    }
  }
}
