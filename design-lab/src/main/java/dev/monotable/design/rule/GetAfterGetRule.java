package dev.monotable.design.rule;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
  static final int MAX_SUBJECTS = 1_000;
  private static final int MAX_EVIDENCE = 10;

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

    /** The loops of the tests that sent a request last; one that is forgotten starts again. */
    private final RecentMap<String, Loop> loops = new RecentMap<>(MAX_TESTS);

    private final Map<String, List<Evidence>> evidence = new LinkedHashMap<>();
    private final Map<String, Integer> longest = new LinkedHashMap<>();
    private final Overflow manySubjects =
        new Overflow(MAX_SUBJECTS, "subjects of " + TYPE.id() + " are compared", "case of others");

    /** The last GetItem requests of a test. The form of keys is compared once there are many. */
    private static final class Loop {
      private final Set<Item> keys = new LinkedHashSet<>();
      private String table = "";
      private String subject = "";
      private @Nullable KeyConditionTemplate form;

      private void clear() {
        keys.clear();
        form = null;
      }
    }

    private Loops(@Nullable Design design) {
      this.subjects = new RequestSubjects(design);
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      List<RequestPart> parts = request.parts();
      Loop loop = loops.computeIfAbsent(String.valueOf(context.test()), test -> new Loop());
      boolean get = request.operation() == Operations.GET_ITEM && parts.size() == 1;
      if (!get || !(parts.get(0) instanceof ItemRead read)) {
        loop.clear();
        return;
      }
      if (!loop.table.equals(read.table())) {
        loop.clear();
        loop.table = read.table();
      }
      if (loop.keys.size() < MAX_KEYS && loop.keys.add(read.key()) && loop.keys.size() >= MANY) {
        compare(request, read, context, loop);
      }
    }

    private void compare(
        ObservedRequest request, ItemRead read, RequestContext context, Loop loop) {
      if (loop.form == null || !hasForm(read.key(), loop.form)) {
        Shape shape = subjects.shape(request, read);
        loop.form = shape.key();
        loop.subject = subjects.subject(shape);
        KeyConditionTemplate form = loop.form;
        loop.keys.removeIf(key -> form == null || !hasForm(key, form));
      }
      int length = loop.keys.size();
      if (length < MANY) {
        loop.form = null;
      } else if (length > longest.getOrDefault(loop.subject, 0)
          && (longest.containsKey(loop.subject) || manySubjects.hasRoom(longest.size()))) {
        longest.put(loop.subject, length);
        evidence.computeIfAbsent(loop.subject, subject -> evidence(loop, context));
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

    private static List<Evidence> evidence(Loop loop, RequestContext context) {
      return loop.keys.stream()
          .limit(MAX_EVIDENCE)
          .map(
              key ->
                  Statements.evidence(
                      Operations.GET_ITEM.name(), loop.table, key.toMap(), context.test()))
          .toList();
    }

    @Override
    public void addOmissions(List<String> omissions) {
      manySubjects.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all = new ArrayList<>();
      longest.forEach(
          (subject, length) ->
              all.add(
                  Finding.of(
                      TYPE,
                      subject,
                      length
                          + (length == MAX_KEYS ? " or more" : "")
                          + " different items were read by GetItem, one after another",
                      evidence.getOrDefault(subject, List.of()))));
      return all;
    }
  }
}
