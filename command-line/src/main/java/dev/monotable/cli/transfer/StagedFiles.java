package dev.monotable.cli.transfer;

import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.text.FileFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that are written beside those of a directory, and replace them when all of them are whole.
 * If writing fails or the process ends before, the directory keeps what it has.
 */
final class StagedFiles implements AutoCloseable {
  private final Path target;
  private final Path directory;
  private final Thread cleaning;

  private StagedFiles(Path target, Path directory) {
    this.target = target;
    this.directory = directory;
    this.cleaning = new Thread(this::clean, "monotable-clean");
  }

  /**
   * Begins to write files.
   *
   * @param target the directory that they are for, which is created if it does not exist
   */
  static StagedFiles in(Path target) {
    try {
      Files.createDirectories(target);
      StagedFiles files = new StagedFiles(target, Files.createTempDirectory(target, ".export"));
      Runtime.getRuntime().addShutdownHook(files.cleaning); // for Ctrl+C
      return files;
    } catch (IOException e) {
      throw new InvalidArgumentException(target + ": cannot be written: " + FileFailure.reason(e));
    }
  }

  /** Returns the directory that gets the files. */
  Path directory() {
    return directory;
  }

  /** Moves the files to their places, where they replace others. */
  void publish() throws IOException {
    move(directory, target);
  }

  private static void move(Path from, Path to) throws IOException {
    for (Path each : children(from)) {
      Path place = to.resolve(String.valueOf(each.getFileName()));
      if (Files.isDirectory(each) && Files.isDirectory(place)) {
        move(each, place);
      } else {
        Files.move(each, place, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
      found.forEach(children::add);
    }
    children.sort(null);
    return children;
  }

  @Override
  public void close() {
    clean();
    try {
      Runtime.getRuntime().removeShutdownHook(cleaning);
    } catch (IllegalStateException e) {
      // The process ends, and the hook finds nothing.
    }
  }

  private void clean() {
    try {
      delete(directory);
    } catch (IOException e) {
      // The next export uses another directory.
    }
  }

  private static void delete(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      for (Path each : children(file)) {
        delete(each);
      }
    }
    try {
      Files.delete(file);
    } catch (NoSuchFileException e) {
      // Moved or deleted before.
    }
  }
}
