package dev.monotable.engine.database;

import static dev.monotable.testing.Calls.scan;

import dev.monotable.engine.Audit;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineExtension;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.CreateGlobalTableWitnessGroupMemberAction;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteReplicationGroupMemberAction;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GetRecordsInput;
import dev.monotable.model.GetShardIteratorInput;
import dev.monotable.model.GlobalTableWitnessGroupUpdate;
import dev.monotable.model.Operations;
import dev.monotable.model.Record;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A database with a global table, for tests. */
public final class GlobalTables implements AutoCloseable {
  public static final String NAME = "Music";
  public static final String HOME = "us-east-1";

  public final ManualTime time = new ManualTime(EngineExtension.NOON);
  public final Database home;

  private GlobalTables(Limits limits, Delays delays) {
    home = Database.create(config().limits(limits).delays(delays).build());
  }

  /** Creates a database whose Regions are opened by a function. */
  GlobalTables(BiFunction<DatabaseIdentity, EngineConfig, MonotableEngine> opener) {
    EngineConfig config = config().build();
    DatabaseFactory factory =
        new DatabaseFactory() {
          @Override
          public EngineConfig config(DatabaseIdentity identity) {
            return config;
          }

          @Override
          public MonotableEngine open(DatabaseIdentity identity, EngineConfig regional) {
            return opener.apply(identity, regional);
          }
        };
    home = Database.open(DatabaseIdentity.shared(HOME), factory, null);
  }

  private EngineConfig.Builder config() {
    return EngineConfig.builder().clock(time).scheduler(time).seed(1);
  }

  public GlobalTables(Limits limits) {
    this(limits, Delays.NONE);
  }

  public GlobalTables(Delays delays) {
    this(Limits.AWS, delays);
  }

  public GlobalTables() {
    this(Limits.AWS, Delays.NONE);
  }

  /** Creates the table, and replicas of it. */
  public GlobalTables withReplicas(String... regions) {
    create();
    for (String region : regions) {
      replicate(region);
    }
    return this;
  }

  public void create() {
    home.engine().call(Operations.CREATE_TABLE, table());
  }

  public static CreateTableInput table() {
    return Calls.table(NAME, "PK").build();
  }

  public TableDescription replicate(String region) {
    return update(home.engine(), creation(region));
  }

  /** Creates the table, and replicas of it with strong consistency. */
  public GlobalTables withStrongReplicas(String... regions) {
    create();
    var unused = strengthen(List.of(regions), null);
    return this;
  }

  /** Makes the table a global table with strong consistency. */
  public TableDescription strengthen(List<String> regions, @Nullable String witness) {
    List<ReplicationGroupUpdate> creates = new ArrayList<>();
    for (String region : regions) {
      creates.add(creation(region));
    }
    return update(
        home.engine(),
        UpdateTableInput.builder()
            .tableName(NAME)
            .replicaUpdates(creates)
            .globalTableWitnessUpdates(
                witness == null
                    ? null
                    : List.of(
                        new GlobalTableWitnessGroupUpdate(
                            new CreateGlobalTableWitnessGroupMemberAction(witness), null)))
            .multiRegionConsistency("STRONG")
            .build());
  }

  /** Changes the table in a Region. */
  void update(String region, UpdateTableInput.Builder request) {
    var unused = update(in(region).engine(), request.tableName(NAME).build());
  }

  public static TableDescription update(MonotableEngine engine, UpdateTableInput request) {
    return Objects.requireNonNull(engine.call(Operations.UPDATE_TABLE, request).tableDescription());
  }

  public static ReplicationGroupUpdate creation(String region) {
    return ReplicationGroupUpdate.builder()
        .create(CreateReplicationGroupMemberAction.builder().regionName(region).build())
        .build();
  }

  public static ReplicationGroupUpdate deletion(String region) {
    return ReplicationGroupUpdate.builder()
        .delete(new DeleteReplicationGroupMemberAction(region))
        .build();
  }

  public TableDescription remove(String region) {
    return update(home.engine(), deletion(region));
  }

  public static TableDescription update(MonotableEngine engine, ReplicationGroupUpdate... updates) {
    return Objects.requireNonNull(
        engine
            .call(
                Operations.UPDATE_TABLE,
                UpdateTableInput.builder().tableName(NAME).replicaUpdates(List.of(updates)).build())
            .tableDescription());
  }

  public Region in(String region) {
    return Objects.requireNonNull(home.find(region));
  }

  public void put(String region, String key, int value) {
    Calls.put(in(region).engine()::call, NAME, Item.of("PK", key, "V", value));
  }

  public void delete(String region, String key) {
    Calls.delete(in(region).engine()::call, NAME, Item.of("PK", key));
  }

  /** Returns the items of a replica as JSON, as a request of its Region sees them. */
  public SortedSet<String> items(String region) {
    SortedSet<String> items = new TreeSet<>();
    for (Item item : Objects.requireNonNull(scan(in(region).engine()::call, NAME))) {
      items.add(item.toString());
    }
    return items;
  }

  public TableDescription describe(String region) {
    return Objects.requireNonNull(Calls.describe(in(region).engine()::call, NAME));
  }

  @Nullable String timeToLive(String region) {
    return Objects.requireNonNull(
            in(region)
                .engine()
                .call(Operations.DESCRIBE_TIME_TO_LIVE, new DescribeTimeToLiveInput(NAME))
                .timeToLiveDescription())
        .timeToLiveStatus();
  }

  /** Returns the other replicas that a Region describes, with their states. */
  public Map<String, String> replicas(String region) {
    return replicas(describe(region));
  }

  public static Map<String, String> replicas(TableDescription table) {
    Map<String, String> replicas = new TreeMap<>();
    List<ReplicaDescription> all = table.replicas();
    for (ReplicaDescription replica : all == null ? new ArrayList<ReplicaDescription>() : all) {
      replicas.put(replica.regionName(), replica.replicaStatus());
    }
    return replicas;
  }

  /** Returns the names of the events in the stream of a Region, with the service that made them. */
  public List<String> events(String region) {
    List<String> events = new ArrayList<>();
    for (Record record : records(region)) {
      events.add(
          record.eventName()
              + " "
              + (record.userIdentity() == null ? null : record.userIdentity().principalId()));
    }
    return events;
  }

  /** Returns the records in the stream of a Region. */
  public List<Record> records(String region) {
    MonotableEngine engine = in(region).engine();
    String arn = Objects.requireNonNull(describe(region).latestStreamArn());
    List<Record> records = new ArrayList<>();
    Objects.requireNonNull(
            engine
                .call(
                    Operations.DESCRIBE_STREAM,
                    DescribeStreamInput.builder().streamArn(arn).build())
                .streamDescription())
        .shards()
        .forEach(
            shard -> {
              String iterator =
                  engine
                      .call(
                          Operations.GET_SHARD_ITERATOR,
                          GetShardIteratorInput.builder()
                              .streamArn(arn)
                              .shardId(shard.shardId())
                              .shardIteratorType("TRIM_HORIZON")
                              .build())
                      .shardIterator();
              records.addAll(
                  Objects.requireNonNull(
                      engine
                          .call(
                              Operations.GET_RECORDS,
                              GetRecordsInput.builder().shardIterator(iterator).build())
                          .records()));
            });
    return records;
  }

  public static @Nullable String errorOf(Runnable request) {
    try {
      request.run();
      return null;
    } catch (DynamoException e) {
      return e.getMessage();
    }
  }

  @Override
  public void close() {
    for (Region region : home.regions()) {
      Audit.check(region.engine());
    }
    home.close();
  }
}
