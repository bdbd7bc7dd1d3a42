package dev.monotable.design.advice;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.plain;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Consequence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingCatalogue;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRun;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.finding.Trial;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.LedgerRecorder;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.proposal.OtherIndex;
import dev.monotable.design.proposal.ProposedChange;
import dev.monotable.design.proposal.ReadByIndex;
import dev.monotable.design.replay.Outcome;
import dev.monotable.design.replay.Replay;
import dev.monotable.design.replay.ReplayChange;
import dev.monotable.design.replay.Replayer;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.design.replay.TrafficWindow;
import dev.monotable.design.rule.ReadAdvice;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A trial of the advice of findings. It makes the change, sends the recorded requests again, and
 * applies the same rules to them. Before that, it sends the requests unchanged: a table whose
 * responses differ from the recorded ones has no trials. Advice that makes requests fail, changes
 * their results, causes another finding or saves nothing is withdrawn.
 */
public final class TriedAdvice {

  /** Findings that say that a design does not declare what is tried. */
  private static final Set<String> OF_DECLARATIONS =
      Set.of(
          "undeclared-request",
          "missing-condition",
          "pattern-not-tested",
          "table-differs",
          "unused-index");

  private final List<TrafficWindow> windows;
  private final @Nullable Design design;
  private final FindingCatalogue catalogue;

  /** The replays of windows without a change. */
  private final Map<TrafficWindow, Run> unchanged = new HashMap<>();

  /**
   * Creates a trial of advice.
   *
   * @param windows the requests
   * @param design the declared design; null without one
   * @param catalogue the rules
   */
  public TriedAdvice(
      List<TrafficWindow> windows, @Nullable Design design, FindingCatalogue catalogue) {
    this.windows = List.copyOf(windows);
    this.design = design;
    this.catalogue = catalogue;
  }

  /** One replay, judged. */
  private static final class Run {
    private final Map<String, Integer> findings = new HashMap<>();

    /** The ids of findings that lead to wrong results or to throttling. */
    private final Set<String> serious = new HashSet<>();

    private Replay replay = new Replay(0, Map.of(), new IdentityHashMap<>());
    private boolean sweeps = true;
    private double units;
    private double ofRequests;
    private long returned;
    private int tried;
    private int failed;
    private @Nullable String error;
  }

  /** Returns findings with what came of their advice. */
  public List<Finding> of(List<Finding> findings, FindingInput input) {
    Map<Finding, Double> costs = new HashMap<>();
    for (Finding each : findings) {
      ProposedChange change = change(each);
      if (change != null && !each.isAccepted()) {
        costs.put(each, units(input, each, change));
      }
    }
    List<Finding> expensive = new ArrayList<>(costs.keySet());
    expensive.sort(
        Comparator.comparingDouble((Finding each) -> -costs.getOrDefault(each, 0.0))
            .thenComparing(Finding::id)
            .thenComparing(Finding::subject));
    List<Finding> replayed =
        expensive.subList(0, Math.min(Bound.TRIED_ADVICE.most(), expensive.size()));
    List<Finding> all = new ArrayList<>();
    for (Finding each : findings) {
      ProposedChange change = change(each);
      all.add(
          change == null || each.isAccepted()
              ? each
              : replayed.contains(each)
                  ? tried(each, change, input)
                  : calculated(
                      each,
                      "only the "
                          + Bound.TRIED_ADVICE.most()
                          + " most expensive pieces of advice are replayed"));
    }
    return all.stream().map(TriedAdvice::withoutChange).toList();
  }

  private static @Nullable ProposedChange change(Finding finding) {
    return finding.trial() == null ? null : finding.trial().change();
  }

  /** Returns a finding as a report keeps it. */
  private static Finding withoutChange(Finding finding) {
    Trial trial = finding.trial();
    return trial == null || trial.change() == null
        ? finding
        : finding.withAdvice(finding.advice(), new Trial(trial.kind(), trial.result(), null));
  }

  private static Finding calculated(Finding finding, String reason) {
    return finding.withAdvice(finding.advice(), new Trial(Trial.Kind.CALCULATED, reason, null));
  }

  /** Returns the units of the requests, or of the index, that a finding is about. */
  private static double units(FindingInput input, Finding finding, ProposedChange change) {
    LedgerEntry entry = Savings.entry(input, finding.subject());
    double units = entry == null ? 0 : entry.readUnits() + entry.writeUnits();
    if (entry == null && change instanceof OtherIndex index) {
      for (LedgerEntry each : input.ledger().entriesOf(index.table())) {
        ConsumedUnits consumed = each.unitsOf(index.index().name());
        units += consumed.readUnits() + consumed.writeUnits();
      }
    }
    return units;
  }

  private Finding tried(Finding finding, ProposedChange change, FindingInput input) {
    TrafficWindow window = windowOf(change);
    if (window == null) {
      return calculated(finding, missing(change));
    }
    Run before = unchanged.get(window);
    if (before == null) {
      before = run(window, ReplayChange.NONE, change, true);
      if (!before.replay.differing().isEmpty()) {
        // Expired items may have been there still.
        Run kept = run(window, ReplayChange.NONE, change, false);
        boolean fewer = kept.replay.differing().size() < before.replay.differing().size();
        before = fewer ? kept : before;
      }
      unchanged.put(window, before);
    }
    String reason = difference(window, before.replay, change);
    if (reason != null) {
      return calculated(finding, reason);
    }
    Run was = recorded(window, before, change);
    Run now = run(window, change, change, before.sweeps);
    if (change.guesses() && 2 * now.failed > now.tried) {
      return calculated(finding, "the values that the program compares are not in what it read");
    }
    String refused = refusal(finding, change, was, now);
    return refused == null
        ? finding.withAdvice(
            finding.advice(),
            new Trial(Trial.Kind.REPLAYED, statement(finding, change, was, now, input), null))
        : finding.withAdvice(null, new Trial(Trial.Kind.WITHHELD, refused, null));
  }

  /** Returns whether a finding vanishes that leads to wrong results or to throttling. */
  private static boolean corrects(Run was, Run now) {
    return was.findings.keySet().stream()
        .anyMatch(
            id ->
                was.serious.contains(id)
                    && now.findings.getOrDefault(id, 0) < was.findings.getOrDefault(id, 0));
  }

  /** Returns the window with most of the requests of a change; null if none has one. */
  private @Nullable TrafficWindow windowOf(ProposedChange change) {
    TrafficWindow best = null;
    long most = 0;
    for (TrafficWindow window : windows) {
      long count = window.requests().stream().filter(change::isOf).count();
      if (count > most && !window.unknown().containsKey(change.table())) {
        best = window;
        most = count;
      }
    }
    return best;
  }

  /** Returns why no window has a request of a change. */
  private String missing(ProposedChange change) {
    for (TrafficWindow window : windows) {
      String unknown = window.unknown().get(change.table());
      String reason = unknown == null ? window.findLoss(change.table()) : unknown;
      if (reason != null) {
        return reason;
      }
    }
    return windows.isEmpty()
        ? "no requests were observed that can be sent again"
        : "no such request is among those that are replayed";
  }

  /**
   * Returns how a request of a change differs when it is sent again unchanged; null if none does.
   * That others on the table differ does not matter: they are the same with the change.
   */
  private static @Nullable String difference(
      TrafficWindow window, Replay unchanged, ProposedChange change) {
    for (Map.Entry<SentRequest, String> each : unchanged.differing().entrySet()) {
      if (change.isOf(each.getKey())) {
        String loss = window.findLoss(change.table());
        return loss == null ? each.getValue() : loss + ", and " + each.getValue();
      }
    }
    return null;
  }

  /** Returns why advice is not given; null if it is. */
  private static @Nullable String refusal(
      Finding finding, ProposedChange change, Run was, Run now) {
    if (now.error != null && !change.mayFail()) {
      return "the change was tried, and requests failed with " + now.error;
    }
    if (was.returned != now.returned && change instanceof ReadByIndex) {
      return otherResult(was, now);
    }
    for (Map.Entry<String, Integer> each : now.findings.entrySet()) {
      if (!OF_DECLARATIONS.contains(each.getKey())
          && each.getValue() > was.findings.getOrDefault(each.getKey(), 0)) {
        return "the usual change was tried, and gives the finding " + each.getKey();
      }
    }
    if (change.mayFail() && 2 * now.failed > now.tried) {
      return "the usual change was tried, and "
          + now.failed
          + " of "
          + count(now.tried, "request")
          + " failed";
    }
    boolean saves =
        change.grows()
            || (change.mayFail() && !change.joins())
            || change.changesResults()
            || corrects(was, now)
            || now.units < was.units
            || (change.joins() && now.tried < was.tried && now.units <= was.units);
    return saves || finding.severity() == Severity.ERROR
        ? null
        : "the usual change was tried, and neither corrects a result nor avoids throttling nor"
            + " saves anything here: "
            + plain(now.units)
            + " instead of "
            + plain(was.units)
            + " units";
  }

  /** Returns the unchanged requests with those of a change counted apart. */
  private static Run recorded(TrafficWindow window, Run all, ProposedChange change) {
    Run trial = new Run();
    trial.findings.putAll(all.findings);
    trial.serious.addAll(all.serious);
    trial.units = all.units;
    for (SentRequest request : window.requests()) {
      Outcome outcome = request.outcome();
      if (outcome != null && change.isOf(request)) {
        trial.ofRequests += outcome.units();
        trial.returned += outcome.returned();
        trial.tried++;
      }
    }
    return trial;
  }

  private static String otherResult(Run was, Run now) {
    return "the usual change was tried, and requests returned "
        + now.returned
        + " instead of "
        + count(was.returned, "item");
  }

  private static String statement(
      Finding finding, ProposedChange change, Run was, Run now, FindingInput input) {
    int vanished = 0;
    for (Map.Entry<String, Integer> each : was.findings.entrySet()) {
      vanished += Math.max(0, each.getValue() - now.findings.getOrDefault(each.getKey(), 0));
    }
    StringBuilder text = new StringBuilder();
    LedgerEntry entry = Savings.entry(input, finding.subject());
    double others = (now.units - now.ofRequests) - (was.units - was.ofRequests);
    if (change.joins()) {
      text.append(count(was.tried, "request")).append(" become ").append(now.tried);
      text.append(", with ").append(plain(now.ofRequests)).append(" instead of ");
      text.append(plain(was.ofRequests)).append(" units");
    } else if (change.changesResults()) {
      text.append(count(was.tried, "request")).append(was.tried == 1 ? " returns " : " return ");
      text.append(now.returned).append(" instead of ").append(count(was.returned, "item"));
    } else if (change.mayFail()) {
      text.append(now.failed).append(" of ").append(count(now.tried, "write"));
      text.append(now.failed == 1 ? " fails" : " fail");
      text.append(change.creates() ? " instead of replacing an item" : " instead of being applied");
    } else if (entry != null
        && change.grows()
        && (entry.shape().key() == null || now.ofRequests >= was.ofRequests)) {
      ReadAdvice.Grown grown = ReadAdvice.grown(input, entry);
      text.append(grown.where()).append(' ').append(plain(now.ofRequests / now.tried));
      text.append(" instead of ").append(plain(grown.units())).append(" units a request");
    } else {
      text.append(plain(was.ofRequests)).append(was.ofRequests == 1 ? " unit" : " units");
      text.append(was.ofRequests == 1 ? " becomes " : " become ").append(plain(now.ofRequests));
    }
    if (others > 0) {
      text.append(", writes consume ").append(plain(others)).append(" more");
    }
    if (vanished > 0) {
      text.append(", ")
          .append(count(vanished, "finding"))
          .append(vanished == 1 ? " vanishes" : " vanish");
    }
    return text.toString();
  }

  /**
   * Sends all requests again.
   *
   * @param made the change that is made
   * @param of the change whose requests are counted apart
   * @param sweeps whether items are deleted when they expire
   */
  private Run run(TrafficWindow window, ReplayChange made, ProposedChange of, boolean sweeps) {
    Design changed = design == null ? null : changed(design, made);
    LedgerRecorder ledger = new LedgerRecorder(changed, LedgerBounds.DEFAULT);
    FindingRun rules = catalogue.start(changed);
    KeyCounts keys = new KeyCounts();
    Run trial = new Run();
    trial.sweeps = sweeps;
    Deque<Boolean> counted = new ArrayDeque<>();
    ReplayChange marked = new Marked(made, of, counted);
    trial.replay =
        Replayer.run(
            window,
            marked,
            (request, context) -> {
              ledger.accept(request, context);
              rules.accept(request, context);
              keys.accept(request, context);
              add(trial, request, counted.remove());
            },
            table -> {
              ledger.addTable(table);
              rules.addTable(table);
              keys.addTable(table);
            },
            sweeps);
    for (Finding each : rules.findings(ledger.ledger(), keys)) {
      trial.findings.merge(each.id(), 1, Integer::sum);
      if (each.type().consequence().compareTo(Consequence.COST) < 0) {
        trial.serious.add(each.id());
      }
    }
    return trial;
  }

  /**
   * A change that notes of each request whether it is counted apart.
   *
   * @param made the change that is made
   * @param of the change whose requests are counted apart
   * @param counted receives a note for each request that is sent
   */
  private record Marked(ReplayChange made, ProposedChange of, Deque<Boolean> counted)
      implements ReplayChange {
    @Override
    public boolean changesNothing() {
      return made.changesNothing();
    }

    @Override
    public DesignTable table(DesignTable table) {
      return made.table(table);
    }

    @Override
    public List<SentRequest> requests(SentRequest request) {
      return marked(made.requests(request));
    }

    @Override
    public void received(SentRequest request, ObservedRequest observed) {
      made.received(request, observed);
    }

    @Override
    public List<SentRequest> end() {
      return marked(made.end());
    }

    private List<SentRequest> marked(List<SentRequest> requests) {
      requests.forEach(each -> counted.add(each.outcome() == null || of.isOf(each)));
      return requests;
    }
  }

  private static void add(Run trial, ObservedRequest request, boolean counted) {
    double units = 0;
    for (ConsumedUnits each : request.capacity()) {
      units += each.readUnits() + each.writeUnits();
    }
    trial.units += units;
    if (counted) {
      trial.ofRequests += units;
      trial.returned += request.itemsReturned();
      trial.tried++;
      trial.failed += request.error() == null ? 0 : 1;
      if (request.error() != null && trial.error == null) {
        trial.error = request.error().shapeName() + ": " + request.error().getMessage();
      }
    }
  }

  private static Design changed(Design design, ReplayChange change) {
    return new Design(
        design.name(),
        design.description(),
        design.tables().stream().map(change::table).toList(),
        design.patterns(),
        design.accepted());
  }
}
