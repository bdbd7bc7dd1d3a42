package dev.monotable.control;

import dev.monotable.control.model.EventSourceMappingToCreate;
import dev.monotable.control.model.RequestEntry;
import dev.monotable.control.model.RequestPage;
import dev.monotable.design.DesignLab;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.model.Design;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last requests of a database, and the settings of its event source mappings. Requests are kept
 * from the first call that asks for them, unless those of all databases are kept: so a database
 * that is not asked for pays nothing.
 */
final class DatabaseControl {
  private static final long MAX_BYTES = 4L << 20;

  /**
   * A design that was declared. The forks of a database share it.
   *
   * @param characters the length of its file
   */
  record DeclaredDesign(Design design, int characters) {}

  private final int maxRequests;
  private final LongConsumer growth;
  private @Nullable WatchedRequests requests;

  /** The design that was declared; null without one. */
  private volatile @Nullable DeclaredDesign declared;

  /** The lock of those who load files. */
  private final Object loads = new Object();

  /** By the IDs of the mappings, of which it must not know more: they refer to the database. */
  private final Map<String, EventSourceMappingToCreate> mappings = new ConcurrentHashMap<>();

  /**
   * Creates the control of a database.
   *
   * @param growth receives by how many bytes each request lets its list grow
   */
  DatabaseControl(int maxRequests, LongConsumer growth) {
    this.maxRequests = maxRequests;
    this.growth = growth;
  }

  /** Returns the requests of a database, which are kept from now on. */
  WatchedRequests requests(MonotableEngine engine) {
    return keep(engine, false);
  }

  /**
   * Returns the requests of a database, which are kept from now on.
   *
   * @param fromStart whether the database has had no request yet
   */
  synchronized WatchedRequests keep(MonotableEngine engine, boolean fromStart) {
    WatchedRequests known = requests;
    if (known == null) {
      long maxBytes = Math.max(MAX_BYTES, (long) maxRequests << 12);
      known =
          new WatchedRequests(
              new RequestLog(maxRequests, maxBytes),
              fromStart ? null : engine.config().clock().instant(),
              growth);
      requests = known;
      engine.observe(known);
    }
    return known;
  }

  /** Returns the requests; null if none are kept. */
  synchronized @Nullable WatchedRequests findRequests() {
    return requests;
  }

  /** Removes the requests. */
  synchronized void forget() {
    if (requests != null) {
      requests.clear();
    }
  }

  /** Keeps the settings of an event source mapping. */
  void addMapping(String id, EventSourceMappingToCreate settings) {
    mappings.put(id, settings);
  }

  /** Forgets the settings of a mapping. */
  void removeMapping(String id) {
    mappings.remove(id);
  }

  /** Returns the settings of a mapping; null if it does not exist, or is only just created. */
  @Nullable EventSourceMappingToCreate findMapping(String id) {
    return mappings.get(id);
  }

  /**
   * Returns a page of requests.
   *
   * @param after the number of the last request of the page before, or 0
   * @param count the maximum number of requests
   */
  RequestPage page(
      MonotableEngine engine, Predicate<ObservedRequest> filter, long after, int count) {
    WatchedRequests watched = requests(engine);
    WatchedRequests.Part kept = watched.requests();
    List<ObservedRequest> requests = kept.requests();
    long dropped = kept.dropped();
    List<RequestEntry> page = new ArrayList<>();
    for (int i = (int) Math.max(0, after - dropped); i < requests.size(); i++) {
      if (filter.test(requests.get(i))) {
        if (page.size() == count) {
          return new RequestPage(page, page.get(count - 1).number(), dropped, watched.since());
        }
        page.add(RequestEntries.of(requests.get(i), dropped + i + 1));
      }
    }
    return new RequestPage(page, null, dropped, watched.since());
  }

  /** Declares the design of the database; null to declare none. */
  void declare(@Nullable DeclaredDesign design) {
    declared = design;
  }

  /** Returns the design that was declared with the length of its file, or null. */
  @Nullable DeclaredDesign declaration() {
    return declared;
  }

  /** Returns the design that was declared, or null. */
  @Nullable Design declared() {
    DeclaredDesign known = declared;
    return known == null ? null : known.design();
  }

  /** Returns the lock of those who load files. */
  Object loads() {
    return loads;
  }

  /** Returns the report of the design lab on the requests that are kept. */
  DesignReport report(MonotableEngine engine, ReportOptions options) {
    try (DesignLab lab = lab(engine)) {
      return lab.report(options);
    }
  }

  /**
   * Returns the design that was declared; without one, a draft of the design that the requests that
   * are kept use.
   *
   * @param name the name of a draft
   */
  Design design(MonotableEngine engine, String name) {
    Design known = declared();
    if (known != null) {
      return known;
    }
    try (DesignLab lab = lab(engine)) {
      return DesignDraft.of(name, lab.ledger());
    }
  }

  private DesignLab lab(MonotableEngine engine) {
    List<ObservedRequest> kept = requests(engine).requests().requests();
    DesignLab lab = DesignLab.of(declared());
    // No observer sees these reads, so a report does not change what it is about.
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      lab.accept(kept, copy);
    }
    return lab;
  }
}
