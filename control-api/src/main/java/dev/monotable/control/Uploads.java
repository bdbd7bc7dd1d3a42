package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.LoadResult;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Region;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import dev.monotable.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads files whose contents came with a request. They are put into a file system of their own, an
 * archive, so that what a schema refers to is found among them only, and never on this machine. A
 * file whose name has a slash, such as {@code ./tables.yml}, is there to be referred to, and not
 * loaded itself.
 */
final class Uploads {
  private static final int MAX_FILES = 100;
  private static final int MAX_NAME = 200;
  private static final int MAX_DESIGN_CHARACTERS = 1 << 20;

  private Uploads() {}

  /** Loads files, all or nothing. */
  static LoadResult load(
      Region region,
      @Nullable Map<String, String> schema,
      @Nullable Map<String, String> seed,
      @Nullable Map<String, String> parameters) {
    Map<String, String> schemas = schema == null ? Map.of() : schema;
    Map<String, String> seeds = seed == null ? Map.of() : seed;
    if (schemas.size() + seeds.size() > MAX_FILES) {
      throw ControlException.invalid("More than " + MAX_FILES + " files");
    }
    if (schemas.isEmpty() && seeds.isEmpty()) {
      return new LoadResult(0, 0, 0, List.of());
    }
    try {
      return loadFiles(region, schemas, seeds, parameters == null ? Map.of() : parameters);
    } catch (IllegalStateException e) {
      throw region.engine().isClosed()
          ? ControlException.unknownDatabase(region.id())
          : new ControlException(Type.UNAVAILABLE, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LoadResult loadFiles(
      Region region,
      Map<String, String> schemas,
      Map<String, String> seeds,
      Map<String, String> parameters)
      throws IOException {
    Path archive = Files.createTempFile("monotable", ".zip");
    try {
      Files.delete(archive);
      try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
        List<Path> schemaFiles = new ArrayList<>();
        write(files, "schema", schemas)
            .forEach(
                (name, file) -> {
                  if (isLoaded(name)) {
                    schemaFiles.add(file);
                  }
                });
        List<SeedFile> seedFiles = new ArrayList<>();
        write(files, "seed", seeds).forEach((name, file) -> addSeed(name, file, seedFiles));
        EngineConfig config = region.engine().config();
        List<SchemaTable> tables =
            schemaFiles.isEmpty()
                ? List.of()
                : SchemaFiles.reader()
                    .withEnvironment(Map.of())
                    .withParameters(parameters)
                    .withRegion(config.region())
                    .withAccount(config.account())
                    .load(schemaFiles);
        return result(DatabaseLoader.load(region, tables, seedFiles), archive);
      } catch (DataFileException e) {
        throw new ControlException(Type.FILE_INVALID, named(e, archive));
      }
    } finally {
      Files.deleteIfExists(archive);
    }
  }

  /** Returns whether a file is loaded itself, and not only there to be referred to. */
  private static boolean isLoaded(String name) {
    return name.indexOf('/') < 0;
  }

  /** Adds a seed file that is loaded; its name may begin with the table of its items. */
  private static void addSeed(String name, Path file, List<SeedFile> seeds) {
    int equals = name.indexOf('=');
    if (equals > 0 && isLoaded(name.substring(0, equals))) {
      seeds.add(new SeedFile(file, name.substring(0, equals)));
    } else if (isLoaded(name)) {
      seeds.add(SeedFile.of(file));
    }
  }

  /**
   * Reads a design.
   *
   * @param name the name of its file
   * @param notices receives what of the file has no effect
   */
  static Design design(String name, String content, List<String> notices) {
    if (content.length() > MAX_DESIGN_CHARACTERS) {
      throw new ControlException(
          Type.REQUEST_TOO_LARGE,
          "A design has at most " + MAX_DESIGN_CHARACTERS + " characters, not " + content.length());
    }
    try {
      Path archive = Files.createTempFile("monotable", ".zip");
      try {
        Files.delete(archive);
        try (FileSystem files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
          if (!isLoaded(name)) {
            throw ControlException.invalid("'" + OneLine.quote(name) + "' must have no slash");
          }
          Map<String, Path> paths = write(files, "design", Map.of(name, content));
          return DesignFile.read(
              Objects.requireNonNull(paths.get(name)),
              notice -> notices.add(withoutPlace(notice.toString(), archive)));
        } catch (DataFileException e) {
          throw new ControlException(Type.FILE_INVALID, named(e, archive));
        }
      } finally {
        Files.deleteIfExists(archive);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes files; returns their paths by their names. */
  private static Map<String, Path> write(
      FileSystem files, String folder, Map<String, String> contents) throws IOException {
    Map<String, Path> paths = new LinkedHashMap<>();
    Path root = Files.createDirectory(files.getPath("/" + folder));
    for (Map.Entry<String, String> content : contents.entrySet()) {
      String name = content.getKey();
      Path path = path(root, name);
      if (path == null) {
        throw ControlException.invalid("'" + OneLine.quote(name) + "' is not the name of a file");
      }
      Path parent = path.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.writeString(path, content.getValue());
      paths.put(name, path);
    }
    return paths;
  }

  private static @Nullable Path path(Path root, String name) {
    try {
      Path path = root.resolve(name).normalize();
      return name.isBlank()
              || name.endsWith("=")
              || name.length() > MAX_NAME
              || !path.startsWith(root)
              || path.equals(root)
          ? null
          : path;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Returns the reason with the name that the file has in the request. */
  private static String named(DataFileException e, Path archive) {
    String name = e.at().file().toString().replaceFirst("^/(schema|seed|design)/", "");
    StringBuilder text = new StringBuilder(OneLine.all(name));
    if (e.at().line() > 0) {
      text.append(':').append(e.at().line());
    }
    if (e.at().column() > 0) {
      text.append(':').append(e.at().column());
    }
    return text.append(": ").append(withoutPlace(e.reason(), archive)).toString();
  }

  /** Replaces the URLs of files by the names that they have in the request. */
  private static String withoutPlace(String text, Path archive) {
    String place = "jar:" + archive.toUri() + "!/";
    return text.replace(place + "schema/", "")
        .replace(place + "seed/", "")
        .replace(place + "design/", "");
  }

  private static LoadResult result(LoadSummary summary, Path archive) {
    List<String> notices = new ArrayList<>();
    for (Notice notice : summary.notices()) {
      notices.add(withoutPlace(notice.toString(), archive));
    }
    return new LoadResult(
        summary.tablesCreated(), summary.itemsPut(), summary.itemsDeleted(), notices);
  }
}
