package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.database.Settlement;
import dev.monotable.engine.database.Settlement.UnsettledException;
import dev.monotable.engine.database.Settlement.Wait;
import dev.monotable.engine.limits.Delays;
import dev.monotable.model.InputS3Configuration;
import dev.monotable.model.Operations;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.StartBulkPutItemsInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ExportFormat;
import software.amazon.awssdk.services.dynamodb.model.ExportStatus;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tests that the clock of a database goes on until nothing waits for it. */
@Timeout(600)
@SuppressWarnings("unchecked") // the SDK has generic arrays as variable arguments
class SettlementTest {
  private static final Instant START = CountersDatabase.START;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String CHANGES = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

  private static Monotable database(Delays.Builder delays, Path directory) {
    return Monotable.builder()
        .delays(delays.build())
        .s3(directory)
        .table("Counters", Counter.class)
        .frozenAt(START)
        .create();
  }

  private static Wait until(int seconds, String what) {
    return new Wait(START.plusSeconds(seconds), what);
  }

  private static void addIndex(DynamoDbClient dynamo) {
    dynamo.updateTable(
        r ->
            r.tableName("Counters")
                .attributeDefinitions(
                    a -> a.attributeName("id").attributeType("N"),
                    a -> a.attributeName("count").attributeType("N"))
                .globalSecondaryIndexUpdates(
                    u ->
                        u.create(
                            c ->
                                c.indexName("ByCount")
                                    .keySchema(k -> k.attributeName("count").keyType("HASH"))
                                    .projection(p -> p.projectionType(ProjectionType.ALL)))));
  }

  @Test
  void theClockGoesOnUntilTablesIndexesAndExportsWaitForNothing(@TempDir Path directory)
      throws IOException {
    Files.createDirectory(directory.resolve("exports"));
    Delays.Builder delays =
        Delays.builder()
            .updateTable(Duration.ofSeconds(2))
            .createIndex(Duration.ofSeconds(30))
            .timeToLive(Duration.ofMinutes(10))
            .exportTable(Duration.ofMinutes(5));
    try (Monotable db = database(delays, directory)) {
      DynamoDbClient dynamo = db.client();
      dynamo.updateContinuousBackups(
          r ->
              r.tableName("Counters")
                  .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(true)));
      String table = dynamo.describeTable(r -> r.tableName("Counters")).table().tableArn();
      String export =
          dynamo
              .exportTableToPointInTime(
                  r ->
                      r.tableArn(table)
                          .s3Bucket("exports")
                          .exportFormat(ExportFormat.DYNAMODB_JSON))
              .exportDescription()
              .exportArn();
      dynamo.updateTimeToLive(
          r ->
              r.tableName("Counters")
                  .timeToLiveSpecification(s -> s.enabled(true).attributeName("expires")));
      addIndex(dynamo);

      Settlement settled = db.settle(HOUR);

      assertThat(settled.now()).isEqualTo(START.plusSeconds(600)).isEqualTo(db.clock().instant());
      assertThat(settled.waits())
          .containsExactly(
              until(2, "table Counters: allocate index ByCount"),
              until(32, "table Counters: backfill index ByCount"),
              until(300, "export " + export),
              until(600, "table Counters: time to live expires"));
      assertThat(
              dynamo.describeTable(r -> r.tableName("Counters")).table().globalSecondaryIndexes())
          .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE);
      assertThat(dynamo.describeExport(r -> r.exportArn(export)).exportDescription().exportStatus())
          .isEqualTo(ExportStatus.COMPLETED);
      assertThat(
              dynamo
                  .describeTimeToLive(r -> r.tableName("Counters"))
                  .timeToLiveDescription()
                  .timeToLiveStatus())
          .isEqualTo(TimeToLiveStatus.ENABLED);
      assertThat(db.settle(HOUR)).isEqualTo(new Settlement(db.clock().instant(), List.of()));
    }
  }

  @Test
  void theClockGoesOnUntilABulkOperationHasEnded(@TempDir Path directory) throws IOException {
    Files.createDirectory(directory.resolve("out"));
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      records.append("{\"Item\":{\"id\":{\"N\":\"").append(i).append("\"}}}\n");
    }
    Files.writeString(
        Files.createDirectory(directory.resolve("files")).resolve("in"), records.toString());
    Delays.Builder delays = Delays.builder().bulkPut(Duration.ofMinutes(1));
    try (Monotable db = database(delays, directory)) {
      String operation =
          db.engine()
              .call(
                  Operations.START_BULK_PUT_ITEMS,
                  StartBulkPutItemsInput.builder()
                      .tableName("Counters")
                      .maxWriteRequestUnits(1024L)
                      .inputS3Configuration(
                          InputS3Configuration.builder()
                              .s3Bucket("files")
                              .inputFormat("DYNAMODB_JSON")
                              .build())
                      .outputS3Configuration(
                          OutputS3Configuration.builder()
                              .s3Bucket("out")
                              .outputType(List.of("ERROR"))
                              .build())
                      .build())
              .bulkOperationDescription()
              .bulkOperationArn();

      Settlement settled = db.settle(HOUR);

      // 1,024 units in each of the seconds 0, 1 and 2, then the delay.
      assertThat(settled)
          .isEqualTo(
              new Settlement(START.plusSeconds(62), List.of(until(62, "bulk put " + operation))));
      assertThat(db.client().scan(r -> r.tableName("Counters")).count()).isEqualTo(3000);
    }
  }

  @Test
  void theClockGoesNoFurtherThanTheBound(@TempDir Path directory) {
    Delays.Builder delays =
        Delays.builder().updateTable(Duration.ofSeconds(2)).createIndex(Duration.ofHours(2));
    try (Monotable db = database(delays, directory)) {
      addIndex(db.client());

      assertThatThrownBy(() -> db.settle(HOUR))
          .isInstanceOf(UnsettledException.class)
          .hasMessage(
              "not ended within PT1H: table Counters: backfill index ByCount until"
                  + " 2026-01-01T02:00:02Z");
      assertThat(db.clock().instant()).isEqualTo(START.plusSeconds(2));
      assertThatThrownBy(() -> db.settle(HOUR.negated()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theClockGoesOnUntilReplicasHaveEveryChange(@TempDir Path directory) {
    Delays.Builder delays = Delays.builder().createTable(Duration.ofSeconds(20));
    try (Monotable db = database(delays, directory)) {
      db.settle(HOUR);
      Instant begin = db.clock().instant();
      db.client()
          .updateTable(
              r ->
                  r.tableName("Counters")
                      .replicaUpdates(u -> u.create(c -> c.regionName("eu-west-1"))));
      List<Wait> waits = db.settle(HOUR).waits();
      // The Region finds its replica after half of the time.
      assertThat(waits)
          .extracting(Wait::until)
          .containsExactly(begin.plusSeconds(10), begin.plusSeconds(20), begin.plusSeconds(20));
      assertThat(waits).extracting(Wait::what).contains("table Counters: replica eu-west-1");

      db.replication().delay(Duration.ofSeconds(7));
      CountersDatabase.put(db, 1);
      Monotable other = db.region("eu-west-1");
      assertThat(db.settle(HOUR).waits())
          .extracting(Wait::what)
          .containsExactly("replication to eu-west-1");
      assertThat(CountersDatabase.ids(other)).containsExactly("1");
      assertThat(db.clock().instant())
          .isEqualTo(begin.plusSeconds(27))
          .isEqualTo(other.clock().instant());

      db.replication().cut("eu-west-1");
      CountersDatabase.put(db, 2);
      assertThat(db.settle(HOUR).waits()).isEmpty();
      assertThat(CountersDatabase.ids(other)).containsExactly("1");
    }
  }

  @Test
  void aRegionWhoseClockStandsStillIsNotWaitedFor(@TempDir Path directory) {
    Delays.Builder delays = Delays.builder().deleteTable(Duration.ofSeconds(20));
    try (Monotable db = database(delays, directory)) {
      Monotable other = db.region("eu-west-1");
      other.createTable("Counters", Counter.class);
      other.clock().freeze();
      other.client().deleteTable(r -> r.tableName("Counters"));

      assertThat(db.settle(HOUR).waits())
          .containsExactly(until(20, "eu-west-1: table Counters: delete table"));
      assertThat(other.client().listTables().tableNames()).containsExactly("Counters");

      assertThat(other.settle(HOUR).waits())
          .containsExactly(until(20, "table Counters: delete table"));
      assertThat(other.client().listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void theClockGoesOnUntilKinesisHasEveryChange(@TempDir Path directory) {
    Delays.Builder delays = Delays.builder().updateTable(Duration.ofSeconds(3));
    try (Monotable db = database(delays, directory)) {
      db.client()
          .enableKinesisStreamingDestination(r -> r.tableName("Counters").streamArn(CHANGES));
      assertThat(db.settle(HOUR).waits())
          .containsExactly(until(3, "table Counters: kinesis destination " + CHANGES));
      CountersDatabase.put(db, 1);
      assertThat(db.settle(HOUR).waits()).as("without a handler").isEmpty();

      List<String> received = new ArrayList<>();
      List<Instant> attempts = new ArrayList<>();
      db.kinesis()
          .onRecord(
              record -> {
                attempts.add(db.clock().instant());
                if (attempts.size() <= 3) {
                  throw new IllegalStateException("not now");
                }
                received.add(record.json());
              });
      List<Wait> waits = db.settle(HOUR).waits();
      assertThat(received).hasSize(1);
      assertThat(attempts).hasSize(4);
      assertThat(waits)
          .extracting(Wait::what)
          .containsExactly(
              "table Counters: changes for "
                  + CHANGES
                  + ", since the handler has failed: java.lang.IllegalStateException: not now");

      db.kinesis()
          .onRecord(
              record -> {
                throw new IllegalStateException("never");
              });
      CountersDatabase.put(db, 2);
      assertThatThrownBy(() -> db.settle(Duration.ofDays(1))).hasMessageContaining("never");
    }
  }
}
