package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.fill;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.observe.KeyTerm.Comparison;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names the key condition, and the index for it, that a request could read by instead. */
final class ReadAdvice {
  private static final String NAME = "([A-Za-z_][\\w-]*)";
  private static final Pattern EQUAL = Pattern.compile("(?<![\\w.\\[\\]-])" + NAME + " = \\{\\}");
  private static final Pattern EXISTS = Pattern.compile("attribute_exists ?\\(" + NAME + "\\)");
  private static final Pattern BEGINS = Pattern.compile("begins_with ?\\(" + NAME + ", ?\\{\\}\\)");
  private static final Pattern RANGE =
      Pattern.compile("(?<![\\w.\\[\\]-])" + NAME + " (<=?|>=?|BETWEEN|between) ");

  private final LedgerEntry entry;
  private final DesignTable table;

  /** The test of a filter, and how a key condition would say it. */
  private record Test(String attribute, String condition, boolean equal, boolean exists) {}

  private ReadAdvice(LedgerEntry entry, DesignTable table) {
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
    ReadAdvice advice = new ReadAdvice(entry, table);
    Test test = test(filter);
    return test == null ? advice.ofOther(filter) : advice.ofTest(test);
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
      return "Query " + target + " with " + test.condition();
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
    String projection = entry.shape().expressions().projection();
    if (projection == null) {
      return "";
    }
    Set<String> names = new TreeSet<>(ReadFindings.topLevelNames(projection));
    names.removeAll(keys);
    names.removeAll(table.key().names());
    return names.isEmpty()
        ? " and the projection KEYS_ONLY"
        : " and the projection INCLUDE of " + String.join(", ", names);
  }

  /** Returns what the request consumes now, and if it read only what it returns. */
  private String saving() {
    long requests = Math.max(1, entry.answered());
    long read = entry.reads().read();
    double bytes = read == 0 ? 0 : (double) entry.reads().bytes() / read;
    double now = entry.readUnits() / requests;
    double then = Savings.readUnits(entry, bytes * entry.reads().returned() / requests);
    return Savings.reads(now, then);
  }
}
