package dev.monotable.durability;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of the files of a database. */
final class DataFile {
  /** The end of the name of a file that is not complete yet. */
  static final String UNFINISHED = ".tmp";

  /** The beginning of the name of the directory of a database. */
  private static final String PREFIX = "db-";

  /** File systems allow 255 characters in a name. */
  private static final int MAX_NAME = 200;

  private DataFile() {}

  /**
   * Returns the name of the directory of a database. Different names have different directories,
   * also in file systems that ignore case: a capital letter is written as {@code ^} and the small
   * letter, and what some file systems do not allow is escaped. The end of a name that is too long
   * is replaced by its SHA-256.
   */
  static String directoryName(String database) {
    StringBuilder name = new StringBuilder(PREFIX);
    byte[] bytes = database.getBytes(StandardCharsets.UTF_8);
    for (byte b : bytes) {
      if (b >= 'A' && b <= 'Z') {
        name.append('^').append((char) (b | 0x20));
      } else if (b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '-' || b == '_') {
        name.append((char) b);
      } else {
        name.append('%').append(HexFormat.of().toHexDigits(b));
      }
    }
    if (name.length() > MAX_NAME) {
      name.setLength(MAX_NAME / 2);
      name.append('~').append(HexFormat.of().formatHex(sha256(bytes)));
    }
    return name.toString();
  }

  /**
   * Returns the name of a database by the name of its directory; null if it is not that of a
   * database, or too long to contain the name.
   */
  static @Nullable String findDatabase(String directoryName) {
    if (!directoryName.startsWith(PREFIX)) {
      return null;
    }
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    for (int i = PREFIX.length(); i < directoryName.length(); i++) {
      char c = directoryName.charAt(i);
      if (c == '^' && i + 1 < directoryName.length()) {
        name.write(Character.toUpperCase(directoryName.charAt(++i)));
      } else if (c == '%' && i + 2 < directoryName.length()) {
        name.write(HexFormat.fromHexDigits(directoryName, i + 1, i + 3));
        i += 2;
      } else {
        name.write(c);
      }
    }
    String database = name.toString(StandardCharsets.UTF_8);
    return directoryName(database).equals(directoryName) ? database : null;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static Path path(Path directory, FileHeader.Kind kind, long number) {
    String digits = Long.toString(number);
    return directory.resolve(
        kind.prefix() + "0".repeat(Math.max(0, 10 - digits.length())) + digits);
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
