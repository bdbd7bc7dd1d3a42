package dev.monotable.design.check;

import dev.monotable.design.check.ItemProblems.Text;
import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.load.RequestUnits;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds large items, and items that grow with each update. */
final class ItemSizeRule implements FindingRule {
  /** A quarter of the limit. */
  static final int LARGE_BYTES = 100 * 1024;

  /** An item that grew in as many updates in a row is reported. */
  static final int GROWTHS = 10;

  static final int MAX_ITEMS = 2_000;
  static final int MAX_SUBJECTS = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(ItemFindings.LARGE_ITEM, ItemFindings.GROWING_ITEM);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Sizes(design);
  }

  /** The sizes of one run. */
  private static final class Sizes implements Detector {
    private final @Nullable Design design;
    private final ItemProblems large = new ItemProblems();
    private final Map<String, Finding> growing = new LinkedHashMap<>();

    private final Overflow manySubjects =
        new Overflow(
            MAX_SUBJECTS,
            "subjects of " + ItemFindings.GROWING_ITEM.id() + " are compared",
            "update of others");
    private final Overflow manyItems =
        new Overflow(
            MAX_ITEMS,
            "items are remembered for " + ItemFindings.GROWING_ITEM.id(),
            "item that had grown");

    /** The items that were updated last. */
    private final Map<ItemName, Growth> updated =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<ItemName, Growth> eldest) {
            boolean full = size() > MAX_ITEMS;
            if (full) {
              manyItems.add();
            }
            return full;
          }
        };

    /** An item of a table. */
    private record ItemName(String table, Item key) {}

    /** How an item has grown. */
    private static final class Growth {
      private int times;
      private int first;
    }

    private Sizes(@Nullable Design design) {
      this.design = design;
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      for (RequestPart part : request.parts()) {
        if (part instanceof ItemWritten written && written.applied() && written.after() != null) {
          Item after = written.after();
          if (after.size() >= LARGE_BYTES) {
            large.add(
                ItemFindings.LARGE_ITEM,
                subject(written.table(), after),
                new Text(
                    "An item has more than " + LARGE_BYTES / 1024 + " KB of 400 KB",
                    "Store "
                        + largest(after, Item.EMPTY)
                        + ", its largest attribute, in Amazon S3 or in an item of its own"),
                request,
                written,
                context);
          }
          if (written.before() != null) {
            grow(request, written, written.before(), after, context);
          }
        }
      }
    }

    private void grow(
        ObservedRequest request,
        ItemWritten written,
        Item before,
        Item after,
        RequestContext context) {
      ItemName name = new ItemName(written.table(), written.key());
      if (after.size() <= before.size()) {
        updated.remove(name);
        return;
      }
      Growth growth = updated.computeIfAbsent(name, key -> new Growth());
      growth.first = growth.times++ == 0 ? before.size() : growth.first;
      if (growth.times >= GROWTHS && after.size() >= 2 * growth.first) {
        String subject = subject(written.table(), after);
        if (!growing.containsKey(subject) && !manySubjects.hasRoom(growing.size())) {
          return;
        }
        int added = after.size() - before.size() + written.key().size();
        growing.put(
            subject,
            Finding.of(
                    ItemFindings.GROWING_ITEM,
                    subject,
                    "An item grew from "
                        + growth.first
                        + " to "
                        + after.size()
                        + " bytes in "
                        + growth.times
                        + " updates",
                    List.of(new Evidence(ItemProblems.line(request, written), context.test())))
                .withAdvice(
                    "Store each element of "
                        + largest(after, before)
                        + " in an item of its own with the same partition key: about "
                        + Numbers.plain(RequestUnits.write(added, false))
                        + " instead of "
                        + Numbers.plain(BigDecimal.valueOf(written.units()))
                        + " write units for each"));
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

    private String subject(String tableName, Item item) {
      DesignTable table = design == null ? null : design.findTable(tableName);
      List<Entity> entities = table == null ? List.of() : table.entitiesOf(item);
      return entities.size() == 1 ? tableName + "/" + entities.get(0).name() : tableName;
    }

    @Override
    public void addOmissions(List<String> omissions) {
      large.addOmissions(omissions);
      manySubjects.addTo(omissions);
      manyItems.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> all = new ArrayList<>(large.findings());
      all.addAll(growing.values());
      return all;
    }
  }
}
