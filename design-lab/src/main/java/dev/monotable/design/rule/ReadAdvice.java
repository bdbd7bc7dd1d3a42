package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Finding;
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
import dev.monotable.design.proposal.ReadByIndex;
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
  private static final long NAMED_COLLECTION = 1_000;
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
   * A read whose units grow with the table, at a declared or named size.
   *
   * @param where the size, such as {@code at 1,000,000 items}
   * @param units of a request
   */
  public record Grown(String where, double units) {}

  private ReadAdvice(FindingInput input, LedgerEntry entry, DesignTable table) {
    this.input = input;
    this.entry = entry;
    this.table = table;
  }

  /** Returns a finding about a Scan with what to do: by its filter, or by the keys of the items. */
  static Finding ofScan(Finding finding, FindingInput input, LedgerEntry entry) {
    if (entry.shape().expressions().filter() != null) {
      return ofFilter(finding, input, entry);
    }
    DesignTable table = input.findTable(entry.shape().table());
    DeclaredKey key = table == null ? null : table.findKey(entry.shape().index());
    if (key == null) {
      return finding;
    }
    String partition = key.partition().get(0).name();
    Set<String> conditions = new LinkedHashSet<>();
    for (ItemShape shape : input.ledger().items()) {
      KeyTemplate form = shape.keys().get(partition);
      if (shape.table().equals(entry.shape().table()) && form != null && conditions.size() < 5) {
        conditions.add(partition + " = " + form);
      }
    }
    return finding.advise(
        "Query {} with {} if not every item is needed",
        entry.shape().target(),
        conditions.isEmpty() ? partition + " = {}" : String.join(" or ", conditions));
  }

  /** Returns a finding about a filter with what to do, if the table is known. */
  static Finding ofFilter(Finding finding, FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    String filter = entry.shape().expressions().filter();
    if (table == null || filter == null) {
      return finding;
    }
    ReadAdvice advice = new ReadAdvice(input, entry, table);
    Test test = test(filter);
    return test == null
        ? finding.save(advice.ofOther(filter), advice.saving())
        : advice.ofTest(finding, test);
  }

  /** Returns the read of the table or an index that has the attribute in its key, or null. */
  private @Nullable ReadByIndex existing(Test test) {
    TermTemplate own = partition(table.findKey(entry.shape().index()));
    for (DesignTarget target : table.targets()) {
      DeclaredKey key = target.key();
      String first = key.partition().get(0).name();
      boolean sorts = !key.sort().isEmpty() && key.sort().get(0).name().equals(test.attribute());
      String condition =
          test.equal() && first.equals(test.attribute())
              ? test.condition()
              : sorts && !test.exists() && own != null && own.attribute().equals(first)
                  ? within(own, test)
                  : null;
      if (condition != null) {
        return new ReadByIndex(entry.shape(), target, null, condition);
      }
    }
    return null;
  }

  /** Returns the table or index that is sorted by the attribute that a Scan tests, or null. */
  private @Nullable DesignTarget sortedBy(Test test) {
    for (DesignTarget target : table.targets()) {
      DeclaredKey key = target.key();
      if (entry.shape().key() == null
          && !test.exists()
          && !test.equal()
          && !key.sort().isEmpty()
          && key.sort().get(0).name().equals(test.attribute())) {
        return target;
      }
    }
    return null;
  }

  /** Returns the condition on the partition key of a read and on an attribute. */
  private static String within(TermTemplate partition, Test test) {
    return partition.attribute() + " = " + partition.values().get(0) + " and " + test.condition();
  }

  /** Returns the read of an index with the attribute in its key that is to be added. */
  private ReadByIndex added(Test test, @Nullable TermTemplate partition) {
    AttributeType known = keyType(test.attribute());
    AttributeType type = known == null ? AttributeType.S : known;
    DeclaredKeyAttribute attribute = new DeclaredKeyAttribute(test.attribute(), type);
    DeclaredKey own = table.findKey(entry.shape().index());
    DeclaredKey key =
        partition == null || own == null
            ? new DeclaredKey(List.of(attribute), List.of())
            : new DeclaredKey(own.partition(), List.of(attribute));
    DeclaredIndex index =
        new DeclaredIndex(name(test.attribute()), true, key, projected(new TreeSet<>(key.names())));
    return new ReadByIndex(
        entry.shape(),
        new DesignTarget(table, index),
        index,
        partition == null ? test.condition() : within(partition, test));
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
    return names == null ? DeclaredProjection.ALL : DeclaredProjection.of(names);
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

  /** Returns the attribute by which a Query is ordered, and would no longer be; null if none. */
  private @Nullable String lostOrder(ReadByIndex read) {
    DeclaredKey key = table.findKey(entry.shape().index());
    DeclaredKey then = read.target().key();
    return entry.shape().key() == null
            || key == null
            || key.sort().isEmpty()
            || (!then.sort().isEmpty()
                && then.sort().get(0).name().equals(key.sort().get(0).name()))
        ? null
        : key.sort().get(0).name();
  }

  /** Returns what to do about an attribute whose type no key has, such as a BOOL. */
  private String ofFlag(Test test, Set<AttributeType> types) {
    return fill(
        "A key cannot be a {}: write another attribute only to the items with {}, and read them"
            + " from an index with this attribute as its key, which holds only these",
        types.iterator().next(),
        test.condition());
  }

  /** Returns the index that selects by an attribute and keeps the order of the sort key. */
  private String ofOrder(Test test, TermTemplate partition, DeclaredKey key) {
    String sort = key.sort().get(0).name();
    return fill(
        "Write an attribute that joins {} and {}, such as {}#{}, and add an index with the"
            + " partition key {} and it as the sort key{}; query it with {} = {} and begins_with of"
            + " the value of {}: the order by {} remains",
        test.attribute(),
        sort,
        test.attribute(),
        sort,
        partition.attribute(),
        projection(Set.of(partition.attribute(), test.attribute())),
        partition.attribute(),
        partition.values().get(0),
        test.attribute(),
        sort);
  }

  /** Returns what to do about a filter that no key condition can say. */
  private String ofOther(String filter) {
    return fill(
        "Write an attribute of its own to the items that pass the filter {}, and read them from an"
            + " index with this attribute as its key, which holds only these",
        filter);
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

  private Finding ofTest(Finding finding, Test test) {
    ReadByIndex existing = existing(test);
    if (existing != null) {
      return propose(finding, existing);
    }
    DesignTarget sorted = sortedBy(test);
    if (sorted != null) {
      String first = sorted.key().partition().get(0).name();
      return finding.advise(
          "If the request knows {}, query {} with {} = {} and {}; otherwise add an index whose"
              + " partition key it knows, with the sort key {}{}",
          first,
          sorted,
          first,
          "{}",
          test.condition(),
          test.attribute(),
          saving());
    }
    Set<AttributeType> types = types(test.attribute());
    if (!test.exists() && !types.isEmpty() && types.stream().noneMatch(AttributeType::isKeyType)) {
      return finding.save(ofFlag(test, types), saving());
    }
    DeclaredKey own = table.findKey(entry.shape().index());
    TermTemplate partition = partition(own);
    TermTemplate within =
        partition == null || partition.attribute().equals(test.attribute()) ? null : partition;
    if (test.equal() && within != null && own != null && !own.sort().isEmpty()) {
      return finding.save(ofOrder(test, within, own), saving());
    }
    if (within != null && !test.exists()) {
      return propose(finding, added(test, within));
    }
    if (within != null) {
      String text = "Add an index with the partition key {} and the sort key {}{}; it holds only";
      return finding.save(
          fill(
              text + " the items with {}. Query it with {} = {}",
              within.attribute(),
              test.attribute(),
              projection(Set.of(within.attribute(), test.attribute())),
              test.attribute(),
              within.attribute(),
              within.values().get(0)),
          saving());
    }
    return test.equal()
        ? propose(finding, added(test, null))
        : finding.save(ofPartition(test), saving());
  }

  /** Returns a finding with a read in place of its requests, unless their order would be lost. */
  private Finding propose(Finding finding, ReadByIndex read) {
    String order = lostOrder(read);
    String saving = saving();
    if (order != null && !saving.isEmpty()) {
      return finding.advise("{}, if the order by {} is not needed{}", read.advice(), order, saving);
    }
    DeclaredIndex added = read.added();
    boolean typed =
        added == null
            || added.key().names().stream()
                .allMatch(name -> table.keyAttributes().contains(name) || keyType(name) != null);
    return order == null && typed && !entry.shape().isStatement()
        ? finding.propose(read, saving)
        : finding.save(read.advice(), saving);
  }

  private String ofPartition(Test test) {
    return fill(
        "Add an index with the partition key {}{}{}",
        test.attribute(),
        projection(Set.of(test.attribute())),
        test.exists()
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
    return saving(input, entry, (double) entry.reads().returned() / Math.max(1, entry.answered()));
  }

  /**
   * Returns what the request consumes now, and if it read other items only; at a declared or named
   * size if it is the same here; empty if it is the same there as well.
   *
   * @param items the number that a request has to read
   */
  static String saving(FindingInput input, LedgerEntry entry, double items) {
    long requests = Math.max(1, entry.answered());
    long read = entry.reads().read();
    double bytes = read == 0 ? 0 : (double) entry.reads().bytes() / read;
    double now = entry.readUnits() / requests;
    double then = Savings.readUnits(entry, bytes * items);
    String here = entry.shape().action() == Action.SCAN ? "" : Savings.reads(now, then);
    Grown grown = grown(input, entry);
    return !here.isEmpty()
        ? here
        : grown.units() <= then
            ? ""
            : fill(
                ": {} {} instead of {} a request",
                grown.where(),
                plain(then),
                units(grown.units(), "read"));
  }

  /**
   * Returns the units of a read of a table or of an item collection of a declared or named size.
   */
  public static Grown grown(FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    double bytes = (double) entry.reads().bytes() / Math.max(1, entry.reads().read());
    if (entry.shape().action() == Action.SCAN) {
      long items = items(input, table);
      return new Grown(
          "at " + Numbers.plain(items) + " items", Savings.readUnits(entry, items * bytes));
    }
    double declared = 0;
    for (Entity entity : table == null ? List.<Entity>of() : table.entities()) {
      Double count = entity.estimate().perCollection();
      declared = Math.max(declared, count == null ? 0 : count);
    }
    long items = declared > 0 && input.design() != null ? Math.round(declared) : NAMED_COLLECTION;
    return new Grown(
        "in an item collection of " + count(items, "item"),
        Savings.readUnits(entry, items * bytes));
  }

  /** Returns the declared number of items of a table; a million if it is not declared. */
  private static long items(FindingInput input, @Nullable DesignTable table) {
    long items = 0;
    for (Entity entity : table == null ? List.<Entity>of() : table.entities()) {
      Long count = entity.estimate().count();
      items += count == null ? 0 : count;
    }
    return items > 0 && input.design() != null ? items : NAMED_ITEMS;
  }
}
