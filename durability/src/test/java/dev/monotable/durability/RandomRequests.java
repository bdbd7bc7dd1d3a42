package dev.monotable.durability;

import static dev.monotable.testing.Calls.delete;
import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.put;

import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.BackupSummary;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.CreateBackupInput;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Delete;
import dev.monotable.model.DeleteBackupInput;
import dev.monotable.model.DeleteGlobalSecondaryIndexAction;
import dev.monotable.model.DeleteResourcePolicyInput;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.ListBackupsInput;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.Put;
import dev.monotable.model.PutRequest;
import dev.monotable.model.PutResourcePolicyInput;
import dev.monotable.model.RestoreTableFromBackupInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.model.TagResourceInput;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UntagResourceInput;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.WarmThroughput;
import dev.monotable.model.WriteRequest;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random requests that change tables, items, indexes, streams, tags and settings. */
final class RandomRequests {
  private static final List<String> TABLES = List.of("Orders", "Parts", "Plain", "Restored");

  private final Random random;

  RandomRequests(long seed) {
    this.random = new Random(seed);
  }

  int nextInt(int bound) {
    return random.nextInt(bound);
  }

  /** Sends one request; it may fail, as those of any client. */
  void send(MonotableEngine engine) {
    String table = TABLES.get(random.nextInt(TABLES.size()));
    int choice = random.nextInt(209);
    try {
      if (choice < 90) {
        put(engine::call, table, item());
      } else if (choice < 120) {
        engine.call(
            Operations.UPDATE_ITEM,
            UpdateItemInput.builder()
                .tableName(table)
                .key(key())
                .updateExpression("SET #n = if_not_exists(#n, :one) + :one")
                .expressionAttributeNames(Map.of("#n", "n"))
                .expressionAttributeValues(Item.of(":one", 1))
                .build());
      } else if (choice < 145) {
        delete(engine::call, table, key());
      } else if (choice < 155) {
        engine.call(
            Operations.BATCH_WRITE_ITEM,
            new BatchWriteItemInput(
                Map.of(
                    table,
                    List.of(
                        new WriteRequest(new PutRequest(item()), null),
                        new WriteRequest(new PutRequest(item()), null))),
                null,
                null));
      } else if (choice < 170) {
        transaction(engine);
      } else {
        changeTable(engine, table, choice - 170);
      }
    } catch (DynamoException expected) {
      // such as a table that does not exist
    }
  }

  private void transaction(MonotableEngine engine) {
    engine.call(
        Operations.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsInput.builder()
            .clientRequestToken("token-" + random.nextInt(50))
            .transactItems(
                List.of(
                    TransactWriteItem.builder()
                        .put(Put.builder().tableName("Orders").item(item()).build())
                        .build(),
                    TransactWriteItem.builder()
                        .delete(Delete.builder().tableName("Parts").key(key()).build())
                        .build()))
            .build());
  }

  private void changeTable(MonotableEngine engine, String table, int choice) {
    String arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + table;
    switch (choice) {
      case 0, 1, 2, 3, 4, 5, 6 -> engine.call(Operations.CREATE_TABLE, table(table));
      case 7 -> drop(engine::call, table);
      case 8, 9, 10 ->
          engine.call(
              Operations.TAG_RESOURCE,
              new TagResourceInput(
                  arn, List.of(new Tag("k" + random.nextInt(5), "v" + random.nextInt(9)))));
      case 11 ->
          engine.call(
              Operations.UNTAG_RESOURCE,
              new UntagResourceInput(arn, List.of("k" + random.nextInt(5))));
      case 12, 13 ->
          engine.call(
              Operations.UPDATE_TIME_TO_LIVE,
              new UpdateTimeToLiveInput(
                  table, new TimeToLiveSpecification(random.nextBoolean(), "ttl")));
      case 14, 15, 16 -> update(engine, builder(table).streamSpecification(stream()));
      case 17 -> update(engine, builder(table).tableClass("STANDARD_INFREQUENT_ACCESS"));
      case 18 ->
          update(engine, builder(table).warmThroughput(new WarmThroughput(20_000L, 20_000L)));
      case 19, 20 ->
          update(
              engine,
              builder(table)
                  .billingMode("PROVISIONED")
                  .provisionedThroughput(new ProvisionedThroughput(1L + random.nextInt(9), 5L)));
      case 21 -> update(engine, builder(table).billingMode("PAY_PER_REQUEST"));
      case 22, 23, 24 ->
          update(engine, builder(table).globalSecondaryIndexUpdates(List.of(added())));
      case 25 ->
          update(
              engine,
              builder(table)
                  .globalSecondaryIndexUpdates(
                      List.of(
                          GlobalSecondaryIndexUpdate.builder()
                              .delete(new DeleteGlobalSecondaryIndexAction("Added"))
                              .build())));
      case 26 -> update(engine, builder(table).deletionProtectionEnabled(random.nextBoolean()));
      case 27, 28 -> changeBackups(engine, table);
      case 29 ->
          engine.call(
              Operations.UPDATE_CONTINUOUS_BACKUPS,
              new UpdateContinuousBackupsInput(
                  table,
                  random.nextInt(6) == 0
                      ? new PointInTimeRecoverySpecification(false, null)
                      : new PointInTimeRecoverySpecification(true, 1 + random.nextInt(3))));
      case 30, 31 -> engine.sweepExpired();
      case 32, 33, 34, 35 -> changeDestinations(engine, table);
      default -> changePolicy(engine, arn);
    }
  }

  private void changePolicy(MonotableEngine engine, String arn) {
    if (random.nextInt(4) == 0) {
      engine.call(Operations.DELETE_RESOURCE_POLICY, new DeleteResourcePolicyInput(arn, null));
      return;
    }
    String policy =
        "{\"Statement\":{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"dynamodb:"
            + (random.nextBoolean() ? "DeleteItem" : "DeleteTable")
            + "\",\"Resource\":\"*\"}}";
    engine.call(
        Operations.PUT_RESOURCE_POLICY, new PutResourcePolicyInput(arn, policy, null, null));
  }

  /** Enables or disables a Kinesis destination, or takes some of its changes. */
  private void changeDestinations(MonotableEngine engine, String table) {
    String arn = "arn:aws:kinesis:us-east-1:000000000000:stream/changes-" + random.nextInt(2);
    switch (random.nextInt(4)) {
      case 0 ->
          engine.call(
              Operations.DISABLE_KINESIS_STREAMING_DESTINATION,
              KinesisStreamingDestinationInput.builder().tableName(table).streamArn(arn).build());
      case 1 -> {
        List<KinesisChange> changes = engine.kinesisOutbox().changes(table, arn, 0, 20);
        engine.kinesisOutbox().remove(table, arn, changes);
      }
      default ->
          engine.call(
              Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
              new KinesisStreamingDestinationInput(
                  table, arn, new EnableKinesisStreamingConfiguration("MICROSECOND")));
    }
  }

  /** Creates a backup, or deletes one, or restores a table from one. */
  private void changeBackups(MonotableEngine engine, String table) {
    int choice = random.nextInt(10);
    if (choice < 5) {
      engine.call(Operations.CREATE_BACKUP, new CreateBackupInput(table, "nightly"));
      return;
    }
    List<BackupSummary> backups =
        engine.call(Operations.LIST_BACKUPS, ListBackupsInput.builder().build()).backupSummaries();
    if (backups == null || backups.isEmpty()) {
      return;
    }
    String arn = backups.get(random.nextInt(backups.size())).backupArn();
    if (choice < 7) {
      engine.call(Operations.DELETE_BACKUP, new DeleteBackupInput(arn));
    } else {
      engine.call(
          Operations.RESTORE_TABLE_FROM_BACKUP,
          RestoreTableFromBackupInput.builder()
              .targetTableName(table)
              .backupArn(arn)
              .localSecondaryIndexOverride(random.nextInt(4) == 0 ? List.of() : null)
              .build());
    }
  }

  private StreamSpecification stream() {
    return random.nextBoolean()
        ? new StreamSpecification(true, "NEW_AND_OLD_IMAGES")
        : new StreamSpecification(false, null);
  }

  private static UpdateTableInput.Builder builder(String table) {
    return UpdateTableInput.builder().tableName(table);
  }

  private static void update(MonotableEngine engine, UpdateTableInput.Builder request) {
    call(
        engine,
        Operations.UPDATE_TABLE,
        request
            .attributeDefinitions(
                request.build().globalSecondaryIndexUpdates() == null
                    ? null
                    : List.of(new AttributeDefinition("g", "S"), new AttributeDefinition("n", "N")))
            .build());
  }

  private static <I extends Record> void call(
      MonotableEngine engine, OperationSchema<I, ?> operation, I request) {
    engine.call(operation, request);
  }

  private static GlobalSecondaryIndexUpdate added() {
    return GlobalSecondaryIndexUpdate.builder()
        .create(
            CreateGlobalSecondaryIndexAction.builder()
                .indexName("Added")
                .keySchema(
                    List.of(new KeySchemaElement("g", "HASH"), new KeySchemaElement("n", "RANGE")))
                .projection(new Projection("ALL", null))
                .build())
        .build();
  }

  private CreateTableInput table(String name) {
    CreateTableInput.Builder table =
        CreateTableInput.builder()
            .tableName(name)
            .billingMode("PAY_PER_REQUEST")
            .keySchema(
                List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")));
    if (name.equals("Plain")) {
      return table
          .attributeDefinitions(
              List.of(new AttributeDefinition("pk", "S"), new AttributeDefinition("sk", "N")))
          .build();
    }
    table
        .attributeDefinitions(
            List.of(
                new AttributeDefinition("pk", "S"),
                new AttributeDefinition("sk", "N"),
                new AttributeDefinition("g", "S"),
                new AttributeDefinition("n", "N")))
        .globalSecondaryIndexes(
            List.of(
                GlobalSecondaryIndex.builder()
                    .indexName("Groups")
                    .keySchema(List.of(new KeySchemaElement("g", "HASH")))
                    .projection(new Projection("INCLUDE", List.of("text")))
                    .build()))
        .localSecondaryIndexes(
            List.of(
                new LocalSecondaryIndex(
                    "Numbers",
                    List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("n", "RANGE")),
                    new Projection("KEYS_ONLY", null))));
    if (name.equals("Orders")) {
      table
          .streamSpecification(new StreamSpecification(true, "NEW_AND_OLD_IMAGES"))
          .tags(List.of(new Tag("team", "orders"), new Tag("a", "")));
    }
    return table.build();
  }

  /** Returns one of twelve partition keys, of 2 to 366 bytes. */
  private String partition() {
    int number = random.nextInt(12);
    return ("p" + number).repeat(1 + number * number);
  }

  private Item key() {
    return Item.of("pk", partition(), "sk", random.nextInt(40));
  }

  private Item item() {
    return Item.of(
        "pk",
        partition(),
        "sk",
        random.nextInt(40),
        "g",
        "g" + random.nextInt(5),
        "n",
        DynamoNumber.parse(random.nextInt(1000) + (random.nextBoolean() ? ".50" : "e2")),
        "ttl",
        1_790_000_000 + random.nextInt(4_000_000),
        "text",
        "x".repeat(random.nextInt(random.nextInt(30) == 0 ? 9000 : 60)));
  }
}
