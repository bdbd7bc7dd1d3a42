package dev.monotable.engine;

import static dev.monotable.engine.EngineExtension.NOON;
import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.queryIndex;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateGlobalSecondaryIndexAction;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteGlobalSecondaryIndexAction;
import dev.monotable.model.DescribeStreamInput;
import dev.monotable.model.DescribeTimeToLiveInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.ScanInput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.TableDescription;
import dev.monotable.model.TimeToLiveDescription;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.model.UpdateTableInput;
import dev.monotable.model.UpdateTimeToLiveInput;
import dev.monotable.model.WarmThroughput;
import dev.monotable.testing.Calls;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tables and indexes whose changes take time. */
class LifeCycleTest {
  private static final String TABLE = "Orders";
  private static final Duration CREATE = Duration.ofSeconds(6);
  private static final Duration UPDATE = Duration.ofSeconds(30);
  private static final Duration DELETE = Duration.ofSeconds(5);
  private static final Duration FILL = Duration.ofMinutes(8);
  private static final Duration DROP = Duration.ofSeconds(3);
  private static final Duration TTL = Duration.ofMinutes(30);
  private static final Duration MOMENT = Duration.ofMillis(1);

  private final ManualTime time = new ManualTime(NOON);
  private final List<MonotableEngine> engines = new ArrayList<>();

  private MonotableEngine open(Delays delays) {
    MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder().clock(time).scheduler(time).seed(1).delays(delays).build());
    engines.add(engine);
    return engine;
  }

  /** Returns a database with the table, created instantly; all later changes take time. */
  private MonotableEngine openWithTable() {
    MonotableEngine engine =
        open(
            Delays.builder()
                .updateTable(UPDATE)
                .deleteTable(DELETE)
                .createIndex(FILL)
                .deleteIndex(DROP)
                .timeToLive(TTL)
                .build());
    engine.call(Operations.CREATE_TABLE, table(TABLE));
    return engine;
  }

  @AfterEach
  void audit() {
    for (MonotableEngine engine : engines) {
      Audit.check(engine);
      engine.close();
    }
  }

  private static CreateTableInput table(String name) {
    return CreateTableInput.builder()
        .tableName(name)
        .attributeDefinitions(List.of(new AttributeDefinition("id", "S")))
        .keySchema(List.of(new KeySchemaElement("id", "HASH")))
        .provisionedThroughput(new ProvisionedThroughput(5L, 5L))
        .build();
  }

  private static TableDescription describe(MonotableEngine engine) {
    return Calls.describe(engine::call, TABLE);
  }

  private static String status(MonotableEngine engine) {
    return describe(engine).tableStatus();
  }

  private static UpdateTableInput.Builder update() {
    return UpdateTableInput.builder().tableName(TABLE);
  }

  private static TableDescription update(MonotableEngine engine, UpdateTableInput.Builder request) {
    return engine.call(Operations.UPDATE_TABLE, request.build()).tableDescription();
  }

  private static TableDescription delete(MonotableEngine engine) {
    return Calls.drop(engine::call, TABLE).tableDescription();
  }

  private static void put(MonotableEngine engine, String id, String customer) {
    Calls.put(
        engine::call,
        TABLE,
        Item.of("id", AttributeValue.string(id), "customer", AttributeValue.string(customer)));
  }

  private static int count(MonotableEngine engine) {
    return engine.call(Operations.SCAN, ScanInput.builder().tableName(TABLE).build()).count();
  }

  private static void assertRejected(ErrorCode code, String message, ThrowingCallable call) {
    DynamoException thrown = catchThrowableOfType(DynamoException.class, call);
    assertThat(thrown).as(message).isNotNull();
    assertThat(thrown.code() + ": " + thrown.getMessage()).isEqualTo(code + ": " + message);
  }

  private static void assertNotFound(ThrowingCallable call) {
    assertRejected(ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found", call);
  }

  @Nested
  class CreatingATable {
    @Test
    void itCannotBeUsedUntilItIsActive() {
      MonotableEngine engine = open(Delays.builder().createTable(CREATE).build());
      assertThat(
              engine.call(Operations.CREATE_TABLE, table(TABLE)).tableDescription().tableStatus())
          .isEqualTo("CREATING");
      time.advance(CREATE.minus(MOMENT));

      assertThat(status(engine)).isEqualTo("CREATING");
      assertThat(describe(engine).warmThroughput().status()).isEqualTo("UPDATING");
      assertNotFound(() -> put(engine, "1", "a"));
      assertNotFound(() -> count(engine));

      time.advance(MOMENT);
      put(engine, "1", "a");
      assertThat(status(engine)).isEqualTo("ACTIVE");
      assertThat(describe(engine).warmThroughput().status()).isEqualTo("ACTIVE");
      assertThat(engine.state().nextChange()).isNull();
    }

    @Test
    void onDemandIsReportedWhenItIsActive() {
      MonotableEngine engine = open(Delays.builder().createTable(CREATE).build());
      engine.call(
          Operations.CREATE_TABLE,
          table(TABLE).toBuilder()
              .provisionedThroughput(null)
              .billingMode("PAY_PER_REQUEST")
              .build());
      assertThat(describe(engine).billingModeSummary().lastUpdateToPayPerRequestDateTime())
          .isNull();
      time.advance(Duration.ofHours(1));

      assertThat(describe(engine).billingModeSummary().lastUpdateToPayPerRequestDateTime())
          .isEqualTo(NOON);
    }

    @Test
    void aSnapshotCanBeRestoredAtAnotherTime() {
      MonotableEngine engine = open(Delays.builder().createTable(CREATE).build());
      engine.call(Operations.CREATE_TABLE, table(TABLE));
      Snapshot snapshot = engine.snapshot();
      MonotableEngine fork = engine.fork();
      engines.add(fork);
      time.advance(CREATE);
      put(engine, "1", "a");
      engine.restore(snapshot);

      assertThat(status(engine)).isEqualTo("ACTIVE");
      assertThat(count(engine)).isZero();
      assertThat(status(fork)).isEqualTo("ACTIVE");
    }
  }

  @Nested
  class DeletingATable {
    @Test
    void aTableIsDescribedAndListedUntilItIsDeleted() {
      MonotableEngine engine = openWithTable();
      put(engine, "1", "a");
      String id = describe(engine).tableId();
      assertThat(delete(engine).tableStatus()).isEqualTo("DELETING");
      time.advance(DELETE.minus(MOMENT));

      assertThat(status(engine)).isEqualTo("DELETING");
      assertThat(tableNames(engine::call)).containsExactly(TABLE);
      assertNotFound(() -> count(engine));
      assertNotFound(() -> put(engine, "2", "b"));
      assertRejected(
          ErrorCode.RESOURCE_IN_USE,
          "Table already exists: Orders",
          () -> engine.call(Operations.CREATE_TABLE, table(TABLE)));

      time.advance(MOMENT);
      assertRejected(
          ErrorCode.RESOURCE_NOT_FOUND,
          "Requested resource not found: Table: Orders not found",
          () -> describe(engine));
      assertThat(tableNames(engine::call)).isEmpty();
      engine.call(Operations.CREATE_TABLE, table(TABLE));
      assertThat(count(engine)).isZero();
      assertThat(describe(engine).tableId()).isNotEqualTo(id);
    }

    @Test
    void aDeletedTableIsFreedWithoutFurtherRequests() {
      MonotableEngine engine = openWithTable();
      delete(engine);
      time.advance(DELETE);

      assertThat(engine.state().findTable(TABLE)).isNull();
    }

    @Test
    void itsStreamIsBeingTurnedOffAndStaysReadable() {
      MonotableEngine engine = openWithTable();
      update(engine, update().streamSpecification(new StreamSpecification(true, "KEYS_ONLY")));
      time.advance(UPDATE);
      put(engine, "1", "a");
      String arn = describe(engine).latestStreamArn();
      delete(engine);

      assertThat(streamStatus(engine, arn)).isEqualTo("DISABLING");
      time.advance(DELETE);
      assertThat(streamStatus(engine, arn)).isEqualTo("DISABLED");
    }
  }

  private static String streamStatus(MonotableEngine engine, String arn) {
    return engine
        .call(Operations.DESCRIBE_STREAM, DescribeStreamInput.builder().streamArn(arn).build())
        .streamDescription()
        .streamStatus();
  }

  @Nested
  class UpdatingATable {
    @Test
    void throughputIsTheOldOneUntilTheTableIsActive() {
      MonotableEngine engine = openWithTable();
      update(engine, update().provisionedThroughput(new ProvisionedThroughput(6L, 7L)));
      time.advance(UPDATE.minus(MOMENT));

      assertThat(status(engine)).isEqualTo("UPDATING");
      assertThat(describe(engine).provisionedThroughput().readCapacityUnits()).isEqualTo(5);
      put(engine, "1", "a");
      time.advance(MOMENT);
      assertThat(status(engine)).isEqualTo("ACTIVE");
      assertThat(describe(engine).provisionedThroughput().readCapacityUnits()).isEqualTo(6);
      assertThat(describe(engine).warmThroughput().writeUnitsPerSecond()).isEqualTo(7);
      assertThat(count(engine)).isEqualTo(1);
    }

    @Test
    void decreasesAreCountedByTheDay() {
      MonotableEngine engine = openWithTable();
      update(engine, update().provisionedThroughput(new ProvisionedThroughput(4L, 5L)));
      time.advance(UPDATE);
      update(engine, update().provisionedThroughput(new ProvisionedThroughput(3L, 5L)));
      time.advance(UPDATE);
      assertThat(describe(engine).provisionedThroughput().numberOfDecreasesToday()).isEqualTo(2);
      time.set(NOON.plus(Duration.ofHours(12)));

      assertThat(describe(engine).provisionedThroughput().numberOfDecreasesToday()).isZero();
      update(engine, update().provisionedThroughput(new ProvisionedThroughput(2L, 5L)));
      time.advance(UPDATE);
      assertThat(describe(engine).provisionedThroughput().numberOfDecreasesToday()).isEqualTo(1);
    }

    @Test
    void aStreamReportsItsStatusAndAllChanges() {
      MonotableEngine engine = openWithTable();
      update(engine, update().streamSpecification(new StreamSpecification(true, "KEYS_ONLY")));
      String arn = describe(engine).latestStreamArn();
      assertThat(streamStatus(engine, arn)).isEqualTo("ENABLING");
      time.advance(UPDATE);
      assertThat(streamStatus(engine, arn)).isEqualTo("ENABLED");
      update(engine, update().streamSpecification(new StreamSpecification(false, null)));
      assertThat(streamStatus(engine, arn)).isEqualTo("DISABLING");
      assertThat(describe(engine).streamSpecification()).isNull();
      time.advance(UPDATE);
      assertThat(streamStatus(engine, arn)).isEqualTo("DISABLED");
    }

    @Test
    void encryptionAndWarmThroughputLeaveTheTableActive() {
      MonotableEngine engine = openWithTable();
      update(engine, update().sseSpecification(new SSESpecification(true, "KMS", "arn:aws:kms:k")));
      update(engine, update().warmThroughput(new WarmThroughput(50L, null)));
      update(engine, update().warmThroughput(new WarmThroughput(60L, null)));

      assertThat(status(engine)).isEqualTo("ACTIVE");
      assertThat(describe(engine).sseDescription().status()).isEqualTo("UPDATING");
      assertThat(describe(engine).warmThroughput().status()).isEqualTo("UPDATING");
      assertThat(describe(engine).warmThroughput().readUnitsPerSecond()).isEqualTo(5);
      time.advance(UPDATE);
      assertThat(describe(engine).sseDescription().status()).isEqualTo("ENABLED");
      assertThat(describe(engine).warmThroughput().status()).isEqualTo("ACTIVE");
      assertThat(describe(engine).warmThroughput().readUnitsPerSecond()).isEqualTo(60);
    }
  }

  @Nested
  class Indexes {
    private static final String INDEX = "byCustomer";

    private TableDescription create(MonotableEngine engine) {
      return update(
          engine,
          update()
              .attributeDefinitions(List.of(new AttributeDefinition("customer", "S")))
              .globalSecondaryIndexUpdates(
                  List.of(
                      GlobalSecondaryIndexUpdate.builder()
                          .create(
                              CreateGlobalSecondaryIndexAction.builder()
                                  .indexName(INDEX)
                                  .keySchema(List.of(new KeySchemaElement("customer", "HASH")))
                                  .projection(new Projection("ALL", null))
                                  .provisionedThroughput(new ProvisionedThroughput(1L, 1L))
                                  .build())
                          .build())));
    }

    private TableDescription drop(MonotableEngine engine) {
      return update(
          engine,
          update()
              .globalSecondaryIndexUpdates(
                  List.of(
                      GlobalSecondaryIndexUpdate.builder()
                          .delete(new DeleteGlobalSecondaryIndexAction(INDEX))
                          .build())));
    }

    /**
     * Returns the statuses of the table and its indexes, and whether an index is being backfilled.
     */
    private String phase(TableDescription table) {
      List<GlobalSecondaryIndexDescription> indexes = table.globalSecondaryIndexes();
      return table.tableStatus()
          + (indexes == null
              ? ""
              : " " + indexes.get(0).indexStatus() + " " + indexes.get(0).backfilling());
    }

    private int read(MonotableEngine engine, String customer) {
      return queryIndex(
              engine::call, TABLE, INDEX, "customer = {}", AttributeValue.string(customer))
          .count();
    }

    private void assertBackfilling(MonotableEngine engine) {
      assertRejected(
          ErrorCode.VALIDATION,
          "Cannot read from backfilling global secondary index: byCustomer",
          () -> read(engine, "a"));
    }

    @Test
    void oneIsAllocatedThenFilledThenActive() {
      MonotableEngine engine = openWithTable();
      put(engine, "1", "a");
      assertThat(phase(create(engine))).isEqualTo("UPDATING CREATING false");
      time.advance(UPDATE.minus(MOMENT));
      assertThat(phase(describe(engine))).isEqualTo("UPDATING CREATING false");
      assertBackfilling(engine);
      time.advance(MOMENT);
      assertThat(phase(describe(engine))).isEqualTo("ACTIVE CREATING true");
      put(engine, "2", "a");
      assertBackfilling(engine);
      time.advance(FILL.minus(MOMENT));
      assertBackfilling(engine);
      time.advance(MOMENT);

      assertThat(phase(describe(engine))).isEqualTo("ACTIVE ACTIVE null");
      assertThat(read(engine, "a")).isEqualTo(2);
    }

    @Test
    void oneIsActiveAfterALongTimeInWhichNobodyAsked() {
      MonotableEngine engine = openWithTable();
      put(engine, "1", "a");
      create(engine);
      time.advance(UPDATE.plus(FILL));

      assertThat(read(engine, "a")).isEqualTo(1);
    }

    @Test
    void anIndexInStatusDeletingIsDescribedButNotRead() {
      MonotableEngine engine = openWithTable();
      put(engine, "1", "a");
      create(engine);
      time.advance(UPDATE.plus(FILL));
      assertThat(phase(drop(engine))).isEqualTo("UPDATING DELETING null");
      time.advance(DROP.minus(MOMENT));
      assertThat(phase(describe(engine))).isEqualTo("UPDATING DELETING null");
      assertRejected(
          ErrorCode.VALIDATION,
          "The table does not have the specified index: byCustomer",
          () -> read(engine, "a"));
      put(engine, "2", "b");
      time.advance(MOMENT);

      assertThat(phase(describe(engine))).isEqualTo("ACTIVE");
      assertThat(describe(engine).attributeDefinitions())
          .containsExactly(new AttributeDefinition("id", "S"));
      create(engine);
      time.advance(UPDATE.plus(FILL));
      assertThat(read(engine, "b")).isEqualTo(1);
    }

    @Test
    void oneThatIsBeingFilledCanBeDeleted() {
      MonotableEngine engine = openWithTable();
      create(engine);
      time.advance(UPDATE);
      drop(engine);
      time.advance(FILL);

      assertThat(phase(describe(engine))).isEqualTo("ACTIVE");
      assertThat(engine.state().nextChange()).isNull();
    }
  }

  @Nested
  class TimeToLive {
    @Test
    void nothingExpiresBeforeItIsOn() {
      MonotableEngine engine = openWithTable();
      Calls.put(
          engine::call,
          TABLE,
          Item.of(
              "id",
              AttributeValue.string("1"),
              "expires",
              AttributeValue.number(NOON.minusSeconds(60).getEpochSecond())));
      expire(engine::call, TABLE, "expires");
      time.advance(TTL.minus(MOMENT));

      assertThat(timeToLive(engine)).isEqualTo(new TimeToLiveDescription("ENABLING", "expires"));
      assertThat(count(engine)).isEqualTo(1);
      time.advance(Duration.ofSeconds(1));
      assertThat(timeToLive(engine)).isEqualTo(new TimeToLiveDescription("ENABLED", "expires"));
      assertThat(count(engine)).isZero();
    }

    @Test
    void itIsBeingTurnedOffForAWhile() {
      MonotableEngine engine = openWithTable();
      expire(engine::call, TABLE, "expires");
      time.advance(Duration.ofHours(2));
      engine.call(
          Operations.UPDATE_TIME_TO_LIVE,
          new UpdateTimeToLiveInput(TABLE, new TimeToLiveSpecification(false, "expires")));

      assertThat(timeToLive(engine)).isEqualTo(new TimeToLiveDescription("DISABLING", "expires"));
      time.advance(TTL);
      assertThat(timeToLive(engine)).isEqualTo(new TimeToLiveDescription("DISABLED", null));
    }

    private TimeToLiveDescription timeToLive(MonotableEngine engine) {
      return engine
          .call(Operations.DESCRIBE_TIME_TO_LIVE, new DescribeTimeToLiveInput(TABLE))
          .timeToLiveDescription();
    }
  }
}
