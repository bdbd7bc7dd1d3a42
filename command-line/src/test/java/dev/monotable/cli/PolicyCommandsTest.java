package dev.monotable.cli;

import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignTables;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.recording.Recording;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.model.ExportTableToPointInTimeInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PointInTimeRecoverySpecification;
import dev.monotable.model.UpdateContinuousBackupsInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the commands about policies. */
@Timeout(600)
class PolicyCommandsTest {
  @TempDir private Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private String recording() throws Exception {
    Path design =
        Files.writeString(
            directory.resolve("design.yaml"),
            """
            design: Notes
            tables:
              Notes:
                partitionKey: PK
            """);
    Path file = directory.resolve("requests.gz");
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        Recording recording = Recording.create(file, 1 << 20, () -> RequestContext.NONE)) {
      DesignTables.create(DesignFile.read(design), engine);
      recording.listenTo(engine);
      Item key = Item.of("PK", "NOTE#1");
      put(engine::call, "Notes", key);
      get(engine::call, "Notes", key);
      Calls.execute(engine::call, "SELECT * FROM Notes");
    }
    return file.toString();
  }

  @Test
  void aDraftAllowsWhatWasRecorded() throws Exception {
    assertThat(execute("policy", "draft", recording(), "--region=eu-west-1")).isZero();
    assertThat(out.toString().replace("\r\n", "\n"))
        .isEqualTo(
            """
            {
              "Version": "2012-10-17",
              "Statement": [
                {
                  "Effect": "Allow",
                  "Action": [
                    "dynamodb:GetItem",
                    "dynamodb:PutItem"
                  ],
                  "Resource": "arn:aws:dynamodb:eu-west-1:000000000000:table/Notes",
                  "Condition": {
                    "ForAllValues:StringLike": {
                      "dynamodb:LeadingKeys": [
                        "NOTE#*"
                      ]
                    },
                    "Null": {
                      "dynamodb:LeadingKeys": "false"
                    }
                  }
                },
                {
                  "Effect": "Allow",
                  "Action": [
                    "dynamodb:PartiQLSelect"
                  ],
                  "Resource": "arn:aws:dynamodb:eu-west-1:000000000000:table/Notes"
                }
              ]
            }
            """);
  }

  /** The buckets are not recorded. */
  @Test
  void aDraftOfAnExportAllowsItsObjects() throws Exception {
    Path file = directory.resolve("exports.gz");
    EngineConfig config =
        EngineConfig.builder().tableFiles(new BucketFiles(new BucketFolders(directory))).build();
    try (MonotableEngine engine = MonotableEngine.create(config);
        Recording recording = Recording.create(file, 1 << 20, () -> RequestContext.NONE)) {
      engine.call(Operations.CREATE_TABLE, Calls.table("Notes", "PK").build());
      engine.call(
          Operations.UPDATE_CONTINUOUS_BACKUPS,
          UpdateContinuousBackupsInput.builder()
              .tableName("Notes")
              .pointInTimeRecoverySpecification(
                  PointInTimeRecoverySpecification.builder()
                      .pointInTimeRecoveryEnabled(true)
                      .build())
              .build());
      recording.listenTo(engine);
      engine.call(
          Operations.EXPORT_TABLE_TO_POINT_IN_TIME,
          ExportTableToPointInTimeInput.builder()
              .tableArn("arn:aws:dynamodb:us-east-1:000000000000:table/Notes")
              .s3Bucket("files")
              .build());
    }
    assertThat(execute("policy", "draft", file.toString())).isZero();
    assertThat(out.toString().replace("\r\n", "\n"))
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
                  "Resource": "arn:aws:dynamodb:us-east-1:000000000000:table/Notes"
                },
                {
                  "Effect": "Allow",
                  "Action": [
                    "s3:PutObject"
                  ],
                  "Resource": "arn:aws:s3:::*"
                }
              ]
            }
            """);
  }

  @Test
  void whatIsAllowedAndWasNeverUsedIsListed() throws Exception {
    Path policy =
        Files.writeString(
            directory.resolve("policy.json"),
            "{\"Statement\": {\"Sid\": \"Notes\", \"Effect\": \"Allow\", \"Action\":"
                + " [\"dynamodb:GetItem\", \"dynamodb:DeleteItem\", \"dynamodb:Scan\"],"
                + " \"Resource\": [\"arn:aws:dynamodb:*:*:table/Notes\","
                + " \"arn:aws:dynamodb:*:*:table/Notes/*\"]}}");
    assertThat(execute("policy", "unused", "--policies=APP=" + policy, recording())).isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(
            "APP: statement Notes at "
                + policy
                + ":1:15 never used dynamodb:DeleteItem, dynamodb:Scan"
                + System.lineSeparator());
  }

  @Test
  void whatIsProbablyWrongIsPrinted() throws Exception {
    Path policy =
        Files.writeString(
            directory.resolve("policy.json"),
            "{\"Statement\": {\"Effect\": \"Allow\",\n\"Action\": \"dynamodb:GetItm\","
                + " \"Resource\": \"*\"}}");
    assertThat(execute("policy", "check", policy.toString())).isEqualTo(1);
    assertThat(out.toString())
        .isEqualTo(
            policy
                + ":2:11: no action of DynamoDB matches 'dynamodb:GetItm'; dynamodb:GetItem?"
                + System.lineSeparator());
    Path invalid = Files.writeString(directory.resolve("invalid.json"), "{\"Statement\": [1]}");
    assertThat(execute("policy", "check", invalid.toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "monotable: "
                + invalid
                + ":1:16: a statement must be an object, not '1'"
                + System.lineSeparator());
  }

  private int execute(String... line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLines commands = CommandLines.of(line, Map.of());
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands.execute();
  }
}
