package dev.monotable.formats.schema;

import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.formats.DatabaseLoader;
import dev.monotable.model.CreateReplicationGroupMemberAction;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the statements of other resources of a plan or state of its tables. */
class TerraformResourcesTest extends TerraformFixture {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:123456789012:table/chat";
  private static final String ITEM =
      "\"item\": \"{\\\"id\\\": {\\\"S\\\": \\\"a\\\"}, \\\"n\\\": {\\\"N\\\": \\\"1\\\"}}\"";

  @Test
  void anItemIsPutIntoItsTable() throws Exception {
    SchemaTable table =
        create(
            state(
                resource(
                    "aws_dynamodb_table_item",
                    "\"table_name\": \"chat\", \"hash_key\": \"id\", " + ITEM),
                table()));

    assertThat(table.notices()).isEmpty();
    assertThat(items()).containsExactly(Item.of("id", "a", "n", 1));
  }

  @Test
  void anItemThatIsInvalidIsReportedAtItsPlace() throws Exception {
    for (String item : List.of("{", "[]", "{\\\"id\\\": {\\\"X\\\": 1}}")) {
      Path file =
          write(
              "state.json",
              state(
                  table(),
                  resource(
                      "aws_dynamodb_table_item",
                      "\"table_name\": \"chat\",\n \"item\": \"" + item + "\"")));

      assertThatThrownBy(() -> DatabaseLoader.load(database, load(file), List.of()))
          .hasMessageStartingWith(file + ":4:10: ");
    }
  }

  @Test
  void aPolicyIsThatOfItsTable() throws Exception {
    String policy =
        "{\\\"Version\\\": \\\"2012-10-17\\\", \\\"Statement\\\": [{\\\"Effect\\\": \\\"Allow\\\","
            + " \\\"Principal\\\": {\\\"AWS\\\": \\\"arn:aws:iam::123456789012:root\\\"},"
            + " \\\"Action\\\": \\\"dynamodb:GetItem\\\", \\\"Resource\\\": \\\""
            + ARN
            + "\\\"}]}";

    SchemaTable table =
        create(
            state(
                table(),
                resource(
                    "aws_dynamodb_resource_policy",
                    "\"resource_arn\": \"" + ARN + "\", \"policy\": \"" + policy + "\"")));

    assertThat(table.notices()).isEmpty();
    assertThat(table.request().resourcePolicy()).isEqualTo(policy.replace("\\", ""));
  }

  @Test
  void aTagIsThatOfItsTableUnlessItHasIt() throws Exception {
    SchemaTable table =
        create(
            state(
                resource(
                    "aws_dynamodb_table",
                    TABLE + ", \"tags\": null, \"tags_all\": {\"team\": \"red\"}"),
                tag("stage", "test"),
                tag("team", "blue")));

    assertThat(table.notices()).isEmpty();
    assertThat(table.request().tags())
        .extracting(tag -> tag.key() + '=' + tag.value())
        .containsExactly("team=red", "stage=test");
  }

  private static String tag(String key, String value) {
    return resource(
        "aws_dynamodb_tag",
        "\"resource_arn\": \"%s\", \"key\": \"%s\", \"value\": \"%s\"".formatted(ARN, key, value));
  }

  @Test
  void aReplicaIsThatOfItsTableUnlessItHasIt() throws Exception {
    SchemaTable table =
        create(
            state(
                resource(
                    "aws_dynamodb_table",
                    TABLE
                        + ", \"stream_enabled\": true, \"stream_view_type\":"
                        + " \"NEW_AND_OLD_IMAGES\", \"replica\": [{\"region_name\":"
                        + " \"eu-west-1\"}]"),
                replica("eu-west-1", "\"region\": \"eu-west-1\""),
                replica(
                    "eu-west-2",
                    "\"table_class_override\": \"STANDARD\", \"kms_key_arn\": \"\","
                        + " \"deletion_protection_enabled\": false")));

    assertThat(table.notices()).isEmpty();
    assertThat(table.destinations().replicas().replicaUpdates())
        .containsExactly(
            replica("eu-west-1"),
            replica(
                CreateReplicationGroupMemberAction.builder()
                    .regionName("eu-west-2")
                    .tableClassOverride("STANDARD")
                    .build()));
  }

  private static String replica(String region, String values) {
    return resource(
        "aws_dynamodb_table_replica",
        "\"global_table_arn\": \"%s\", \"arn\": \"%s\", %s"
            .formatted(ARN, ARN.replace("us-east-1", region), values));
  }

  @Test
  void whatOfAReplicaHasNoEffectIsReported() throws Exception {
    Path file =
        write(
            "state.json",
            state(
                table(),
                replica(
                    "eu-west-1",
                    "\n \"point_in_time_recovery\": true,\n \"tags\": {\"a\": \"b\"}")));

    assertThat(load(file).get(0).notices())
        .containsExactly(
            notice(file, 4, 2, "point_in_time_recovery has no effect here"),
            notice(file, 5, 2, "tags has no effect here"));
  }

  @Test
  void theReplicasOfATableInAnotherRegionAreReported() throws Exception {
    for (String table :
        List.of(
            table().replace("\"name\": \"chat\"", "\"region\": \"eu-west-9\", \"name\": \"chat\""),
            table())) {
      String replica = replica("us-east-1", "\"kms_key_arn\": null");
      Path file =
          write(
              "state.json",
              state(
                  table,
                  replica.replace(
                      ARN + "\", \"arn", ARN.replace("us-east-1", "eu-west-9") + "\", \"arn")));

      SchemaTable read = load(file).get(0);
      assertThat(read.destinations()).isEqualTo(TableDestinations.NONE);
      assertThat(read.notices())
          .containsExactly(
              notice(
                  file,
                  3,
                  1,
                  "aws_dynamodb_table_replica.x has no effect here: its table is in another Region"
                      + " than us-east-1"));
    }
  }

  /** The ARN of a table is known only after apply; the configuration refers to it. */
  @Test
  void aPlanNamesTablesByReferences() throws Exception {
    String stream = ", \"stream_enabled\": true, \"stream_view_type\": \"NEW_AND_OLD_IMAGES\"";

    SchemaTable table =
        create(
            plan(
                "\"resources\": ["
                    + String.join(
                        ",",
                        configured(
                            "aws_dynamodb_table_replica", reference("global_table_arn", "arn")),
                        configured("aws_dynamodb_tag", reference("resource_arn", "arn")),
                        configured("aws_dynamodb_table_item", reference("table_name", "id")))
                    + "]",
                resource("aws_dynamodb_table", TABLE + stream),
                resource("aws_dynamodb_table_replica", "\"kms_key_arn\": null"),
                resource("aws_dynamodb_tag", "\"key\": \"a\", \"value\": \"\""),
                resource("aws_dynamodb_table_item", ITEM)));

    assertThat(table.notices()).isEmpty();
    assertThat(table.destinations().replicas().replicaUpdates())
        .containsExactly(replica("eu-west-1"));
    assertThat(table.request().tags())
        .extracting(tag -> tag.key() + '=' + tag.value())
        .containsExactly("a=");
    assertThat(items()).hasSize(1);
  }

  @Test
  void aReferenceLeadsThroughVariablesAndOutputsOfModules() throws Exception {
    Path file =
        write(
            "plan.json",
            """
            {"format_version": "1.2", "planned_values": {"root_module": {"child_modules": [
              {"address": "module.tables[\\"eu.1\\"]", "resources": [TABLE0, TABLE1]},
              {"address": "module.tags", "child_modules": [
                {"address": "module.tags.module.inner", "resources": [TAG0, TAG1]}]}]}},
             "configuration": {"root_module": {"module_calls": {
              "tables": {"module": {"outputs": {"arns": {"expression":
                {"references": ["aws_dynamodb_table.x[0].arn", "aws_dynamodb_table.x[0]", "aws_dynamodb_table.x"]}}}}},
              "tags": {"expressions": {"arn": {"references": ["module.tables.arns", "module.tables"]}},
               "module": {"module_calls": {"inner": {"expressions": {"table": {"references": ["var.arn"]}},
                "module": {"resources": [{"type": "aws_dynamodb_tag", "name": "x",
                 "expressions": {"resource_arn": {"references": ["var.table"]}}}]}}}}}}}}}
            """
                .replace("TABLE0", indexed(table(), "0"))
                .replace("TABLE1", indexed(table().replace("\"chat\"", "\"user\""), "1"))
                .replace("TAG0", indexed(planned("zero"), "0"))
                .replace("TAG1", indexed(planned("one"), "1")));

    List<SchemaTable> tables = load(file);

    assertThat(tables).flatExtracting(SchemaTable::notices).isEmpty();
    assertThat(tables)
        .extracting(table -> table.request().tags().get(0).key())
        .containsExactly("zero", "one");
  }

  private static String planned(String key) {
    return resource("aws_dynamodb_tag", "\"key\": \"" + key + "\", \"value\": \"v\"");
  }

  private static String indexed(String resource, String index) {
    return resource.replaceFirst("\"name\": \"x\"", "\"name\": \"x\", \"index\": " + index);
  }

  /** References that lead in a circle, which Terraform does not write, end. */
  @Test
  void referencesAreFollowedWithinABound() throws Exception {
    Path file =
        write(
            "plan.json",
            """
            {"format_version": "1.2", "planned_values": {"root_module": {"resources": [TABLE],
              "child_modules": [{"address": "module.a", "resources": [TAG]}]}},
             "configuration": {"root_module": {"module_calls": {"a": {
              "expressions": {"v": {"references": ["module.a.o", "module.a.o"]}},
              "module": {"outputs": {"o": {"expression": {"references": ["var.v", "var.v"]}}},
               "resources": [{"type": "aws_dynamodb_tag", "name": "x",
                "expressions": {"resource_arn": {"references": ["var.v"]}}}]}}}}}}
            """
                .replace("TABLE", table())
                .replace("TAG", planned("a")));

    assertThat(load(file).get(0).notices())
        .containsExactly(
            notice(
                file,
                2,
                59,
                "aws_dynamodb_tag.x has no effect here: its table is known only after apply; give"
                    + " the state"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "global_secondary_index        | \"table_name\": \"other\"                        | the"
            + " file has no table 'other'",
        "contributor_insights          | \"index_name\": \"i\"                            | its"
            + " table is known only after apply; give the state",
        "contributor_insights          | \"table_name\": \"chat\", \"index_name\": \"i\"    | the"
            + " table has no index 'i'",
        "kinesis_streaming_destination | \"table_name\": \"chat\"                         | its"
            + " stream is known only after apply; give the state",
        "table_item                    | \"table_name\": \"chat\"                         | its"
            + " item is known only after apply; give the state",
        "table_item                    | \"table_name\": \"other\", \"item\": \"{}\"        | the"
            + " file has no table 'other'",
        "tag                           | \"resource_arn\": \"ARN\"                        | its key"
            + " is known only after apply; give the state",
        "tag                           | \"resource_arn\": \"ARN\", \"key\": \"k\"         | its"
            + " value is known only after apply; give the state",
        "tag                           | \"key\": \"k\", \"value\": \"v\"                  | its"
            + " table is known only after apply; give the state",
        "resource_policy               | \"resource_arn\": \"ARN\"                        | its"
            + " policy is known only after apply; give the state",
        "resource_policy               | \"resource_arn\": \"ARN/stream/1\", \"policy\": \"{}\" |"
            + " the policy of a stream is set when the stream exists",
        "table_replica                 | \"global_table_arn\": \"ARN\"                    | its"
            + " Region is known only after apply; give the state",
      })
  void whatLacksSomethingGivesOneLine(String type, String values, String reason) throws Exception {
    Path file =
        write(
            "state.json",
            state(table(), resource("aws_dynamodb_" + type, values.replace("ARN", ARN))));

    assertThat(load(file).get(0).notices())
        .containsExactly(
            notice(file, 3, 1, "aws_dynamodb_" + type + ".x has no effect here: " + reason));
  }

  /** The types are made up where no provider has one that shows the case. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "acme_dynamodb_thing               |                                               | names"
            + " DynamoDB",
        "acme_table_thing                  |                                               | may be"
            + " about a table",
        "acme_thing                        | \"a\": [{\"b\": \"chat\"}]                      |"
            + " names the table 'chat'",
        "acme_thing                        | \"arn\": \"ARN/index/i\"                         |"
            + " names the table 'chat'",
        "acme_thing                        | \"table_name\": \"other\"                        | has"
            + " the property table_name",
        "acme_thing                        | \"table_name\": null, \"dynamodb\": [], \"a\": \"\" "
            + " |",
        "acme_thing                        | \"policy\": \"{'Action': 'dynamodb:Scan'}\"      |"
            + " names DynamoDB",
        "aws_dynamodb_table_export         | \"table_arn\": \"ARN\"                           |"
            + " names the table 'chat'",
        "aws_dynamodb_global_table         | \"name\": \"chat\"                               |"
            + " names the table 'chat'",
        "aws_appautoscaling_target         | \"service_namespace\": \"dynamodb\"              |"
            + " names DynamoDB",
        "aws_lambda_event_source_mapping   | \"event_source_arn\": \"ARN/stream/1\"           |"
            + " names the table 'chat'",
        "aws_pipes_pipe                    | \"source\": \"ARN/stream/1\"                     |"
            + " names the table 'chat'",
        "aws_cloudformation_stack          | \"template_body\": \"AWS::DynamoDB::Table\"      |"
            + " names DynamoDB",
        "awscc_dynamodb_table              | \"table_name\": \"t\"                            |"
            + " names DynamoDB",
        "aws_route_table                   | \"route\": []                                  |",
        "aws_lambda_function               | \"environment\": [{\"variables\": {\"T\": \"chat\"}}]"
            + " |",
        "aws_s3_bucket                     | \"bucket\": \"files\"                            |",
      })
  void aResourceOfAnyTypeIsReportedIfItHasToDoWithDynamo(
      String type, @Nullable String values, @Nullable String mention) throws Exception {
    Path file =
        write(
            "state.json",
            state(table(), resource(type, values == null ? "" : values.replace("ARN", ARN))));

    assertThat(load(file).get(0).notices())
        .isEqualTo(
            mention == null
                ? List.of()
                : List.of(notice(file, 3, 1, type + ".x has no effect here; it " + mention)));
  }

  /**
   * Tests that a value that is known only after apply is none, but the configuration refers to it.
   */
  @Test
  void aResourceOfAPlanIsReportedByItsReferences() throws Exception {
    Path file =
        write(
            "plan.json",
            plan(
                "\"resources\": ["
                    + configured(
                        "aws_lambda_event_source_mapping",
                        reference("event_source_arn", "stream_arn"))
                    + "]",
                table(),
                resource("aws_lambda_event_source_mapping", "\"batch_size\": 10")));

    assertThat(load(file).get(0).notices())
        .containsExactly(
            notice(
                file,
                3,
                1,
                "aws_lambda_event_source_mapping.x has no effect here; it names the table 'chat'"));
  }

  @Test
  void linesAreGroupedByTypeAndBounded() throws Exception {
    List<String> resources = new ArrayList<>(List.of(table()));
    for (int i = 0; i < 12; i++) {
      resources.add(resource("acme_dynamodb_thing", ""));
      resources.add(resource("aws_dynamodb_tag", "\"resource_arn\": \"other\""));
    }
    Path file = write("state.json", state(resources.toArray(String[]::new)));

    List<Notice> notices = load(file).get(0).notices();

    assertThat(notices).hasSize(22);
    assertThat(notices.get(10))
        .isEqualTo(notice(file, 23, 1, "there are 2 more notices of acme_dynamodb_thing"));
    assertThat(notices.get(21))
        .isEqualTo(notice(file, 24, 1, "there are 2 more notices of aws_dynamodb_tag"));
  }

  @Test
  void aPlanWithoutTablesSaysWhatItHas() throws Exception {
    Path file = write("state.json", state(resource("awscc_dynamodb_table", "")));

    assertThatThrownBy(() -> load(file))
        .hasMessage(
            file
                + ":1:1: the plan has no aws_dynamodb_table; "
                + file
                + ":2:1: awscc_dynamodb_table.x has no effect here; it names DynamoDB");
  }

  private List<Item> items() {
    return scan(database::call, "chat");
  }
}
