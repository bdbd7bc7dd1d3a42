package dev.monotable.design.rule;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.percent;

import dev.monotable.design.cost.Savings;
import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingInput;
import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.heat.Headroom;
import dev.monotable.design.ledger.AttributeCounts;
import dev.monotable.design.ledger.ItemShape;
import dev.monotable.design.ledger.KeyUse;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.RequestTrait;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityMatch;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.KeyWords;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.proposal.OtherIndex;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Findings about indexes: what they hold, what is read of them, and what they cost. */
final class IndexFindings {
  private static final int MANY_MOVES = 5;
  private static final int MANY_ITEMS = 20;
  private static final int MANY_STATES = 8;

  /** A word in upper case, as states are written, and not the identifiers of a test. */
  private static final Pattern STATE = Pattern.compile("[A-Z]{2,20}(_[A-Z]{2,20}){0,3}");

  static final FindingType UNUSED = FindingType.of("unused-index");
  static final FindingType PROJECTS_MORE = FindingType.of("index-projects-too-much");
  static final FindingType UNREAD_ENTITIES = FindingType.of("index-holds-unread-entities");
  static final FindingType FETCHES = FindingType.of("local-index-fetches-items");
  static final FindingType MOVES = FindingType.of("index-entries-moved", MANY_MOVES);
  static final FindingType CONSTANT_KEY = FindingType.of("constant-partition-key", MANY_ITEMS);

  private IndexFindings() {}

  static List<FindingRule> rules() {
    return List.of(
        FindingRule.eachIndex(UNUSED, IndexFindings::unused),
        FindingRule.eachIndex(PROJECTS_MORE, IndexFindings::projections),
        FindingRule.eachIndex(UNREAD_ENTITIES, IndexFindings::unreadEntities),
        FindingRule.each(FETCHES, IndexFindings::fetches),
        FindingRule.each(MOVES, IndexFindings::moves),
        FindingRule.of(CONSTANT_KEY, IndexFindings::constantKeys));
  }

  /** Returns the requests that have read an index. */
  static List<LedgerEntry> reads(FindingInput input, DesignTable table, String index) {
    return input.ledger().entriesOf(table.name()).stream()
        .filter(entry -> entry.shape().action().isRead() && entry.answered() > 0)
        .filter(entry -> index.equals(entry.shape().index()))
        .toList();
  }

  /** Returns the declared requests to a table and its indexes. */
  private static List<PatternRequest> declared(FindingInput input, DesignTable table) {
    Design design = input.design();
    return (design == null ? List.<DeclaredPattern>of() : design.patterns())
        .stream()
            .flatMap(pattern -> pattern.requests().stream())
            .filter(request -> request.shape().table().equals(table.name()))
            .toList();
  }

  private static List<PatternRequest> declared(
      FindingInput input, DesignTable table, DeclaredIndex index) {
    return declared(input, table).stream()
        .filter(request -> index.name().equals(request.shape().index()))
        .toList();
  }

  private static @Nullable Finding unused(
      FindingInput input, DesignTable table, DeclaredIndex index) {
    boolean declared = !declared(input, table).isEmpty();
    boolean read =
        input.ledger().entriesOf(table.name()).stream()
            .anyMatch(entry -> entry.shape().action().isRead());
    if (!(declared || read)
        || !declared(input, table, index).isEmpty()
        || !reads(input, table, index.name()).isEmpty()) {
      return null;
    }
    String saved = Savings.writesWithout(input, table, index, 1);
    return Finding.of(
            UNUSED,
            table.name() + "." + index.name(),
            (declared ? "No declared access pattern and no request" : "No request")
                + " reads the index",
            List.of(new Evidence("index " + index.name() + " of " + table.name(), null)))
        .propose(
            new OtherIndex(table.name(), index, null),
            saved == null
                ? " of " + table.name() + ", or declare the access pattern that reads it"
                : saved);
  }

  private static @Nullable Finding projections(
      FindingInput input, DesignTable table, DeclaredIndex index) {
    if (index.projection().kind() != DeclaredProjection.Kind.ALL) {
      return null;
    }
    List<LedgerEntry> reads = reads(input, table, index.name());
    Set<String> held = heldAttributes(input, table, index);
    Set<String> needed = neededAttributes(reads, held);
    int unneeded = held.size() - needed.size();
    String names = String.join(", ", needed);
    return reads.isEmpty() || unneeded == 0 || unneeded < needed.size()
        ? null
        : Finding.of(
                PROJECTS_MORE,
                table.name() + "." + index.name(),
                fill(
                    "Requests read {} of {} beside the keys that the index holds",
                    needed.isEmpty() ? "none" : names,
                    count(held.size(), "attribute")),
                reads.stream().flatMap(e -> Statements.evidence(e).stream()).toList())
            .propose(
                OtherIndex.projecting(table.name(), index, DeclaredProjection.of(needed)),
                smaller(input, table, index, needed));
  }

  /** Returns the size of an entry before and after, and what a write or the storage of it costs. */
  private static String smaller(
      FindingInput input, DesignTable table, DeclaredIndex index, Set<String> needed) {
    Set<String> keys = table.keyAttributes();
    long entries = 0;
    double now = 0;
    double then = 0;
    for (ItemShape shape : input.itemsIn(table, index)) {
      entries += shape.written();
      now += shape.totalBytes();
      then += shape.totalBytes();
      for (Map.Entry<String, AttributeCounts> each : shape.attributes().entrySet()) {
        if (!needed.contains(each.getKey()) && !keys.contains(each.getKey())) {
          AttributeCounts counts = each.getValue();
          then -= counts.totalBytes() + (double) each.getKey().length() * counts.count();
        }
      }
    }
    if (entries == 0) {
      return "";
    }
    long before = Math.round(now / entries);
    long after = Math.round(then / entries);
    String writes =
        Savings.writes(Savings.writeUnits(now / entries), Savings.writeUnits(then / entries));
    return fill(
        "; an entry then has {} instead of {} bytes{}",
        Numbers.plain(after),
        Numbers.plain(before),
        writes.isEmpty() ? Savings.storage(before, after) : writes);
  }

  /** Returns the attributes, without keys, of the written items that are in an index. */
  static Set<String> heldAttributes(FindingInput input, DesignTable table, DeclaredIndex index) {
    Set<String> held = new TreeSet<>();
    for (ItemShape shape : input.itemsIn(table, index)) {
      held.addAll(shape.attributes().keySet());
      held.addAll(shape.keys().keySet());
    }
    held.removeAll(table.key().names());
    held.removeAll(index.key().names());
    return held;
  }

  /** Returns which of the attributes that an index holds are requested; all if one read does. */
  private static Set<String> neededAttributes(List<LedgerEntry> reads, Set<String> held) {
    Set<String> needed = new LinkedHashSet<>();
    for (LedgerEntry entry : reads) {
      String projection = entry.shape().expressions().projection();
      String filter = entry.shape().expressions().filter();
      if (projection == null && !entry.shape().mode().countOnly()) {
        return held;
      }
      needed.addAll(projection == null ? Set.of() : ReadFindings.topLevelNames(projection));
      needed.addAll(filter == null ? Set.of() : ReadFindings.topLevelNames(filter));
    }
    needed.retainAll(held);
    return needed;
  }

  private static @Nullable Finding unreadEntities(
      FindingInput input, DesignTable table, DeclaredIndex index) {
    List<PatternRequest> requests = declared(input, table, index);
    List<Entity> held = table.entities().stream().filter(e -> e.isIn(index)).toList();
    List<Entity> unread = new ArrayList<>(held);
    requests.forEach(request -> unread.removeAll(EntityMatch.of(table, request.shape())));
    double share = Entity.items(unread) / Math.max(1, Entity.items(held));
    return requests.isEmpty() || unread.size() == held.size() || share < 0.5
        ? null
        : Finding.of(
                UNREAD_ENTITIES,
                table.name() + "." + index.name(),
                fill(
                    "No access pattern reads {} from the index: {} of its entries",
                    String.join(", ", unread.stream().map(Entity::name).toList()),
                    percent(share)),
                unread.stream().map(entity -> evidence(entity, index)).toList())
            .calculate("{}", leaveOut(table, index, unread, share));
  }

  private static String leaveOut(
      DesignTable table, DeclaredIndex index, List<Entity> unread, double share) {
    List<String> own = new ArrayList<>(index.key().names());
    own.removeAll(table.key().names());
    return fill(
        own.isEmpty()
            ? "Give {} a partition key attribute of its own, and do not write it to {}; {} of the"
                + " entries are then neither written nor stored"
            : "Do not write {} to {}; {} of the entries are then neither written nor stored",
        own.isEmpty() ? index.name() : String.join(", ", own),
        String.join(", ", unread.stream().map(Entity::name).toList()),
        percent(share));
  }

  private static Evidence evidence(Entity entity, DeclaredIndex index) {
    List<String> keys = new ArrayList<>();
    index.key().names().forEach(name -> keys.add(name + " = " + entity.keys().get(name)));
    return new Evidence(entity.name() + ": " + String.join(" and ", keys), null);
  }

  private static @Nullable Finding fetches(FindingInput input, LedgerEntry entry) {
    double fetched =
        entry.shape().index() == null || !entry.shape().action().isRead()
            ? 0
            : entry.unitsOf(null).readUnits();
    if (fetched > 0) {
      Finding found =
          Statements.finding(
              FETCHES,
              input,
              entry,
              RequestTrait.FETCHES,
              "Beside {} read units on the index, {} were consumed on the table",
              entry.unitsOf(entry.shape().index()).readUnits(),
              fetched);
      return project(found, input, entry);
    }
    return null;
  }

  /** Returns a finding with what to add to the projection of a local index. */
  private static Finding project(Finding found, FindingInput input, LedgerEntry entry) {
    DesignTable table = input.findTable(entry.shape().table());
    String name = entry.shape().index();
    DeclaredIndex index = table == null || name == null ? null : table.findIndex(name);
    if (table == null || index == null) {
      return found;
    }
    String projection = entry.shape().expressions().projection();
    Set<String> missing =
        projection == null
            ? heldAttributes(input, table, index)
            : new TreeSet<>(ReadFindings.topLevelNames(projection));
    missing.removeAll(table.key().names());
    missing.removeAll(index.key().names());
    missing.removeAll(index.projection().attributes());
    long requests = Math.max(1, entry.answered());
    double items = (double) entry.reads().read() / requests;
    double entryBytes = entry.reads().bytes() / (double) Math.max(1, entry.reads().read());
    double bytes = entryBytes + SavingFindings.attributeBytes(input, entry, table, missing);
    Set<String> projected = new LinkedHashSet<>(index.projection().attributes());
    projected.addAll(missing);
    return found.propose(
        OtherIndex.projecting(table.name(), index, DeclaredProjection.of(projected)),
        Savings.reads(entry.readUnits() / requests, Savings.readUnits(entry, items * bytes)));
  }

  private static @Nullable Finding moves(FindingInput input, LedgerEntry entry) {
    long applied = entry.writes().applied();
    List<String> moved = new ArrayList<>();
    long total = 0;
    for (Map.Entry<String, Map<IndexChange.Kind, Long>> index :
        entry.writes().indexChanges().entrySet()) {
      long count = index.getValue().getOrDefault(IndexChange.Kind.MOVED, 0L);
      if (count > 0 && !readsByMovedKey(input, entry, index.getKey())) {
        moved.add(index.getKey());
        total += count;
      }
    }
    boolean several = total > 0 && total >= 2 * applied;
    if (several || (total >= MANY_MOVES && 2 * total >= applied)) {
      Finding found =
          Statements.finding(
              MOVES,
              input,
              entry,
              RequestTrait.MOVES,
              "{} moved {} of {}",
              count(applied, "write"),
              count(total, "entry", "entries"),
              String.join(", ", moved));
      return keep(found, input, entry, moved);
    }
    return null;
  }

  /**
   * Returns whether Queries on an index name the key that an update changes: then entries have to
   * move.
   */
  private static boolean readsByMovedKey(FindingInput input, LedgerEntry entry, String index) {
    DesignTable table = input.findTable(entry.shape().table());
    DeclaredIndex of = table == null ? null : table.findIndex(index);
    String update = entry.shape().expressions().update();
    if (table == null || of == null || update == null) {
      return false;
    }
    Set<String> written = ReadFindings.topLevelNames(update);
    for (LedgerEntry read : reads(input, table, index)) {
      KeyConditionTemplate key = read.shape().key();
      for (DeclaredKeyAttribute attribute : of.key().attributes()) {
        boolean named = key != null && key.find(attribute.name()) != null;
        if (named && written.contains(attribute.name())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns a finding with the attributes to leave out of the keys of indexes, and the units. */
  private static Finding keep(
      Finding found, FindingInput input, LedgerEntry entry, List<String> moved) {
    DesignTable table = input.findTable(entry.shape().table());
    String update = entry.shape().expressions().update();
    Set<String> written = update == null ? Set.of() : ReadFindings.topLevelNames(update);
    Set<String> changed = new TreeSet<>();
    double indexUnits = 0;
    for (String name : moved) {
      DeclaredIndex index = table == null ? null : table.findIndex(name);
      Set<String> keys = new TreeSet<>(index == null ? List.of() : index.key().names());
      if (table != null) {
        keys.removeAll(table.key().names());
      }
      if (keys.stream().anyMatch(written::contains)) {
        keys.retainAll(written);
      }
      changed.addAll(keys);
      indexUnits += entry.unitsOf(name).writeUnits();
    }
    long applied = Math.max(1, entry.writes().applied());
    double now = entry.writeUnits() / applied;
    // Each move writes an entry twice: it deletes one and puts another.
    double then = now - indexUnits / applied / 2;
    return found.save(
        fill(
            "Leave {} out of the key of {}, or write it only while somebody queries its value",
            String.join(", ", changed),
            String.join(", ", moved)),
        Savings.writes(now, then));
  }

  private static List<Finding> constantKeys(FindingInput input) {
    List<Finding> findings = new ArrayList<>();
    Headroom headroom = new Headroom(input);
    for (DesignTable table : input.tables()) {
      for (DesignTarget target : table.partitioned()) {
        int before = findings.size();
        addConstantKey(findings, input, target);
        if (before == findings.size()) {
          addNumber(findings, input, target, headroom);
        }
      }
    }
    return findings;
  }

  /**
   * Adds a finding if all entries of an index have the same number as their key, and the declared
   * traffic comes near to what one partition serves: without that, a queue of its own is right.
   */
  private static void addNumber(
      List<Finding> findings, FindingInput input, DesignTarget target, Headroom headroom) {
    DeclaredKeyAttribute partition = target.key().partition().get(0);
    Design design = input.design();
    if (design == null
        || target.index() == null
        || partition.type() != AttributeType.N
        || KeyWords.isOwner(partition.name())
        || design.patterns().stream().noneMatch(each -> each.traffic().frequency() != null)) {
      return;
    }
    String table = target.table().name();
    List<KeyUse> uses = input.keys().find(table, target.indexName(), KeyTemplate.ANY);
    if (uses.size() == 1
        && uses.get(0).created() >= MANY_ITEMS
        && !headroom.isAmple(target.toString())) {
      String value = partition.name() + " = " + uses.get(0).value();
      findings.add(
          Finding.of(
                  CONSTANT_KEY,
                  target.toString(),
                  "All entries are in one item collection: " + value,
                  List.of(
                      new Evidence(
                          count(uses.get(0).created(), "entry", "entries") + " with " + value,
                          null)))
              .calculate(
                  "Write ten numbers in place of one to {}, and query all ten: 10,000 write units a"
                      + " second instead of 1,000",
                  partition.name()));
    }
  }

  private static void addConstantKey(
      List<Finding> findings, FindingInput input, DesignTarget target) {
    DesignTable table = target.table();
    String index = target.indexName();
    List<String> partition =
        target.key().partition().stream().map(DeclaredKeyAttribute::name).toList();
    Set<String> values = new LinkedHashSet<>();
    List<Evidence> evidence = new ArrayList<>();
    for (Entity entity : table.entities()) {
      boolean oneItem = table.key().names().stream().allMatch(n -> constant(entity.keys(), n));
      Long count = entity.estimate().count();
      boolean few = count != null && count < MANY_ITEMS;
      if (!oneItem && !few && partition.stream().allMatch(name -> constant(entity.keys(), name))) {
        String value = text(entity.keys(), partition);
        values.add(value);
        evidence.add(new Evidence(entity.name() + ": " + value, null));
      }
    }
    // Written items show the values of a key that fits no declared template.
    for (ItemShape shape : input.ledger().items()) {
      if (shape.table().equals(table.name())
          && shape.created() >= MANY_ITEMS
          && partition.stream().allMatch(name -> constant(shape.keys(), name))
          && table.entities().stream().noneMatch(each -> each.covers(partition, shape.keys()))) {
        String value = text(shape.keys(), partition);
        values.add(value);
        evidence.add(new Evidence(count(shape.created(), "item") + " with " + value, null));
      }
    }
    removeOwners(values, evidence, partition);
    if (index != null
        && values.isEmpty()
        && partition.size() == 1
        && !KeyWords.isOwner(partition.get(0))) {
      List<KeyUse> uses = input.keys().find(table.name(), index, KeyTemplate.ANY);
      addStates(values, evidence, partition.get(0), uses);
    }
    if (!values.isEmpty()) {
      findings.add(
          Finding.of(
                  CONSTANT_KEY,
                  target.toString(),
                  "All items of a kind are in one item collection: " + String.join("; ", values),
                  evidence)
              .calculate(
                  "Write {}#0 to #9, and query all ten: 10,000 write units a second instead of"
                      + " 1,000",
                  values.iterator().next()));
    }
  }

  /**
   * Removes the values if they are several with the same label, such as those of two tenants: what
   * varies is no constant, even if a test has few of them.
   */
  private static void removeOwners(
      Set<String> values, List<Evidence> evidence, List<String> partition) {
    Set<String> labels = new LinkedHashSet<>();
    for (String value : values) {
      int end = value.lastIndexOf('#');
      labels.add(end < 0 ? value : value.substring(0, end));
    }
    boolean same = labels.size() == 1 && labels.iterator().next().contains(" = ");
    boolean owners = partition.stream().anyMatch(KeyWords::isOwner);
    if (values.size() > 1 && (owners || (same && !values.containsAll(labels)))) {
      values.clear();
      evidence.clear();
    }
  }

  /**
   * Adds the values of an index key that are states with many items, even if a template of any
   * values is declared.
   */
  private static void addStates(
      Set<String> values, List<Evidence> evidence, String attribute, List<KeyUse> keys) {
    for (KeyUse key : keys) {
      if (keys.size() <= MANY_STATES
          && key.created() >= MANY_ITEMS
          && STATE.matcher(key.value()).matches()) {
        String value = attribute + " = " + key.value();
        values.add(value);
        evidence.add(new Evidence(count(key.created(), "item") + " with " + value, null));
      }
    }
  }

  private static boolean constant(Map<String, KeyTemplate> keys, String name) {
    var template = keys.get(name);
    return template != null && template.isConstant();
  }

  private static String text(Map<String, KeyTemplate> keys, List<String> names) {
    return String.join(" and ", names.stream().map(name -> name + " = " + keys.get(name)).toList());
  }
}
