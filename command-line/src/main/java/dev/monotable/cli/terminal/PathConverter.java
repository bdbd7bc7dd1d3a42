package dev.monotable.cli.terminal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts a path. An empty one, such as of a shell variable that is not set, would be the working
 * directory.
 */
public final class PathConverter implements ITypeConverter<Path> {
  /** Creates a converter. */
  public PathConverter() {}

  @Override
  public Path convert(String path) {
    if (path.isEmpty()) {
      throw new TypeConversionException("the path is empty");
    }
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + path + "' is not a path: " + e.getReason());
    }
  }
}
