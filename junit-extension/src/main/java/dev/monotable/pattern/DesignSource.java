package dev.monotable.pattern;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.text.DataFileException;
import dev.monotable.text.ResourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The place of a design file.
 *
 * @param path the file; null if it is found by name
 * @param name the name of a resource or file, see {@link dev.monotable.DataFiles}
 * @param origin the class to whose package the name is relative; null for the class path only
 */
public record DesignSource(@Nullable Path path, String name, @Nullable Class<?> origin) {
  /** Returns a design file by name. */
  public static DesignSource named(String name, @Nullable Class<?> origin) {
    return new DesignSource(null, name, origin);
  }

  /** Returns a design file. */
  public static DesignSource of(Path path) {
    return new DesignSource(path, path.toString(), null);
  }

  /** Returns this file with its name relative to the package of a class. */
  public DesignSource relativeTo(@Nullable Class<?> type) {
    return new DesignSource(path, name, type);
  }

  /**
   * A design with the file that declares it.
   *
   * @param file the absolute path of the file, or its name inside a jar
   */
  record Found(String file, Design design) {}

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if it does not exist or is invalid, with its name, line and
   *     column, and the reason
   */
  Found read() {
    try (ResourceFiles files =
        origin == null ? ResourceFiles.ofClassPath() : ResourceFiles.relativeTo(origin)) {
      Path found = path == null ? files.require(name) : path;
      Design design = DesignFile.read(found, notice -> System.err.println("Monotable: " + notice));
      return new Found(found.toAbsolutePath().normalize().toString(), design);
    } catch (DataFileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
