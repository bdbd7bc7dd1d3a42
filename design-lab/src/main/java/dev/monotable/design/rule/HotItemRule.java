package dev.monotable.design.rule;

import static dev.monotable.design.rule.RequestFindings.GUIDE;

import dev.monotable.design.finding.Detector;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.Overflow;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.rule.HotKeys.Group;
import dev.monotable.design.rule.HotKeys.HotKey;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds items that get a large share of the writes or reads that one test sends to a table, and
 * partition key values that get most of the writes among several of their kind.
 */
final class HotItemRule implements FindingRule {
  private static final int MANY_WRITES = 20;
  private static final double LARGE_SHARE = 0.2;
  private static final int MANY_READS = 40;
  private static final double LARGE_READ_SHARE = 0.4;
  private static final int MANY_OF_VALUE = 40;
  private static final double MOST = 0.6;

  /** Fewer writes are enough if they are nearly all. */
  private static final int SEVERAL_OF_VALUE = 20;

  private static final double NEARLY_ALL = 0.85;
  private static final int SEVERAL_VALUES = 4;

  static final FindingType TYPE =
      new FindingType(
              "hot-item",
              Severity.WARNING,
              "an item that gets a large share of the writes",
              "An item is in one partition, which takes 1,000 write units per second, whatever the"
                  + " capacity of the table. Transactions on the same item conflict with each"
                  + " other.",
              GUIDE + "bp-partition-key-design.html",
              "Spread a counter over several items and add them up when you read, or derive it from"
                  + " a stream.")
          .withBounds(
              "At least "
                  + MANY_WRITES
                  + " writes of one item, "
                  + Statements.percent(LARGE_SHARE)
                  + " of those of a test to the table.");

  static final FindingType READ =
      new FindingType(
              "hot-read",
              Severity.ADVICE,
              "an item that gets a large share of the reads",
              "An item is in one partition, which serves 3,000 read units per second, 6,000"
                  + " eventually consistent reads of up to 4 KB, whatever the capacity of the"
                  + " table.",
              GUIDE + "bp-partition-key-design.html",
              "Keep it in the memory of the application for some seconds, use DynamoDB Accelerator,"
                  + " or write several copies of it and read one at random.")
          .withBounds(
              "At least "
                  + MANY_READS
                  + " reads of one item, "
                  + Statements.percent(LARGE_READ_SHARE)
                  + " of those of a test to the table.",
              Headroom.BOUND);

  static final FindingType SKEWED =
      new FindingType(
              "skewed-partition-key",
              Severity.WARNING,
              "one partition key value with most of the writes",
              "The items of a partition key value begin in one partition, which takes 1,000 write"
                  + " units per second. DynamoDB splits it only after it was throttled for some"
                  + " time, and not if new items are always added at the end.",
              GUIDE + "bp-partition-key-design.html",
              "Divide the largest values: add what the items belong to, such as the project of a"
                  + " tenant or the month, or a suffix, to the partition key.")
          .withBounds(
              "At least "
                  + MANY_OF_VALUE
                  + " writes of one of "
                  + SEVERAL_VALUES
                  + " values or more, "
                  + Statements.percent(MOST)
                  + " of those of its kind; or "
                  + SEVERAL_OF_VALUE
                  + " writes, "
                  + Statements.percent(NEARLY_ALL)
                  + ".",
              Headroom.BOUND);

  private static final int MAX_TABLES = 1_000;

  @Override
  public List<FindingType> types() {
    return List.of(TYPE, READ, SKEWED);
  }

  @Override
  public Detector start(@Nullable Design design) {
    return new Uses(design);
  }

  /** The uses of items in one run. */
  private static final class Uses implements Detector {
    private final @Nullable Design design;
    private final Map<String, DesignTable> tables = new HashMap<>();
    private final HotKeys writes = new HotKeys(TYPE, "write");
    private final HotKeys reads = new HotKeys(READ, "read");
    private final HotKeys collections = new HotKeys(SKEWED, "write");
    private final Overflow manyTables =
        new Overflow(MAX_TABLES, "tables are known to " + SKEWED.id(), "description of others");

    private Uses(@Nullable Design design) {
      this.design = design;
    }

    @Override
    public void addTable(DesignTable table) {
      if (tables.containsKey(table.name()) || manyTables.hasRoom(tables.size())) {
        tables.put(table.name(), table.withEntities(List.of()));
      }
    }

    @Override
    public void accept(ObservedRequest request, RequestContext context) {
      List<RequestPart> parts = request.parts();
      if (parts.isEmpty()) {
        DesignTable described = ObservedTables.find(request, tables::get);
        if (described != null) {
          addTable(described);
        }
      }
      for (RequestPart part : parts) {
        if (part instanceof ItemWritten written
            && written.applied()
            && written.writeKind() != ItemWritten.WriteKind.CONDITION_CHECK) {
          addWrite(request, written, context);
        } else if (part instanceof ItemRead read && read.item() != null) {
          Item item = read.item();
          reads.add(
              new Group(context.test(), read.table(), ""),
              read.key(),
              () -> Statements.subject(design, read.table(), item),
              () -> Statements.evidence(request, read, context));
        }
      }
    }

    private void addWrite(ObservedRequest request, ItemWritten written, RequestContext context) {
      Item image = written.after() == null ? written.before() : written.after();
      writes.add(
          new Group(context.test(), written.table(), ""),
          written.key(),
          () -> Statements.subject(design, written.table(), image),
          () ->
              Statements.evidence(
                  request.operation().name(),
                  written.table(),
                  written.key().toMap(),
                  context.test()));
      DesignTable table = tables.get(written.table());
      if (table == null || image == null) {
        return;
      }
      addCollection(table.name(), table.key(), image, context);
      for (IndexChange change : written.indexChanges()) {
        DeclaredIndex index = table.findIndex(change.index());
        if (index != null && index.global()) {
          addCollection(table.name() + "." + index.name(), index.key(), image, context);
        }
      }
    }

    private void addCollection(String target, DeclaredKey key, Item image, RequestContext context) {
      String attribute = key.partition().get(0).name();
      AttributeValue value = image.find(attribute);
      if (value == null || key.sort().isEmpty() || key.partition().size() > 1) {
        return;
      }
      collections.add(
          new Group(context.test(), target, kind(value)),
          value,
          () -> target,
          () -> new Evidence(attribute + " = " + ExpressionText.literal(value), context.test()));
    }

    /** Returns the beginning of a value up to its first delimiter or digit. */
    private static String kind(AttributeValue value) {
      String text = value.type() == AttributeType.S ? value.string() : "";
      int end = 0;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      // A word alone may be one of many values.
      return end == text.length() ? "" : text.substring(0, end);
    }

    @Override
    public void addOmissions(List<String> omissions) {
      writes.addOmissions(omissions);
      reads.addOmissions(omissions);
      collections.addOmissions(omissions);
      manyTables.addTo(omissions);
    }

    @Override
    public List<Finding> findings(FindingInput input) {
      List<Finding> findings = new ArrayList<>();
      for (HotKey hot : writes.find(MANY_WRITES, LARGE_SHARE)) {
        findings.add(
            finding(TYPE, hot, "One item gets ", "writes")
                .withAdvice(
                    "For a counter, "
                        + spread(input, hot)
                        + "add them up when you read: 10,000 write units a second instead of"
                        + " 1,000"));
      }
      Headroom headroom = new Headroom(input);
      for (HotKey hot : reads.find(MANY_READS, LARGE_READ_SHARE)) {
        if (!headroom.isAmple(hot.group().target())) {
          findings.add(
              finding(READ, hot, "One item gets ", "reads by GetItem")
                  .withAdvice(
                      "Cache the item for a second; or "
                          + spread(input, hot)
                          + "read one of them: 30,000 read units a second instead of 3,000"));
        }
      }
      for (HotKey hot : collections.find(SEVERAL_OF_VALUE, MOST)) {
        boolean enough = hot.count() >= MANY_OF_VALUE || hot.share() >= NEARLY_ALL;
        if (enough && hot.keys() >= SEVERAL_VALUES && !headroom.isAmple(hot.group().target())) {
          findings.add(
              finding(
                      SKEWED,
                      hot,
                      "One of " + Statements.count(hot.keys(), "partition key value") + " gets ",
                      "writes")
                  .withAdvice(
                      "Divide "
                          + hot.example().text()
                          + " into ten values with the suffixes #0 to #9, and query all ten: 10,000"
                          + " write units a second instead of 1,000"));
        }
      }
      return findings;
    }

    /** Returns the advice to write an item ten times, up to what to do with the ten. */
    private static String spread(FindingInput input, HotKey hot) {
      DesignTable table = input.findTable(hot.group().target());
      List<String> names = table == null ? List.of() : table.key().names();
      String last = names.isEmpty() ? null : names.get(names.size() - 1);
      AttributeValue value =
          last == null || !(hot.values() instanceof Item key) ? null : key.find(last);
      return value == null || value.type() != AttributeType.S
          ? "keep ten copies under keys of their own, and "
          : "write it as ten items with " + last + " = " + value.string() + "#0 to #9, and ";
    }

    private static Finding finding(FindingType type, HotKey hot, String who, String uses) {
      return Finding.of(
          type,
          hot.subject(),
          who
              + Numbers.plain(hot.count())
              + " of the "
              + Numbers.plain(hot.all())
              + " "
              + uses
              + " of a test to "
              + hot.group().target()
              + " ("
              + Statements.percent(hot.share())
              + ")",
          List.of(hot.example()));
    }
  }
}
