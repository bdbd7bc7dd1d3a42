package dev.monotable.design.rule;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds loops of GetItem: different items of the same form, read one after another by a test. */
final class GetAfterGetRule implements FindingRule {
  static final FindingType TYPE =
      new FindingType(
          "get-after-get",
          Severity.WARNING,
          "one GetItem after another",
          "Each GetItem is a request of its own, with some milliseconds over the network. Ten of"
              + " them in a loop take ten times as long as one BatchGetItem.",
          "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html",
          "Read up to 100 items with one BatchGetItem, or the items of one collection with a"
              + " Query.");

  private static final int MANY = 5;
  private static final int MAX_KEYS = 100;
  private static final int MAX_TESTS = 200;
  private static final int MAX_SUBJECTS = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(TYPE);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Loops(design);
  }

  /** The loops of one run. */
  private static final class Loops implements Detector {
    private final RequestSubjects subjects;
    private final RecentMap<String, Loop> loops = new RecentMap<>(MAX_TESTS);
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private final Map<String, Integer> longest = new LinkedHashMap<>();

    /** The last GetItem requests of a test. */
    private static final class Loop {
      private final Set<Map<String, AttributeValue>> keys = new HashSet<>();
      private final List<Evidence> evidence = new ArrayList<>();
      private @Nullable Shape shape;

      private void clear() {
        keys.clear();
        evidence.clear();
        shape = null;
      }
    }

    private Loops(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      List<RequestPart> parts = request.parts();
      Loop loop = loops.computeIfAbsent(String.valueOf(context.test()), test -> new Loop());
      boolean get = request.operation().name().equals("GetItem") && parts.size() == 1;
      if (!get || !(parts.get(0) instanceof ItemRead read)) {
        loop.clear();
        return;
      }
      Map<String, AttributeValue> key = read.key().toMap();
      if (loop.keys.contains(key)) {
        return;
      }
      Shape shape = subjects.shape(request, read);
      if (!shape.equals(loop.shape)) {
        loop.clear();
        loop.shape = shape;
      }
      if (loop.keys.size() < MAX_KEYS) {
        loop.keys.add(key);
        if (loop.evidence.size() < MANY) {
          loop.evidence.add(Statements.evidence(request, read, context));
        }
        if (loop.keys.size() >= MANY) {
          found(subjects.subject(shape), loop);
        }
      }
    }

    private void found(String subject, Loop loop) {
      int length = loop.keys.size();
      boolean room = findings.size() < MAX_SUBJECTS || findings.containsKey(subject);
      if (room && length > longest.getOrDefault(subject, 0)) {
        longest.put(subject, length);
        findings.put(
            subject,
            Finding.of(
                TYPE,
                subject,
                length
                    + (length == MAX_KEYS ? " or more" : "")
                    + " different items were read by GetItem, one after another",
                loop.evidence));
      }
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      return new ArrayList<>(findings.values());
    }
  }
}
