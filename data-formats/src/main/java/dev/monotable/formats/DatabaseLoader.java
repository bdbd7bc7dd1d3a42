package dev.monotable.formats;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.item.SeedWriter;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Loads files into a database, all or nothing: tables from schema files (see {@link SchemaFiles}),
 * items from seed files.
 *
 * <p>A seed file is one of
 *
 * <ul>
 *   <li>DynamoDB JSON or plain JSON: a list of items; lists by table, {@code {"Chat": [{"PK":
 *       "a"}]}}; one item on each line; the output of Scan, Query, GetItem, BatchGetItem,
 *       TransactGetItems or of statements; a BatchWriteItem request;
 *   <li>CSV as DynamoDB imports it, with the names of the attributes in the first line;
 *   <li>an export to S3, full or incremental: its directory, its {@code manifest-summary.json}, or
 *       one of its data files;
 *   <li>a data model of NoSQL Workbench, whose tables are created unless they exist.
 * </ul>
 *
 * The format is detected by content. A file may be compressed with gzip. If a file does not name
 * the table of its items, it is the table with the name of the file ({@code chat.json}), or the
 * only table.
 *
 * <p>A table that exists is not changed, even if a schema file describes it differently; a notice
 * names it.
 *
 * <p>The items are written into a copy of the database with the same operations that a client would
 * use, and the copy replaces the database at the end. So an invalid file changes nothing, and files
 * may be larger than the heap as long as the items fit. Table changes take no time in the copy,
 * regardless of the engine's delays.
 */
public final class DatabaseLoader {
  /** The number of times that a load is repeated if the database changes at the same time. */
  private static final int ATTEMPTS = 5;

  private final MonotableEngine database;

  private DatabaseLoader(MonotableEngine database) {
    this.database = database;
  }

  /**
   * Loads files of any format, schemas first. Tables get no replicas.
   *
   * @return what has changed
   * @throws DataFileException if a file cannot be read or is invalid; nothing has changed then
   */
  public static LoadSummary load(MonotableEngine database, Path... files) throws DataFileException {
    SeedFile[] all = files(files);
    return load(database, tables(database, all), seeds(all));
  }

  /**
   * Loads files of any format, schemas first.
   *
   * @return what has changed
   * @throws DataFileException if a file cannot be read or is invalid; nothing has changed then
   */
  public static LoadSummary load(Region region, Path... files) throws DataFileException {
    return load(region, files(files));
  }

  /**
   * Loads files of any format, schemas first. One with a table has its items.
   *
   * @return what has changed
   * @throws DataFileException if a file cannot be read or is invalid; nothing has changed then
   */
  public static LoadSummary load(Region region, SeedFile... files) throws DataFileException {
    return load(region, tables(region.engine(), files), seeds(files));
  }

  private static SeedFile[] files(Path... paths) {
    return Stream.of(paths).map(SeedFile::of).toArray(SeedFile[]::new);
  }

  private static List<SchemaTable> tables(MonotableEngine database, SeedFile... files)
      throws DataFileException {
    List<Path> schemas = new ArrayList<>();
    for (SeedFile file : files) {
      if (isSchema(file)) {
        schemas.add(file.path());
      }
    }
    EngineConfig config = database.config();
    return schemas.isEmpty()
        ? List.of()
        : SchemaFiles.reader()
            .withRegion(config.region())
            .withAccount(config.account())
            .load(schemas);
  }

  private static List<SeedFile> seeds(SeedFile... files) throws DataFileException {
    List<SeedFile> seeds = new ArrayList<>();
    for (SeedFile file : files) {
      if (!isSchema(file)) {
        seeds.add(file);
      }
    }
    return seeds;
  }

  private static boolean isSchema(SeedFile file) throws DataFileException {
    return file.table() == null && FilePurpose.of(file.path()) == FilePurpose.SCHEMA;
  }

  /**
   * Creates tables with their replicas, then writes the items of files, which reach all replicas.
   *
   * @return what has changed
   * @throws DataFileException if a table cannot be created, or a file cannot be read or is invalid;
   *     nothing has changed then
   * @throws IllegalStateException if others change the database all the time
   */
  public static LoadSummary load(Region region, List<SchemaTable> tables, List<SeedFile> seeds)
      throws DataFileException {
    MonotableEngine engine = region.engine();
    if (tables.stream().allMatch(table -> table.destinations().replicas() == null)) {
      return load(engine, tables, seeds);
    }
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Map<String, Snapshot> before = region.database().snapshots();
      Snapshot own = Objects.requireNonNull(before.get(region.name()));
      long seed = new DatabaseLoader(engine).seed(own);
      try (Database copy = region.database().copy(before, seed)) {
        SeedWriter writer = new SeedWriter(copy.in(region.name()));
        write(writer, tables, seeds);
        copy.replication().deliver();
        if (region.database().replace(before, copy)) {
          return writer.summary();
        }
      }
    }
    throw busy();
  }

  /**
   * Creates tables without replicas, then writes the items of files.
   *
   * @return what has changed
   * @throws DataFileException if a table cannot be created, or a file cannot be read or is invalid;
   *     nothing has changed then
   * @throws IllegalStateException if others change the database all the time
   */
  public static LoadSummary load(
      MonotableEngine database, List<SchemaTable> tables, List<SeedFile> seeds)
      throws DataFileException {
    return new DatabaseLoader(database).load(tables, seeds);
  }

  private LoadSummary load(List<SchemaTable> tables, List<SeedFile> seeds)
      throws DataFileException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Snapshot before = database.snapshot();
      try (MonotableEngine copy = database.copy(before, seed(before))) {
        SeedWriter writer = new SeedWriter(copy);
        write(writer, tables, seeds);
        if (database.replace(before, copy.snapshot())) {
          return writer.summary();
        }
      }
    }
    throw busy();
  }

  private static void write(SeedWriter writer, List<SchemaTable> tables, List<SeedFile> seeds)
      throws DataFileException {
    for (SchemaTable table : tables) {
      writer.create(table);
    }
    for (SeedFile seed : seeds) {
      writer.write(seed);
    }
  }

  private static IllegalStateException busy() {
    return new IllegalStateException("The database was changed during each attempt to load files");
  }

  /** Returns a seed by which the copy generates other IDs than the database. */
  private long seed(Snapshot before) {
    long ofDatabase = database.config().seed();
    if (ofDatabase == 0) {
      return 0;
    }
    int tables;
    try (DatabaseDump dump = DatabaseDump.of(database, before)) {
      tables = dump.tables().size();
    }
    long seed = ofDatabase ^ 0x9E3779B97F4A7C15L * (1 + tables);
    return seed == 0 ? 1 : seed;
  }
}
