package dev.monotable.design.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Traffic;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Data models as the skill of the Agent Toolkit for AWS writes them; the form is that of its {@code
 * references/cost-model-schema.md}.
 */
class CostModelDesignTest {
  private static final String MODEL =
      """
      {
        "tables": [
          {"table_name": "Orders", "table_class": "STANDARD_INFREQUENT_ACCESS",
           "global_tables": false,
           "key_schema": {"partition_key": "customer_id", "sort_key": "created_at"},
           "attribute_definitions": [{"attribute_name": "created_at", "attribute_type": "N"}],
           "entities": [
             {"entity_name": "Order", "estimated_item_size_bytes": 2048,
              "estimated_item_count": 500000,
              "attributes": [{"name": "status", "type": "S"}, {"name": "total", "type": "N"},
                             {"name": "created_at", "type": "S"}]},
             {"entity_name": "Note", "estimated_item_size_bytes": 300,
              "estimated_item_count": 1000, "attributes": [{"name": "text", "type": "S"}]}],
           "gsis": [
             {"index_name": "ByStatus", "partition_key": "status", "sort_key": "created_at",
              "projection": {"type": "INCLUDE", "attributes": ["total"]}}]},
          {"table_name": "Products", "global_tables": true,
           "key_schema": {"partition_key": "id"},
           "entities": [{"entity_name": "Product", "estimated_item_size_bytes": 1000,
                         "estimated_item_count": 1000000}],
           "vector_indexes": [
             {"index_name": "Similar", "vector_attribute": "embedding", "dimensions": 1024,
              "distance_function": "COSINE", "projection": "KEYS_ONLY"}]},
          {"table_name": "Carts", "key_schema": {"partition_key": "id"}}
        ],
        "access_patterns": [
          {"pattern_id": "Q1", "description": "Get a cart", "operation": "GetItem",
           "table": "Carts", "index": null, "peak_rps": 800, "estimated_item_size_bytes": 5000,
           "consistency": "strong"},
          {"pattern_id": "Q2", "operation": "Query", "table": "Orders", "index": "ByStatus",
           "peak_rps": 90, "avg_rps": 10, "items_per_request": 20, "write_action": "mixed"},
          {"pattern_id": "U1", "operation": "BatchWriteItem", "table": "Orders", "peak_rps": 5,
           "items_per_request": 25},
          {"pattern_id": "V1", "operation": "SearchVectors", "table": "Products",
           "index": "Similar", "peak_rps": 40, "top_k": 10},
          {"pattern_id": "Q3", "operation": "Scan", "table": "Carts", "index": "None",
           "peak_rps": 1}
        ]
      }
      """;

  /** The changed model, with the hours of a day left out. */
  private static final String DESIGN =
      """
      design: model
      tables:
        Orders:
          partitionKey: customer_id
          sortKey:
            created_at: N
          infrequentAccess: true
          indexes:
            ByStatus:
              partitionKey: status
              sortKey:
                created_at: N
              projection:
              - total
          entities:
            Order:
              keys:
                customer_id: '{customer_id}'
                created_at: '{created_at}'
                status: '{status}'
              attributes:
                total:
                  type: N
                  required: false
              count: 500000
              bytes: 2048
            Note:
              keys:
                customer_id: '{customer_id}'
                created_at: '{created_at}'
              attributes:
                text:
                  type: S
                  required: false
              count: 1000
              bytes: 300
        Products:
          partitionKey: id
          regions: 2
          entities:
            Product:
              keys:
                id: '{id}'
              count: 1000000
              bytes: 6632
        Carts:
          partitionKey: id
          entities:
            Item:
              keys:
                id: '{id}'
              bytes: 5000
      patterns:
        Q1:
          description: Get a cart
          operation: GetItem
          table: Carts
          key: id = :id
          consistent: true
          frequency: 800/s
        Q2:
          operation: Query
          table: Orders
          index: ByStatus
          key: status = :status
          items: 20
          frequency: 10/s
          day:
          DAY
        U1:
          operation: BatchWriteItem
          table: Orders
          key: customer_id = :customer_id and created_at = :created_at
          times: 25
          frequency: 5/s
      accepted:
      - finding: entities-meet
        reason: The data model says nothing about the form of keys.
      """;

  @TempDir private Path directory;
  private final List<Notice> notices = new ArrayList<>();

  @Test
  void aModelIsReadWhole() throws Exception {
    String rest = "    - 6.521739130434782\n";
    String day = rest.repeat(12) + "    - 90\n" + rest.repeat(11);
    assertThat(DesignWriter.yaml(read(MODEL))).isEqualTo(DESIGN.replace("    DAY\n", day));
    assertThat(notices)
        .extracting(Notice::text)
        .containsExactly(
            "vector index 'Similar' is in neither cost nor heat; its vectors of embedding take 4.1"
                + " GB",
            "the number of Regions of table 'Products' is not given; taken as 2",
            "'write_action' has no effect",
            "'top_k' has no effect",
            "access pattern 'V1' is not in the design: SearchVectors does not read or write items"
                + " by their keys",
            "access pattern 'Q3' is not in the design: there is no index 'None'");
  }

  @Test
  void aPeakIsAnHourOfTheDay() throws Exception {
    Traffic traffic = require(read(MODEL), "Q2").traffic();
    assertThat(traffic.frequency()).hasToString("10/s");
    assertThat(10 * traffic.factor(12)).isEqualTo(90);
    double sum = 0;
    for (int hour = 0; hour < 24; hour++) {
      sum += traffic.factor(hour);
    }
    assertThat(sum).isBetween(23.999, 24.001);
  }

  @Test
  void sizesAndRatesDecideOnTheLoad() throws Exception {
    WorkloadEstimate estimate = WorkloadEstimate.of(read(MODEL), null, 730);
    // 5,000 bytes are 2 units; a batch of 25 items with the average of 2,048 and 300 bytes is 50.
    assertThat(estimate.workload().patterns())
        .extracting(
            pattern ->
                pattern.name()
                    + " "
                    + pattern
                        .accesses()
                        .get(0)
                        .readUnits()
                        .add(pattern.accesses().get(0).writeUnits())
                        .toPlainString())
        .containsExactly("Q1 2", "Q2 0.5", "U1 50");
  }

  @Test
  void whatIsMissingIsReportedWithItsPosition() {
    assertThatThrownBy(
            () -> read(MODEL.replace("\"key_schema\": {\"partition_key\": \"id\"}", "\"x\": 1")))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("model.json:17:5: ")
        .hasMessageContaining("a table needs key_schema, which names its key attributes");
    assertThatThrownBy(() -> read(MODEL.replace("\"peak_rps\": 800", "\"peak_rps\": -1")))
        .hasMessageContaining("'peak_rps' must be from 0 to 1e15");
    assertThatThrownBy(() -> read(MODEL.replace("\"type\": \"INCLUDE\"", "\"type\": \"SOME\"")))
        .hasMessageContaining("unknown projection 'SOME': it must be ALL, KEYS_ONLY or INCLUDE")
        .hasMessageNotContaining("dev.monotable");
  }

  private static DeclaredPattern require(Design design, String name) {
    DeclaredPattern pattern = design.findPattern(name);
    assertThat(pattern).isNotNull();
    return pattern;
  }

  private Design read(String model) throws Exception {
    Path file = directory.resolve("model.json");
    Files.writeString(file, model);
    return DesignFile.read(file, notices::add);
  }
}
