package dev.monotable;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Region;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.text.DataFileException;
import dev.monotable.text.ResourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Files to load into a database: schema files, which describe tables, and seed files, which have
 * items. The server reads the same formats with {@code --schema} and {@code --seed}.
 *
 * <pre>{@code
 * db.load(
 *     DataFiles.relativeTo(ChatTest.class)
 *         .schema("template.yaml")
 *         .parameter("Stage", "test")
 *         .seed("chat.json")
 *         .seedInto("Chat", "members.csv"));
 * }</pre>
 *
 * <p>A schema file is a CloudFormation or SAM template, the output of {@code cdk synth} (also the
 * directory {@code cdk.out}), a {@code serverless.yml}, the output of {@code terraform show -json},
 * a data model of NoSQL Workbench, or JSON of CreateTable or DescribeTable. A seed file is DynamoDB
 * JSON, plain JSON, a file with one of these on each line, CSV, an export to S3, or a data model of
 * NoSQL Workbench. The format is detected by content.
 *
 * <p>A name is that of a resource of the class path, also inside a jar: first relative to the
 * package of the class that {@link #relativeTo} gives, then to the root of the class path. If there
 * is no such resource, it is that of a file, relative to the working directory. A name that begins
 * with a slash is not relative to a package.
 *
 * <p>Not safe for use by multiple threads.
 */
public final class DataFiles {
  private final @Nullable Class<?> origin;
  private final List<Source> schemas = new ArrayList<>();
  private final List<Source> seeds = new ArrayList<>();
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /**
   * A file, by its path or its name.
   *
   * @param table the table of its items; null if the file names it
   */
  private record Source(@Nullable Path path, String name, @Nullable String table) {
    Path find(ResourceFiles files) throws DataFileException {
      return path == null ? files.require(name) : path;
    }
  }

  private DataFiles(@Nullable Class<?> origin) {
    this.origin = origin;
  }

  /** Returns an empty set of files, with names relative to the root of the class path. */
  public static DataFiles create() {
    return new DataFiles(null);
  }

  /** Returns an empty set of files, with names relative to the package of a class. */
  public static DataFiles relativeTo(Class<?> type) {
    return new DataFiles(Objects.requireNonNull(type, "type"));
  }

  /** Returns a copy with the names relative to the package of a class; of none if it is null. */
  DataFiles copyRelativeTo(@Nullable Class<?> type) {
    DataFiles copy = new DataFiles(type);
    copy.schemas.addAll(schemas);
    copy.seeds.addAll(seeds);
    copy.parameters.putAll(parameters);
    return copy;
  }

  /** Returns the schema files only. */
  DataFiles schemas() {
    DataFiles copy = copyRelativeTo(origin);
    copy.seeds.clear();
    return copy;
  }

  /** Returns the seed files only. */
  DataFiles seeds() {
    DataFiles copy = copyRelativeTo(origin);
    copy.schemas.clear();
    return copy;
  }

  /** Adds schema files by name. A table that exists is left as it is. */
  public DataFiles schema(String... names) {
    addNames(schemas, null, names);
    return this;
  }

  /** Adds schema files. A table that exists is left as it is. */
  public DataFiles schema(Path... files) {
    addPaths(schemas, null, files);
    return this;
  }

  /**
   * Sets a parameter of the templates, or an option of the Serverless Framework such as {@code
   * stage}.
   */
  public DataFiles parameter(String name, String value) {
    parameters.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return this;
  }

  /**
   * Adds seed files by name, or by {@code TABLE=NAME} with the table of their items. If neither
   * that nor the content of a file names the table, it is the table with the name of the file
   * ({@code chat.json}), or the only table.
   */
  public DataFiles seed(String... names) {
    addNames(seeds, null, names);
    return this;
  }

  /** Adds seed files, like {@link #seed(String...)}. */
  public DataFiles seed(Path... files) {
    addPaths(seeds, null, files);
    return this;
  }

  /** Adds seed files by name, with items of a table. */
  public DataFiles seedInto(String table, String... names) {
    addNames(seeds, Objects.requireNonNull(table, "table"), names);
    return this;
  }

  /** Adds seed files with items of a table. */
  public DataFiles seedInto(String table, Path... files) {
    addPaths(seeds, Objects.requireNonNull(table, "table"), files);
    return this;
  }

  private static void addNames(List<Source> sources, @Nullable String table, String... names) {
    for (String name : names) {
      sources.add(new Source(null, Objects.requireNonNull(name, "name"), table));
    }
  }

  private static void addPaths(List<Source> sources, @Nullable String table, Path... files) {
    for (Path file : files) {
      sources.add(new Source(file, file.toString(), table));
    }
  }

  /**
   * Loads the files, all or nothing: the schema files first.
   *
   * @throws IllegalArgumentException if a file does not exist or is invalid, with its name, line
   *     and column, and the reason
   */
  LoadSummary loadInto(Region region) {
    if (schemas.isEmpty() && seeds.isEmpty()) {
      return new LoadSummary(0, 0, 0, List.of());
    }
    try (ResourceFiles files = open(origin)) {
      List<Path> paths = new ArrayList<>();
      for (Source schema : schemas) {
        paths.add(schema.find(files));
      }
      List<SchemaTable> tables = tables(region, paths);
      List<SeedFile> items = new ArrayList<>();
      for (Source seed : seeds) {
        items.add(
            seed.path() == null && seed.table() == null
                ? named(seed.name(), files)
                : new SeedFile(seed.find(files), seed.table()));
      }
      return DatabaseLoader.load(region, tables, items);
    } catch (DataFileException e) {
      throw invalid(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the file of {@code FILE} or {@code TABLE=FILE}; one with that whole name comes first.
   */
  private static SeedFile named(String name, ResourceFiles files) throws DataFileException {
    int equals = name.indexOf('=');
    return equals <= 0 || files.has(name)
        ? SeedFile.of(files.require(name))
        : new SeedFile(files.require(name.substring(equals + 1)), name.substring(0, equals));
  }

  private List<SchemaTable> tables(Region region, List<Path> files) throws DataFileException {
    EngineConfig config = region.engine().config();
    return files.isEmpty()
        ? List.of()
        : SchemaFiles.reader()
            .withParameters(parameters)
            .withRegion(config.region())
            .withAccount(config.account())
            .load(files);
  }

  /**
   * Loads files that are schema or seed files, by their content.
   *
   * @throws IllegalArgumentException if a file does not exist or is invalid
   */
  static LoadSummary load(Region region, Path... files) {
    try {
      return DatabaseLoader.load(region, files);
    } catch (DataFileException e) {
      throw invalid(e);
    }
  }

  /**
   * Loads files by name that are schema or seed files, by their content.
   *
   * @param origin the class to whose package names are relative; null for the class path only
   * @throws IllegalArgumentException if a file does not exist or is invalid
   */
  static LoadSummary load(Region region, @Nullable Class<?> origin, String... names) {
    try (ResourceFiles files = open(origin)) {
      SeedFile[] found = new SeedFile[names.length];
      for (int i = 0; i < names.length; i++) {
        found[i] = named(names[i], files);
      }
      return DatabaseLoader.load(region, found);
    } catch (DataFileException e) {
      throw invalid(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ResourceFiles open(@Nullable Class<?> origin) {
    return origin == null ? ResourceFiles.ofClassPath() : ResourceFiles.relativeTo(origin);
  }

  /** Returns a message whose hints, which are those of the command line, are those of tests. */
  private static String inJava(String message) {
    return message.replace(
        "give it a value", "set it by @Schema(parameters = \"NAME=VALUE\") or parameter(…)");
  }

  private static IllegalArgumentException invalid(DataFileException e) {
    return new IllegalArgumentException(inJava(String.valueOf(e.getMessage())), e);
  }
}
