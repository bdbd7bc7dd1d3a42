package dev.monotable.durability;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of the files of a database. */
final class DataFile {
  /** The end of the name of a file that is not complete yet. */
  static final String UNFINISHED = ".tmp";

  private DataFile() {}

  static Path path(Path directory, FileHeader.Kind kind, long number) {
    return directory.resolve(String.format(Locale.ROOT, "%s%010d", kind.prefix(), number));
  }

  /** Returns the files of a kind by their number. */
  static NavigableMap<Long, Path> list(Path directory, FileHeader.Kind kind) throws IOException {
    NavigableMap<Long, Path> files = new TreeMap<>();
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, kind.prefix() + "*")) {
      for (Path path : paths) {
        Long number = number(path, kind);
        if (number != null) {
          files.put(number, path);
        }
      }
    }
    return files;
  }

  private static @Nullable Long number(Path path, FileHeader.Kind kind) {
    String digits = path.getFileName().toString().substring(kind.prefix().length());
    return digits.matches("[0-9]{10,18}") ? Long.valueOf(digits) : null;
  }

  /** Deletes the files with lower numbers, and files that were never completed. */
  static void deleteOlder(Path directory, long snapshot, long log) throws IOException {
    for (Map.Entry<Long, Path> file :
        list(directory, FileHeader.Kind.LOG).headMap(log).entrySet()) {
      Files.delete(file.getValue());
    }
    for (Map.Entry<Long, Path> file :
        list(directory, FileHeader.Kind.SNAPSHOT).headMap(snapshot).entrySet()) {
      Files.delete(file.getValue());
    }
  }

  static void deleteUnfinished(Path directory) throws IOException {
    try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, "*" + UNFINISHED)) {
      for (Path path : paths) {
        Files.delete(path);
      }
    }
  }

  /** Makes the names in a directory survive a failure of power. */
  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows cannot open directories; there, names are kept with the files.
      if (!System.getProperty("os.name").startsWith("Windows")) {
        throw e;
      }
    }
  }
}
