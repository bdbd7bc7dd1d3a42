package dev.monotable.engine;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.DeleteReplicationGroupMemberAction;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.ReplicationGroupUpdate;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A database with a global table, for tests. */
final class GlobalTables implements AutoCloseable {
  static final String NAME = "Music";
  static final String HOME = "us-east-1";

  final ManualTime time = new ManualTime(EngineExtension.NOON);
  final Database home;

  private GlobalTables(Limits limits, Delays delays) {
    home =
        Database.create(
            EngineConfig.builder()
                .clock(time)
                .scheduler(time)
                .seed(1)
                .limits(limits)
                .delays(delays)
                .build());
  }

  GlobalTables(Limits limits) {
    this(limits, Delays.NONE);
  }

  GlobalTables(Delays delays) {
    this(Limits.AWS, delays);
  }

  GlobalTables() {
    this(Limits.AWS, Delays.NONE);
  }

  /** Creates the table, and replicas of it. */
  GlobalTables withReplicas(String... regions) {
    create();
    for (String region : regions) {
      replicate(region);
    }
    return this;
  }

  void create() {
    home.engine().call(Operations.CREATE_TABLE, table());
  }

  static CreateTableInput table() {
    return CreateTableInput.builder()
        .tableName(NAME)
        .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
        .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
        .billingMode("PAY_PER_REQUEST")
        .build();
  }

  TableDescription replicate(String region) {
    return update(
        home,
        ReplicationGroupUpdate.builder()
            .create(CreateReplicationGroupMemberAction.builder().regionName(region).build())
            .build());
  }

  TableDescription remove(String region) {
    return update(
        home,
        ReplicationGroupUpdate.builder()
            .delete(new DeleteReplicationGroupMemberAction(region))
            .build());
  }

  static TableDescription update(Database database, ReplicationGroupUpdate... updates) {
    return Objects.requireNonNull(
        database
            .engine()
            .call(
                Operations.UPDATE_TABLE,
                UpdateTableInput.builder().tableName(NAME).replicaUpdates(List.of(updates)).build())
            .tableDescription());
  }

  Database in(String region) {
    return Objects.requireNonNull(home.regions().find(region));
  }

  void put(String region, String key, int value) {
    in(region)
        .engine()
        .call(
            Operations.PUT_ITEM,
            PutItemInput.builder().tableName(NAME).item(Item.of("PK", key, "V", value)).build());
  }

  void delete(String region, String key) {
    in(region)
        .engine()
        .call(
            Operations.DELETE_ITEM,
            DeleteItemInput.builder().tableName(NAME).key(Item.of("PK", key)).build());
  }

  /** Returns the items of a replica as JSON, as a request of its Region sees them. */
  SortedSet<String> items(String region) {
    SortedSet<String> items = new TreeSet<>();
    for (Item item :
        Objects.requireNonNull(
            in(region)
                .engine()
                .call(Operations.SCAN, ScanInput.builder().tableName(NAME).build())
                .items())) {
      items.add(item.toString());
    }
    return items;
  }

  TableDescription describe(String region) {
    return Objects.requireNonNull(
        in(region).engine().call(Operations.DESCRIBE_TABLE, new DescribeTableInput(NAME)).table());
  }

  /** Returns the other replicas that a Region describes, with their states. */
  Map<String, String> replicas(String region) {
    return replicas(describe(region));
  }

  static Map<String, String> replicas(TableDescription table) {
    Map<String, String> replicas = new TreeMap<>();
    List<ReplicaDescription> all = table.replicas();
    for (ReplicaDescription replica : all == null ? new ArrayList<ReplicaDescription>() : all) {
      replicas.put(replica.regionName(), replica.replicaStatus());
    }
    return replicas;
  }

  static @Nullable String errorOf(Runnable request) {
    try {
      request.run();
      return null;
    } catch (DynamoException e) {
      return e.getMessage();
    }
  }

  @Override
  public void close() {
    for (Database database : home.regions().list()) {
      Audit.check(database.engine());
    }
    home.close();
  }
}
