package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Keeps what is removed from the files of a directory, beside them and under other names. The
 * oldest are deleted when there are more than a bound, but never one that was kept since the last
 * start.
 */
final class KeptFiles {
  /** The most files of earlier starts that a directory keeps, together with the new ones. */
  static final int MOST = 10;

  private static final String DAMAGED = ".damaged";
  private static final String TORN = ".torn";
  private static final Pattern NAME = Pattern.compile(".+\\.(?:damaged|torn)(?:-[0-9]+)?");

  private final Path directory;
  private final List<String> notices;

  /** The files that earlier starts have kept, the oldest first; null if they are not known yet. */
  private final List<Path> older = new ArrayList<>();

  private int kept;

  /**
   * @param notices receives a line about each file that is deleted
   */
  KeptFiles(Path directory, List<String> notices) throws IOException {
    this.directory = directory;
    this.notices = notices;
    List<Timed> found = new ArrayList<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
      for (Path path : paths) {
        if (NAME.matcher(path.getFileName().toString()).matches()) {
          found.add(new Timed(path, Files.getLastModifiedTime(path)));
        }
      }
    }
    found.sort(Comparator.comparing(Timed::time).thenComparing(Timed::path));
    found.forEach(file -> older.add(file.path()));
  }

  private record Timed(Path path, FileTime time) {}

  /** Copies a whole file that is damaged; returns the copy. */
  Path copy(Path file) throws IOException {
    Path copy = copy(file, 0, DAMAGED, true);
    DataFile.sync(directory);
    return copy;
  }

  /**
   * Copies the end of a file from an offset; returns the copy. Does not wait for the disk, because
   * the end of a commit that was not answered is not worth the time of each start after a kill.
   */
  Path copyEnd(Path file, long from) throws IOException {
    return copy(file, from, TORN, false);
  }

  private Path copy(Path file, long from, String suffix, boolean sync) throws IOException {
    Path copy = free(file, suffix);
    try (FileChannel source = FileChannel.open(file, StandardOpenOption.READ);
        FileChannel target =
            ChannelOpener.STANDARD.open(
                copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long size = source.size();
      for (long at = from; at < size; ) {
        at += source.transferTo(at, size - at, target);
      }
      if (sync) {
        target.force(true);
      }
    }
    added();
    return copy;
  }

  /** Gives a file another name; returns that. */
  Path move(Path file) throws IOException {
    Path aside = free(file, DAMAGED);
    Files.move(file, aside);
    Files.setLastModifiedTime(aside, FileTime.from(InstantSource.system().instant()));
    DataFile.sync(directory);
    added();
    return aside;
  }

  private static Path free(Path file, String suffix) {
    Path free = file.resolveSibling(file.getFileName() + suffix);
    for (int i = 2; Files.exists(free); i++) {
      free = file.resolveSibling(file.getFileName() + suffix + "-" + i);
    }
    return free;
  }

  private void added() throws IOException {
    kept++;
    while (!older.isEmpty() && older.size() + kept > MOST) {
      Path oldest = older.remove(0);
      Files.deleteIfExists(oldest);
      notices.add(oldest + " was deleted, because " + directory + " has " + MOST + " newer copies");
    }
  }
}
