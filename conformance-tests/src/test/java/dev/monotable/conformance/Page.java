package dev.monotable.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * A page of a Query or a Scan.
 *
 * @param lastEvaluatedKey the key, or an empty map on the last page
 */
public record Page(
    List<Map<String, AttributeValue>> items,
    int count,
    int scannedCount,
    Map<String, AttributeValue> lastEvaluatedKey) {

  public static Page of(QueryResponse response) {
    return new Page(
        List.copyOf(response.items()),
        response.count(),
        response.scannedCount(),
        Map.copyOf(response.lastEvaluatedKey()));
  }

  public static Page of(ScanResponse response) {
    return new Page(
        List.copyOf(response.items()),
        response.count(),
        response.scannedCount(),
        Map.copyOf(response.lastEvaluatedKey()));
  }

  /** Returns a single page with these items in this order, as it is without a filter. */
  public static Page whole(List<Map<String, AttributeValue>> items) {
    return new Page(items, items.size(), items.size(), Map.of());
  }

  /** Returns the items of all pages in order. */
  public static List<Map<String, AttributeValue>> join(List<Page> pages) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Page page : pages) {
      items.addAll(page.items());
    }
    return items;
  }
}
