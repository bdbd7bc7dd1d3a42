package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import dev.monotable.value.AttributeType;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names the key condition, and the index for it, that a request could read by instead. */
public final class ReadAdvice {
  private static final long NAMED_ITEMS = 1_000_000;
  private static final String NAME = "([A-Za-z_][\\w-]*)";
  private static final Pattern EQUAL = Pattern.compile("(?<![\\w.\\[\\]-])" + NAME + " = \\{\\}");
  private static final Pattern EXISTS = Pattern.compile("attribute_exists ?\\(" + NAME + "\\)");
  private static final Pattern BEGINS = Pattern.compile("begins_with ?\\(" + NAME + ", ?\\{\\}\\)");
  private static final Pattern RANGE =
      Pattern.compile("(?<![\\w.\\[\\]-])" + NAME + " (<=?|>=?|BETWEEN|between) ");

  private final FindingInput input;
  private final LedgerEntry entry;
  private final DesignTable table;

  /** The test of a filter, and how a key condition would say it. */
  private record Test(String attribute, String condition, boolean equal, boolean exists) {}

  /**
   * A read by a key in place of a filter.
   *
   * @param index the index to query; null for the table
   * @param added the index to add, and to query; null if the key exists
   */
  public record KeyRead(DesignTable table, @Nullable String index, @Nullable DeclaredIndex added) {}

  private ReadAdvice(FindingInput input, LedgerEntry entry, DesignTable table) {
    this.input = input;
    this.entry = entry;
    this.table = table;
  }

  /** Returns what to do about a Scan: by its filter, or by the keys of the items. */
  static @Nullable String ofScan(FindingInput input, LedgerEntry entry) {
    if (entry.shape().expressions().filter() != null) {
      return ofFilter(input, entry);
    }
    DesignTable table = input.findTable(entry.shape().table());
    DeclaredKey key = table == null ? null : table.findKey(entry.shape().index());
    if (key == null) {
      return null;
    }
    String partition = key.partition().get(0).name();
    Set<String> conditions = new LinkedHashSet<>();
    for (ItemShape shape : input.ledger().items()) {
      KeyTemplate form = shape.keys().get(partition);
      if (shape.table().equals(entry.shape().table()) && form != null && conditions.size() < 5) {
        conditions.add(partition + " = " + form);
      }
    }
    return fill(
        "Query {} with {} if not every item is needed",
        entry.shape().target(),
        conditions.isEmpty() ? partition + " = {}" : String.join(" or ", conditions));
  }

  /** Returns what to do about a filter, or null if the table is unknown. */
  static @Nullable String ofFilter(FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    String filter = entry.shape().expressions().filter();
    if (table == null || filter == null) {
      return null;
    }
    ReadAdvice advice = new ReadAdvice(input, entry, table);
    Test test = test(filter);
    return test == null ? advice.ofOther(filter) : advice.ofTest(test);
  }

  /**
   * Returns the read by a key that the advice about a filter proposes, if the requests have all
   * values that it needs; otherwise null.
   */
  public static @Nullable KeyRead keyRead(FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    String filter = entry.shape().expressions().filter();
    Test test = filter == null || entry.shape().isStatement() ? null : test(filter);
    return table == null || test == null || !test.equal()
        ? null
        : new ReadAdvice(input, entry, table).keyRead(test);
  }

  private @Nullable KeyRead keyRead(Test test) {
    TermTemplate own = partition(table.findKey(entry.shape().index()));
    for (DesignTarget target : table.targets()) {
      DeclaredKey key = target.key();
      String first = key.partition().get(0).name();
      boolean sorts = !key.sort().isEmpty() && key.sort().get(0).name().equals(test.attribute());
      if (first.equals(test.attribute())
          || (sorts && own != null && own.attribute().equals(first))) {
        return new KeyRead(table, target.indexName(), null);
      }
    }
    AttributeType type = keyType(test.attribute());
    boolean same = own != null && own.attribute().equals(test.attribute());
    if (type == null || same || losesOrder(test)) {
      return null;
    }
    DeclaredKeyAttribute attribute = new DeclaredKeyAttribute(test.attribute(), type);
    DeclaredKey key = table.findKey(entry.shape().index());
    DeclaredKey added =
        own == null || key == null
            ? new DeclaredKey(List.of(attribute), List.of())
            : new DeclaredKey(key.partition(), List.of(attribute));
    Set<String> names = new TreeSet<>(added.names());
    return new KeyRead(
        table, null, new DeclaredIndex(name(test.attribute()), true, added, projected(names)));
  }

  /** Returns the name of an index by an attribute that the table does not have. */
  private String name(String attribute) {
    String name = "By" + Character.toUpperCase(attribute.charAt(0)) + attribute.substring(1);
    while (name.length() < 3 || table.findIndex(name) != null) {
      name += "2";
    }
    return name;
  }

  private DeclaredProjection projected(Set<String> keys) {
    Set<String> names = projectedNames(keys);
    return names == null
        ? DeclaredProjection.ALL
        : names.isEmpty()
            ? DeclaredProjection.KEYS_ONLY
            : new DeclaredProjection(DeclaredProjection.Kind.INCLUDE, List.copyOf(names));
  }

  /** Returns the type of an attribute of written items if a key can have it; otherwise null. */
  private @Nullable AttributeType keyType(String attribute) {
    Set<AttributeType> types = types(attribute);
    return types.size() == 1 && types.iterator().next().isKeyType()
        ? types.iterator().next()
        : null;
  }

  private Set<AttributeType> types(String attribute) {
    Set<AttributeType> types = EnumSet.noneOf(AttributeType.class);
    for (ItemShape shape : input.ledger().items()) {
      AttributeCounts counts = shape.attributes().get(attribute);
      if (shape.table().equals(table.name()) && counts != null) {
        types.addAll(counts.types());
      }
    }
    return types;
  }

  /** Returns whether a Query has the same order of a table or index as now. */
  private boolean keepsOrder(DesignTarget target) {
    DeclaredKey key = table.findKey(entry.shape().index());
    return entry.shape().key() == null
        || key == null
        || key.sort().isEmpty()
        || target.key().sort().isEmpty()
        || target.key().sort().get(0).name().equals(key.sort().get(0).name());
  }

  /** Returns whether an index by the attribute loses the order of a Query by its sort key. */
  private boolean losesOrder(Test test) {
    DeclaredKey key = table.findKey(entry.shape().index());
    return test.equal()
        && entry.shape().key() != null
        && key != null
        && !key.sort().isEmpty()
        && partition(key) != null;
  }

  /** Returns what to do about an attribute whose type no key has, such as a BOOL. */
  private String ofFlag(Test test, Set<AttributeType> types) {
    return fill(
        "A key cannot be a {}: write another attribute only to the items with {}, and read them"
            + " from an index with this attribute as its key, which holds only these{}",
        types.iterator().next(),
        test.condition(),
        saving());
  }

  /** Returns the index that selects by an attribute and keeps the order of the sort key. */
  private String ofOrder(Test test, TermTemplate partition, DeclaredKey key) {
    String sort = key.sort().get(0).name();
    return fill(
        "Write an attribute that joins {} and {}, such as {}#{}, and add an index with the"
            + " partition key {} and it as the sort key{}; query it with {} = {} and begins_with of"
            + " the value of {}: the order by {} remains{}",
        test.attribute(),
        sort,
        test.attribute(),
        sort,
        partition.attribute(),
        projection(Set.of(partition.attribute(), test.attribute())),
        partition.attribute(),
        partition.values().get(0),
        test.attribute(),
        sort,
        saving());
  }

  /** Returns what to do about a filter that no key condition can say. */
  private String ofOther(String filter) {
    return fill(
        "Write an attribute of its own to the items that pass the filter {}, and read them from an"
            + " index with this attribute as its key, which holds only these{}",
        filter,
        saving());
  }

  /** Returns the first condition of a filter on an attribute at the top level, equality first. */
  private static @Nullable Test test(String filter) {
    Matcher equal = EQUAL.matcher(filter);
    if (equal.find()) {
      return new Test(equal.group(1), equal.group(1) + " = {}", true, false);
    }
    Matcher begins = BEGINS.matcher(filter);
    if (begins.find()) {
      String condition = "begins_with(" + begins.group(1) + ", {})";
      return new Test(begins.group(1), condition, false, false);
    }
    Matcher range = RANGE.matcher(filter);
    if (range.find()) {
      boolean between = range.group(2).equalsIgnoreCase("between");
      String condition =
          range.group(1) + (between ? " BETWEEN {} AND {}" : " " + range.group(2) + " {}");
      return new Test(range.group(1), condition, false, false);
    }
    Matcher exists = EXISTS.matcher(filter);
    return exists.find() ? new Test(exists.group(1), "", false, true) : null;
  }

  private String ofTest(Test test) {
    DeclaredKey own = table.findKey(entry.shape().index());
    TermTemplate partition = partition(own);
    String advice = ofExisting(test);
    Set<AttributeType> types = types(test.attribute());
    if (advice == null
        && !test.exists()
        && !types.isEmpty()
        && types.stream().noneMatch(AttributeType::isKeyType)) {
      return ofFlag(test, types);
    }
    if (advice == null && partition != null && own != null && losesOrder(test)) {
      return ofOrder(test, partition, own);
    }
    if (advice == null) {
      String first = partition == null ? null : partition.attribute();
      if (partition == null || first == null || first.equals(test.attribute())) {
        advice = ofPartition(test);
      } else {
        String condition = partition.attribute() + " = " + partition.values().get(0);
        advice =
            fill(
                "Add an index with the partition key {} and the sort key {}{}{}",
                first,
                test.attribute(),
                projection(Set.of(first, test.attribute())),
                test.exists()
                    ? fill(
                        "; it holds only the items with {}. Query it with {}",
                        test.attribute(),
                        condition)
                    : ", and query it with " + condition + " and " + test.condition());
      }
    }
    return advice + saving();
  }

  /** Returns the advice to use the table or an index with the attribute in its key, or null. */
  private @Nullable String ofExisting(Test test) {
    String advice = null;
    for (DesignTarget target : table.targets()) {
      advice = advice == null ? ofKey(target, target.key(), test) : advice;
    }
    return advice;
  }

  private @Nullable String ofKey(DesignTarget target, DeclaredKey key, Test test) {
    String partition = key.partition().get(0).name();
    if (test.equal() && partition.equals(test.attribute())) {
      String order =
          keepsOrder(target) ? "" : ", in the order of " + target.key().sort().get(0).name();
      return "Query " + target + " with " + test.condition() + order;
    }
    boolean sorts = !key.sort().isEmpty() && key.sort().get(0).name().equals(test.attribute());
    // A Scan by a sort key alone needs an index that begins with it.
    boolean known = !test.equal() || entry.shape().key() != null;
    return sorts && !test.exists() && known
        ? "Query " + target + " with " + partition + " = {} and " + test.condition()
        : null;
  }

  private String ofPartition(Test test) {
    return fill(
        "Add an index with the partition key {}{}{}",
        test.attribute(),
        projection(Set.of(test.attribute())),
        test.equal()
            ? ", and query it with " + test.condition()
            : test.exists()
                ? "; it holds only the items with " + test.attribute() + ", so scan it"
                : fill(
                    "; write a value that many items share to the partition key, and {} to the sort"
                        + " key, and query it with {}",
                    test.attribute(),
                    test.condition()));
  }

  private @Nullable TermTemplate partition(@Nullable DeclaredKey key) {
    if (key == null || entry.shape().key() == null) {
      return null;
    }
    TermTemplate term = entry.shape().key().find(key.partition().get(0).name());
    return term != null && term.comparison() == Comparison.EQUAL ? term : null;
  }

  /** Returns the projection that the request needs. */
  private String projection(Set<String> keys) {
    Set<String> names = projectedNames(keys);
    return names == null
        ? ""
        : names.isEmpty()
            ? " and the projection KEYS_ONLY"
            : " and the projection INCLUDE of " + String.join(", ", names);
  }

  /** Returns the attributes beside the keys that the request needs; null for all. */
  private @Nullable Set<String> projectedNames(Set<String> keys) {
    String projection = entry.shape().expressions().projection();
    if (projection == null) {
      return null;
    }
    Set<String> names = new TreeSet<>(ReadFindings.topLevelNames(projection));
    names.removeAll(keys);
    names.removeAll(table.key().names());
    return names;
  }

  /** Returns what the request consumes now, and if it read only what it returns. */
  private String saving() {
    long requests = Math.max(1, entry.answered());
    long read = entry.reads().read();
    double bytes = read == 0 ? 0 : (double) entry.reads().bytes() / read;
    double now = entry.readUnits() / requests;
    double then = Savings.readUnits(entry, bytes * entry.reads().returned() / requests);
    if (entry.shape().action() != Action.SCAN) {
      return Savings.reads(now, then);
    }
    return fill(
        ": at {} items {} instead of {} a request",
        Numbers.plain(items(input, table)),
        plain(then),
        units(scanUnits(input, entry), "read"));
  }

  /** Returns the declared number of items of a table; a million if it is not declared. */
  public static long items(FindingInput input, @Nullable DesignTable table) {
    long items = 0;
    for (Entity entity : table == null ? List.<Entity>of() : table.entities()) {
      Long count = entity.estimate().count();
      items += count == null ? 0 : count;
    }
    return items > 0 && input.design() != null ? items : NAMED_ITEMS;
  }

  /** Returns the read units of a whole Scan of that many items. */
  public static double scanUnits(FindingInput input, LedgerEntry entry) {
    long items = items(input, input.findTable(entry.shape().table()));
    double bytes = (double) entry.reads().bytes() / Math.max(1, entry.reads().read());
    return Savings.readUnits(entry, items * bytes);
  }
}
