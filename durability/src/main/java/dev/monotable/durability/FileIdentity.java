package dev.monotable.durability;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes a file that this process has open under its name. A file that was deleted, or replaced
 * by another, can still be written to on most systems, although it will never be read.
 *
 * @param key of the file in its file system; null if this does not have one, such as on Windows,
 *     which does not let any process delete an open file
 */
record FileIdentity(Path path, @Nullable Object key) {
  /** Remembers the file that has a name now. */
  static FileIdentity of(Path path) throws IOException {
    return new FileIdentity(path, key(path));
  }

  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Returns whether the name belongs to the same file still. */
  boolean isUnchanged() {
    try {
      Object now = key(path);
      return key == null || key.equals(now);
    } catch (NoSuchFileException e) {
      return false;
    } catch (FileSystemException e) {
      return !"Not a directory".equals(e.getReason());
    } catch (IOException e) {
      return true; // a failure of the disk says nothing about the name
    }
  }
}
