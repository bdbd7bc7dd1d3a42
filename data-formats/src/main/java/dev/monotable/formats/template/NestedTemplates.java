package dev.monotable.formats.template;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The templates of the stacks in a stack: files in the directory of its own template or below it,
 * never elsewhere. Stacks in stacks multiply, so their number is bounded.
 */
final class NestedTemplates {
  /** The stacks that all stacks of a file contain. */
  static final int MAX_STACKS = 500;

  private final Path directory;
  private final Map<Path, Mapping> contents = new HashMap<>();
  private int stacks;

  /**
   * @param file the template that contains the others
   */
  NestedTemplates(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    this.directory = real(parent == null ? file.toAbsolutePath() : parent);
  }

  /** Returns the file that a template names; null if there is none in the directory or below it. */
  @Nullable Path find(Path template, String name) {
    try {
      Path file = template.resolveSibling(name).toAbsolutePath().normalize();
      Path real = Files.isRegularFile(file) ? real(file) : null;
      return real != null && real.startsWith(directory) ? real : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Reads the template of a stack, each file once. */
  Mapping read(Path file, FilePosition at) {
    if (++stacks > MAX_STACKS) {
      throw new InvalidContentException(at, "there are more than " + MAX_STACKS + " nested stacks");
    }
    return contents.computeIfAbsent(
        file, name -> FileValue.mapping(FileReaders.read(name), "the template"));
  }

  /** Returns the files that were read. */
  Set<Path> files() {
    return contents.keySet();
  }

  /** Returns the path of a file without symbolic links. */
  static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }
}
