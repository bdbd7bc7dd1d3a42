package dev.monotable.durability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Permissions for the owner alone, where files have permissions of POSIX. Elsewhere, as on Windows,
 * files have those of the directory that they are created in.
 */
final class OwnerOnly {
  private static final String DIRECTORY = "rwx------";

  private OwnerOnly() {}

  /** Returns the permissions of a new file, for the method that creates it. */
  static FileAttribute<?>[] file(Path path) {
    return attributes(path, "rw-------");
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Creates a directory and those above it, unless they exist. */
  static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, attributes(directory, DIRECTORY));
  }

  /**
   * Removes the permissions of others from a directory that an earlier version has created, if this
   * process may.
   */
  static void restrict(Path directory) {
    PosixFileAttributeView view =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    try {
      if (view != null) {
        view.setPermissions(PosixFilePermissions.fromString(DIRECTORY));
      }
    } catch (IOException | UnsupportedOperationException e) {
      // It belongs to somebody else, who has chosen its permissions.
    }
  }
}
