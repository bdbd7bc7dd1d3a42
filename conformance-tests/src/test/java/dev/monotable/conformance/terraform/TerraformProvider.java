package dev.monotable.conformance.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsAction;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Sends the requests that the resources {@code aws_dynamodb_table} and {@code
 * aws_dynamodb_contributor_insights} of the Terraform provider for AWS send, in its order. A
 * resource is a map with the names that Terraform uses.
 *
 * <p>Source: version 6 of hashicorp/terraform-provider-aws, {@code table.go} and {@code
 * contributor_insights.go} in {@code internal/service/dynamodb}. The provider waits between its
 * requests; here, each change has ended when its request returns.
 */
final class TerraformProvider {
  private final DynamoDbClient client;

  TerraformProvider(DynamoDbClient client) {
    this.client = client;
  }

  // ---- aws_dynamodb_table

  /** Creates a table and returns its state. */
  SortedMap<String, Object> create(Map<String, Object> table) {
    String name = text(table, "name");
    CreateTableRequest.Builder request =
        CreateTableRequest.builder()
            .tableName(name)
            .billingMode(text(table, "billing_mode"))
            .keySchema(keys(table))
            .tags(tags(strings(table, "tags")))
            .attributeDefinitions(attributes(table))
            .deletionProtectionEnabled(flag(table, "deletion_protection_enabled"))
            .streamSpecification(stream(table));
    List<GlobalSecondaryIndex> indexes = new ArrayList<>();
    strings(table, "global_secondary_index")
        .forEach(
            (index, key) ->
                indexes.add(
                    GlobalSecondaryIndex.builder()
                        .indexName(index)
                        .keySchema(hash(key))
                        .projection(p -> p.projectionType("ALL"))
                        .build()));
    client.createTable(request.globalSecondaryIndexes(indexes).build());
    requireActive(name);
    strings(table, "global_secondary_index").keySet().forEach(index -> requireActive(name, index));
    if (table.containsKey("ttl")) {
      updateTimeToLive(name, text(table, "ttl"));
    }
    if (table.containsKey("point_in_time_recovery")) {
      updateRecovery(name, (Integer) table.get("point_in_time_recovery"));
    }
    return read(name);
  }

  /** Returns the state of a table, as a refresh does. */
  SortedMap<String, Object> read(String name) {
    TableDescription table = describe(name);
    SortedMap<String, Object> state = new TreeMap<>();
    state.put("name", table.tableName());
    state.put("arn", table.tableArn());
    state.put(
        "billing_mode",
        table.billingModeSummary() == null
            ? BillingMode.PROVISIONED.toString()
            : table.billingModeSummary().billingModeAsString());
    state.put("deletion_protection_enabled", table.deletionProtectionEnabled());
    state.put("write_capacity", table.provisionedThroughput().writeCapacityUnits());
    state.put("read_capacity", table.provisionedThroughput().readCapacityUnits());
    SortedMap<String, String> attributes = new TreeMap<>();
    table
        .attributeDefinitions()
        .forEach(each -> attributes.put(each.attributeName(), each.attributeTypeAsString()));
    state.put("attribute", attributes);
    for (KeySchemaElement key : table.keySchema()) {
      state.put(
          key.keyTypeAsString().equals("HASH") ? "hash_key" : "range_key", key.attributeName());
    }
    SortedMap<String, String> indexes = new TreeMap<>();
    for (GlobalSecondaryIndexDescription index : table.globalSecondaryIndexes()) {
      assertThat(index.projection().projectionTypeAsString()).isEqualTo("ALL");
      indexes.put(index.indexName(), index.keySchema().get(0).attributeName());
    }
    state.put("global_secondary_index", indexes);
    if (table.streamSpecification() != null) {
      state.put("stream_enabled", table.streamSpecification().streamEnabled());
      state.put("stream_view_type", table.streamSpecification().streamViewTypeAsString());
    }
    state.put("stream_label", String.valueOf(table.latestStreamLabel()));
    state.put("server_side_encryption", String.valueOf(table.sseDescription()));
    state.put("replica", table.replicas());
    state.put(
        "table_class",
        table.tableClassSummary() == null
            ? "STANDARD"
            : table.tableClassSummary().tableClassAsString());
    state.put("warm_throughput", warm(table.warmThroughput()));
    PointInTimeRecoveryDescription recovery = recovery(name);
    if (recovery.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.ENABLED) {
      state.put("point_in_time_recovery", recovery.recoveryPeriodInDays());
    }
    TimeToLiveDescription timeToLive = timeToLive(name);
    if (timeToLive.timeToLiveStatus() == TimeToLiveStatus.ENABLED) {
      state.put("ttl", timeToLive.attributeName());
    }
    SortedMap<String, String> tags = new TreeMap<>();
    client
        .listTagsOfResource(r -> r.resourceArn(table.tableArn()))
        .tags()
        .forEach(tag -> tags.put(tag.key(), tag.value()));
    state.put("tags", tags);
    return state;
  }

  /** Updates a table, and returns its state. */
  SortedMap<String, Object> update(Map<String, Object> before, Map<String, Object> after) {
    String name = text(after, "name");
    updateTags(text(before, "arn"), strings(before, "tags"), strings(after, "tags"));
    if (isChanged("table_class", before, after)) {
      client.updateTable(r -> r.tableName(name).tableClass(text(after, "table_class")));
      requireActive(name);
    }
    if (isChanged("stream_view_type", before, after)) {
      client.updateTable(r -> r.tableName(name).streamSpecification(s -> s.streamEnabled(false)));
      requireActive(name);
      client.updateTable(r -> r.tableName(name).streamSpecification(stream(after)));
      requireActive(name);
    }
    if (isChanged("deletion_protection_enabled", before, after)) {
      client.updateTable(
          r ->
              r.tableName(name)
                  .deletionProtectionEnabled(flag(after, "deletion_protection_enabled")));
      requireActive(name);
    }
    addIndexes(name, before, after);
    if (isChanged("ttl", before, after)) {
      updateTimeToLive(name, text(after, "ttl"));
    }
    if (isChanged("point_in_time_recovery", before, after)) {
      updateRecovery(name, (Integer) after.get("point_in_time_recovery"));
    }
    return read(name);
  }

  /** Creates indexes, one after the other, each with the attributes of the whole table. */
  private void addIndexes(String name, Map<String, Object> before, Map<String, Object> after) {
    Map<String, String> added = new TreeMap<>(strings(after, "global_secondary_index"));
    added.keySet().removeAll(strings(before, "global_secondary_index").keySet());
    added.forEach(
        (index, key) -> {
          CreateGlobalSecondaryIndexAction create =
              CreateGlobalSecondaryIndexAction.builder()
                  .indexName(index)
                  .keySchema(hash(key))
                  .projection(p -> p.projectionType("ALL"))
                  .build();
          client.updateTable(
              UpdateTableRequest.builder()
                  .tableName(name)
                  .attributeDefinitions(attributes(after))
                  .globalSecondaryIndexUpdates(
                      GlobalSecondaryIndexUpdate.builder().create(create).build())
                  .build());
          requireActive(name, index);
        });
  }

  /** Deletes a table. */
  void delete(String name) {
    client.deleteTable(r -> r.tableName(name));
    try {
      assertThat(describe(name)).isNull();
    } catch (ResourceNotFoundException e) {
      assertThat(e).hasMessageContaining("Requested resource not found: Table: " + name);
    }
  }

  private TableDescription describe(String name) {
    return client.describeTable(r -> r.tableName(name)).table();
  }

  /** Waits for the table and for its warm throughput, with a request each. */
  private void requireActive(String name) {
    assertThat(describe(name).tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThat(describe(name).warmThroughput().status()).isEqualTo(TableStatus.ACTIVE);
  }

  private void requireActive(String name, String index) {
    for (GlobalSecondaryIndexDescription each : describe(name).globalSecondaryIndexes()) {
      if (each.indexName().equals(index)) {
        assertThat(each.indexStatus()).isEqualTo(IndexStatus.ACTIVE);
        assertThat(each.warmThroughput().status()).isEqualTo(IndexStatus.ACTIVE);
        return;
      }
    }
    throw new AssertionError("no index " + index);
  }

  private void updateTimeToLive(String name, String attribute) {
    client.updateTimeToLive(
        r ->
            r.tableName(name)
                .timeToLiveSpecification(t -> t.attributeName(attribute).enabled(true)));
    assertThat(timeToLive(name).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
  }

  private TimeToLiveDescription timeToLive(String name) {
    return client.describeTimeToLive(r -> r.tableName(name)).timeToLiveDescription();
  }

  /**
   * @param days the recovery period, or null to disable point-in-time recovery
   */
  private void updateRecovery(String name, @Nullable Integer days) {
    PointInTimeRecoverySpecification specification =
        PointInTimeRecoverySpecification.builder()
            .pointInTimeRecoveryEnabled(days != null)
            .recoveryPeriodInDays(days)
            .build();
    client.updateContinuousBackups(
        r -> r.tableName(name).pointInTimeRecoverySpecification(specification));
    assertThat(recovery(name).pointInTimeRecoveryStatus())
        .isEqualTo(
            days == null ? PointInTimeRecoveryStatus.DISABLED : PointInTimeRecoveryStatus.ENABLED);
  }

  private PointInTimeRecoveryDescription recovery(String name) {
    return client
        .describeContinuousBackups(r -> r.tableName(name))
        .continuousBackupsDescription()
        .pointInTimeRecoveryDescription();
  }

  private void updateTags(String arn, Map<String, String> before, Map<String, String> after) {
    List<String> removed = new ArrayList<>(before.keySet());
    removed.removeAll(after.keySet());
    if (!removed.isEmpty()) {
      client.untagResource(r -> r.resourceArn(arn).tagKeys(removed));
    }
    Map<String, String> changed = new HashMap<>(after);
    changed.entrySet().removeAll(before.entrySet());
    if (!changed.isEmpty()) {
      client.tagResource(r -> r.resourceArn(arn).tags(tags(changed)));
    }
  }

  // ---- aws_dynamodb_contributor_insights

  /** Enables Contributor Insights, and returns the state. */
  SortedMap<String, Object> createInsights(String table, @Nullable String index) {
    client.updateContributorInsights(
        r ->
            r.tableName(table)
                .indexName(index)
                .contributorInsightsAction(ContributorInsightsAction.ENABLE));
    return readInsights(table, index);
  }

  /** Returns the state of Contributor Insights; empty if they are not enabled. */
  SortedMap<String, Object> readInsights(String table, @Nullable String index) {
    DescribeContributorInsightsResponse found =
        client.describeContributorInsights(r -> r.tableName(table).indexName(index));
    SortedMap<String, Object> state = new TreeMap<>();
    if (found.contributorInsightsStatus() != ContributorInsightsStatus.DISABLED) {
      state.put("status", found.contributorInsightsStatusAsString());
      state.put("table_name", found.tableName());
      state.put("index_name", String.valueOf(found.indexName()));
      state.put("mode", found.contributorInsightsModeAsString());
    }
    return state;
  }

  /** Disables Contributor Insights. */
  void deleteInsights(String table, @Nullable String index) {
    client.updateContributorInsights(
        r ->
            r.tableName(table)
                .indexName(index)
                .contributorInsightsAction(ContributorInsightsAction.DISABLE));
    assertThat(readInsights(table, index)).isEmpty();
  }

  // ---- values

  /** Returns a warm throughput, or an empty text for the one of each table. */
  private static String warm(TableWarmThroughputDescription warm) {
    long read = warm.readUnitsPerSecond();
    long write = warm.writeUnitsPerSecond();
    boolean standard = read < 12_000 && write < 4_000 || read == 12_000 && write == 4_000;
    return standard ? "" : read + "/" + write;
  }

  private static boolean isChanged(
      String name, Map<String, Object> before, Map<String, Object> after) {
    Object wanted = after.get(name);
    // The provider suppresses the change of what the configuration leaves out and AWS computes.
    return wanted == null
        ? Set.of("ttl", "point_in_time_recovery").contains(name) && before.containsKey(name)
        : !wanted.equals(before.get(name));
  }

  private static String text(Map<String, Object> resource, String name) {
    return String.valueOf(resource.get(name));
  }

  private static boolean flag(Map<String, Object> resource, String name) {
    return Boolean.TRUE.equals(resource.get(name));
  }

  private static Map<String, String> strings(Map<String, Object> resource, String name) {
    Map<String, String> found = new TreeMap<>();
    if (resource.get(name) instanceof Map<?, ?> given) {
      given.forEach((key, value) -> found.put(String.valueOf(key), String.valueOf(value)));
    }
    return found;
  }

  private static List<KeySchemaElement> keys(Map<String, Object> table) {
    List<KeySchemaElement> keys = new ArrayList<>(hash(text(table, "hash_key")));
    if (table.containsKey("range_key")) {
      keys.add(
          KeySchemaElement.builder()
              .attributeName(text(table, "range_key"))
              .keyType("RANGE")
              .build());
    }
    return keys;
  }

  private static List<KeySchemaElement> hash(String attribute) {
    return List.of(KeySchemaElement.builder().attributeName(attribute).keyType("HASH").build());
  }

  private static List<AttributeDefinition> attributes(Map<String, Object> table) {
    List<AttributeDefinition> attributes = new ArrayList<>();
    strings(table, "attribute")
        .forEach(
            (name, type) ->
                attributes.add(
                    AttributeDefinition.builder().attributeName(name).attributeType(type).build()));
    return attributes;
  }

  private static StreamSpecification stream(Map<String, Object> table) {
    return StreamSpecification.builder()
        .streamEnabled(flag(table, "stream_enabled"))
        .streamViewType(text(table, "stream_view_type"))
        .build();
  }

  private static List<Tag> tags(Map<String, String> tags) {
    List<Tag> list = new ArrayList<>();
    tags.forEach((key, value) -> list.add(Tag.builder().key(key).value(value).build()));
    return list;
  }
}
