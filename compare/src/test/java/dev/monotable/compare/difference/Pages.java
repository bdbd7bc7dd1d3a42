package dev.monotable.compare.difference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.List;

/**
 * Reads all pages and all segments of a Query or a Scan. Page boundaries and segments can differ
 * between endpoints; the complete result must not.
 */
public final class Pages {
  private static final int MOST = 200;

  private Pages() {}

  public static boolean isPaged(Request request) {
    if (request.operation().equals("ExecuteStatement")) {
      // Also without a limit: a statement on several partitions can end a page anywhere.
      return request.body().path("Statement").asText().startsWith("SELECT")
          && !request.body().has("NextToken");
    }
    return List.of("Query", "Scan").contains(request.operation())
        && (request.body().has("Limit") || request.body().has("Segment"));
  }

  /** Returns all items, and the sums of the counts. */
  public static ObjectNode walk(Endpoint endpoint, Request request) {
    ObjectNode sum = Json.object();
    ArrayNode items = sum.putArray("Items");
    long count = 0;
    long scanned = 0;
    boolean isStatement = request.operation().equals("ExecuteStatement");
    int segments = request.body().path("TotalSegments").asInt(1);
    int pages = 0;
    for (int segment = 0; segment < segments; segment++) {
      ObjectNode body = request.body().deepCopy();
      if (body.has("Segment")) {
        body.put("Segment", segment);
        body.remove("ExclusiveStartKey");
      }
      JsonNode last;
      do {
        Reply answer = endpoint.call(new Request(request.operation(), body));
        if (!answer.accepted() || pages++ > MOST) {
          sum.put("page", answer.errorType() + ": " + answer.message());
          return sum;
        }
        answer.body().path("Items").forEach(items::add);
        count += answer.body().path("Count").asInt();
        scanned += answer.body().path("ScannedCount").asInt();
        last = answer.body().path(isStatement ? "NextToken" : "LastEvaluatedKey");
        body.set(isStatement ? "NextToken" : "ExclusiveStartKey", last);
      } while (!last.isMissingNode());
    }
    return sum.put("Count", count).put("ScannedCount", scanned);
  }
}
