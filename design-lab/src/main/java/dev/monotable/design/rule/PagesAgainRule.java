package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.load.RequestUnits.Consistency;
import dev.monotable.design.model.Design;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds pages that are read again to reach later ones: the first page, then the first two, then the
 * first three; or a Limit that grows with each page.
 */
final class PagesAgainRule implements FindingRule {
  /** As many reads in a row, each longer than the one before, are not a coincidence. */
  private static final int ENOUGH = 2;

  static final FindingType TYPE =
      new FindingType(
              "pages-read-again",
              Severity.WARNING,
              "pages that are read again to reach an offset",
              "DynamoDB has no offset. What is skipped is read and charged again for each page, so"
                  + " page 100 costs 100 times as much as page 1.",
              GUIDE + "Query.Pagination.html",
              "Give LastEvaluatedKey to the client, and continue with it as ExclusiveStartKey.")
          .withBounds(
              "At least " + ENOUGH + " reads in a row that go further than the one before.");

  static final int MAX_READS = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Pages(design);
  }

  /** The reads of one run from their first pages on. */
  private static final class Pages implements Detector {
    private final RequestSubjects subjects;
    private final RecentMap<Source, Progress> sources = new RecentMap<>(MAX_READS);
    private final Cases cases = new Cases(TYPE);
    private final Overflow manyReads =
        new Overflow(MAX_READS, "reads of pages are remembered for " + TYPE.id(), "page of others");

    /** What is read. */
    private record Source(
        @Nullable String test,
        String table,
        @Nullable String index,
        List<KeyRestriction> conditions,
        boolean forward) {}

    /** How far the reads of a source went. */
    private static final class Progress {
      private int pages;
      private int before;
      private int limit;
      private int longer;

      /** The units since the first page. */
      private double units;
    }

    private Pages(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      for (RequestPart part : request.parts()) {
        if (part instanceof PageRead page && request.error() == null) {
          add(request, page, context);
        }
      }
    }

    private void add(ObservedRequest request, PageRead page, RequestContext context) {
      Source source =
          new Source(
              context.test(), page.table(), page.index(), page.keyConditions(), page.forward());
      Progress progress = sources.get(source);
      boolean first = page.startKey() == null;
      if (progress == null) {
        if (!first && sources.overflowed()) {
          manyReads.add();
        }
        if (first && page.lastEvaluatedKey() != null) {
          progress = new Progress();
          progress.pages = 1;
          progress.limit = limit(page);
          progress.units = page.units();
          sources.put(source, progress);
        }
        return;
      }
      if (!first) {
        progress.pages++;
        progress.units += page.units();
        if (progress.pages == progress.before + 1 && progress.before > 0) {
          longer(progress, request, page, page.units(), context);
        }
        return;
      }
      boolean higher = progress.pages == 1 && limit(page) > progress.limit && progress.limit > 0;
      double part = higher ? 1 - (double) progress.limit / limit(page) : 1;
      progress.before = progress.pages;
      progress.pages = 1;
      progress.limit = limit(page);
      progress.units = page.units();
      if (higher) {
        long bytes = Math.round(part * page.bytes());
        Consistency consistency = page.consistent() ? Consistency.STRONG : Consistency.EVENTUAL;
        double then = RequestUnits.read(bytes, consistency).doubleValue();
        longer(progress, request, page, then, context);
      }
    }

    private void longer(
        Progress progress,
        ObservedRequest request,
        PageRead page,
        double needed,
        RequestContext context) {
      progress.longer++;
      if (progress.longer >= ENOUGH) {
        cases.add(
            subjects.subject(subjects.shape(request, page)),
            () -> Statements.evidence(request, page, context),
            () ->
                "Continue the "
                    + request.operation().name()
                    + " of "
                    + page.table()
                    + (page.index() == null ? "" : "." + page.index())
                    + " at the LastEvaluatedKey of the page before"
                    + Savings.reads(progress.units, needed));
      }
    }

    private static int limit(PageRead page) {
      Integer limit = page.limit();
      return limit == null ? 0 : limit;
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manyReads.addTo(omissions);
      cases.addOmissions(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      return cases.findings(
          TYPE,
          1,
          (found, other) ->
              "Reads began at the first page again, and went further each time: "
                  + Statements.count(found + 1, "time"));
    }
  }
}
