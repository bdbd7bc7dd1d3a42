package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Chance;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Runs;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.proposal.BatchInstead;
import dev.monotable.design.trace.TestMemory;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.design.trace.TracedRequest;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds loops of GetItem: different items of the same form, read one after another, several times.
 */
final class GetAfterGetRule implements Detector {
  private static final int MANY = 4;
  private static final int SOON_SECONDS = 1;
  static final FindingType TYPE =
      FindingType.of(
          "get-after-get",
          Chance.WINDOWS,
          MANY,
          SOON_SECONDS,
          Chance.WINDOWS,
          Chance.WINDOW,
          Chance.AS_MANY,
          Chance.SHUFFLES);
  static final FindingRule RULE = new FindingRule(List.of(TYPE), GetAfterGetRule::new);

  private static final int MAX_KEYS = 100;
  private static final int MAX_EVIDENCE = 10;

  /** Requests of a loop follow each other within this time. */
  private static final Duration SOON = Duration.ofSeconds(SOON_SECONDS);

  /** The loops of the tests that sent a request last; one that is forgotten starts again. */
  private final TestMemory<Loop> loops;

  /** The longest loop of each subject. */
  private final Map<String, Loop> longest = new LinkedHashMap<>();

  /** The loop of the last GetItem. */
  private @Nullable Loop latest;

  private final Runs runs;

  /** GetItem requests of a test, one after another. */
  private static final class Loop {
    private final Set<Item> keys = new LinkedHashSet<>();
    private final String table;
    private final String subject;
    private final @Nullable KeyConditionTemplate form;
    private final @Nullable String test;
    private Instant last;
    private boolean judged;

    private Loop(TracedPart part) {
      this.table = part.part().table();
      this.subject = part.subject();
      this.form = part.shape().key();
      this.test = part.of().test();
      this.last = part.at();
    }

    private boolean continues(TracedRequest request, ItemRead read) {
      return table.equals(read.table())
          && !request.isAfter(last, SOON)
          && form != null
          && hasForm(read.key(), form);
    }

    private void add(TracedPart part, ItemRead read) {
      last = part.at();
      if (keys.size() < MAX_KEYS) {
        keys.add(read.key());
      }
    }

    private List<Evidence> evidence() {
      return keys.stream()
          .limit(MAX_EVIDENCE)
          .map(key -> new Evidence(TracedPart.line(Operations.GET_ITEM.name(), table, key), test))
          .toList();
    }
  }

  private GetAfterGetRule(Trace trace) {
    this.runs = new Runs(trace, TYPE.id());
    this.loops = new TestMemory<>(trace, Bound.LOOP_TESTS, TYPE.id(), SOON, loop -> loop.last);
  }

  @Override
  public void accept(TracedRequest request) {
    TracedPart part = request.parts().size() == 1 ? request.parts().get(0) : null;
    ItemRead read =
        part != null
                && request.request().operation() == Operations.GET_ITEM
                && part.part() instanceof ItemRead item
            ? item
            : null;
    Loop loop = loops.findOrCount(request);
    if (loop != null && (read == null || !loop.continues(request, read))) {
      end(loop);
      loops.remove(request);
      loop = null;
    }
    if (part == null || read == null) {
      runs.add(null);
      return;
    }
    if (loop == null) {
      loop = new Loop(part);
      loops.put(request, loop);
    }
    loop.add(part, read);
    latest = loop;
    runs.add(loop.subject);
  }

  /** Judges a loop, when another request has ended it or nothing follows. */
  private void end(Loop loop) {
    if (loop.judged || loop.keys.size() < MANY) {
      return;
    }
    loop.judged = true;
    if (!runs.end(loop.subject)) {
      return;
    }
    Loop known = longest.get(loop.subject);
    if (known == null || known.keys.size() < loop.keys.size()) {
      longest.put(loop.subject, loop);
    }
  }

  private static boolean hasForm(Item key, KeyConditionTemplate form) {
    for (TermTemplate term : form.terms()) {
      AttributeValue value = key.find(term.attribute());
      if (value == null || !term.values().get(0).matches(value)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>();
    if (latest != null) {
      end(latest);
    }
    longest.forEach(
        (subject, loop) -> {
          if (runs.exceedChance(subject)) {
            all.add(finding(input, subject, loop));
          }
        });
    return all;
  }

  private static Finding finding(FindingInput input, String subject, Loop loop) {
    int length = loop.keys.size();
    LedgerEntry entry = Savings.entry(input, subject);
    Finding found =
        Finding.of(
            TYPE,
            subject,
            fill(
                "{}{} different items were read by GetItem, one after another",
                length,
                length == MAX_KEYS ? " or more" : ""),
            loop.evidence());
    return entry == null ? found : found.propose(new BatchInstead(entry.shape(), length), "");
  }
}
