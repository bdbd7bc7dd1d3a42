package dev.monotable.design.replay;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests in a row, with the items that there were before them, so that they can be sent again.
 */
public final class TrafficWindow {
  private final List<SentRequest> requests = new ArrayList<>();
  private final List<StartTable> start = new ArrayList<>();

  /** Why the requests on a table cannot be sent again, by its name. */
  private final Map<String, String> unknown = new TreeMap<>();

  /** Why some of the requests on a table are missing, by its name. */
  private final Map<String, String> lost = new TreeMap<>();

  /** A table with all items that it had before the first request. */
  record StartTable(@Nullable String database, DesignTable table, List<Item> items) {}

  TrafficWindow() {}

  void addTable(StartTable table) {
    start.add(table);
  }

  void addUnknown(String table, String reason) {
    unknown.putIfAbsent(table, reason);
  }

  /** Adds a request that can be sent again, unless it was recorded without what was sent. */
  void add(ObservedRequest request, RequestContext context) {
    Record sent = request.request();
    if (RequestOutline.is(request)) {
      lose(request, lost, "requests were recorded without their items");
    } else if (sent == null) {
      lose(request, unknown, "the recording does not have the requests as they were sent");
    } else {
      requests.add(
          new SentRequest(
              request.operation(), sent, request.startedAt(), context, Outcome.of(request)));
    }
  }

  private static void lose(ObservedRequest request, Map<String, String> where, String reason) {
    request.tables().forEach(table -> where.put(table, reason));
    for (RequestPart part : request.parts()) {
      where.put(part.table(), reason);
    }
  }

  /** Returns the requests, in the order in which they ended. */
  public List<SentRequest> requests() {
    return List.copyOf(requests);
  }

  /** Returns why the requests on a table cannot be sent again, by the name of the table. */
  public Map<String, String> unknown() {
    return Map.copyOf(unknown);
  }

  /** Returns why some of the requests on a table are missing; null if none is known to be. */
  public @Nullable String findLoss(String table) {
    return lost.get(table);
  }

  /** Returns the tables at the beginning. */
  List<StartTable> start() {
    return List.copyOf(start);
  }
}
