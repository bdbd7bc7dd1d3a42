package dev.monotable.design;

import dev.monotable.design.advice.TriedAdvice;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.contract.DeclaredUses;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingCatalogue;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRun;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.LedgerRecorder;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestConsumer;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.RequestQueue;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.recording.Recording;
import dev.monotable.design.recording.RecordingLoss;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.design.replay.TrafficWindows;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportInput;
import dev.monotable.design.report.ReportMaker;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.design.sample.ItemSampler;
import dev.monotable.design.sample.SampleBounds;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.text.DataFileException;
import dev.monotable.text.Notice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the requests of engines, or of a recording, and judges the design that they use.
 *
 * <pre>{@code
 * try (DesignLab lab = DesignLab.of(design)) {
 *   lab.listenTo(engine);
 *   …                                  // the tests of the application
 *   lab.ledger();                      // what was requested, and what it cost
 *   lab.findings();                    // what is wrong with it
 *   ReportFile.write(lab.report(ReportOptions.standard()), Path.of("report.html"));
 * }
 * }</pre>
 *
 * <p>Requests are evaluated on another thread, at the latest when a result is asked for. Safe for
 * use by multiple threads.
 */
public final class DesignLab implements RequestConsumer, AutoCloseable {
  private final @Nullable Design design;
  private final LedgerRecorder recorder;
  private final FindingRun findings;
  private final ItemSampler samples;
  private final KeyCounts keys = new KeyCounts();
  private final RequestQueue queue;
  private final RecordingLoss loss = new RecordingLoss();
  private final TrafficWindows traffic = new TrafficWindows();
  private final AtomicInteger engines = new AtomicInteger();
  private final FindingCatalogue catalogue;

  /** Checks the budgets of recorded requests; those of tests are checked test by test. */
  private final @Nullable DeclaredUses replayed;

  private DesignLab(
      @Nullable Design design, FindingCatalogue catalogue, Supplier<RequestContext> contexts) {
    this.design = design;
    this.catalogue = catalogue;
    this.recorder = new LedgerRecorder(design, LedgerBounds.DEFAULT);
    this.findings = catalogue.start(design);
    this.samples = new ItemSampler(design, SampleBounds.DEFAULT);
    this.queue = new RequestQueue(this, contexts);
    this.replayed = design == null ? null : new DeclaredUses(design);
  }

  /**
   * Creates a lab.
   *
   * @param design the declared design, or null to judge without one
   * @param catalogue the rules of its findings
   * @param contexts returns who sends the request that the calling thread performs; must be fast
   */
  public static DesignLab create(
      @Nullable Design design, FindingCatalogue catalogue, Supplier<RequestContext> contexts) {
    return new DesignLab(design, catalogue, contexts);
  }

  /**
   * Creates a lab with all rules. Its results do not name the tests that send requests.
   *
   * @param design the declared design, or null to judge without one
   */
  public static DesignLab of(@Nullable Design design) {
    return create(design, StandardFindings.catalogue(), () -> RequestContext.NONE);
  }

  /** Returns the declared design, or null. */
  public @Nullable Design design() {
    return design;
  }

  /**
   * Listens to the requests of an engine from now on. The tables that it already has are added to
   * the ledger.
   *
   * @return the registration; closing it ends listening
   */
  public RequestObserver.Registration listenTo(MonotableEngine engine) {
    String database = "engine " + engines.incrementAndGet();
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      describe(copy, database);
    }
    return engine.observe(queue.of(database));
  }

  /** Returns the observer, for engines that are configured with it before they are created. */
  public RequestObserver observer() {
    return queue;
  }

  /** Adds the tables that an engine has to the ledger. */
  public void describe(MonotableEngine engine) {
    ObservedTables.of(engine).forEach(this::addTable);
  }

  /**
   * Adds the tables that an engine has, with their items, so that later requests can be sent again.
   *
   * @param copy a copy of the engine, so that no observer sees it read
   * @param database the {@linkplain RequestContext#database() database} of those requests
   */
  public void describe(MonotableEngine copy, String database) {
    describe(copy);
    traffic.addTables(database, copy);
  }

  /**
   * Receives requests that an engine has performed, and the tables that it had before.
   *
   * @param copy a copy of the engine as it is now, so that no observer sees it read
   */
  public void accept(List<ObservedRequest> requests, MonotableEngine copy) {
    describe(copy);
    traffic.addTablesBefore(requests, copy);
    requests.forEach(request -> accept(request, RequestContext.NONE));
  }

  private void addTable(DesignTable table) {
    recorder.addTable(table);
    samples.addTable(table);
    findings.addTable(table);
    synchronized (keys) {
      keys.addTable(table);
    }
  }

  /**
   * Evaluates the requests of a recording, after those that were observed before. They also have to
   * keep the budgets that the design declares.
   *
   * @return what could not be read, such as the end of a file that is incomplete
   * @throws DataFileException if the file cannot be read or is not a recording
   */
  public List<Notice> replay(Path recording) throws DataFileException {
    DeclaredUses uses = replayed;
    List<Notice> notices =
        Recording.replay(
            recording,
            new RequestConsumer() {
              @Override
              public void accept(ObservedRequest request, RequestContext context) {
                DesignLab.this.accept(request, context);
                if (uses != null) {
                  uses.observe(request);
                }
              }

              @Override
              public void acceptBulkPut(BulkPutTotals ended, RequestContext context) {
                recorder.acceptBulkPut(ended, context);
              }
            },
            table -> {
              addTable(table.table());
              table.addTo(traffic);
            },
            loss,
            traffic::isOpen);
    traffic.end(); // what follows is not after these requests
    return notices;
  }

  /** Receives a request at once, such as one of a recording. */
  @Override
  public void accept(ObservedRequest request, RequestContext context) {
    int known = recorder.shapeCount();
    recorder.accept(request, context);
    traffic.accept(request, context, recorder.shapeCount() > known);
    if (!RequestOutline.is(request)) {
      findings.accept(request, context);
      samples.accept(request, context);
    }
    synchronized (keys) {
      keys.accept(request, context);
    }
  }

  @Override
  public void acceptBulkPut(BulkPutTotals ended, RequestContext context) {
    recorder.acceptBulkPut(ended, context);
  }

  /** Returns the ledger of all requests so far. */
  public Ledger ledger() {
    queue.process();
    return recorder.ledger();
  }

  /**
   * Returns the findings so far, the worst first by their kinds, including those that the design
   * accepts. A {@linkplain #report report} ranks them by the size of the design.
   */
  public List<Finding> findings() {
    queue.process();
    synchronized (keys) {
      return findings.findings(recorder.ledger(), keys);
    }
  }

  /**
   * Returns the report of all requests so far: the access patterns by index, item collections,
   * findings, cost and heat.
   */
  public DesignReport report(ReportOptions options) {
    queue.process();
    Ledger ledger = recorder.ledger();
    List<ContractRow> contracts = new ArrayList<>(options.contracts());
    if (replayed != null) {
      FindingInput tables = new FindingInput(design, ledger, keys);
      replayed
          .check(tables::findTable)
          .forEach(broken -> contracts.add(ContractRow.of(broken, null)));
    }
    List<String> omissions = new ArrayList<>();
    loss.addTo(omissions);
    omissions.addAll(findings.omissions());
    omissions.addAll(samples.omissions());
    if (replayed != null) {
      Overflow unfollowed = DeclaredUses.unfollowed();
      replayed.addUnfollowed(unfollowed);
      unfollowed.addTo(omissions);
    }
    synchronized (keys) {
      omissions.addAll(keys.omissions());
      traffic.addOmissions(omissions);
      List<Finding> tried =
          new TriedAdvice(traffic.windows(), design, catalogue)
              .of(findings.findings(ledger, keys), new FindingInput(design, ledger, keys));
      return ReportMaker.make(
          new ReportInput(design, ledger, samples.views(), keys, tried, omissions),
          options.withContracts(contracts));
    }
  }

  /** Evaluates what was observed so far, and ends the thread of this lab. */
  @Override
  public void close() {
    queue.close();
  }
}
