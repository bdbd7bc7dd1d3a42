package dev.monotable.access.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.access.Policy;
import dev.monotable.access.PolicyKind;
import dev.monotable.access.Principal;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseIdentity;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.model.BulkOperationDescription;
import dev.monotable.model.DescribeBulkOperationInput;
import dev.monotable.model.DescribeExportInput;
import dev.monotable.model.ExportDescription;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.InputS3Configuration;
import dev.monotable.model.Operations;
import dev.monotable.model.OutputS3Configuration;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.StartBulkPutItemsInput;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whose rights on Amazon S3 an export has, and as of when. */
class ObjectRightsTest {
  private static final String ACCOUNT = "000000000000";
  private static final String DENIED =
      "FAILED S3AccessDenied User: arn:aws:iam::000000000000:user/alice is not authorized to"
          + " perform: s3:PutObject on resource: \"arn:aws:s3:::files/AWSDynamoDB/ID/_started\""
          + " because no identity-based policy allows the s3:PutObject action (Service: Amazon S3;"
          + " Status Code: 403; Error Code: AccessDenied)";

  @TempDir private Path folder;

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-25T12:00:00Z"));
  private Region region;
  private AccessControl control;

  /** Runs before an export writes its first object. */
  private Runnable atStart = () -> {};

  @BeforeEach
  void create() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    ObjectStore folders = new BucketFolders(folder);
    ObjectStore watched =
        new ObjectStore() {
          @Override
          public List<StoredObject> list(String bucket, String prefix, int most)
              throws TransferException {
            return folders.list(bucket, prefix, most);
          }

          @Override
          public InputStream read(String bucket, String key) throws TransferException {
            return folders.read(bucket, key);
          }

          @Override
          public InputStream read(String bucket, StoredObject object) throws TransferException {
            return folders.read(bucket, object);
          }

          @Override
          public OutputStream write(String bucket, String key) throws TransferException {
            atStart.run();
            return folders.write(bucket, key);
          }
        };
    EngineConfig config =
        EngineConfig.DEFAULT.toBuilder()
            .clock(time)
            .scheduler(time)
            .tableFiles(new BucketFiles(watched))
            .build();
    region = Database.create(DatabaseIdentity.shared("us-east-1"), config).home();
    control = AccessControl.install(region, Principals.create(false));
    MonotableEngine engine = region.engine();
    engine.call(Operations.CREATE_TABLE, Calls.table("Table", "PK").build());
    engine.call(
        Operations.UPDATE_CONTINUOUS_BACKUPS,
        UpdateContinuousBackupsInput.builder()
            .tableName("Table")
            .pointInTimeRecoverySpecification(
                PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
            .build());
    allow("*");
  }

  @AfterEach
  void close() {
    region.database().close();
  }

  /** Gives ALICE the right to actions, separated by commas. */
  private void allow(String actions) {
    Policy policy =
        Policy.parse(
            "case",
            PolicyKind.IDENTITY,
            "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\": [\""
                + actions.replace(",", "\", \"")
                + "\"], \"Resource\": \"*\"}}");
    control.principals().put("ALICE", Principal.user(ACCOUNT, "alice", List.of(policy)));
  }

  /** Exports the table as ALICE, and returns the ARN of the export. */
  private String export() {
    RequestEnvelope envelope = new RequestEnvelope();
    envelope.sign(new Caller.Client("ALICE", "us-east-1"));
    return String.valueOf(
        region
            .engine()
            .call(
                Operations.EXPORT_TABLE_TO_POINT_IN_TIME,
                ExportTableToPointInTimeInput.builder()
                    .tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/Table")
                    .s3Bucket("files")
                    .build(),
                envelope)
            .exportDescription()
            .exportArn());
  }

  private String end(String arn) {
    ExportDescription export =
        region
            .engine()
            .call(Operations.DESCRIBE_EXPORT, new DescribeExportInput(arn))
            .exportDescription();
    return (export.exportStatus() + ' ' + export.failureCode() + ' ' + export.failureMessage())
        .replace(arn.substring(arn.lastIndexOf('/') + 1), "ID");
  }

  @Test
  void theRightsAreThoseAtTheTimeOfTheRequest() {
    atStart = () -> allow("dynamodb:*");

    assertThat(end(export())).isEqualTo("COMPLETED null null");
    assertThat(end(export())).isEqualTo(DENIED);
  }

  @Test
  void monotableItselfHasAllRights() {
    allow("dynamodb:*");
    String arn =
        String.valueOf(
            region
                .engine()
                .call(
                    Operations.EXPORT_TABLE_TO_POINT_IN_TIME,
                    ExportTableToPointInTimeInput.builder()
                        .tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/Table")
                        .s3Bucket("files")
                        .build())
                .exportDescription()
                .exportArn());

    assertThat(end(arn)).isEqualTo("COMPLETED null null");
  }

  /** A copy from the time of an export goes on with the rights that its caller has by then. */
  @Test
  void anInterruptedExportGoesOnWithTheRightsOfItsCaller() {
    Snapshot[] during = new Snapshot[1];
    atStart = () -> during[0] = during[0] == null ? region.engine().snapshot() : during[0];
    String arn = export();
    assertThat(end(arn)).isEqualTo("COMPLETED null null");

    resume(during[0], arn);
    assertThat(end(arn)).isEqualTo("COMPLETED null null");

    allow("dynamodb:*");
    resume(during[0], arn);
    assertThat(end(arn)).isEqualTo(DENIED);

    control.principals().remove("ALICE");
    resume(during[0], arn);
    assertThat(end(arn)).isEqualTo(DENIED.replace("user/alice", "user/ALICE"));
  }

  private void resume(Snapshot during, String arn) {
    region.engine().restore(during);
    assertThat(end(arn)).isEqualTo("IN_PROGRESS null null");
    time.advance(Duration.ofSeconds(1)); // runs the background work
  }

  /** Each right that a bulk operation lacks ends it, also one that its caller has lost. */
  @Test
  void aBulkOperationNeedsRightsOnItsObjectsAndReports() throws IOException {
    Files.writeString(folder.resolve("files/in"), "{\"Item\":{\"PK\":{\"S\":\"a\"}}}");

    assertThat(bulkPut(() -> {})).isEqualTo("COMPLETED null");
    assertThat(bulkPut(() -> allow("dynamodb:*"))).isEqualTo(denied("s3:ListBucket"));
    assertThat(bulkPut(() -> allow("s3:ListBucket,s3:GetObject")))
        .isEqualTo(denied("s3:PutObject"));
    assertThat(bulkPut(() -> allow("s3:ListBucket,s3:PutObject")))
        .isEqualTo(denied("s3:GetObject"));
    assertThat(bulkPut(() -> allow("s3:ListBucket,s3:PutObject,s3:GetObject")))
        .isEqualTo("COMPLETED null");
  }

  private static String denied(String action) {
    return "FAILED S3AccessDenied " + action;
  }

  /**
   * Runs a bulk operation of ALICE; returns its end, with the action that was denied.
   *
   * @param then runs after its request
   */
  private String bulkPut(Runnable then) {
    allow("*");
    RequestEnvelope envelope = new RequestEnvelope();
    envelope.sign(new Caller.Client("ALICE", "us-east-1"));
    MonotableEngine engine = region.engine();
    String arn =
        String.valueOf(
            engine
                .call(
                    Operations.START_BULK_PUT_ITEMS,
                    StartBulkPutItemsInput.builder()
                        .tableName("Table")
                        .inputS3Configuration(
                            InputS3Configuration.builder()
                                .s3Bucket("files")
                                .s3KeyPrefix("in")
                                .inputFormat("DYNAMODB_JSON")
                                .build())
                        .outputS3Configuration(
                            OutputS3Configuration.builder()
                                .s3Bucket("files")
                                .outputType(List.of("ERROR"))
                                .build())
                        .build(),
                    envelope)
                .bulkOperationDescription()
                .bulkOperationArn());
    then.run();
    time.advance(Duration.ofSeconds(1)); // runs the operation
    BulkOperationDescription ended =
        engine
            .call(Operations.DESCRIBE_BULK_OPERATION, new DescribeBulkOperationInput(arn))
            .bulkOperationDescription();
    String denied =
        String.valueOf(ended.failureMessage()).replaceAll(".*perform: (\\S+) .*", " $1");
    return ended.bulkOperationStatus()
        + ' '
        + ended.failureCode()
        + (ended.failureCode() == null ? "" : denied);
  }

  @Test
  void aDraftAllowsTheObjectsThatWereUsed() {
    String unused = export();

    assertThat(control.usage().draft(control.principals().find("ALICE")).json())
        .isEqualTo(
            """
            {
              "Version": "2012-10-17",
              "Statement": [
                {
                  "Effect": "Allow",
                  "Action": [
                    "dynamodb:ExportTableToPointInTime"
                  ],
                  "Resource": "arn:aws:dynamodb:us-east-1:000000000000:table/Table"
                },
                {
                  "Effect": "Allow",
                  "Action": [
                    "s3:PutObject"
                  ],
                  "Resource": "arn:aws:s3:::files/AWSDynamoDB/*"
                }
              ]
            }
            """);
  }
}
