package dev.monotable.design.load;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestCounts;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The size that is assumed for a design that declares no frequencies. */
public final class AssumedSize {
  private static final long ITEMS = 1_000_000;

  /** The requests a second that are assumed. */
  public static final double REQUESTS = 100;

  /** The assumption, as it is printed. */
  public static final String TEXT =
      Words.fill(
          "No frequencies are declared. Cost and heat assume {} items of each entity without a"
              + " declared number, and {} requests a second, split as observed.",
          Numbers.plain(ITEMS),
          Numbers.plain((long) REQUESTS));

  private AssumedSize() {}

  /**
   * Returns a design with an assumed size; null if it declares one, or nothing was observed.
   *
   * @param declared whether the design was declared. The numbers of items of one that was derived
   *     are those of a test
   */
  public static @Nullable Design of(Design design, Ledger ledger, boolean declared) {
    double all = 0;
    List<Double> uses = new ArrayList<>();
    for (DeclaredPattern pattern : design.patterns()) {
      if (pattern.traffic().frequency() != null) {
        return null;
      }
      uses.add(uses(pattern, ledger));
      all += requests(pattern, ledger);
    }
    if (all == 0) {
      return null;
    }
    List<DeclaredPattern> patterns = new ArrayList<>();
    for (int i = 0; i < uses.size(); i++) {
      double perSecond = REQUESTS * uses.get(i) / all;
      patterns.add(withFrequency(design.patterns().get(i), perSecond));
    }
    List<DesignTable> tables = new ArrayList<>();
    for (DesignTable table : design.tables()) {
      tables.add(
          table.withEntities(
              table.entities().stream().map(each -> counted(each, declared)).toList()));
    }
    return design.with(tables, patterns);
  }

  /** Returns how often a pattern was used, by the most frequent of its requests. */
  private static double uses(DeclaredPattern pattern, Ledger ledger) {
    double uses = 0;
    for (PatternRequest request : pattern.requests()) {
      long observed = observed(pattern, request, ledger, RequestCounts::requests);
      uses = request.times() == 0 ? uses : Math.max(uses, observed / request.times());
    }
    return uses;
  }

  /** Returns the number of requests of a pattern. A batch or a transaction is one. */
  private static long requests(DeclaredPattern pattern, Ledger ledger) {
    long all = 0;
    Map<String, Long> withParts = new HashMap<>();
    for (PatternRequest request : pattern.requests()) {
      long observed = observed(pattern, request, ledger, RequestCounts::parents);
      if (request.shape().hasParts()) {
        withParts.merge(request.shape().operation(), observed, Math::max);
      } else {
        all += observed;
      }
    }
    for (long observed : withParts.values()) {
      all += observed;
    }
    return all;
  }

  private static long observed(
      DeclaredPattern pattern,
      PatternRequest request,
      Ledger ledger,
      ToLongFunction<RequestCounts> count) {
    long observed = 0;
    for (LedgerEntry entry : ledger.entries()) {
      if (request.equals(pattern.find(entry.shape()))) {
        observed += count.applyAsLong(entry.requests());
      }
    }
    return observed;
  }

  private static DeclaredPattern withFrequency(DeclaredPattern pattern, double perSecond) {
    Traffic traffic = pattern.traffic();
    return pattern.withTraffic(
        new Traffic(
            new Frequency(perSecond, Frequency.Period.SECOND),
            traffic.distribution(),
            traffic.day()));
  }

  private static Entity counted(Entity entity, boolean declared) {
    EntityEstimate known = entity.estimate();
    return declared && known.count() != null
        ? entity
        : entity.withEstimate(
            new EntityEstimate(ITEMS, known.perCollection(), known.bytes(), known.lifetime()));
  }
}
