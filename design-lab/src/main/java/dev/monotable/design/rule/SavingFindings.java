package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;
import static dev.monotable.design.load.Words.plain;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.KeyUse;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DeclaredProjection.Kind;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.design.proposal.OtherIndex;
import dev.monotable.engine.observe.IndexChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Findings about what another index, or less in one, would save. */
final class SavingFindings {
  private static final double SMALL_PART = 0.25;
  private static final int MANY_ENTRIES = 20;
  private static final int FEW_VALUES = 10;
  private static final double MOST = 0.5;
  static final FindingType PROJECTION =
      FindingType.of(
          "projection-of-large-items", RequestTrait.LARGE_BYTES / 1_024, percent(SMALL_PART));
  static final FindingType SPARSE =
      FindingType.of("index-could-be-sparse", MANY_ENTRIES, FEW_VALUES, percent(MOST));

  private static final int MANY_COUNTS = 50;

  /** So many additions come to a read of the index. */
  private static final int TIMES = 4;

  /** The attributes that a projection can name. */
  private static final int MAX_PROJECTED = 20;

  /** An update that only adds to numbers. */
  private static final Pattern ADDITIONS =
      Pattern.compile(
          "(?:SET )?(?:([A-Za-z_][\\w-]*) = (?:\\1|if_not_exists ?\\(\\1, ?\\{\\}\\)) [+-]"
              + " \\{\\}(?:, |$))+|ADD (?:[A-Za-z_][\\w-]* \\{\\}(?:, |$))+");

  static final FindingType COUNTER = FindingType.of("counter-in-index", MANY_COUNTS, TIMES);

  private static final Pattern DATE = Pattern.compile("(19|20)[0-9]{2}-?[01][0-9]");

  private SavingFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.each(PROJECTION, SavingFindings::projections),
        FindingRule.eachIndex(SPARSE, SavingFindings::sparse),
        FindingRule.each(COUNTER, SavingFindings::counters));
  }

  // ---- a few attributes of large items ----

  private static @Nullable Finding projections(FindingInput input, LedgerEntry entry) {
    String projection = entry.shape().expressions().projection();
    DesignTable table = input.findTable(entry.shape().table());
    long requests = entry.answered();
    long read = entry.reads().read();
    // One unit is the least that a read costs.
    if (projection == null
        || table == null
        || requests == 0
        || read == 0
        || entry.readUnits() / requests <= 0.5
        || entry.reads().bytes() / read < RequestTrait.LARGE_BYTES) {
      return null;
    }
    Set<String> names = new TreeSet<>(ReadFindings.topLevelNames(projection));
    double needed = neededBytes(input, entry, table, names);
    double bytes = (double) entry.reads().bytes() / read;
    if (needed < SMALL_PART * bytes) {
      return finding(input, entry, table, names, needed, bytes);
    }
    return null;
  }

  private static Finding finding(
      FindingInput input,
      LedgerEntry entry,
      DesignTable table,
      Set<String> names,
      double needed,
      double bytes) {
    long requests = entry.answered();
    double perRequest = (double) entry.reads().read() / requests;
    double now = entry.readUnits() / requests;
    double then =
        Math.max(1, Math.ceil(needed * perRequest / 4_096)) * (consistent(entry) ? 1 : 0.5);
    DeclaredKey key = table.findKey(entry.shape().index());
    names.removeAll(table.keyAttributes());
    String keys = key == null ? "" : " with the key " + String.join(", ", key.names());
    return Statements.finding(
            PROJECTION,
            input,
            entry,
            RequestTrait.READS_LARGE,
            "Items of {} bytes are read for {} bytes of each",
            Numbers.plain(Math.round(bytes)),
            Numbers.plain(Math.round(needed)))
        .advise(
            "Read them from an index{} and the projection {}{}",
            keys,
            names.isEmpty() ? "KEYS_ONLY" : "INCLUDE of " + String.join(", ", names),
            Savings.reads(now, then));
  }

  private static boolean consistent(LedgerEntry entry) {
    return entry.shape().mode().consistent();
  }

  /** Returns the average size of the keys and of some attributes of the items that are read. */
  private static double neededBytes(
      FindingInput input, LedgerEntry entry, DesignTable table, Set<String> names) {
    double bytes = attributeBytes(input, entry, table, names);
    // A key attribute has some 40 bytes with its name.
    return bytes == Double.MAX_VALUE ? bytes : bytes + 40.0 * table.key().names().size();
  }

  /**
   * Returns the average size of some attributes of the items that are read; the largest number if
   * none of them was written.
   */
  static double attributeBytes(
      FindingInput input, LedgerEntry entry, DesignTable table, Set<String> names) {
    double bytes = 0;
    long items = 0;
    for (ItemShape shape : input.ledger().items()) {
      if (shape.table().equals(table.name()) && isRead(shape, entry)) {
        items += shape.written();
        for (Map.Entry<String, AttributeCounts> each : shape.attributes().entrySet()) {
          if (names.contains(each.getKey())) {
            bytes +=
                each.getValue().totalBytes()
                    + (double) each.getKey().length() * each.getValue().count();
          }
        }
      }
    }
    return items == 0 ? Double.MAX_VALUE : bytes / items;
  }

  private static boolean isRead(ItemShape shape, LedgerEntry entry) {
    if (entry.shape().key() == null) {
      return true;
    }
    for (TermTemplate term : entry.shape().key().terms()) {
      KeyTemplate own = shape.keys().get(term.attribute());
      KeyTemplate value = term.values().get(0);
      if (own == null
          || !(own.canMeet(value) || own.literalPrefix().startsWith(value.literalPrefix()))) {
        return false;
      }
    }
    return true;
  }

  // ---- indexes that could be sparse ----

  private static @Nullable Finding sparse(
      FindingInput input, DesignTable table, DeclaredIndex index) {
    List<KeyUse> uses =
        index.global() ? input.keys().find(table.name(), index.name(), KeyTemplate.ANY) : List.of();
    List<KeyUse> unread = new ArrayList<>();
    List<String> readValues = new ArrayList<>();
    long entries = 0;
    long unreadEntries = 0;
    long reads = 0;
    for (KeyUse use : uses) {
      entries += use.created();
      reads += use.reads();
      if (use.reads() == 0) {
        unread.add(use);
        unreadEntries += use.created();
      } else {
        readValues.add(use.value());
      }
    }
    if (readValues.isEmpty()
        || uses.size() > FEW_VALUES
        || reads < 2
        || entries < MANY_ENTRIES
        || unreadEntries < MOST * entries
        || uses.stream().allMatch(use -> DATE.matcher(use.value()).find())) {
      return null; // the other days are read when they come
    }
    String attribute = index.key().partition().get(0).name();
    List<Evidence> evidence = unread(attribute, unread);
    String only = String.join(", ", readValues.subList(0, Math.min(3, readValues.size())));
    double unreadShare = (double) unreadEntries / entries;
    String saving = Savings.writesWithout(input, table, index, unreadShare);
    return Finding.of(
            SPARSE,
            table.name() + "." + index.name(),
            fill(
                "Only {} = {} is read; {} of {}{} have other values",
                attribute,
                only,
                Numbers.plain(unreadEntries),
                count(entries, "entry", "entries"),
                index.projection().kind() == Kind.ALL ? ", with all attributes," : ""),
            evidence)
        .calculate(
            "Give the index a partition key attribute of its own, such as {}Indexed, and"
                + " write it only while {} = {}; {} of the entries are then neither written"
                + " nor stored{}",
            attribute,
            attribute,
            only,
            percent(unreadShare),
            saving == null ? "" : saving);
  }

  private static List<Evidence> unread(String attribute, List<KeyUse> unread) {
    String text = "{} = {}: {}, never read";
    return unread.stream()
        .map(use -> fill(text, attribute, use.value(), count(use.created(), "entry", "entries")))
        .map(line -> new Evidence(line, null))
        .toList();
  }

  // ---- counters in indexes ----

  /** Finds a counter that an index holds, so that each addition writes the entry as well. */
  private static @Nullable Finding counters(FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    String update = entry.shape().expressions().update();
    if (table == null || update == null || !ADDITIONS.matcher(update).matches()) {
      return null;
    }
    Set<String> counted = new TreeSet<>(ReadFindings.topLevelNames(update));
    counted.removeAll(Set.of("SET", "ADD", "if_not_exists"));
    for (LedgerEntry each : input.ledger().entriesOf(table.name())) {
      String condition = each.shape().expressions().condition();
      if (condition != null
          && !Collections.disjoint(ReadFindings.topLevelNames(condition), counted)) {
        return null; // a version number, which the readers of the index need
      }
    }
    for (DeclaredIndex index : table.indexes()) {
      long written =
          entry
              .writes()
              .indexChanges()
              .getOrDefault(index.name(), Map.of())
              .getOrDefault(IndexChange.Kind.UPDATED, 0L);
      List<LedgerEntry> reads = IndexFindings.reads(input, table, index.name());
      long answered = reads.stream().mapToLong(LedgerEntry::answered).sum();
      if (written >= MANY_COUNTS && written >= TIMES * answered) {
        return counter(input, entry, new DesignTarget(table, index), counted);
      }
    }
    return null;
  }

  private static @Nullable Finding counter(
      FindingInput input, LedgerEntry entry, DesignTarget target, Set<String> counted) {
    DeclaredIndex index = target.index();
    if (index == null) {
      return null;
    }
    long applied = Math.max(1, entry.writes().applied());
    double units = entry.unitsOf(index.name()).writeUnits();
    Finding found =
        Statements.finding(
            COUNTER,
            input,
            entry,
            "{} to {} wrote the entry in {} as well: {} beside {} on the table",
            count(applied, "addition"),
            String.join(", ", counted),
            index.name(),
            units(units, "write"),
            plain(entry.writeUnits() - units));
    DesignTable table = target.table();
    Set<String> others = IndexFindings.heldAttributes(input, table, index);
    boolean read =
        !Collections.disjoint(
            namedAttributes(IndexFindings.reads(input, table, index.name())), counted);
    others.removeAll(counted);
    String own =
        fill(
            "{} {} in an item of its own, without the key of {}",
            read || others.size() > MAX_PROJECTED ? "Count" : "count",
            String.join(", ", counted),
            index.name());
    String saved =
        Savings.writes(entry.writeUnits() / applied, (entry.writeUnits() - units) / applied);
    return read || others.size() > MAX_PROJECTED
        ? found.save(own, saved)
        : found.propose(
            OtherIndex.projecting(table.name(), index, DeclaredProjection.of(others)),
            ", or " + own + saved);
  }

  /** Returns the attributes that reads name in a projection or a filter. */
  private static Set<String> namedAttributes(List<LedgerEntry> reads) {
    Set<String> named = new TreeSet<>();
    for (LedgerEntry entry : reads) {
      String projection = entry.shape().expressions().projection();
      String filter = entry.shape().expressions().filter();
      named.addAll(projection == null ? Set.of() : ReadFindings.topLevelNames(projection));
      named.addAll(filter == null ? Set.of() : ReadFindings.topLevelNames(filter));
    }
    return named;
  }
}
