package dev.monotable.design.ledger;

import dev.monotable.design.bound.Bound;
import dev.monotable.design.bound.Overflow;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often requests read and write each partition key value of the tables and their
 * indexes, and whether the values of their keys rise with time, so that heat can be simulated as it
 * was observed. A write counts for each index whose entries it changes. Keeps at most 20,000 values
 * of a table or index, and 400,000 in all; further ones are not counted. Not thread-safe.
 */
public final class KeyCounts implements RequestConsumer {
  private static final int MAX_VALUES = 20_000;
  private static final int MAX_IN_ALL = 400_000;

  /** The uses of further kinds are only counted with all others. */
  private static final int MAX_USES = 16;

  /** A longer value is represented by its beginning and its hash. */
  private static final int MAX_LENGTH = 200;

  private final int mostOfTarget;
  private final int mostInAll;
  private final Map<String, DesignTable> tables = new HashMap<>();
  private final Map<Target, Values> targets = new HashMap<>();

  /** The table or index that was used last, which most requests use again. */
  private @Nullable Target lastTarget;

  private @Nullable Values lastValues;
  private int values;
  private final Overflow manyValues;
  private final Overflow manyTables = Bound.HEAT_TABLES.overflow();

  /** A table, or one of its indexes. */
  private record Target(String table, @Nullable String index) {}

  /** As many uses of partition keys show whether {@link #movesOn} is true of them. */
  public static final int ENOUGH_USES = 10;

  /** The share of these uses that is of the latest value. */
  public static final double MOST = 0.9;

  /** The smallest number of uses of each date and each number. */
  public static final int USES_OF_DATE = 3;

  public static final int USES_OF_NUMBER = 25;

  /**
   * A kind of uses.
   *
   * @param word what the sort keys begin with, up to the first character that is not a letter
   * @param update the update expression; null for other actions
   */
  private record Use(Action action, String word, @Nullable String update) {
    private boolean isOf(Shape shape, String ofWord) {
      String declared = shape.expressions().update();
      return action == shape.action()
          && word.equals(ofWord)
          && (declared == null || declared.equals(update));
    }
  }

  /** The values of a table or index. */
  private static final class Values {
    private final Map<String, Count> counts = new HashMap<>();
    private final Map<Use, Integer> uses = new HashMap<>();
    private final RisingValues partitions = new RisingValues();

    /**
     * The number of times that an item was added behind or before the last one of its partition key
     * value.
     */
    private final Map<String, long[]> sortKeys = new HashMap<>();
  }

  private static final class Count {
    private final Values of;
    private final AttributeValue first;
    private long reads;
    private long writes;
    private long created;
    private int[] uses = {};
    private @Nullable String largestSortKey;

    private Count(Values of, AttributeValue first) {
      this.of = of;
      this.first = first;
    }

    private void add(Action action, @Nullable String update, @Nullable AttributeValue sort) {
      String word = sort == null ? "" : word(RisingValues.sortable(sort));
      Use use = new Use(action, word, update);
      Integer number = of.uses.get(use);
      if (number == null) {
        if (of.uses.size() == MAX_USES) {
          return;
        }
        number = of.uses.size();
        of.uses.put(use, number);
      }
      if (number >= uses.length) {
        uses = Arrays.copyOf(uses, of.uses.size());
      }
      uses[number]++;
    }

    private long uses(Shape shape, String word) {
      long sum = 0;
      for (Map.Entry<Use, Integer> each : of.uses.entrySet()) {
        if (each.getValue() < uses.length && each.getKey().isOf(shape, word)) {
          sum += uses[each.getValue()];
        }
      }
      return sum;
    }
  }

  public KeyCounts() {
    this(MAX_VALUES, MAX_IN_ALL);
  }

  KeyCounts(int mostOfTarget, int mostInAll) {
    this.mostOfTarget = mostOfTarget;
    this.mostInAll = mostInAll;
    this.manyValues =
        Bound.HEAT_VALUES.overflow(
            mostOfTarget, String.format(Locale.ROOT, "%,d in all", mostInAll));
  }

  /** Adds a table that was created before requests were observed. */
  public void addTable(DesignTable table) {
    if (manyTables.hasRoom(tables, table.name())) {
      tables.put(table.name(), table.withEntities(List.of()));
    }
  }

  @Override
  public void accept(ObservedRequest request, RequestContext context) {
    if (request.parts().isEmpty()) {
      DesignTable described = ObservedTables.find(request, tables::get);
      if (described != null) {
        addTable(described);
      }
      return;
    }
    for (RequestPart part : request.parts()) {
      DesignTable table = tables.get(part.table());
      if (table == null) {
        continue;
      }
      if (part instanceof ItemRead read) {
        Count count = count(table.name(), null, table.key(), read.key()::find);
        if (count != null) {
          count.reads++;
          count.add(Action.GET, null, sort(table.key(), read.key()::find));
        }
      } else if (part instanceof ItemWritten written) {
        addWrite(table, written, request.startedAt());
      } else if (part instanceof PageRead page) {
        addPage(table, page);
      }
    }
  }

  private void addWrite(DesignTable table, ItemWritten written, Instant at) {
    Item after = written.after();
    boolean creates = written.applied() && after != null && written.before() == null;
    add(table, null, written, written.key(), creates, at);
    for (IndexChange change : written.applied() ? written.indexChanges() : List.<IndexChange>of()) {
      DeclaredIndex index = table.findIndex(change.index());
      Item image = after == null ? written.before() : after;
      if (index != null && index.global() && image != null) {
        boolean adds =
            change.kind() == IndexChange.Kind.ADDED || change.kind() == IndexChange.Kind.MOVED;
        add(table, index, written, image, adds, at);
      }
    }
  }

  private void add(
      DesignTable table,
      @Nullable DeclaredIndex index,
      ItemWritten written,
      Item item,
      boolean creates,
      Instant at) {
    DeclaredKey key = index == null ? table.key() : index.key();
    Count count = count(table.name(), index == null ? null : index.name(), key, item::find);
    if (count == null) {
      return;
    }
    ExpressionText update = written.update();
    count.add(
        Action.valueOf(written.writeKind().name()),
        update == null ? null : update.template(),
        sort(key, item::find));
    Values of = count.of;
    of.partitions.add(count.first, count.writes == 0, at);
    count.writes++;
    if (creates) {
      count.created++;
      AttributeValue sort = key.sort().isEmpty() ? null : item.find(key.sort().get(0).name());
      if (sort != null) {
        addSortKey(of, count, sort);
      }
    }
  }

  private static void addSortKey(Values of, Count count, AttributeValue sort) {
    String text = RisingValues.sortable(sort);
    String prefix = RisingValues.prefix(text);
    long[] steps = of.sortKeys.get(prefix);
    if (steps == null) {
      if (of.sortKeys.size() >= RisingValues.MAX_PREFIXES) {
        return;
      }
      steps = new long[2];
      of.sortKeys.put(prefix, steps);
    }
    String before = count.largestSortKey;
    if (before == null || !before.startsWith(prefix)) {
      count.largestSortKey = text;
    } else if (text.compareTo(before) > 0) {
      steps[0]++;
      count.largestSortKey = text;
    } else {
      steps[1]++;
    }
  }

  private void addPage(DesignTable table, PageRead page) {
    DeclaredKey key = table.findKey(page.index());
    DeclaredIndex index = page.index() == null ? null : table.findIndex(page.index());
    if (key == null) {
      return;
    }
    // A local index shares the partitions of its table.
    String target = index != null && index.global() ? index.name() : null;
    for (KeyRestriction restriction : page.keyConditions()) {
      Count count = count(table.name(), target, key, name -> findEqual(restriction, name));
      if (count != null) {
        count.reads++;
        count.add(Action.QUERY, null, sort(key, name -> findFirst(restriction, name)));
      }
    }
  }

  private static @Nullable AttributeValue findFirst(KeyRestriction restriction, String attribute) {
    for (KeyTerm term : restriction.terms()) {
      if (term.attribute().equals(attribute)) {
        return term.values().get(0);
      }
    }
    return null;
  }

  private static @Nullable AttributeValue findEqual(KeyRestriction restriction, String attribute) {
    for (KeyTerm term : restriction.terms()) {
      if (term.comparison() == Comparison.EQUAL && term.attribute().equals(attribute)) {
        return term.values().get(0);
      }
    }
    return null;
  }

  private static @Nullable AttributeValue sort(DeclaredKey key, KeyValues item) {
    return key.sort().isEmpty() ? null : item.find(key.sort().get(0).name());
  }

  private static String word(String sortKey) {
    int end = 0;
    while (end < sortKey.length() && Character.isLetter(sortKey.charAt(end))) {
      end++;
    }
    return sortKey.substring(0, end);
  }

  /** The values of key attributes. */
  @FunctionalInterface
  private interface KeyValues {
    @Nullable AttributeValue find(String attribute);
  }

  /**
   * Returns the counts of the partition key value of an item; null without one, or without room.
   */
  private @Nullable Count count(
      String table, @Nullable String index, DeclaredKey key, KeyValues item) {
    AttributeValue first = item.find(key.partition().get(0).name());
    String text = first == null ? null : text(key, first, item);
    if (first == null || text == null) {
      return null;
    }
    Values of = values(table, index);
    Count count = of.counts.get(text);
    if (count == null) {
      if (of.counts.size() >= mostOfTarget || values >= mostInAll) {
        manyValues.add();
        return null;
      }
      values++;
      count = new Count(of, first);
      of.counts.put(text, count);
    }
    return count;
  }

  private Values values(String table, @Nullable String index) {
    Target target = lastTarget;
    Values last = lastValues;
    if (target != null
        && last != null
        && target.table().equals(table)
        && Objects.equals(target.index(), index)) {
      return last;
    }
    target = new Target(table, index);
    last = targets.computeIfAbsent(target, t -> new Values());
    lastTarget = target;
    lastValues = last;
    return last;
  }

  private static @Nullable String text(DeclaredKey key, AttributeValue first, KeyValues item) {
    if (key.partition().size() == 1) {
      return text(first);
    }
    StringBuilder text = new StringBuilder();
    for (DeclaredKeyAttribute attribute : key.partition()) {
      AttributeValue value = item.find(attribute.name());
      if (value == null) {
        return null;
      }
      text.append(text.length() == 0 ? "" : ", ").append(text(value));
    }
    return text.toString();
  }

  private static String text(AttributeValue value) {
    String text = value.type() == AttributeType.S ? value.string() : ExpressionText.literal(value);
    return text.length() <= MAX_LENGTH
        ? text
        : text.substring(0, MAX_LENGTH) + "… " + Integer.toHexString(text.hashCode());
  }

  /** Returns what is left out because a bound was reached, one sentence each. */
  public List<String> omissions() {
    List<String> omissions = new ArrayList<>();
    manyValues.addTo(omissions);
    manyTables.addTo(omissions);
    return omissions;
  }

  /**
   * Returns the uses of the partition key values that have a form, in the order of the values.
   *
   * @param index null for the table
   * @param form the form of the values, such as <code>ROOM#{}</code>; of the first one, if the key
   *     has several attributes
   */
  public List<KeyUse> find(String table, @Nullable String index, KeyTemplate form) {
    return find(
        table,
        index,
        form,
        (text, count) -> new KeyUse(text, count.reads, count.writes, count.created));
  }

  /**
   * Returns the uses of the same values by requests of a shape, as far as they were counted.
   *
   * @param index null for the table
   * @param shape whose action and update count
   * @param sort the form of the sort keys; null for any
   */
  public List<KeyUse> find(
      String table,
      @Nullable String index,
      KeyTemplate form,
      Shape shape,
      @Nullable KeyTemplate sort) {
    String word = sort == null ? "" : word(sort.literalPrefix());
    boolean read = shape.action().isRead();
    return find(
        table,
        index,
        form,
        (text, count) -> {
          long uses = count.uses(shape, word);
          return new KeyUse(text, read ? uses : 0, read ? 0 : uses, count.created);
        });
  }

  private List<KeyUse> find(
      String table,
      @Nullable String index,
      KeyTemplate form,
      BiFunction<String, Count, KeyUse> use) {
    List<KeyUse> keys = new ArrayList<>();
    Values of = targets.get(new Target(table, index));
    if (of != null) {
      of.counts.forEach(
          (text, count) -> {
            if (form.matches(count.first)) {
              keys.add(use.apply(text, count));
            }
          });
    }
    // The same order for the same requests, so that a seed gives the same result.
    keys.sort((a, b) -> a.value().compareTo(b.value()));
    return keys;
  }

  /**
   * Returns whether items are added behind the others of their item collection, as those with a
   * time in their sort key are.
   *
   * @param index null for the table
   * @param sort the form of the sort keys
   */
  public boolean addsAtTheEnd(String table, @Nullable String index, KeyTemplate sort) {
    Values of = targets.get(new Target(table, index));
    long rising = 0;
    long falling = 0;
    if (of != null) {
      for (Map.Entry<String, long[]> each : of.sortKeys.entrySet()) {
        if (each.getKey().startsWith(sort.literalPrefix())) {
          rising += each.getValue()[0];
          falling += each.getValue()[1];
        }
      }
    }
    return rising >= 3 && rising >= 10 * falling;
  }

  /**
   * Returns whether the writes go to one partition key value after the other, as those of a key
   * that is a date or a counter do: to the largest value so far, or to that of the day.
   *
   * @param index null for the table
   * @param form the form of the values
   */
  public boolean movesOn(String table, @Nullable String index, KeyTemplate form) {
    Values of = targets.get(new Target(table, index));
    if (of == null || form.isConstant()) {
      return false;
    }
    RisingValues.Summary known = of.partitions.of(form.literalPrefix());
    // Words before the date, such as those of brands, spread what is written on the same day.
    boolean last =
        known.all() >= ENOUGH_USES
            && known.atLargest() >= MOST * known.all()
            && known.together() >= MOST * known.all();
    boolean today = known.ofToday() >= MOST * known.all();
    // A number may be the id of something with several items, such as an order with its lines.
    boolean dates = known.dates() >= MOST * known.all();
    boolean numbers = known.numbers() >= MOST * known.all();
    long usesOfValue = dates ? USES_OF_DATE : USES_OF_NUMBER;
    boolean rising =
        (dates || numbers)
            && known.rising() >= 2
            && known.falling() == 0
            && known.all() >= usesOfValue * (known.rising() + 1);
    return last && (today || rising);
  }
}
