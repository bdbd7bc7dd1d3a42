package dev.monotable.control.model;

import dev.monotable.engine.DatabaseDifference.Presence;
import dev.monotable.text.RecordCodec.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Databases, their clocks and their snapshots. */
public final class DatabaseModel {
  private DatabaseModel() {}

  /** A request to create a database. */
  @Doc("A database to create. All members are optional.")
  public record DatabaseToCreate(
      @Doc("The ID of a database. The new one is its fork: it begins with its data and its time.")
          @Nullable String from,
      @Doc(
              "The name of a snapshot of the other database, to begin with instead of its present"
                  + " data.")
          @Nullable String snapshot,
      @Doc(
              "A name, which is unique. If there is a database with this name, the response is that"
                  + " database, with the status 200.")
          @Nullable String name,
      @Doc("The Region in the ARNs of its tables. A fork has that of the other database.")
          @Nullable String region,
      @Doc(
              "Schema files, by their names: contents of CloudFormation, SAM, Serverless or"
                  + " Terraform files, or CreateTable requests. A file whose name has a slash is"
                  + " not loaded itself; others can refer to it. Without this member and `seed`,"
                  + " the database begins as the server's options --schema and --seed say.")
          @Nullable Map<String, String> schema,
      @Doc("Seed files, by their names: contents with items in JSON or CSV.")
          @Nullable Map<String, String> seed,
      @Doc("Parameters of templates, or options of the Serverless Framework.")
          @Nullable Map<String, String> parameters,
      @Doc("After which time without a request the database ends, such as PT30M.")
          @Nullable Duration expireAfter) {}

  /** How to reach a database. */
  @Doc("How to reach a database: what an AWS SDK is configured with.")
  public record DatabaseAccess(
      @Doc("The ID of the database, which is its access key.") String id,
      @Doc("The name that it was created with.") @Nullable String name,
      @Doc("The access key. Requests that are signed with it see this database.")
          String accessKeyId,
      @Doc("The secret access key.") String secretAccessKey,
      @Doc("The Region in the ARNs of its tables.") String region,
      @Doc("The endpoint URL of the server, as this request has reached it.") String endpoint) {}

  /** A database with its tables. */
  @Doc("A database with its tables.")
  public record DatabaseDescription(
      @Doc("The ID: `default`, an access key that was issued, or an access key and a Region.")
          String id,
      @Doc("The name that it was created with.") @Nullable String name,
      @Doc("The Region in the ARNs of its tables.") String region,
      @Doc("After which time without a request it ends.") @Nullable Duration expireAfter,
      @Doc("The tables, by name.") List<TableSummary> tables) {}

  /** A table in short. */
  @Doc("A table in short.")
  public record TableSummary(
      @Doc("The name of the table.") String name,
      @Doc("The number of its items.") long items,
      @Doc("The size of its items in bytes.") long bytes) {}

  /** All databases. */
  @Doc("All databases.")
  public record DatabaseList(
      @Doc("The databases: `default` first, the others by ID.") List<DatabaseEntry> databases) {}

  /** A database in a list. */
  @Doc("A database in a list.")
  public record DatabaseEntry(
      @Doc("The ID.") String id,
      @Doc("The name that it was created with.") @Nullable String name,
      @Doc("The Region in the ARNs of its tables.") String region,
      @Doc("After which time without a request it ends.") @Nullable Duration expireAfter) {}

  /** What a clock shows. */
  @Doc("What the clock of a database shows.")
  public record ClockState(
      @Doc("The time.") Instant now, @Doc("Whether the clock stands still.") boolean frozen) {}

  /** A change of a clock. */
  @Doc("A change of a clock: `set` first, then `advance`, then `frozen`.")
  public record ClockChange(
      @Doc("The time to set the clock to, in the past or in the future.") @Nullable Instant set,
      @Doc("How far to advance the clock, such as P40D or PT15M.") @Nullable Duration advance,
      @Doc("Whether the clock stands still from now on.") @Nullable Boolean frozen) {}

  /** Whether a database throttles. */
  @Doc(
      "Whether a database throttles requests that exceed the throughput of their table, index or"
          + " partition.")
  public record ThrottlingState(@Doc("Whether it throttles.") boolean enabled) {}

  /** Whether a database is to throttle. */
  @Doc("Whether a database is to throttle from now on.")
  public record ThrottlingChange(@Doc("Whether it throttles.") boolean enabled) {}

  /** The result of deleting expired items. */
  @Doc("How many items were deleted, because their time to live has expired.")
  public record ExpiredItems(@Doc("The number of items.") long deleted) {}

  /** A snapshot. */
  @Doc("A snapshot.")
  public record SnapshotDescription(
      @Doc("The name.") String name,
      @Doc("When it was taken, by the clock of the database.") Instant taken) {}

  /** The snapshots of a database. */
  @Doc("The snapshots of a database.")
  public record SnapshotList(
      @Doc("The snapshots in the order in which they were taken.")
          List<SnapshotDescription> snapshots) {}

  /** Files to load. */
  @Doc("Files to load, all or nothing: the tables first.")
  public record DataToLoad(
      @Doc("Schema files, by their names. A table that exists is left as it is.")
          @Nullable Map<String, String> schema,
      @Doc("Seed files, by their names.") @Nullable Map<String, String> seed,
      @Doc("Parameters of templates, or options of the Serverless Framework.")
          @Nullable Map<String, String> parameters) {}

  /** What files have changed. */
  @Doc("What the files have changed.")
  public record LoadResult(
      @Doc("The number of tables created.") long tablesCreated,
      @Doc("The number of items put.") long itemsPut,
      @Doc("The number of keys deleted.") long itemsDeleted,
      @Doc("The parts of the files that had no effect.") List<String> notices) {}

  /** What differs between two states. */
  @Doc("What differs between two states, by table.")
  public record StateDifference(
      @Doc("The tables that differ.") List<TableChange> tables,
      @Doc("False if there are more items that differ than `count`, or too many to compare.")
          boolean complete) {}

  /** What differs in a table. */
  @Doc("What differs in a table.")
  public record TableChange(
      @Doc("The name of the table.") String table,
      @Doc("Whether the table itself was `added`, `removed` or `kept`.") Presence presence,
      @Doc("The items that were added, in DynamoDB JSON.") List<RawJson> added,
      @Doc("The items that were removed, in DynamoDB JSON.") List<RawJson> removed,
      @Doc("The items that were changed.") List<ItemChanged> changed) {}

  /** An item that was changed. */
  @Doc("An item that was changed, in DynamoDB JSON.")
  public record ItemChanged(
      @Doc("The item before.") RawJson before, @Doc("The item after.") RawJson after) {}

  /** The status of the server. */
  @Doc("The status of the server.")
  public record ServerStatus(
      @Doc("`ready`: the server answers requests, and its files are loaded.") String status,
      @Doc("The version of the server.") String version) {}
}
