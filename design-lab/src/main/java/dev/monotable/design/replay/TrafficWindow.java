package dev.monotable.design.replay;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestSize;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first requests of a recording, with the items that there were before them, so that they can
 * be sent again. Bounded: what comes later is left out as a whole, because a request can be sent
 * again only after all earlier ones. Not thread-safe.
 */
public final class TrafficWindow implements RequestConsumer {
  private final int maxRequests;
  private final long maxBytes;
  private final Overflow manyRequests;
  private final List<SentRequest> requests = new ArrayList<>();

  /** The tables that there were at the beginning, by database and name. */
  private final Map<String, StartTable> start = new LinkedHashMap<>();

  /** Why the requests on a table cannot be sent again, by its name. */
  private final Map<String, String> unknown = new TreeMap<>();

  private long bytes;
  private boolean isFull;

  /** A table with all items that it had before the first request. */
  record StartTable(@Nullable String database, DesignTable table, List<Item> items) {}

  /** Creates an empty window with the usual bounds. */
  public TrafficWindow() {
    this(Bound.REPLAYED_REQUESTS.most(), Bound.REPLAYED_BYTES.most());
  }

  TrafficWindow(int maxRequests, long maxBytes) {
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
    this.manyRequests = Bound.REPLAYED_REQUESTS.overflow(maxRequests);
  }

  /** Returns whether it takes no more requests. */
  public boolean isFull() {
    return isFull;
  }

  /** Ends the window: what follows is of another recording. */
  public void end() {
    isFull = true;
  }

  /**
   * Adds a table that there was before the first request.
   *
   * @param items all of its items; null if they are unknown
   */
  public void addTable(@Nullable String database, DesignTable table, @Nullable List<Item> items) {
    if (items == null) {
      unknown.putIfAbsent(table.name(), "its items at the beginning were too many to be recorded");
      return;
    }
    for (Item each : items) {
      bytes += each.jsonLength();
    }
    start.put(database + "/" + table.name(), new StartTable(database, table, items));
  }

  @Override
  public void accept(ObservedRequest request, RequestContext context) {
    if (isFull || requests.size() >= maxRequests || bytes >= maxBytes) {
      isFull = true;
      manyRequests.add();
      return;
    }
    if (!Replayer.isReplayed(request)) {
      return;
    }
    Record sent = RequestOutline.is(request) ? null : request.request();
    if (sent == null) {
      String reason =
          RequestOutline.is(request)
              ? "requests were recorded without their items"
              : "the recording does not have the requests as they were sent";
      request.tables().forEach(table -> unknown.putIfAbsent(table, reason));
      request.parts().forEach(part -> unknown.putIfAbsent(part.table(), reason));
      return;
    }
    bytes += RequestSize.of(request);
    requests.add(
        new SentRequest(
            request.operation(), sent, request.startedAt(), context, Outcome.of(request)));
  }

  /** Returns the requests, in the order in which they ended. */
  public List<SentRequest> requests() {
    return List.copyOf(requests);
  }

  /** Returns why the requests on a table cannot be sent again, by the name of the table. */
  public Map<String, String> unknown() {
    return Map.copyOf(unknown);
  }

  /** Returns the tables at the beginning. */
  List<StartTable> start() {
    return List.copyOf(start.values());
  }

  /** Adds a sentence if later requests were left out. */
  public void addOmissions(List<String> omissions) {
    manyRequests.addTo(omissions);
  }
}
