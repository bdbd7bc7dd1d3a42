package dev.monotable.design.contract;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.ledger.ShapeReader;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.engine.observe.RequestSize;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one use of an access pattern, and the contract that they have to keep.
 *
 * <p>Requests on items count, each page and each attempt as one. Operations on tables and streams
 * do not, nor do requests that an injected fault has failed.
 *
 * <p>All requests count, but only the first {@value #MAX_GROUPS} are kept for {@link #check}, and
 * items of 4 MB with them. Safe for use by multiple threads.
 */
public final class PatternUse implements RequestObserver {
  static final int MAX_GROUPS = 200;
  private static final long MAX_BYTES = 4 << 20;
  private static final int SHOWN = 5;
  private static final double EPSILON = 1e-9;

  private final PatternContract contract;
  private final ShapeReader shapes;
  private final List<UsedGroup> groups = new ArrayList<>();
  private final List<UsedGroup> undeclared = new ArrayList<>();
  private final List<UsedGroup> scans = new ArrayList<>();
  private long undeclaredReads;
  private long scanReads;
  private long bytes;
  private long requests;
  private double readUnits;
  private double writeUnits;
  private long read;
  private long passed;
  private boolean usesIndex;

  /**
   * Creates a use without requests.
   *
   * @param design the design of the contract's access pattern, whose key templates its requests
   *     have; null without one
   */
  public PatternUse(PatternContract contract, @Nullable Design design) {
    this(contract, ShapeReader.of(design));
  }

  PatternUse(PatternContract contract, ShapeReader shapes) {
    this.contract = contract;
    this.shapes = shapes;
  }

  /** Returns the contract. */
  public PatternContract contract() {
    return contract;
  }

  /** Returns what the requests consumed so far, such as {@code 1 request, 0.5 read units}. */
  public synchronized String summary() {
    String text = count(requests, "request");
    text += readUnits > 0 ? ", " + units(readUnits, "read") : "";
    return text + (writeUnits > 0 ? ", " + units(writeUnits, "write") : "");
  }

  /** Adds a request. */
  @Override
  public void observe(ObservedRequest request) {
    if (isCounted(request)) {
      add(request, UsedRequest.of(request));
    }
  }

  /** Returns whether a request counts. */
  static boolean isCounted(ObservedRequest request) {
    boolean failed = request.error() != null || request.connectionDropped();
    if (failed && !request.injected().isEmpty()) {
      return false;
    }
    List<RequestPart> parts = request.parts();
    return parts.isEmpty()
        ? request.operation().traits().isOnItems()
        : !(parts.get(0) instanceof RecordsRead);
  }

  synchronized void add(ObservedRequest request, UsedRequest used) {
    requests++;
    readUnits += used.readUnits();
    writeUnits += used.writeUnits();
    PageRead page = RequestPlan.page(request);
    if (page != null) {
      read += page.evaluated();
      passed += page.returned();
      usesIndex |= contract.index() != null && contract.index().equals(page.index());
    }
    for (int i = groups.size() - 1; i >= 0; i--) {
      if (groups.get(i).addPage(request, used)) {
        return;
      }
    }
    // A request that breaks the contract is kept even if many other requests came before it.
    boolean isScan = page != null && page.keyConditions().isEmpty();
    boolean isUndeclared = page != null && !isDeclared(request, page);
    scanReads += isScan ? 1 : 0;
    undeclaredReads += isUndeclared ? 1 : 0;
    isScan &= scans.size() < MAX_GROUPS;
    isUndeclared &= undeclared.size() < MAX_GROUPS;
    if (groups.size() < MAX_GROUPS || isScan || isUndeclared) {
      bytes += RequestSize.of(request);
      UsedGroup group = new UsedGroup(request, used, bytes <= MAX_BYTES);
      groups.add(group);
      if (isScan) {
        scans.add(group);
      }
      if (isUndeclared) {
        undeclared.add(group);
      }
    }
  }

  private boolean isDeclared(ObservedRequest request, PageRead page) {
    DeclaredPattern declared = contract.declared();
    if (declared == null) {
      return true;
    }
    Shape shape;
    synchronized (shapes) {
      shape = shapes.of(request, page);
    }
    return declared.find(shape) != null;
  }

  /**
   * Checks the contract.
   *
   * @param tables finds a table with its indexes by name, to say what would have been enough
   * @return the terms that the requests so far broke; null if they kept all
   */
  public synchronized @Nullable BrokenContract check(
      Function<String, @Nullable DesignTable> tables) {
    List<Breach> breaches = new ArrayList<>();
    Alternatives enough = new Alternatives(contract, tables);
    Budget budget = contract.budget();
    Double maxRead = budget.maxReadUnits();
    if (maxRead != null && readUnits > maxRead + EPSILON) {
      breaches.add(unitsBreach(ContractTerm.READ_UNITS, readUnits, maxRead, enough));
    }
    Double maxWrite = budget.maxWriteUnits();
    if (maxWrite != null && writeUnits > maxWrite + EPSILON) {
      breaches.add(unitsBreach(ContractTerm.WRITE_UNITS, writeUnits, maxWrite, enough));
    }
    Integer maxRequests = budget.maxRequests();
    if (maxRequests != null && requests > maxRequests) {
      breaches.add(
          new Breach(
              ContractTerm.REQUESTS,
              count(requests, "request") + ", at most " + maxRequests + " allowed",
              shown(groups),
              moreThanShown(groups),
              enough.forRequests(groups)));
    }
    Double maxDiscarded = budget.maxDiscarded();
    if (maxDiscarded != null && read > 0 && read - passed > maxDiscarded * read + EPSILON) {
      breaches.add(discardedBreach(maxDiscarded, enough));
    }
    if (budget.noScan() && !scans.isEmpty()) {
      breaches.add(
          new Breach(
              ContractTerm.NO_SCAN,
              count(scanReads, Operations.SCAN.name()) + ", none allowed",
              shown(scans),
              moreThanShown(scans),
              enough.ofKeys(scans)));
    }
    addPlanBreaches(breaches, enough);
    return breaches.isEmpty() ? null : new BrokenContract(contract.pattern(), 1, breaches);
  }

  private void addPlanBreaches(List<Breach> breaches, Alternatives enough) {
    if (contract.index() != null && !usesIndex) {
      breaches.add(
          new Breach(
              ContractTerm.INDEX,
              requests == 0
                  ? "no request, a Query of the index " + contract.index() + " expected"
                  : "no Query or Scan of the index " + contract.index(),
              shown(groups),
              moreThanShown(groups),
              enough.ofIndex(groups)));
    }
    if (!undeclared.isEmpty()) {
      breaches.add(
          new Breach(
              ContractTerm.DECLARED,
              count(undeclaredReads, "read") + " that the design does not declare for it",
              shown(undeclared),
              moreThanShown(undeclared),
              enough.declared()));
    }
  }

  private Breach unitsBreach(ContractTerm term, double units, double max, Alternatives enough) {
    boolean reads = term == ContractTerm.READ_UNITS;
    List<UsedGroup> costly = costly(reads ? UsedRequest::readUnits : UsedRequest::writeUnits);
    return new Breach(
        term,
        fill("{}, at most {} allowed", units(units, reads ? "read" : "write"), plain(max)),
        shown(costly),
        moreThanShown(costly),
        reads ? enough.forReadUnits(limited(costly)) : enough.forWriteUnits(limited(costly)));
  }

  private Breach discardedBreach(double max, Alternatives enough) {
    List<UsedGroup> filtered = new ArrayList<>();
    for (UsedGroup group : groups) {
      if (group.used().items().read() > group.used().items().returned()) {
        filtered.add(group);
      }
    }
    filtered.sort(
        Comparator.comparingLong(
            group -> group.used().items().returned() - group.used().items().read()));
    long discarded = read - passed;
    return new Breach(
        ContractTerm.DISCARDED,
        fill(
            "a filter discards {} of {} read ({}), at most {} allowed",
            discarded,
            count(read, "item"),
            percent((double) discarded / read),
            percent(max)),
        shown(filtered),
        moreThanShown(filtered),
        enough.ofKeys(limited(filtered)));
  }

  /** Returns the share in percent, rounded to a tenth. */
  private static String percent(double share) {
    return plain(Math.round(share * 1000) / 10.0) + " %";
  }

  /** Returns the groups that consumed units, the most expensive first. */
  private List<UsedGroup> costly(ToDoubleFunction<UsedRequest> units) {
    Predicate<UsedGroup> consumes = group -> units.applyAsDouble(group.used()) > 0;
    List<UsedGroup> costly = new ArrayList<>(groups);
    costly.removeIf(consumes.negate());
    costly.sort(Comparator.comparingDouble(group -> -units.applyAsDouble(group.used())));
    return costly;
  }

  private static List<UsedGroup> limited(List<UsedGroup> all) {
    return all.subList(0, Math.min(SHOWN, all.size()));
  }

  private static int moreThanShown(List<UsedGroup> all) {
    return Math.max(0, all.size() - SHOWN);
  }

  private static List<UsedRequest> shown(List<UsedGroup> all) {
    return limited(all).stream().map(UsedGroup::used).toList();
  }
}
