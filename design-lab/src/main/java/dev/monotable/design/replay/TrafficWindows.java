package dev.monotable.design.replay;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.engine.observe.RequestSize;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Windows of requests that can be sent again. The first one begins with the first request, another
 * one with the first request of a form that none has, so that each form is in one. Between windows,
 * the items are followed by what is written, as far as there is room: requests can be sent again
 * only to the items that there were before them. What exceeds a bound ends a window, or is in none;
 * no single request is left out. Safe for use by multiple threads.
 */
public final class TrafficWindows {
  private static final int MAX_WINDOWS = 6;

  private final int maxWindows;
  private final int maxRequests;
  private final long maxBytes;
  private final Overflow manyRequests;
  private final List<TrafficWindow> windows = new ArrayList<>();
  private final Map<Place, Table> tables = new LinkedHashMap<>();
  private @Nullable TrafficWindow open;

  /** The requests that the open window has had, including those that cannot be sent again. */
  private int seen;

  /** The size of the requests in windows. */
  private long bytes;

  private long itemBytes;

  /** Whether later items are unknown, or will not be needed. */
  private boolean isLast;

  /** A table of a database. */
  private record Place(@Nullable String database, String table) {}

  /** A table as it is now. */
  private static final class Table {
    private final Map<Item, Item> items = new LinkedHashMap<>();
    private @Nullable DesignTable definition;

    /** Why its items are not known; null if they are. */
    private @Nullable String unknown = "its items at the beginning are not known";
  }

  /** Creates no windows, with the usual bounds. */
  public TrafficWindows() {
    this(MAX_WINDOWS, Bound.REPLAYED_REQUESTS.most(), Bound.REPLAYED_BYTES.most());
  }

  TrafficWindows(int maxWindows, int maxRequests, long maxBytes) {
    this.maxWindows = maxWindows;
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
    this.manyRequests = Bound.REPLAYED_REQUESTS.overflow(maxRequests);
  }

  /** Returns whether the next request is added to a window, of any form. */
  public synchronized boolean isOpen() {
    return isFilling() || (windows.isEmpty() && !isLast);
  }

  private boolean isFilling() {
    return open != null && seen < maxRequests && bytes < maxBytes;
  }

  /** Ends all windows: what follows is of another recording. */
  public synchronized void end() {
    open = null;
    forget();
  }

  private void forget() {
    isLast = true;
    tables.clear();
  }

  /**
   * Adds a table that there was before the next request.
   *
   * @param database its database; null if there is only one
   * @param items all of its items; null if they are too many
   */
  public synchronized void addTable(
      @Nullable String database, DesignTable definition, @Nullable List<Item> items) {
    if (isLast && !isFilling()) {
      return;
    }
    Table table = new Table();
    table.definition = definition;
    if (items == null) {
      table.unknown = "its items at the beginning were too many to be recorded";
    } else {
      table.unknown = null;
      for (Item each : items) {
        table.items.put(keyOf(definition, each), each);
        itemBytes += each.jsonLength();
      }
    }
    if (!isLast) {
      tables.put(new Place(database, definition.name()), table);
    }
    if (open != null) {
      add(open, database, table);
    }
    forgetIfMany();
  }

  /**
   * Adds the tables of an engine before the next request.
   *
   * @param copy a copy of the engine, so that no observer sees it read
   */
  public synchronized void addTables(@Nullable String database, MonotableEngine copy) {
    if (isOpen() || !isLast) {
      StartItems items = new StartItems(maxBytes / 4 - itemBytes);
      for (DesignTable each : ObservedTables.of(copy)) {
        addTable(database, each, items.find(copy, each.name()));
      }
    }
  }

  /**
   * Adds the tables of an engine as they were before requests that it has performed.
   *
   * @param copy a copy of the engine as it is now
   */
  public synchronized void addTablesBefore(List<ObservedRequest> requests, MonotableEngine copy) {
    Map<String, Map<Item, Optional<Item>>> changed = new LinkedHashMap<>();
    Set<String> created = new HashSet<>();
    for (ObservedRequest request : requests) {
      if (request.operation() == Operations.CREATE_TABLE && request.error() == null) {
        created.addAll(request.tables());
      }
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written && written.applied()) {
          changed
              .computeIfAbsent(written.table(), table -> new LinkedHashMap<>())
              .computeIfAbsent(written.key(), key -> Optional.ofNullable(written.before()));
        }
      }
    }
    StartItems reader = new StartItems(maxBytes / 4);
    for (DesignTable each : ObservedTables.of(copy)) {
      if (!created.contains(each.name())) {
        Map<Item, Optional<Item>> before = changed.getOrDefault(each.name(), Map.of());
        List<Item> items = reader.find(copy, each.name());
        if (items != null) {
          items.removeIf(item -> before.containsKey(keyOf(each, item)));
          before.values().forEach(item -> item.ifPresent(items::add));
        }
        addTable(null, each, items);
      }
    }
  }

  /** Sets the definition of a table that was created or changed. */
  public synchronized void define(@Nullable String database, DesignTable definition) {
    if (!isLast) {
      table(database, definition.name()).definition = definition;
    }
  }

  private Table table(@Nullable String database, String name) {
    return tables.computeIfAbsent(new Place(database, name), place -> new Table());
  }

  private static Item keyOf(DesignTable table, Item item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (String name : table.key().names()) {
      AttributeValue value = item.find(name);
      if (value != null) {
        key.put(name, value);
      }
    }
    return Item.of(key);
  }

  /**
   * Adds a request.
   *
   * @param isNew whether it is the first one of its form
   */
  public synchronized void accept(ObservedRequest request, RequestContext context, boolean isNew) {
    if (open != null && !isFilling()) {
      open = null;
    }
    boolean begins = open == null && !isLast && bytes < maxBytes && (isNew || windows.isEmpty());
    // A write whose text is missing is in no window, so the window begins after it.
    boolean isSent = windows.isEmpty() || request.request() != null || RequestOutline.is(request);
    if (begins && isSent) {
      begin();
    }
    TrafficWindow window = open;
    if (window == null && !begins) {
      manyRequests.add();
    } else if (window != null) {
      seen++;
      if (Replayer.isReplayed(request)) {
        bytes += RequestSize.of(request);
        window.add(request, context);
      }
    }
    if (!isLast && request.error() == null) {
      follow(request, context.database());
      forgetIfMany();
    }
    if (begins && !isSent) {
      begin();
    }
  }

  private void begin() {
    TrafficWindow window = new TrafficWindow();
    tables.forEach((place, table) -> add(window, place.database(), table));
    windows.add(window);
    open = window;
    seen = 0;
    if (windows.size() == maxWindows) {
      forget();
    }
  }

  private static void add(TrafficWindow window, @Nullable String database, Table table) {
    DesignTable definition = table.definition;
    if (definition == null) {
      return;
    }
    if (table.unknown != null) {
      window.addUnknown(definition.name(), table.unknown);
    } else {
      window.addTable(
          new TrafficWindow.StartTable(database, definition, List.copyOf(table.items.values())));
    }
  }

  private void forgetIfMany() {
    if (itemBytes > maxBytes / 4) {
      forget();
    }
  }

  /** Changes the items as a request did. */
  private void follow(ObservedRequest request, @Nullable String database) {
    List<RequestPart> parts = request.parts();
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof ItemWritten written && written.applied()) {
        Table table = table(database, written.table());
        Item after = RequestOutline.is(request) ? null : written.after();
        Item before =
            after == null
                ? table.items.remove(written.key())
                : table.items.put(written.key(), after);
        itemBytes += after == null ? 0 : after.jsonLength();
        itemBytes -= before == null ? 0 : before.jsonLength();
      }
    }
    if (parts.isEmpty() && !request.tables().isEmpty()) {
      define(request, database, request.tables().get(0));
    }
  }

  private void define(ObservedRequest request, @Nullable String database, String name) {
    if (request.operation() == Operations.CREATE_TABLE) {
      Table table = table(database, name);
      table.unknown = null;
    } else if (request.operation() == Operations.DELETE_TABLE) {
      tables.remove(new Place(database, name));
      return;
    }
    DesignTable described =
        ObservedTables.find(
            request,
            each -> {
              Table known = tables.get(new Place(database, each));
              return known == null ? null : known.definition;
            });
    if (described != null) {
      define(database, described);
    }
  }

  /** Returns the first window; an empty one without requests. */
  public synchronized TrafficWindow first() {
    return windows.isEmpty() ? new TrafficWindow() : windows.get(0);
  }

  /** Returns the windows, in their order. */
  public synchronized List<TrafficWindow> windows() {
    return List.copyOf(windows);
  }

  /** Adds a sentence if requests are in no window. */
  public synchronized void addOmissions(List<String> omissions) {
    manyRequests.addTo(omissions);
  }
}
