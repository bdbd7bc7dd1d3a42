package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Cases;
import dev.monotable.design.finding.Chance;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Pairs;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.load.RequestUnits.Consistency;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.PageRead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds pages that are read again to reach later ones: the first page, then the first two, then the
 * first three; or a Limit that grows with each page.
 */
final class PagesAgainRule implements Detector {
  /** As many reads in a row, each longer than the one before, are not a coincidence. */
  private static final int ENOUGH = 2;

  static final FindingType TYPE =
      FindingType.of(
          "pages-read-again",
          ENOUGH,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), PagesAgainRule::new);

  private final RecentMap<Source, Progress> sources = new RecentMap<>(Bound.PAGES.most());
  private final Pairs pairs;
  private final Overflow manyReads;
  private final Cases cases;

  /** The items that are read. */
  private record Source(
      @Nullable String test,
      String table,
      @Nullable String index,
      List<KeyRestriction> conditions,
      boolean forward) {}

  /**
   * What a read has in common with the one before that it continues.
   *
   * @param reached the pages, or the negative limit, that the one before has read
   */
  private record Reached(Source source, int reached) {}

  /** The progress of the reads of a source. */
  private static final class Progress {
    private int pages;
    private int before;
    private int limit;
    private int longer;

    /** The first limit, by which others grow. */
    private int step;

    /** The units since the first page. */
    private double units;

    private void begin(PageRead page) {
      before = pages;
      pages = 1;
      limit = limit(page);
      units = page.units();
    }
  }

  private PagesAgainRule(Trace trace) {
    this.manyReads = trace.declare(Bound.PAGES, TYPE.id());
    this.pairs = new Pairs(trace, TYPE.id());
    this.cases = new Cases(trace, TYPE);
  }

  @Override
  public void accept(TracedRequest request) {
    pairs.add(request);
    Detector.super.accept(request);
  }

  @Override
  public void page(TracedPart part, PageRead page) {
    if (part.request().error() != null) {
      return;
    }
    Source source =
        new Source(
            part.of().test(), page.table(), page.index(), page.keyConditions(), page.forward());
    Progress progress = sources.get(source);
    boolean first = page.startKey() == null;
    if (progress == null) {
      if (!first && sources.overflowed()) {
        manyReads.add();
      }
      if (first && page.lastEvaluatedKey() != null) {
        progress = new Progress();
        progress.begin(page);
        progress.step = progress.limit;
        sources.put(source, progress);
        pairs.first(new Reached(source, -progress.limit));
      }
      return;
    }
    if (!first) {
      progress.pages++;
      progress.units += page.units();
      if (progress.pages == progress.before + 1 && progress.before > 0) {
        pairs.second(part.subject(), new Reached(source, progress.before));
        longer(progress, part, page, page.units());
      }
      return;
    }
    boolean higher = progress.pages == 1 && limit(page) > progress.limit && progress.limit > 0;
    double more = higher ? 1 - (double) progress.limit / limit(page) : 1;
    if (progress.limit > 0) {
      pairs.second(part.subject(), new Reached(source, progress.step - limit(page)));
    }
    progress.begin(page);
    pairs.first(new Reached(source, progress.before));
    pairs.first(new Reached(source, -progress.limit));
    if (higher) {
      long bytes = Math.round(more * page.bytes());
      Consistency consistency = page.consistent() ? Consistency.STRONG : Consistency.EVENTUAL;
      longer(progress, part, page, RequestUnits.read(bytes, consistency).doubleValue());
    }
  }

  private void longer(Progress progress, TracedPart part, PageRead page, double needed) {
    progress.longer++;
    if (progress.longer >= ENOUGH) {
      cases.add(
          part.subject(),
          () -> Evidence.of(part),
          () ->
              fill(
                  "Continue the {} of {} at the LastEvaluatedKey of the page before{}",
                  part.request().operation().name(),
                  page.table() + (page.index() == null ? "" : "." + page.index()),
                  Savings.reads(progress.units, needed)));
    }
  }

  private static int limit(PageRead page) {
    Integer limit = page.limit();
    return limit == null ? 0 : limit;
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    return cases
        .findings(
            1,
            (found, other) ->
                "Reads began at the first page again, and went further each time: "
                    + count(found + 1, "time"))
        .stream()
        .filter(finding -> pairs.exceedChance(finding.subject()))
        .toList();
  }
}
