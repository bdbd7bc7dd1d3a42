package dev.monotable.formats.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.OnDemandThroughput;
import dev.monotable.model.Projection;
import dev.monotable.model.SSESpecification;
import dev.monotable.model.WarmThroughput;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of plans and states, which have some things twice. */
class TerraformTableTest extends TerraformFixture {
  /** As in terraform-provider-aws, issues 46335 and 46513. */
  @Test
  void theKeyOfAnIndexMayBeThereTwice() throws Exception {
    SchemaTable table =
        create(
            state(
                withIndex(
                    "\"hash_key\": \"ResourceType\", \"range_key\": \"Timestamp\", "
                        + keySchema("HASH ResourceType", "RANGE Timestamp"))));

    assertThat(table.notices()).isEmpty();
    assertThat(table.request())
        .isEqualTo(
            CreateTableInput.builder()
                .tableName("lookup-errors")
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                    List.of(
                        attribute("Id", "S"),
                        attribute("ResourceType", "S"),
                        attribute("Timestamp", "N"),
                        attribute("c", "S"),
                        attribute("d", "S")))
                .keySchema(List.of(key("Id", "HASH")))
                .tableClass("STANDARD")
                .deletionProtectionEnabled(false)
                .globalSecondaryIndexes(
                    List.of(
                        GlobalSecondaryIndex.builder()
                            .indexName("ResourceTypeIndex")
                            .keySchema(
                                List.of(key("ResourceType", "HASH"), key("Timestamp", "RANGE")))
                            .projection(Projection.builder().projectionType("ALL").build())
                            .warmThroughput(new WarmThroughput(12_001L, 4_001L))
                            .build(),
                        GlobalSecondaryIndex.builder()
                            .indexName("other")
                            .keySchema(List.of(key("c", "HASH"), key("d", "RANGE")))
                            .projection(Projection.builder().projectionType("KEYS_ONLY").build())
                            .build(),
                        GlobalSecondaryIndex.builder()
                            .indexName("third")
                            .keySchema(
                                List.of(key("ResourceType", "HASH"), key("Timestamp", "RANGE")))
                            .projection(Projection.builder().projectionType("KEYS_ONLY").build())
                            .build()))
                .build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"hash_key\": \"Id\", \"range_key\": \"\"         |                                   | HASH Id",
        "\"hash_key\": \"Id\", \"range_key\": null       |                                   | HASH Id",
        "\"hash_key\": \"Id\", \"range_key\": \"\"         | HASH Id                           | HASH Id",
        "\"hash_key\": \"Id\", \"range_key\": \"c\"        |                                   | HASH Id,RANGE c",
        "\"hash_key\": \"\", \"range_key\": \"\"           | HASH c,HASH d,RANGE Timestamp,RANGE Id | HASH c,HASH d,RANGE Timestamp,RANGE Id",
        "\"hash_key\": \"\", \"range_key\": \"Timestamp\"  | HASH c,HASH d,RANGE Timestamp     | HASH c,HASH d,RANGE Timestamp",
        "\"hash_key\": null, \"range_key\": null         | HASH c,RANGE d                    | HASH c,RANGE d",
      })
  void anIndexHasEachKeyOnce(String members, String schema, String expected) throws Exception {
    String given = schema == null ? "\"key_schema\": []" : keySchema(schema.split(","));

    SchemaTable table = create(state(withIndex(members + ", " + given)));

    assertThat(table.notices()).isEmpty();
    assertThat(table.request().globalSecondaryIndexes().get(0).keySchema())
        .extracting(key -> key.keyType() + ' ' + key.attributeName())
        .containsExactly(expected.split(","));
  }

  @Test
  void aKeyThatDiffersFromTheKeySchemaIsReported() throws Exception {
    Path file =
        write(
            "state.json",
            state(
                withIndex(
                    "\n\"hash_key\": \"Id\",\n\"range_key\": \"d\", "
                        + keySchema("HASH c", "RANGE d"))));

    assertThat(load(file).get(0).notices())
        .containsExactly(notice(file, 3, 1, "hash_key has no effect here: key_schema differs"));
  }

  @Test
  void anIndexOfItsOwnIsAdded() throws Exception {
    String index =
        resource(
            "aws_dynamodb_global_secondary_index",
            "\"table_name\": \"chat\", \"index_name\": \"byCustomer\", \"key_schema\": ["
                + "{\"attribute_name\": \"customer\", \"attribute_type\": \"S\", \"key_type\": \"HASH\"},"
                + "{\"attribute_name\": \"id\", \"attribute_type\": \"S\", \"key_type\": \"RANGE\"}],"
                + "\"projection\": [{\"projection_type\": \"INCLUDE\", \"non_key_attributes\": [\"v\"]}],"
                + "\"on_demand_throughput\": [{\"max_read_request_units\": 5, \"max_write_request_units\": 0}],"
                + "\"provisioned_throughput\": [], \"warm_throughput\": null");
    String insights =
        resource(
            "aws_dynamodb_contributor_insights",
            "\"table_name\": \"chat\", \"index_name\": \"byCustomer\"");

    SchemaTable table = create(state(insights, index, table()));

    assertThat(table.notices()).isEmpty();
    assertThat(table.contributorInsights()).containsExactly(insights("chat", "byCustomer", null));
    assertThat(table.request().attributeDefinitions())
        .containsExactly(attribute("id", "S"), attribute("customer", "S"));
    assertThat(table.request().globalSecondaryIndexes())
        .containsExactly(
            GlobalSecondaryIndex.builder()
                .indexName("byCustomer")
                .keySchema(List.of(key("customer", "HASH"), key("id", "RANGE")))
                .projection(
                    Projection.builder()
                        .projectionType("INCLUDE")
                        .nonKeyAttributes(List.of("v"))
                        .build())
                .onDemandThroughput(OnDemandThroughput.builder().maxReadRequestUnits(5L).build())
                .build());
  }

  /** The table of a state has the indexes that are resources of their own. */
  @Test
  void anIndexThatTheTableHasIsNotAddedAgain() throws Exception {
    String index =
        resource(
            "aws_dynamodb_global_secondary_index",
            "\"table_name\": \"lookup-errors\", \"index_name\": \"ResourceTypeIndex\", \"key_schema\": ["
                + "{\"attribute_name\": \"c\", \"attribute_type\": \"S\", \"key_type\": \"HASH\"}],"
                + "\"projection\": [{\"projection_type\": \"ALL\"}]");

    SchemaTable table = create(state(withIndex(keySchema("HASH c")), index));

    assertThat(table.notices()).isEmpty();
    assertThat(table.request().globalSecondaryIndexes())
        .extracting(GlobalSecondaryIndex::indexName)
        .containsExactly("ResourceTypeIndex", "other", "third");
  }

  @Test
  void theIndexesOfAProvisionedTableHaveCapacityOfTheirOwn() throws Exception {
    String index =
        resource(
            "aws_dynamodb_global_secondary_index",
            "\"table_name\": \"chat\", \"index_name\": \"byId\", \"key_schema\": ["
                + "{\"attribute_name\": \"id\", \"attribute_type\": \"S\", \"key_type\": \"HASH\"}],"
                + "\"projection\": [{\"projection_type\": \"ALL\"}],"
                + "\"provisioned_throughput\": [{\"read_capacity_units\": 3, \"write_capacity_units\": 4}]");
    String values =
        TABLE.replace("PAY_PER_REQUEST", "PROVISIONED")
            + ", \"read_capacity\": 1, \"write_capacity\": 2";

    SchemaTable table = create(state(resource("aws_dynamodb_table", values), index));

    assertThat(table.request().provisionedThroughput()).isEqualTo(throughput(1, 2));
    assertThat(table.request().globalSecondaryIndexes().get(0).provisionedThroughput())
        .isEqualTo(throughput(3, 4));
  }

  /** The provider writes zeros and empty strings for what is not set. */
  @Test
  void whatIsNotSetIsAbsent() throws Exception {
    SchemaTable table =
        create(
            state(
                resource(
                    "aws_dynamodb_table",
                    TABLE
                        + ", \"range_key\": \"\", \"read_capacity\": 0, \"write_capacity\": 0,"
                        + " \"on_demand_throughput\": [{\"max_read_request_units\": 9, \"max_write_request_units\": 0}],"
                        + " \"warm_throughput\": [{\"read_units_per_second\": 0, \"write_units_per_second\": 0}],"
                        + " \"replica\": [{\"region_name\": \"eu-west-1\", \"kms_key_arn\": \"\", \"arn\": \"\","
                        + " \"consistency_mode\": \"EVENTUAL\", \"deletion_protection_enabled\": false,"
                        + " \"point_in_time_recovery\": false, \"propagate_tags\": false}],"
                        + " \"server_side_encryption\": [{\"enabled\": true, \"kms_key_arn\": \"\"}],"
                        + " \"stream_enabled\": true, \"stream_view_type\": \"NEW_AND_OLD_IMAGES\","
                        + " \"ttl\": [{\"attribute_name\": \"\", \"enabled\": false}],"
                        + " \"import_table\": [], \"restore_source_name\": \"\", \"tags\": {\"empty\": \"\"},"
                        + " \"restore_to_latest_time\": null")));

    assertThat(table.notices()).isEmpty();
    assertThat(table.timeToLive()).isNull();
    assertThat(table.request().warmThroughput()).isNull();
    assertThat(table.request().provisionedThroughput()).isNull();
    assertThat(table.request().onDemandThroughput())
        .isEqualTo(OnDemandThroughput.builder().maxReadRequestUnits(9L).build());
    assertThat(table.request().sseSpecification())
        .isEqualTo(SSESpecification.builder().enabled(true).build());
    assertThat(table.request().tags()).hasSize(1);
    assertThat(table.destinations().replicas().replicaUpdates())
        .containsExactly(replica("eu-west-1"));
  }

  @Test
  void whatIsKnownOnlyAfterApplyIsReported() throws Exception {
    Path file =
        write(
            "plan.json",
            plan(
                "\"resources\": ["
                    + configured(
                        "aws_dynamodb_table",
                        "\"name\": {\"constant_value\": \"t\"},"
                            + " \"table_class\": {\"references\": [\"var.class\"]},"
                            + " \"range_key\": {\"references\": [\"var.range\"]},"
                            + " \"server_side_encryption\": [{\"enabled\": {\"constant_value\": true},"
                            + " \"kms_key_arn\": {\"references\": [\"aws_kms_key.k.arn\", \"aws_kms_key.k\"]}}]")
                    + "]",
                resource(
                    "aws_dynamodb_table",
                    TABLE
                        + ", \"range_key\": null, \"server_side_encryption\": [{\"enabled\": true}]")));

    assertThat(load(file).get(0).notices())
        .containsExactly(unknown(file, "table_class"), unknown(file, "kms_key_arn"));
  }

  private static Notice unknown(Path file, String attribute) {
    return notice(
        file,
        2,
        1,
        attribute
            + " of aws_dynamodb_table.x has no effect here: it is known only after apply; give the"
            + " state");
  }

  /** A state as Terraform keeps it, in {@code terraform.tfstate}. */
  @Test
  void aStateFileIsReadAsWhatTerraformShowPrints() throws Exception {
    Path file =
        write(
            "terraform.tfstate",
            """
            {"version": 4, "terraform_version": "1.11.4", "serial": 3, "lineage": "x", "outputs": {},
             "resources": [
              {"mode": "data", "type": "aws_dynamodb_table", "name": "other", "provider": "p",
               "instances": [{"schema_version": 0, "attributes": {"name": "other"}}]},
              {"module": "module.chat", "mode": "managed", "type": "aws_dynamodb_table", "name": "x",
               "provider": "p", "instances": [
                {"index_key": "a", "schema_version": 1, "attributes": {TABLE}},
                {"index_key": "b", "schema_version": 1, "attributes": {OTHER}}]},
              {"mode": "managed", "type": "acme_dynamodb_thing", "name": "x", "provider": "p",
               "instances": [
                {"index_key": 0, "attributes": {}}]},
              {"mode": "managed", "type": "aws_dynamodb_tag", "name": "x", "provider": "p",
               "instances": [{"attributes": {"resource_arn":
                "arn:aws:dynamodb:us-east-1:123456789012:table/user", "key": "a", "value": "b"}}]}],
             "check_results": null}
            """
                .replace("TABLE", TABLE)
                .replace("OTHER", TABLE.replace("\"chat\"", "\"user\"")));

    List<SchemaTable> tables = load(file);

    assertThat(tables).extracting(SchemaTable::name).containsExactly("chat", "user");
    assertThat(tables.get(1).request().tags())
        .extracting(tag -> tag.key() + tag.value())
        .containsExactly("ab");
    assertThat(tables.get(0).notices())
        .containsExactly(
            notice(file, 11, 5, "acme_dynamodb_thing.x[0] has no effect here; it names DynamoDB"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "{\"resources\": []}"})
  void aFileWithoutTablesIsAnError(String module) throws Exception {
    Path file =
        write(
            "plan.json",
            "{\"format_version\": \"1\", \"values\": {\"root_module\": " + module + "}}");

    assertThatThrownBy(() -> load(file))
        .hasMessage(file + ":1:1: the plan has no aws_dynamodb_table");
  }

  private static String withIndex(String key) {
    return resource(
        "aws_dynamodb_table",
        """
        "name": "lookup-errors", "billing_mode": "PAY_PER_REQUEST", "hash_key": "Id", \
        "range_key": null, "read_capacity": 0, "write_capacity": 0, "table_class": "STANDARD", \
        "id": "lookup-errors", "region": "us-east-1", "deletion_protection_enabled": false, \
        "arn": "arn:aws:dynamodb:us-east-1:123456789012:table/lookup-errors", \
        "attribute": [{"name": "Id", "type": "S"}, {"name": "ResourceType", "type": "S"}, \
        {"name": "Timestamp", "type": "N"}, {"name": "c", "type": "S"}, {"name": "d", "type": "S"}], \
        "stream_enabled": false, "stream_view_type": "", "stream_arn": "", "stream_label": "", \
        "global_secondary_index": [{"name": "ResourceTypeIndex", "projection_type": "ALL", \
        "non_key_attributes": [], "on_demand_throughput": [], "read_capacity": 0, \
        "write_capacity": 0, \
        "warm_throughput": [{"read_units_per_second": 12001, "write_units_per_second": 4001}], %s}, \
        {"name": "other", "hash_key": "c", "range_key": "d", "projection_type": "KEYS_ONLY"}, \
        {"name": "third", "hash_key": "ResourceType", "range_key": "Timestamp", \
        "projection_type": "KEYS_ONLY"}]"""
            .formatted(key));
  }

  /** Returns a key schema of keys such as {@code HASH id}. */
  private static String keySchema(String... keys) {
    StringBuilder schema = new StringBuilder("\"key_schema\": [");
    for (String each : keys) {
      String[] parts = each.split(" ");
      schema
          .append(schema.toString().endsWith("[") ? "" : ", ")
          .append(
              "{\"attribute_name\": \"%s\", \"key_type\": \"%s\"}".formatted(parts[1], parts[0]));
    }
    return schema + "]";
  }
}
