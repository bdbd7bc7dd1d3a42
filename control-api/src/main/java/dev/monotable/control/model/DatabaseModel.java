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
              "Regions that have tables of their own, apart from `region`. All other Regions see"
                  + " the tables of `region`.")
          @Nullable List<String> regions,
      @Doc(
              "Schema files, by their names: contents of CloudFormation, SAM, Serverless or"
                  + " Terraform files, or CreateTable requests. A file whose name has a slash is"
                  + " not loaded itself; others can refer to it. Without this member and `seed`,"
                  + " the database begins as the server's options --schema and --seed say.")
          @Nullable Map<String, String> schema,
      @Doc(
              "Seed files, by their names: contents with items in JSON or CSV. `Chat=items.csv` is a"
                  + " file with items of the table Chat.")
          @Nullable Map<String, String> seed,
      @Doc("Parameters of templates, or options of the Serverless Framework.")
          @Nullable Map<String, String> parameters,
      @Doc("After which time without a request the database ends, such as 30m.")
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
      @Doc("How far to advance the clock, such as 40d, 15m or PT2H.") @Nullable Duration advance,
      @Doc("Whether the clock stands still from now on.") @Nullable Boolean frozen) {}

  /** Whether a database throttles. */
  @Doc(
      "Whether a database throttles requests that exceed the throughput of their table, index or"
          + " partition.")
  public record ThrottlingState(@Doc("Whether it throttles.") boolean enabled) {}

  /** Whether a database is to throttle. */
  @Doc("Whether a database is to throttle from now on.")
  public record ThrottlingChange(@Doc("Whether it throttles.") boolean enabled) {}

  /** The Regions of a database. */
  @Doc("The Regions of a database, in which its global tables can have replicas.")
  public record RegionList(
      @Doc("The first one sees all requests to Regions that are not listed.")
          List<RegionEntry> regions) {}

  /** A Region of a database. */
  @Doc("A Region of a database. Requests that are signed for it see this Region alone.")
  public record RegionEntry(
      @Doc("The name of the Region.") String region,
      @Doc("The ID of the database of the Region, for other operations of the control API.")
          String id) {}

  /** A Region to add. */
  @Doc("A Region to add to a database.")
  public record RegionToAdd(@Doc("The name of the Region, such as eu-west-1.") String region) {}

  /** The replication of global tables. */
  @Doc("The replication of the global tables of a database between its Regions.")
  public record ReplicationState(
      @Doc("The replication between each two Regions, in both directions.")
          List<ReplicationLink> links) {}

  /** The replication from one Region to another. */
  @Doc("The replication from one Region to another.")
  public record ReplicationLink(
      @Doc("The Region of the writes.") String source,
      @Doc("The Region that receives them.") String target,
      @Doc("Whether nothing is sent, because it was paused.") boolean paused,
      @Doc("Whether nothing is sent, because one of the Regions is cut off.") boolean cut,
      @Doc("How much later than its write a change is sent.") Duration delay,
      @Doc("The number of changes that have not been sent, at most 10,000 of each table.")
          int pending) {}

  /** A change of the replication. */
  @Doc(
      "A change of the replication. Without `source` and `target`, `paused` and `delay` are for all"
          + " Regions.")
  public record ReplicationChange(
      @Doc("The Region of the writes; needs `target`.") @Nullable String source,
      @Doc("The Region that receives them; needs `source`.") @Nullable String target,
      @Doc(
              "Whether nothing is sent. What is written meanwhile is sent later. false, without"
                  + " Regions, connects all Regions again, too.")
          @Nullable Boolean paused,
      @Doc("How much later than its write a change is sent, such as 2s; 0s sends at once.")
          @Nullable Duration delay,
      @Doc("A Region to cut off: nothing is sent to it or from it.") @Nullable String cut,
      @Doc("A Region to connect again that was cut off.") @Nullable String reconnect,
      @Doc("Whether everything that was written is sent now, also what is delayed.")
          @Nullable Boolean deliver) {}

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
      @Doc("Seed files, by their names, which may begin with a table, such as `Chat=items.csv`.")
          @Nullable Map<String, String> seed,
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
