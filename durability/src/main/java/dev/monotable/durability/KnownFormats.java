package dev.monotable.durability;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A check of all files of a data directory, before it is locked: a version that cannot read one of
 * them changes nothing at all.
 */
final class KnownFormats {
  private KnownFormats() {}

  /**
   * Requires that no file was written by a later version. What else is wrong with them is reported
   * when they are read.
   */
  static void require(Path directory) throws DataDirectoryException {
    try {
      if (Files.isDirectory(directory)) {
        Manifest unused = Manifest.find(directory, ChannelOpener.STANDARD);
        try (DirectoryStream<Path> paths =
            Files.newDirectoryStream(directory, Files::isDirectory)) {
          for (Path path : paths) {
            if (DataFile.findDatabase(path.getFileName().toString()) != null) {
              requireDatabase(path);
            }
          }
        }
      }
    } catch (DataDirectoryException e) {
      throw e;
    } catch (IOException e) {
      // Whoever opens the directory next meets it again.
    }
  }

  private static void requireDatabase(Path database) throws IOException {
    for (FileHeader.Kind kind : FileHeader.Kind.values()) {
      for (Path path : DataFile.list(database, kind).values()) {
        try (FrameReader frames = new FrameReader(path)) {
          requireFile(path, frames.head());
        }
      }
    }
  }

  /**
   * Requires that no later version has written a file.
   *
   * @param head its first bytes
   */
  static void requireFile(Path path, byte[] head) throws DataDirectoryException {
    if (FileHeader.isLater(head)) {
      throw DataDirectoryException.later(
          path, FileHeader.version(head), FileHeader.READABLE_VERSIONS);
    }
  }
}
