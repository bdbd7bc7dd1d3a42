package dev.monotable.design.relation;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.schema.OperationTraits.Parts;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Counts which shapes are requested together. Bounded: the pages of the tests that sent a request
 * last are remembered, and further groups are left out and reported, which changes no count. Not
 * thread-safe.
 */
public final class UseGroups {
  /** A batch that is later does not follow from a page. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private final Overflow manyGroups = Bound.GROUPS.overflow();
  private final Overflow manyTests = Bound.GROUP_TESTS.overflow();
  private final Overflow manyShapes = Bound.GROUP_SHAPES.overflow();
  private final ForgottenTests forgotten = new ForgottenTests();
  private final Map<String, Page> pages =
      new RecentMap<>(
          Bound.GROUP_TESTS.most(), false, (test, page) -> forgotten.add(test, page.at()));
  private Map<Set<Shape>, Uses> groups = new LinkedHashMap<>();

  /** Creates a count of no requests. */
  public UseGroups() {}

  /** A page with several items, and what identifies them. */
  private record Page(Shape shape, PageRead read, List<String> values, Instant at) {
    private boolean leadsTo(Item key) {
      for (AttributeValue value : key.toMap().values()) {
        if (ResultValues.findSource(read, values, value) != null) {
          return true;
        }
      }
      return false;
    }
  }

  /** The counts of a group. */
  private static final class Uses {
    private final Map<Shape, Long> counts = new LinkedHashMap<>();
    private long uses;
  }

  /**
   * Counts a request.
   *
   * @param shapes the shapes of its parts
   */
  public void add(ObservedRequest request, List<Shape> shapes, @Nullable String testName) {
    List<RequestPart> parts = request.parts();
    String test = String.valueOf(testName);
    if (parts.size() == 1 && parts.get(0) instanceof PageRead page) {
      List<String> values = page.keyConditions().isEmpty() ? List.of() : ResultValues.of(request);
      if (values.isEmpty()) {
        pages.remove(test);
      } else {
        pages.put(test, new Page(shapes.get(0), page, values, request.startedAt()));
      }
      return;
    }
    if (request.operation().traits().parts() == Parts.ONE) {
      return;
    }
    Page page = pages.remove(test);
    if (page == null && forgotten.remove(test, request.startedAt(), SOON)) {
      manyTests.add();
    }
    Shape source = page != null && follows(page, request) ? page.shape() : null;
    if (source == null && shapes.size() == 1) {
      return;
    }
    Map<Shape, Long> counts = new LinkedHashMap<>();
    if (source != null) {
      counts.put(source, 1L);
    }
    shapes.forEach(shape -> counts.merge(shape, 1L, Long::sum));
    if (counts.size() > 1 && manyShapes.hasRoom(counts.size() - 1)) {
      add(counts, 1);
    }
  }

  /** Returns whether most of the keys of a batch or transaction come from a page. */
  private static boolean follows(Page page, ObservedRequest request) {
    if (request.startedAt().isAfter(page.at().plus(SOON))) {
      return false;
    }
    int from = 0;
    for (RequestPart part : request.parts()) {
      Item key =
          part instanceof ItemRead read
              ? read.key()
              : part instanceof ItemWritten written ? written.key() : null;
      from += key != null && page.leadsTo(key) ? 1 : 0;
    }
    return 2 * from > request.parts().size();
  }

  private void add(Map<Shape, Long> counts, long uses) {
    Set<Shape> key = Set.copyOf(counts.keySet());
    Uses known = manyGroups.findOrAdd(groups, key, Uses::new);
    if (known == null) {
      return;
    }
    known.uses += uses;
    for (Map.Entry<Shape, Long> each : counts.entrySet()) {
      known.counts.merge(each.getKey(), each.getValue(), Long::sum);
    }
  }

  /** Merges groups whose shapes have become equal. */
  public void merge(UnaryOperator<Shape> current) {
    Map<Set<Shape>, Uses> before = groups;
    groups = new LinkedHashMap<>();
    for (Uses each : before.values()) {
      Map<Shape, Long> counts = new LinkedHashMap<>();
      each.counts.forEach((shape, count) -> counts.merge(current.apply(shape), count, Long::sum));
      if (counts.size() > 1) {
        add(counts, each.uses);
      }
    }
    pages.clear();
  }

  /** Adds a sentence for each bound that was reached. */
  public void addTo(List<String> omissions) {
    manyGroups.addTo(omissions);
    manyTests.addTo(omissions);
    manyShapes.addTo(omissions);
  }

  /** Returns the groups, the first seen first. */
  public List<UseGroup> groups() {
    List<UseGroup> all = new ArrayList<>();
    for (Uses each : groups.values()) {
      all.add(
          new UseGroup(
              List.copyOf(each.counts.keySet()), each.uses, List.copyOf(each.counts.values())));
    }
    return all;
  }
}
