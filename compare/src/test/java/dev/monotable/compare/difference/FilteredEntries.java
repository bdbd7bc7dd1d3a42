package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.EmulatorKind;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares scans with a filter on indexes that do not project all attributes. DynamoDB Local
 * evaluates the filter on the complete item, AWS on the index entry (nubo-db/dynamodb-conformance
 * tests/tier2/partiql/indexQualifier). To compare the filter nevertheless, Local evaluates it on a
 * table that contains the index entries as items.
 */
public final class FilteredEntries {
  private static final String TABLE = "Entries";
  private static final List<String> OF_FILTER =
      List.of(
          "FilterExpression",
          "ScanFilter",
          "ConditionalOperator",
          "ProjectionExpression",
          "AttributesToGet",
          "ExpressionAttributeNames",
          "ExpressionAttributeValues");

  private final Endpoint local;
  private final Map<String, TestTable> tables;
  private final EmulatorKind other;

  public FilteredEntries(Endpoint local, Map<String, TestTable> tables, EmulatorKind other) {
    this.other = other;
    this.local = local;
    this.tables = tables;
  }

  /**
   * Returns whether a request to DynamoDB Local is such a scan. If a scan fetches complete items,
   * both sides evaluate the filter on these.
   */
  public boolean isAsked(Request request) {
    JsonNode body = request.body();
    TestTable table = tables.get(body.path("TableName").asText());
    TestTable.Index index = table == null ? null : table.index(body.path("IndexName").asText());
    return other == EmulatorKind.DYNAMODB_LOCAL
        && request.operation().equals("Scan")
        && index != null
        && !index.projectsAll()
        && (body.has("FilterExpression") || body.has("ScanFilter"))
        && !CapacityArithmetic.fetches(request, table, index, Set.of())
        && !body.has("ExclusiveStartKey");
  }

  /** Returns all items that the scan would return. */
  public ObjectNode scan(Request request) {
    JsonNode body = request.body();
    TestTable table = tables.get(body.path("TableName").asText());
    ObjectNode entries = Json.object().put("TableName", table.name());
    entries.set("IndexName", body.path("IndexName"));
    JsonNode items =
        Pages.walk(local, new Request("Scan", entries.put("Select", "ALL_PROJECTED_ATTRIBUTES")))
            .path("Items");
    require(new Request("CreateTable", table.bare(TABLE)));
    for (JsonNode item : items) {
      ObjectNode put = Json.object().put("TableName", TABLE);
      put.set("Item", item);
      require(new Request("PutItem", put));
    }
    ObjectNode filter = Json.object().put("TableName", TABLE);
    for (String member : OF_FILTER) {
      if (body.has(member)) {
        filter.set(member, body.path(member));
      }
    }
    if (body.path("Select").asText().equals("COUNT")) {
      filter.put("Select", "COUNT");
    }
    ObjectNode answer = Pages.walk(local, new Request("Scan", filter));
    require(new Request("DeleteTable", Json.object().put("TableName", TABLE)));
    return answer;
  }

  private void require(Request request) {
    Reply answer = local.call(request);
    if (!answer.accepted()) {
      throw new IllegalStateException(request + ": " + answer);
    }
  }
}
