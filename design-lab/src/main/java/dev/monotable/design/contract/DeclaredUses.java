package dev.monotable.design.contract;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.ledger.ShapeReader;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks requests by the budgets of a design alone, when no test says which access pattern they
 * belong to. Each request is a use of the patterns that declare it, together with the pages that
 * follow it. If the pattern declares a Limit, each page is a use of its own: an application that
 * reads the next 50 messages uses the pattern again.
 *
 * <p>A request that several patterns declare has to keep the contract of one of them. Of a pattern
 * with several requests, each alone has to keep the budget of all. A request that no pattern
 * declares is not checked; the report of the design lists it.
 *
 * <p>Bounded: of each pattern, the first use that breaks its contract is kept, and of the reads
 * that may be followed by a page, the last {@link Bound#FOLLOWED_READS}. Safe for use by multiple
 * threads.
 */
public final class DeclaredUses implements RequestObserver {

  private final Design design;
  private final ShapeReader shapes;
  private final Map<String, Broken> broken = new LinkedHashMap<>();
  private final Map<String, Integer> kept = new TreeMap<>();
  private final Overflow manyOpen = unfollowed();
  private final RecentMap<Next, List<CountedUse>> open =
      new RecentMap<>(Bound.FOLLOWED_READS.most(), false, (next, uses) -> {});

  /** The identity of the page that follows another. */
  private record Next(String plan, Item startKey) {}

  /** A use with what it was counted as; the pages that follow do not count again. */
  private static final class CountedUse {
    private final PatternUse use;
    private boolean kept;
    private boolean broken;

    private CountedUse(PatternUse use) {
      this.use = use;
    }

    private String pattern() {
      return use.contract().pattern();
    }
  }

  /** The uses of a pattern that break its contract. */
  private static final class Broken {
    private final PatternUse first;
    private int uses = 1;

    private Broken(PatternUse first) {
      this.first = first;
    }
  }

  /** Creates a check without requests. */
  public DeclaredUses(Design design) {
    this.design = design;
    this.shapes = ShapeReader.of(design);
  }

  /** Adds a request. */
  @Override
  public synchronized void observe(ObservedRequest request) {
    if (!PatternUse.isCounted(request) || request.parts().isEmpty()) {
      return;
    }
    UsedRequest used = UsedRequest.of(request);
    PageRead page = RequestPlan.page(request);
    List<CountedUse> continued =
        page == null || page.startKey() == null
            ? null
            : open.remove(new Next(used.plan(), page.startKey()));
    if (open.overflowed() && continued == null && page != null && page.startKey() != null) {
      manyOpen.add();
    }
    List<CountedUse> uses = new ArrayList<>();
    for (DeclaredPattern pattern : candidates(request)) {
      CountedUse use = continued == null ? null : find(continued, pattern);
      if (use == null) {
        use = new CountedUse(new PatternUse(PatternContract.of(pattern), shapes));
      }
      use.use.add(request, used);
      uses.add(use);
    }
    if (page != null && page.lastEvaluatedKey() != null && !uses.isEmpty()) {
      open.put(
          new Next(used.plan(), page.lastEvaluatedKey()),
          uses.stream().filter(use -> !isLimited(use.use.contract(), request, page)).toList());
    }
    count(uses);
  }

  /** Counts a use as kept or broken. One that was kept can be broken by a further page. */
  private void count(List<CountedUse> uses) {
    CountedUse keeping = null;
    for (CountedUse each : uses) {
      if (keeping == null && each.use.check(name -> null) == null) {
        keeping = each;
      }
    }
    for (CountedUse each : uses) {
      boolean counts = each == keeping && !each.use.contract().budget().equals(Budget.UNLIMITED);
      if (counts != each.kept) {
        kept.merge(each.pattern(), counts ? 1 : -1, DeclaredUses::sum);
        each.kept = counts;
      }
    }
    if (keeping == null && !uses.isEmpty() && !uses.get(0).broken) {
      CountedUse first = uses.get(0);
      first.broken = true;
      Broken known = broken.get(first.pattern());
      if (known == null) {
        broken.put(first.pattern(), new Broken(first.use));
      } else {
        known.uses++;
      }
    }
  }

  /** Returns the sum; null, which removes the pattern, if it is 0. */
  private static @Nullable Integer sum(int left, int right) {
    int sum = left + right;
    return sum == 0 ? null : sum;
  }

  private static @Nullable CountedUse find(List<CountedUse> uses, DeclaredPattern pattern) {
    for (CountedUse use : uses) {
      if (use.pattern().equals(pattern.name())) {
        return use;
      }
    }
    return null;
  }

  private boolean isLimited(PatternContract contract, ObservedRequest request, PageRead page) {
    DeclaredPattern declared = contract.declared();
    PatternRequest found = declared == null ? null : declared.find(shapes.of(request, page));
    return found != null && found.shape().mode().limit() != null;
  }

  /** Returns the patterns that declare all parts of a request. */
  private List<DeclaredPattern> candidates(ObservedRequest request) {
    List<DeclaredPattern> candidates = null;
    for (RequestPart part : request.parts()) {
      Shape shape = shapes.of(request, part);
      List<DeclaredPattern> declaring = design.patternsOf(shape);
      if (candidates == null) {
        candidates = new ArrayList<>(declaring);
      } else {
        candidates.retainAll(declaring);
      }
      if (candidates.isEmpty()) {
        return List.of();
      }
    }
    return candidates == null ? List.of() : candidates;
  }

  /** Returns a count of 0 of the pages that are not followed because a bound was reached. */
  public static Overflow unfollowed() {
    return Bound.FOLLOWED_READS.overflow();
  }

  /** Adds the number of pages that were not followed because a bound was reached. */
  public synchronized void addUnfollowed(Overflow to) {
    to.add(manyOpen);
  }

  /**
   * Returns the number of uses that kept the budget of their access pattern, by pattern; those
   * without a budget are left out. The pages of a use count once.
   */
  public synchronized Map<String, Integer> kept() {
    return Map.copyOf(kept);
  }

  /**
   * Checks the contracts.
   *
   * @param tables finds a table with its indexes by name, to say what would have been enough
   * @return one for each pattern with a use that broke its contract
   */
  public synchronized List<BrokenContract> check(Function<String, @Nullable DesignTable> tables) {
    List<BrokenContract> found = new ArrayList<>();
    for (Broken each : broken.values()) {
      BrokenContract contract = each.first.check(tables);
      if (contract != null) {
        found.add(contract.inUses(each.uses));
      }
    }
    return found;
  }
}
