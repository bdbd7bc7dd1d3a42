package dev.monotable.conformance.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.conformance.Dynamo;
import dev.monotable.conformance.OnEveryTarget;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Applies the table of {@code examples/terraform} as the Terraform provider for AWS does: what a
 * refresh returns is what was configured, so the next plan has no changes.
 */
@Tag("slow")
class ProductionTableTest {
  private static final String NAME = "terraform-orders";

  private static final Map<String, Object> CREATED =
      Map.ofEntries(
          Map.entry("name", NAME),
          Map.entry("billing_mode", "PAY_PER_REQUEST"),
          Map.entry("hash_key", "PK"),
          Map.entry("range_key", "SK"),
          Map.entry("attribute", new TreeMap<>(Map.of("PK", "S", "SK", "S", "customer", "S"))),
          Map.entry("global_secondary_index", new TreeMap<>(Map.of("byCustomer", "customer"))),
          Map.entry("ttl", "expiresAt"),
          Map.entry("point_in_time_recovery", 35),
          Map.entry("stream_enabled", true),
          Map.entry("stream_view_type", "NEW_AND_OLD_IMAGES"),
          Map.entry("deletion_protection_enabled", true),
          Map.entry("tags", new TreeMap<>(Map.of("service", "orders", "stage", "prod"))));

  @OnEveryTarget
  void aPlanIsCleanAfterEachApply(Dynamo dynamo) {
    TerraformProvider provider = new TerraformProvider(dynamo.client());

    SortedMap<String, Object> created = provider.create(CREATED);
    SortedMap<String, Object> insights = provider.createInsights(NAME, null);
    SortedMap<String, Object> ofIndex = provider.createInsights(NAME, "byCustomer");

    assertThat(created).containsAllEntriesOf(CREATED);
    assertThat(created)
        .containsEntry("table_class", "STANDARD")
        .containsEntry("warm_throughput", "")
        .containsEntry("server_side_encryption", "null");
    assertThat(provider.read(NAME)).isEqualTo(created);
    assertThat(insights).isEqualTo(insights(null));
    assertThat(provider.readInsights(NAME, null)).isEqualTo(insights);
    assertThat(ofIndex).isEqualTo(insights("byCustomer"));

    Map<String, Object> changed = new TreeMap<>(CREATED);
    changed.put("attribute", Map.of("PK", "S", "SK", "S", "customer", "S", "status", "S"));
    changed.put("global_secondary_index", Map.of("byCustomer", "customer", "byStatus", "status"));
    changed.put("point_in_time_recovery", 14);
    changed.put("stream_view_type", "NEW_IMAGE");
    changed.put("table_class", "STANDARD_INFREQUENT_ACCESS");
    changed.put("deletion_protection_enabled", false);
    changed.put("tags", Map.of("service", "orders", "stage", "test", "team", "red"));
    SortedMap<String, Object> updated = provider.update(created, changed);

    assertThat(updated).containsAllEntriesOf(changed);
    assertThat(updated.get("stream_label")).isNotEqualTo(created.get("stream_label"));
    assertThat(provider.read(NAME)).isEqualTo(updated);
    assertThat(provider.readInsights(NAME, "byCustomer")).isEqualTo(ofIndex);

    provider.deleteInsights(NAME, "byCustomer");
    provider.deleteInsights(NAME, null);
    assertThat(provider.read(NAME)).isEqualTo(updated);
    provider.delete(NAME);
  }

  @OnEveryTarget
  void aProtectedTableIsNotDestroyed(Dynamo dynamo) {
    TerraformProvider provider = new TerraformProvider(dynamo.client());
    SortedMap<String, Object> created = provider.create(CREATED);

    assertThatThrownBy(() -> provider.delete(NAME))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("protected against deletion");
    assertThat(provider.read(NAME)).isEqualTo(created);

    Map<String, Object> unprotected = new TreeMap<>(CREATED);
    unprotected.put("deletion_protection_enabled", false);
    unprotected.remove("point_in_time_recovery");
    assertThat(provider.update(created, unprotected))
        .containsAllEntriesOf(unprotected)
        .doesNotContainKey("point_in_time_recovery");
    provider.delete(NAME);
  }

  private static Map<String, Object> insights(@Nullable String index) {
    return Map.of(
        "status",
        "ENABLED",
        "table_name",
        NAME,
        "index_name",
        String.valueOf(index),
        "mode",
        "ACCESSED_AND_THROTTLED_KEYS");
  }
}
