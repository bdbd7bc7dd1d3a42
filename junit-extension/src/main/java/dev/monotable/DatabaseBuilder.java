package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.handle.DeclaredTable;
import dev.monotable.pattern.DesignSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a database.
 *
 * @param <B> the type of the builder
 */
public abstract class DatabaseBuilder<B extends DatabaseBuilder<B>> {
  private EngineConfig config = EngineConfig.DEFAULT;
  private Transport transport = Transport.IN_PROCESS;
  private @Nullable Instant frozenAt;
  private final List<DeclaredTable> tables = new ArrayList<>();
  private DataFiles files = DataFiles.create();
  private @Nullable DesignSource design;

  /** Creates a builder with the default settings. */
  protected DatabaseBuilder() {}

  /** Returns this builder. */
  protected abstract B self();

  /** Returns a builder of databases with the settings of this one. */
  protected final Monotable.Builder databases() {
    Monotable.Builder copy = new Monotable.Builder();
    DatabaseBuilder<?> target = copy;
    target.config = config;
    target.transport = transport;
    target.frozenAt = frozenAt;
    target.tables.addAll(tables);
    target.files = files.copyRelativeTo(null);
    target.design = design;
    return copy;
  }

  /** Returns where the design is found; null without one. */
  @Experimental
  protected final @Nullable DesignSource design() {
    return design;
  }

  /** Returns how clients reach the database. */
  protected final Transport transport() {
    return transport;
  }

  /**
   * Sets all settings of the engine: limits, wording of errors, Region, account, removal of expired
   * items, seed of generated IDs. {@link Monotable#clock()} follows its clock.
   */
  public B config(EngineConfig value) {
    config = Objects.requireNonNull(value, "config");
    return self();
  }

  /**
   * Sets the Region and the account in ARNs; {@code us-east-1} and {@code 000000000000} by default.
   */
  public B region(String region, String account) {
    config = config.toBuilder().region(region).account(account).build();
    return self();
  }

  /** Sets the wording of errors; by default that of the {@linkplain #region Region}. */
  @Experimental
  public B wording(Wording value) {
    config = config.toBuilder().wording(value).build();
    return self();
  }

  /** Sets how long table changes take and transactions hold their items; zero by default. */
  public B delays(Delays value) {
    config = config.toBuilder().delays(value).build();
    return self();
  }

  /**
   * Uses the folders in a directory as the buckets of ExportTableToPointInTime, ImportTable and
   * StartBulkPutItems: the object {@code KEY} of a bucket is the file {@code DIRECTORY/BUCKET/KEY}.
   * By default, the buckets are in the memory of the database: {@link Monotable#bucket}.
   */
  public B s3(Path directory) {
    config = config.toBuilder().tableFiles(new BucketFiles(new BucketFolders(directory))).build();
    return self();
  }

  /** Sets the seed of generated IDs, so that they are the same in each run. */
  public B seed(long value) {
    config = config.toBuilder().seed(value).build();
    return self();
  }

  /**
   * Freezes the clock of a new database at an instant; by default, the clock follows that of the
   * system.
   */
  public B frozenAt(Instant instant) {
    frozenAt = Objects.requireNonNull(instant, "instant");
    return self();
  }

  /** Sets how clients reach the database; in process by default. */
  public B transport(Transport value) {
    transport = Objects.requireNonNull(value, "transport");
    return self();
  }

  /**
   * Adds a table that a new database contains, see {@link Monotable#createTable}.
   *
   * @param beans classes with the annotation {@code @DynamoDbBean} or {@code @DynamoDbImmutable}
   */
  public B table(String name, Class<?>... beans) {
    tables.add(new DeclaredTable(name, List.of(beans)));
    return self();
  }

  /** Adds a table that a new database contains, with the simple name of its bean. */
  public B table(Class<?> bean) {
    return table(bean.getSimpleName(), bean);
  }

  /**
   * Adds schema files, whose tables a new database contains, by name. {@link DataFiles} names the
   * formats and says where names are found: for a field with the JUnit extension, relative to the
   * package of the test class first.
   */
  public B schema(String... names) {
    files.schema(names);
    return self();
  }

  /** Adds schema files, whose tables a new database contains. */
  public B schema(Path... paths) {
    files.schema(paths);
    return self();
  }

  /** Sets a parameter of the templates among the schema files, see {@link DataFiles#parameter}. */
  public B parameter(String name, String value) {
    files.parameter(name, value);
    return self();
  }

  /**
   * Adds seed files, whose items a new database contains, by name. If the content of a file does
   * not name the table of its items, it is the table with the name of the file ({@code chat.json}),
   * or the only table.
   */
  public B seed(String... names) {
    files.seed(names);
    return self();
  }

  /** Adds seed files, whose items a new database contains. */
  public B seed(Path... paths) {
    files.seed(paths);
    return self();
  }

  /** Adds seed files by name, with the items of a table. */
  public B seedInto(String table, String... names) {
    files.seedInto(table, names);
    return self();
  }

  /** Adds seed files with items of a table. */
  public B seedInto(String table, Path... paths) {
    files.seedInto(table, paths);
    return self();
  }

  /**
   * Sets the design file that declares the access patterns and their budgets, by name; {@link
   * DataFiles} says where names are found. {@link Monotable#pattern(String)} checks them.
   */
  @Experimental
  public B design(String name) {
    design = DesignSource.named(Objects.requireNonNull(name, "name"), null);
    return self();
  }

  /** Sets the design file that declares the access patterns and their budgets. */
  @Experimental
  public B design(Path file) {
    design = DesignSource.of(Objects.requireNonNull(file, "file"));
    return self();
  }

  /**
   * Returns the settings.
   *
   * @param origin the class to whose package names of files are relative; null for the class path
   *     only
   */
  DatabaseSettings settings(@Nullable Class<?> origin) {
    return new DatabaseSettings(
        config.tableFiles() == null
            ? config.toBuilder().tableFiles(BucketFiles.inMemory()).build()
            : config,
        transport,
        frozenAt,
        tables,
        files.copyRelativeTo(origin),
        design == null ? null : design.relativeTo(origin),
        origin);
  }
}
