package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.EnableKinesisStreamingConfiguration;
import dev.monotable.model.KinesisStreamingDestinationInput;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The Kinesis destinations of tables in schema files. */
class KinesisSchemaTest extends SchemaFilesFixture {
  private KinesisStreamingDestinationInput request(String arn, @Nullable String precision) {
    return new KinesisStreamingDestinationInput(
        "Chat", arn, precision == null ? null : new EnableKinesisStreamingConfiguration(precision));
  }

  @Test
  void aTableHasTheStreamOfItsTemplate() throws Exception {
    Path file =
        write(
            "kinesis.yaml",
            """
            Resources:
              Changes: {Type: AWS::Kinesis::Stream, Properties: {Name: chat-changes}}
              Chat:
                Type: AWS::DynamoDB::Table
                Properties:
                  KinesisStreamSpecification:
                    StreamArn: !GetAtt Changes.Arn
                    ApproximateCreationDateTimePrecision: MICROSECOND
            """);

    assertThat(load(file))
        .extracting(table -> table.destinations().kinesis())
        .containsExactly(
            request("arn:aws:kinesis:us-east-1:000000000000:stream/chat-changes", "MICROSECOND"));
  }

  @Test
  void aGlobalTableHasTheStreamOfItsReplica() throws Exception {
    Path file =
        write(
            "global.yaml",
            """
            Resources:
              Changes: {Type: AWS::Kinesis::Stream}
              Chat:
                Type: AWS::DynamoDB::GlobalTable
                Properties:
                  Replicas:
                    - Region: us-east-1
                      KinesisStreamSpecification: {StreamArn: !GetAtt Changes.Arn}
            """);

    assertThat(load(file))
        .extracting(table -> table.destinations().kinesis())
        .containsExactly(request("arn:aws:kinesis:us-east-1:000000000000:stream/Changes", null));
  }

  @Test
  void aStreamThatOnlyADeploymentKnowsIsReported() throws Exception {
    Path file =
        write(
            "import.yaml",
            """
            Resources:
              T:
                Type: AWS::DynamoDB::Table
                Properties:
                  KinesisStreamSpecification: {StreamArn: !ImportValue changes}
            """);

    SchemaTable table = load(file).get(0);
    assertThat(table.destinations().kinesis()).isNull();
    assertThat(table.notices())
        .containsExactly(
            notice(
                file,
                5,
                7,
                "KinesisStreamSpecification has no effect here: Fn::ImportValue cannot be resolved"
                    + " offline"));
  }

  @Test
  void aPlanHasTheDestinationsOfItsTables() throws Exception {
    Path file =
        write(
            "plan.json",
            """
            {"format_version": "1.2", "planned_values": {"root_module": {
             "resources": [{"address": "aws_dynamodb_table.t", "type": "aws_dynamodb_table",
              "values": {"name": "Chat", "hash_key": "id"}}],
             "child_modules": [{"resources": [
              {"address": "aws_dynamodb_kinesis_streaming_destination.d",
               "type": "aws_dynamodb_kinesis_streaming_destination",
               "values": {"table_name": "Chat",
                "stream_arn": "arn:aws:kinesis:us-east-1:000000000000:stream/changes",
                "approximate_creation_date_time_precision": "MILLISECOND"}}]}]}}}
            """);

    assertThat(load(file))
        .extracting(table -> table.destinations().kinesis())
        .containsExactly(
            request("arn:aws:kinesis:us-east-1:000000000000:stream/changes", "MILLISECOND"));
  }

  @Test
  void aDestinationWhoseStreamIsNotPlannedIsReported() throws Exception {
    Path file =
        write(
            "plan.json",
            """
            {"format_version": "1.2", "planned_values": {"root_module": {"resources": [
             {"address": "aws_dynamodb_table.t", "type": "aws_dynamodb_table",
              "values": {"name": "Chat", "hash_key": "id"}},
             {"address": "aws_dynamodb_kinesis_streaming_destination.d",
              "type": "aws_dynamodb_kinesis_streaming_destination",
              "values": {"table_name": "Chat"}}]}}}
            """);

    assertThat(load(file).get(0).notices())
        .containsExactly(
            notice(
                file,
                4,
                2,
                "aws_dynamodb_kinesis_streaming_destination.d has no effect here: its stream is"
                    + " known only after apply; give the state"));
  }

  @Test
  void aTableThatIsCreatedHasItsDestination() throws Exception {
    Path file =
        write(
            "table.json",
            """
            {"TableName": "Chat", "BillingMode": "PAY_PER_REQUEST",
             "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
             "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
             "KinesisStreamSpecification":
              {"StreamArn": "arn:aws:kinesis:us-east-1:000000000000:stream/changes"}}
            """);
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      load(file).get(0).createIn(engine);

      assertThat(engine.kinesisOutbox().destinations())
          .extracting(KinesisDestinationStatus::status)
          .containsExactly("ACTIVE");
    }
  }
}
