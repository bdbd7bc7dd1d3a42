package dev.monotable.design.heat;

import dev.monotable.design.heat.KeyDistribution.Observed;
import dev.monotable.design.heat.KeyDistribution.Observed.ObservedKey;
import dev.monotable.design.ledger.KeyCounts;
import dev.monotable.design.ledger.KeyUse;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.IndexLoad;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.TableLoad;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.KeyWords;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TermTemplate;
import dev.monotable.engine.partition.TableCapacity;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the scenarios of a design: one for each table, with its local indexes, and one for each
 * global index.
 *
 * <p>How requests are spread over partition key values is declared; observed if it is not declared;
 * otherwise all values are equally frequent, and their number follows from the declared numbers of
 * items. Where in an item collection they go follows from the sort key: a constant one is one item,
 * one that begins with a time increases.
 */
public final class HeatScenarios {
  /** The maximum number of key values of all tables and indexes that are simulated. */
  private static final int MAX_KEYS = 2 * KeyDistribution.MAX_KEYS;

  /** The last words of names of fields whose values increase. */
  private static final Set<String> INCREASING =
      Set.of(
          "time",
          "date",
          "day",
          "at",
          "timestamp",
          "ulid",
          "ksuid",
          "seq",
          "sequence",
          "epoch",
          "millis",
          "ts");

  private static final Pattern WORDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");
  private static final double UNKNOWN_ITEMS = 1;

  /** So many entries under one number are no coincidence. */
  private static final int ENTRIES_OF_NUMBER = 20;

  private static final long UNKNOWN_KEYS = 1;

  private final WorkloadEstimate estimate;
  private final @Nullable KeyCounts counts;

  private HeatScenarios(WorkloadEstimate estimate, @Nullable KeyCounts counts) {
    this.estimate = estimate;
    this.counts = counts;
  }

  /**
   * Returns the scenarios of all tables and global indexes with traffic.
   *
   * @param counts the observed values of keys; null if nothing was observed
   */
  public static List<HeatScenario> of(WorkloadEstimate estimate, @Nullable KeyCounts counts) {
    HeatScenarios scenarios = new HeatScenarios(estimate, counts);
    List<HeatScenario> all = new ArrayList<>();
    for (DesignTable table : estimate.tables()) {
      table.partitioned().forEach(target -> scenarios.add(target, all));
    }
    return bounded(all);
  }

  /** Bounds the number of key values of all scenarios, and so the time of a report. */
  private static List<HeatScenario> bounded(List<HeatScenario> all) {
    long keys = 0;
    int kinds = 0;
    for (HeatScenario each : all) {
      kinds += each.kinds().size();
      for (int size : each.kinds().values()) {
        keys += size;
      }
    }
    if (keys <= MAX_KEYS) {
      return all;
    }
    int most = Math.max(2, MAX_KEYS / kinds);
    return all.stream().map(each -> each.withKeys(most)).toList();
  }

  private void add(DesignTarget target, List<HeatScenario> all) {
    List<KeyTraffic> traffic = new ArrayList<>();
    for (RequestLoad request : estimate.requests()) {
      double reads = 0;
      double writes = 0;
      for (AccessLoad access : request.accesses()) {
        if (access.table().equals(target.table().name()) && isIn(target, access.index())) {
          reads += access.readUnits().doubleValue();
          writes += access.writeUnits().doubleValue();
        }
      }
      double perSecond = request.perSecond().doubleValue();
      if ((reads + writes) * perSecond > 0) {
        traffic.add(traffic(target, request, reads * perSecond, writes * perSecond));
      }
    }
    if (!traffic.isEmpty()) {
      all.add(scenario(target, target.index() == null ? traffic : withEntries(target, traffic)));
    }
  }

  /**
   * Returns the traffic of an index with the sizes of its item collections: the entries of a kind
   * of keys by the number of these keys. The collections of the table are others.
   */
  private static List<KeyTraffic> withEntries(DesignTarget target, List<KeyTraffic> traffic) {
    Map<String, Long> keys = new HashMap<>();
    for (KeyTraffic each : traffic) {
      keys.merge(each.keys(), keys(each.distribution()), Math::max);
    }
    List<KeyTraffic> all = new ArrayList<>();
    for (KeyTraffic each : traffic) {
      double entries = entries(target, each.keys());
      all.add(
          entries == 0
              ? each
              : each.withItemsPerKey(
                  Math.max(1, entries / Math.max(1, keys.getOrDefault(each.keys(), 1L)))));
    }
    return all;
  }

  private static long keys(KeyDistribution distribution) {
    if (distribution instanceof KeyDistribution.Uniform uniform) {
      return uniform.keys();
    }
    return distribution instanceof KeyDistribution.Zipf zipf ? zipf.keys() : distribution.size();
  }

  /** Returns the declared number of entries whose partition keys are of a kind; 0 if unknown. */
  private static double entries(DesignTarget target, String kind) {
    String partition = target.key().partition().get(0).name();
    double entries = 0;
    for (Entity entity : target.table().entities()) {
      KeyTemplate template = entity.keys().get(partition);
      DeclaredIndex index = target.index();
      Long count = entity.estimate().count();
      if (template != null
          && index != null
          && count != null
          && entity.isIn(index)
          && (template.shape().text().equals(kind) || kind.equals(anyOf(partition)))) {
        entries += count;
      }
    }
    return entries;
  }

  /** Returns the kind of the values of a form. All those without literal parts are of one kind. */
  private static String kind(@Nullable KeyTemplate form, String partition) {
    return form == null || form.shape().equals(KeyTemplate.ANY.shape())
        ? anyOf(partition)
        : form.shape().text();
  }

  private static String anyOf(String partition) {
    return "any " + partition;
  }

  /** Returns whether an access consumes the capacity of the table (null) or of a global index. */
  private static boolean isIn(DesignTarget target, @Nullable String access) {
    if (target.index() != null) {
      return target.index().name().equals(access);
    }
    DeclaredIndex index = access == null ? null : target.table().findIndex(access);
    return access == null || (index != null && !index.global());
  }

  private HeatScenario scenario(DesignTarget target, List<KeyTraffic> traffic) {
    TableLoad load = estimate.workload().findTable(target.table().name());
    if (load == null) {
      return new HeatScenario(target.toString(), OnDemand.NEW, false, 0, 0, traffic);
    }
    TableLoad.FixedCapacity fixed = load.provisioned();
    String index = target.indexName();
    IndexLoad stored = index == null ? null : load.findIndex(index);
    double bytes =
        index == null
            ? (double) load.items() * load.itemBytes()
            : stored == null ? 0 : (double) stored.entries() * stored.entryBytes();
    return new HeatScenario(
        target.toString(),
        fixed == null
            ? OnDemand.NEW
            : new TableCapacity.Provisioned(fixed.readUnits(), fixed.writeUnits()),
        index == null && load.hasLocalIndexes(),
        bytes,
        0,
        traffic);
  }

  private KeyTraffic traffic(
      DesignTarget target, RequestLoad request, double reads, double writes) {
    String partition = target.key().partition().get(0).name();
    KeyTemplate form = form(request, partition);
    String kind = kind(form, partition);
    KeyDistribution distribution = distribution(target, request, form, writes > reads);
    return new KeyTraffic(
        request.pattern(),
        kind,
        distribution,
        access(target, request, kind),
        Math.max(1, itemsPerKey(request, keys(distribution))),
        reads,
        writes);
  }

  /** Returns the form of the partition key values that a request names, or null. */
  private static @Nullable KeyTemplate form(RequestLoad request, String attribute) {
    Shape shape = request.shape();
    TermTemplate term = shape.key() == null ? null : shape.key().find(attribute);
    if (term != null) {
      return term.values().get(0);
    }
    for (Entity entity : request.entities()) {
      KeyTemplate template = entity.keys().get(attribute);
      if (template != null) {
        return template;
      }
    }
    return null;
  }

  private KeyDistribution distribution(
      DesignTarget target, RequestLoad request, @Nullable KeyTemplate form, boolean writes) {
    if (form != null && form.isConstant()) {
      return new KeyDistribution.Uniform(1);
    }
    String index = target.indexName();
    KeyTemplate any = form == null ? KeyTemplate.ANY : form;
    KeyDistribution observed = counts == null ? null : observed(target, request, any, writes);
    Distribution declared = request.distribution();
    if (writes && declared != null && hasOwnVariables(target, request)) {
      Distribution ofReads = ofReads(target, any);
      if (observed != null && ofReads == null) {
        return observed;
      }
      declared = ofReads == null ? declared : ofReads;
      observed = null;
    }
    // The declaration of a pattern is about the keys that its requests name, not about the
    // partition keys of the indexes that its writes maintain.
    if (declared != null && (index == null || !writes || observed == null)) {
      return declared.kind() == Distribution.Kind.ZIPF
          ? new KeyDistribution.Zipf(declared.keys(), declared.exponent())
          : new KeyDistribution.Uniform(declared.keys());
    }
    return observed == null ? new KeyDistribution.Uniform(keys(request)) : observed;
  }

  /**
   * Returns whether the key of an index has no variable of the key that the requests of a pattern
   * name, so that the declared distribution is not that of its values.
   */
  private static boolean hasOwnVariables(DesignTarget target, RequestLoad request) {
    if (target.index() == null || request.entities().isEmpty()) {
      return false;
    }
    String partition = target.key().partition().get(0).name();
    String distributed = target.table().key().partition().get(0).name();
    for (Entity entity : request.entities()) {
      KeyTemplate own = entity.keys().get(partition);
      KeyTemplate named = entity.keys().get(distributed);
      if (own == null || named == null || !Collections.disjoint(own.fields(), named.fields())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the distribution that a pattern declares which reads an index by such keys, or null.
   */
  private @Nullable Distribution ofReads(DesignTarget target, KeyTemplate form) {
    String partition = target.key().partition().get(0).name();
    for (RequestLoad request : estimate.requests()) {
      KeyTemplate read = form(request, partition);
      if (request.shape().action() == Action.QUERY
          && request.shape().table().equals(target.table().name())
          && Objects.equals(request.shape().index(), target.indexName())
          && read != null
          && read.shape().equals(form.shape())
          && request.distribution() != null) {
        return request.distribution();
      }
    }
    return null;
  }

  /**
   * Returns the observed distribution; null if fewer than two values were used, as in a test with
   * one user, unless it is the only one of an index with items of several partition key values.
   */
  private @Nullable KeyDistribution observed(
      DesignTarget target, RequestLoad request, KeyTemplate form, boolean writes) {
    List<KeyUse> uses =
        counts == null ? List.of() : counts.find(target.table().name(), target.indexName(), form);
    boolean own = writes && request.distribution() != null && hasOwnVariables(target, request);
    int least = own || isOneNumber(target, uses) ? 1 : 2;
    return observed(ownUses(target, request, form, uses), writes, least);
  }

  /** Returns the uses by requests of this kind; all uses if there are too few of these. */
  private List<KeyUse> ownUses(
      DesignTarget target, RequestLoad request, KeyTemplate form, List<KeyUse> all) {
    List<DeclaredKeyAttribute> sort = target.key().sort();
    if (counts == null) {
      return all;
    }
    KeyTemplate template = sort.isEmpty() ? null : sortKey(request, sort.get(0).name());
    List<KeyUse> own =
        counts.find(target.table().name(), target.indexName(), form, request.shape(), template);
    long uses = 0;
    for (KeyUse use : own) {
      uses += use.reads() + use.writes();
    }
    return uses < KeyCounts.ENOUGH_USES ? all : own;
  }

  /** Returns the form of the sort keys that a request names; null if a Query names none. */
  private static @Nullable KeyTemplate sortKey(RequestLoad request, String attribute) {
    Shape shape = request.shape();
    boolean all =
        shape.action() == Action.QUERY
            && (shape.key() == null || shape.key().find(attribute) == null);
    return all ? null : form(request, attribute);
  }

  /**
   * Returns whether all entries of an index have one number as their partition key, which is no
   * owner: then it is the same for all items, such as that of a queue.
   */
  private static boolean isOneNumber(DesignTarget target, List<KeyUse> uses) {
    DeclaredKeyAttribute partition = target.key().partition().get(0);
    return target.index() != null
        && partition.type() == AttributeType.N
        && !KeyWords.isOwner(partition.name())
        && uses.size() == 1
        && uses.get(0).created() >= ENTRIES_OF_NUMBER;
  }

  private static @Nullable KeyDistribution observed(List<KeyUse> uses, boolean writes, int least) {
    long all = 0;
    for (KeyUse use : uses) {
      all += use.uses(writes);
    }
    List<ObservedKey> keys = new ArrayList<>();
    for (KeyUse use : uses) {
      // Without a read or a write, the other uses show how frequent a value is.
      keys.add(
          new ObservedKey(use.value(), all == 0 ? use.reads() + use.writes() : use.uses(writes)));
    }
    return keys.size() < least ? null : new Observed(keys);
  }

  /** Returns the number of item collections that the entities' numbers say. */
  private static long keys(RequestLoad request) {
    double keys = UNKNOWN_KEYS;
    for (Entity entity : request.entities()) {
      Long count = entity.estimate().count();
      Double each = entity.estimate().perCollection();
      if (count != null) {
        keys = Math.max(keys, each == null || each < 1 ? count : count / each);
      }
    }
    return Math.max(1, Math.round(keys));
  }

  /**
   * Returns the size of the item collections: declared, otherwise the items by the number of keys.
   * A Scan reads one after the other, not all of them at a time.
   */
  private static double itemsPerKey(RequestLoad request, long keys) {
    boolean scan = request.shape().action() == Action.SCAN;
    double items = 0;
    for (Entity entity : request.entities()) {
      Double each = entity.estimate().perCollection();
      Long count = entity.estimate().count();
      double known = count == null || scan ? UNKNOWN_ITEMS : (double) count / keys;
      items += each == null ? known : each;
    }
    return items;
  }

  private SortKeyAccess access(DesignTarget target, RequestLoad request, String kind) {
    DeclaredKey key = target.key();
    Shape shape = request.shape();
    if (key.sort().isEmpty()) {
      // A key value of an index may have many entries, one of a table has one item.
      return target.index() != null || shape.action() == Action.SCAN
          ? SortKeyAccess.SPREAD
          : SortKeyAccess.ONE_ITEM;
    }
    String attribute = key.sort().get(0).name();
    if (target.index() != null && isQueue(target, kind)) {
      return SortKeyAccess.QUEUE;
    }
    KeyTemplate sort = sortKey(request, attribute);
    if (shape.action() == Action.QUERY) {
      boolean newest = !shape.mode().forward() && shape.mode().limit() != null;
      return (newest ? SortKeyAccess.LATEST : SortKeyAccess.SPREAD)
          .under(sort == null ? "" : sort.literalPrefix());
    }
    if (shape.action() == Action.SCAN || sort == null) {
      return SortKeyAccess.SPREAD;
    }
    return access(target, request, sort).under(sort.literalPrefix());
  }

  /** Returns where the items of a write or a GetItem are whose sort keys have a form. */
  private SortKeyAccess access(DesignTarget target, RequestLoad request, KeyTemplate sort) {
    if (sort.isConstant() || (target.index() == null && isOnly(target, request))) {
      return SortKeyAccess.ONE_ITEM;
    }
    // An update without a condition adds an item, such as a counter of today, or changes it.
    Shape shape = request.shape();
    boolean adds =
        shape.action() == Action.PUT
            || (shape.action() == Action.UPDATE && shape.expressions().condition() == null);
    return adds
            && (increases(sort, request, target.key().sort().get(0).name())
                || addsAtTheEnd(target, sort))
        ? SortKeyAccess.LATEST
        : SortKeyAccess.SPREAD;
  }

  private boolean addsAtTheEnd(DesignTarget target, KeyTemplate sort) {
    return counts != null && counts.addsAtTheEnd(target.table().name(), target.indexName(), sort);
  }

  /** Returns whether the sort key follows from the partition key, so that there is one item. */
  private static boolean isOnly(DesignTarget target, RequestLoad request) {
    for (Entity entity : request.entities()) {
      KeyTemplate partition = entity.keys().get(target.key().partition().get(0).name());
      KeyTemplate sort = entity.keys().get(target.key().sort().get(0).name());
      if (partition == null || sort == null || !partition.fields().containsAll(sort.fields())) {
        return false;
      }
    }
    return !request.entities().isEmpty();
  }

  /**
   * Returns whether an index is a queue: its first entries are read, entries leave it, and its sort
   * keys contain a time, as far as they are declared.
   */
  private boolean isQueue(DesignTarget target, String kind) {
    String partition = target.key().partition().get(0).name();
    boolean first = false;
    boolean timed = true;
    boolean leave = false;
    for (RequestLoad request : estimate.requests()) {
      Shape shape = request.shape();
      if (!shape.table().equals(target.table().name())) {
        continue;
      }
      boolean ofKind = kind.equals(kind(form(request, partition), partition));
      String update = shape.expressions().update();
      first |=
          ofKind
              && shape.action() == Action.QUERY
              && Objects.equals(shape.index(), target.indexName())
              && shape.mode().forward()
              && shape.mode().limit() != null
              && shape.key() != null
              && shape.key().terms().size() == 1;
      leave |= update != null && ShapeExpressions.topLevelNames(update).contains(partition);
      for (Entity entity : request.entities()) {
        KeyTemplate sort = entity.keys().get(target.key().sort().get(0).name());
        timed &= sort == null || sort.fields().stream().anyMatch(HeatScenarios::isTime);
        leave |= shape.action() == Action.DELETE && entity.keys().containsKey(partition);
      }
    }
    return first && timed && leave;
  }

  /** Returns whether the first field of a sort key is named like a time. */
  private static boolean increases(KeyTemplate sort, RequestLoad request, String attribute) {
    String text = sort.text();
    for (Entity entity : request.entities()) {
      KeyTemplate declared = entity.keys().get(attribute);
      if (declared != null) {
        text = declared.text();
      }
    }
    int open = text.indexOf('{');
    int close = text.indexOf('}', open);
    if (open < 0 || close <= open) {
      return false;
    }
    return isTime(text.substring(open + 1, close));
  }

  /** Returns whether a field is named like a time, such as {@code sentAt}. */
  public static boolean isTime(String field) {
    String[] words = WORDS.split(field);
    return words.length > 0
        && INCREASING.contains(words[words.length - 1].toLowerCase(Locale.ROOT));
  }
}
