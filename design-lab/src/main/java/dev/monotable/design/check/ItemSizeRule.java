package dev.monotable.design.check;

import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.bound.RecentMap;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.ItemProblems;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.trace.Trace;
import dev.monotable.design.trace.TracedPart;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds large items, and items that grow with each update. */
final class ItemSizeRule implements Detector {
  /** A quarter of the limit. */
  static final int LARGE_BYTES = 100 * 1024;

  /** An item that grew in as many updates in a row is reported. */
  static final int GROWTHS = 10;

  static final FindingRule RULE =
      new FindingRule(
          List.of(ItemFindings.LARGE_ITEM, ItemFindings.GROWING_ITEM), ItemSizeRule::new);

  private final ItemProblems large;
  private final Map<String, Finding> growing = new LinkedHashMap<>();

  private final Overflow manySubjects;

  /** The items that were updated last. */
  private final Map<ItemName, Growth> updated;

  /** An item of a table. */
  private record ItemName(String table, Item key) {}

  /** The growth of an item. */
  private static final class Growth {
    private int times;
    private int first;
  }

  private ItemSizeRule(Trace trace) {
    String growing = ItemFindings.GROWING_ITEM.id();
    this.large = new ItemProblems(trace);
    this.manySubjects = trace.declare(Bound.GROWING_SUBJECTS, growing);
    Overflow manyItems = trace.declare(Bound.GROWING_ITEMS, growing);
    this.updated = new RecentMap<>(Bound.GROWING_ITEMS.most(), (name, growth) -> manyItems.add());
  }

  @Override
  public void write(TracedPart part, ItemWritten written) {
    Item after = written.after();
    if (after != null && after.size() >= LARGE_BYTES) {
      large.add(
          ItemFindings.LARGE_ITEM,
          part.entity(),
          "An item has more than " + LARGE_BYTES / 1024 + " KB of 400 KB",
          fill(
              "Store {}, its largest attribute, in Amazon S3 or in an item of its own",
              largest(after, Item.EMPTY)),
          part);
    }
    if (after != null && written.before() != null) {
      grow(part, written, written.before(), after);
    }
  }

  private void grow(TracedPart part, ItemWritten written, Item before, Item after) {
    ItemName name = new ItemName(written.table(), written.key());
    if (after.size() <= before.size()) {
      updated.remove(name);
      return;
    }
    Growth growth = updated.computeIfAbsent(name, key -> new Growth());
    growth.first = growth.times++ == 0 ? before.size() : growth.first;
    if (growth.times >= GROWTHS && after.size() >= 2 * growth.first) {
      String subject = part.entity();
      if (!manySubjects.hasRoom(growing, subject)) {
        return;
      }
      int added = after.size() - before.size() + written.key().size();
      growing.put(
          subject,
          Finding.of(
                  ItemFindings.GROWING_ITEM,
                  subject,
                  fill(
                      "An item grew from {} to {} bytes in {} updates",
                      growth.first,
                      after.size(),
                      growth.times),
                  List.of(Evidence.of(part)))
              .calculate(
                  "Store each element of {} in an item of its own with the same partition"
                      + " key: about {} for each; in this item, {} now and 400 at 400 KB",
                  largest(after, before),
                  units(RequestUnits.write(added, false).doubleValue(), "write"),
                  plain(written.units())));
    }
  }

  /** Returns the attribute that is larger than before by the most bytes. */
  private static String largest(Item after, Item before) {
    String largest = "";
    int most = -1;
    for (Map.Entry<String, AttributeValue> attribute : after.toMap().entrySet()) {
      AttributeValue old = before.find(attribute.getKey());
      int more = attribute.getValue().size() - (old == null ? 0 : old.size());
      if (more > most) {
        most = more;
        largest = attribute.getKey();
      }
    }
    return largest;
  }

  @Override
  public List<Finding> findings(FindingInput input) {
    List<Finding> all = new ArrayList<>(large.findings());
    all.addAll(growing.values());
    return all;
  }
}
