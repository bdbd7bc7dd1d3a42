package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The least content of the files of a data directory, known from outside of them: the databases,
 * the last snapshot of each, and the logs since then with their lengths. So a start recognizes
 * files that were deleted, shortened, or changed before their known length. A log alone cannot say
 * that: without its end it looks like one that a process was about to write when it was killed.
 *
 * <h2>A lower bound</h2>
 *
 * The manifest never says more than the disk has. It is written after the files that it names, and
 * before files are deleted that it named; a length is one that the disk has confirmed. So it may be
 * out of date: files that it does not name, and bytes after the lengths that it names, are read as
 * if there was no manifest. That is why it need not be written for a commit, a failure to write it
 * matters only where files are deleted next, and a process that is killed at any time leaves one
 * that is right.
 *
 * <p>It is written when a database is opened, when its log continues in another file, when a
 * snapshot is complete, and at the end. After a normal end, it has the exact length of the log.
 *
 * <h2>The file</h2>
 *
 * A line of text with the format, a line for each database, and a checksum of these lines. A
 * directory without the file is one that an earlier version has written. A new file replaces the
 * old one as a whole, so an invalid one is damaged.
 */
final class Manifest {
  static final String NAME = "manifest";

  private static final String FIRST = "monotable-data-directory format=";
  private static final int FORMAT = 1;
  private static final String LAST = "crc32c=";

  /** A directory name, its snapshot, and its logs. */
  private static final Pattern LINE =
      Pattern.compile("(db-\\S+) snapshot=([0-9]{1,18})((?: log=[0-9]{1,18}:[0-9]{1,18})*)");

  private static final Pattern FIRST_LINE = Pattern.compile(FIRST + "([0-9]{1,9})(?=\\R)");

  private static final Pattern LOG = Pattern.compile(" log=([0-9]+):([0-9]+)");

  private final Path directory;
  private final ChannelOpener opener;

  /** By the name of the directory of the database. */
  private final NavigableMap<String, Entry> entries;

  /**
   * The files of a database.
   *
   * @param snapshot the number of the last snapshot; 0 if there is none
   * @param logs what the disk has had at least of each log, in bytes, by number
   */
  record Entry(long snapshot, NavigableMap<Long, Long> logs) {
    static final Entry EMPTY = new Entry(0, Collections.emptyNavigableMap());

    Entry {
      logs = Collections.unmodifiableNavigableMap(new TreeMap<>(logs));
    }

    /** Adds a log, or a new length of it. */
    Entry withLog(long number, long bytes) {
      NavigableMap<Long, Long> next = new TreeMap<>(logs);
      next.put(number, bytes);
      return new Entry(snapshot, next);
    }

    /** Replaces the files before a snapshot by it. */
    Entry withSnapshot(long number) {
      return new Entry(number, logs.tailMap(number, true));
    }
  }

  private Manifest(Path directory, ChannelOpener opener, NavigableMap<String, Entry> entries) {
    this.directory = directory;
    this.opener = opener;
    this.entries = entries;
  }

  static Path path(Path directory) {
    return directory.resolve(NAME);
  }

  /**
   * Reads the manifest of a directory. If there is none, it has no entries.
   *
   * @return null if it is damaged
   * @throws DataDirectoryException if a later version has written it
   */
  static @Nullable Manifest find(Path directory, ChannelOpener opener) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(path(directory));
    } catch (NoSuchFileException e) {
      return empty(directory, opener);
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    requireKnownFormat(path(directory), text);
    NavigableMap<String, Entry> entries = parse(text);
    return entries == null ? null : new Manifest(directory, opener, entries);
  }

  static Manifest empty(Path directory, ChannelOpener opener) {
    return new Manifest(directory, opener, new TreeMap<>());
  }

  /** Requires that no later version has written the text, of which only the first line is known. */
  private static void requireKnownFormat(Path path, String text) throws DataDirectoryException {
    Matcher first = FIRST_LINE.matcher(text);
    if (first.lookingAt()) {
      int format = Integer.parseInt(first.group(1));
      boolean isDamaged =
          !isWhole(text) && isWhole(FIRST + FORMAT + text.substring(first.group().length()));
      if (format > FORMAT && !isDamaged) {
        throw DataDirectoryException.later(path, format, "format " + FORMAT);
      }
    }
  }

  /** Returns whether a text ends with its checksum. */
  private static boolean isWhole(String text) {
    int end = text.lastIndexOf(LAST);
    return end >= 0 && text.equals(withChecksum(text.substring(0, end)));
  }

  private static @Nullable NavigableMap<String, Entry> parse(String text) {
    if (!isWhole(text)) {
      return null;
    }
    List<String> lines = text.substring(0, text.lastIndexOf(LAST)).lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(FIRST + FORMAT)) {
      return null;
    }
    NavigableMap<String, Entry> entries = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        return null;
      }
      NavigableMap<Long, Long> logs = new TreeMap<>();
      for (Matcher log = LOG.matcher(parts.group(3)); log.find(); ) {
        logs.put(Long.valueOf(log.group(1)), Long.valueOf(log.group(2)));
      }
      entries.put(parts.group(1), new Entry(Long.parseLong(parts.group(2)), logs));
    }
    return entries;
  }

  /** Returns the directory names of all databases. */
  synchronized List<String> databases() {
    return List.copyOf(entries.keySet());
  }

  /**
   * Returns what is known of a database; null if nothing is.
   *
   * @param database the name of its directory
   */
  synchronized @Nullable Entry find(String database) {
    return entries.get(database);
  }

  /**
   * Changes the entry of a database, and waits until the disk has it.
   *
   * @param change gets {@link Entry#EMPTY} if there is no entry
   */
  synchronized void update(String database, UnaryOperator<Entry> change) throws IOException {
    NavigableMap<String, Entry> next = new TreeMap<>(entries);
    next.put(database, change.apply(entries.getOrDefault(database, Entry.EMPTY)));
    replace(next);
  }

  /** Removes the entry of a database, and waits until the disk has that. */
  synchronized void remove(String database) throws IOException {
    NavigableMap<String, Entry> next = new TreeMap<>(entries);
    next.remove(database);
    replace(next);
  }

  private void replace(NavigableMap<String, Entry> next) throws IOException {
    if (next.equals(entries) && Files.exists(path(directory))) {
      return;
    }
    Path unfinished = directory.resolve(NAME + DataFile.UNFINISHED);
    try {
      write(unfinished, toBytes(next));
      Files.move(unfinished, path(directory), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished); // as on a full disk
    }
    DataFile.sync(directory);
    entries.clear();
    entries.putAll(next);
  }

  private void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        opener.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      SnapshotFile.writeFully(channel, bytes);
      channel.force(true);
    }
  }

  private static byte[] toBytes(NavigableMap<String, Entry> entries) {
    StringBuilder text = new StringBuilder(FIRST).append(FORMAT).append('\n');
    for (Map.Entry<String, Entry> database : entries.entrySet()) {
      Entry entry = database.getValue();
      text.append(database.getKey()).append(" snapshot=").append(entry.snapshot());
      entry
          .logs()
          .forEach(
              (number, bytes) -> text.append(" log=").append(number).append(':').append(bytes));
      text.append('\n');
    }
    return withChecksum(text.toString()).getBytes(StandardCharsets.UTF_8);
  }

  static String withChecksum(String lines) {
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return lines + LAST + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n";
  }
}
