package dev.monotable.design.contract;

import static dev.monotable.design.load.Words.count;
import static dev.monotable.design.load.Words.fill;
import static dev.monotable.design.load.Words.units;

import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says what would have been enough for the requests of a use. Each sentence follows from what was
 * observed, and from the keys and projections of the tables.
 */
final class Alternatives {
  private static final int PAGE_BYTES = 1 << 20;
  private static final int BATCH_READS = 100;
  private static final int BATCH_WRITES = 25;

  private final PatternContract contract;
  private final Function<String, @Nullable DesignTable> tables;

  Alternatives(PatternContract contract, Function<String, @Nullable DesignTable> tables) {
    this.contract = contract;
    this.tables = tables;
  }

  /**
   * Returns the read units of a read.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">DynamoDB
   *     read and write operations</a>
   */
  static double readUnits(long bytes, boolean consistent) {
    long blocks = Math.max(1, (bytes + 4095) / 4096);
    return consistent ? blocks : blocks / 2.0;
  }

  // ---- capacity

  List<String> forReadUnits(List<UsedGroup> costly) {
    Set<String> enough = new LinkedHashSet<>();
    for (UsedGroup group : costly) {
      ObservedRequest request = group.first();
      if (request != null) {
        addKeyCondition(enough, group);
        addEventuallyConsistent(enough, group, request);
        addLimit(enough, group, request);
        addSmallerProjection(enough, group, request);
      }
    }
    return List.copyOf(enough);
  }

  private void addKeyCondition(Set<String> enough, UsedGroup group) {
    PageRead page = group.page();
    String found = page == null ? null : KeyAlternatives.find(group, tables.apply(page.table()));
    if (found != null) {
      enough.add(found);
    }
  }

  private static void addEventuallyConsistent(
      Set<String> enough, UsedGroup group, ObservedRequest request) {
    double units = group.used().readUnits();
    if (request.operation() == Operations.TRANSACT_GET_ITEMS) {
      enough.add(
          "eventually consistent reads without a transaction, which cost a quarter: "
              + units(units / 4, "read"));
    } else if (isConsistent(request)) {
      enough.add("an eventually consistent read, which costs half: " + units(units / 2, "read"));
    }
  }

  private static boolean isConsistent(ObservedRequest request) {
    List<RequestPart> parts = request.parts();
    for (RequestPart part : parts) {
      boolean consistent =
          part instanceof ItemRead read
              ? read.consistent()
              : part instanceof PageRead page && page.consistent();
      if (!consistent) {
        return false;
      }
    }
    return !parts.isEmpty();
  }

  /** Adds the declared Limit, if the read had none or a larger one. */
  private void addLimit(Set<String> enough, UsedGroup group, ObservedRequest request) {
    PageRead page = group.page();
    Integer limit = page == null ? null : declaredLimit(page);
    List<Item> items = UsedGroup.items(request);
    if (page == null
        || limit == null
        || group.used().items().read() <= limit
        || items == null
        || items.size() < limit
        || page.filter() != null
        || page.fetchedUnits() > 0) {
      return;
    }
    String text = "Limit " + limit + ", which the design declares";
    if (page.projection() == null && !page.countOnly()) {
      long bytes = UsedGroup.bytes(items.subList(0, limit));
      text += ": " + units(readUnits(bytes, page.consistent()), "read");
    }
    enough.add(text);
  }

  private @Nullable Integer declaredLimit(PageRead page) {
    for (PatternRequest request : declaredRequests()) {
      Shape shape = request.shape();
      if (shape.table().equals(page.table()) && Objects.equals(shape.index(), page.index())) {
        return shape.mode().limit();
      }
    }
    return null;
  }

  private List<PatternRequest> declaredRequests() {
    DeclaredPattern declared = contract.declared();
    return declared == null ? List.of() : declared.requests();
  }

  private void addSmallerProjection(Set<String> enough, UsedGroup group, ObservedRequest request) {
    PageRead page = group.page();
    ExpressionText projection = page == null ? null : page.projection();
    List<Item> items = UsedGroup.items(request);
    if (page == null || projection == null || items == null || page.filter() != null) {
      return;
    }
    long needed = UsedGroup.bytes(items);
    long read = page.bytes();
    Set<String> attributes = topLevel(projection);
    DesignTable table = tables.apply(page.table());
    String smaller = table == null ? null : smallerIndex(table, page, attributes);
    if (smaller != null) {
      enough.add(
          fill("the index {}, which has the same key and projects {}", smaller, join(attributes)));
    } else if (needed * 4 < read) {
      enough.add(
          fill(
              "an index that projects only {}: they are {} of the {} that the first page reads",
              join(attributes),
              Numbers.plain(needed),
              count(read, "byte")));
    }
  }

  private static @Nullable String smallerIndex(
      DesignTable table, PageRead page, Set<String> attributes) {
    var key = table.findKey(page.index());
    for (DeclaredIndex index : table.indexes()) {
      Set<String> held = new LinkedHashSet<>(table.key().names());
      held.addAll(index.key().names());
      held.addAll(index.projection().attributes());
      if (index.key().equals(key)
          && !index.name().equals(page.index())
          && index.projection().kind() != DeclaredProjection.Kind.ALL
          && !(page.consistent() && index.global())
          && held.containsAll(attributes)) {
        return index.name();
      }
    }
    return null;
  }

  private static Set<String> topLevel(ExpressionText projection) {
    Set<String> names = new LinkedHashSet<>();
    for (String path : projection.resolved().split(",")) {
      names.add(path.strip().split("[.\\[]", 2)[0]);
    }
    return names;
  }

  private static String join(Set<String> names) {
    List<String> list = List.copyOf(names);
    int last = list.size() - 1;
    return last <= 0
        ? String.join("", list)
        : String.join(", ", list.subList(0, last)) + " and " + list.get(last);
  }

  List<String> forWriteUnits(List<UsedGroup> costly) {
    Set<String> enough = new LinkedHashSet<>();
    Map<String, Double> byIndex = new TreeMap<>();
    double all = 0;
    for (UsedGroup group : costly) {
      ObservedRequest request = group.first();
      if (request == null) {
        continue;
      }
      for (ConsumedUnits units : request.capacity()) {
        all += units.writeUnits();
        if (units.index() != null && units.writeUnits() > 0) {
          byIndex.merge(units.table() + "." + units.index(), units.writeUnits(), Double::sum);
        }
      }
      boolean transaction = request.operation() == Operations.TRANSACT_WRITE_ITEMS;
      if (transaction && request.parts().size() == 1) {
        enough.add(
            "a single write with a condition instead of a transaction, which costs half: "
                + units(group.used().writeUnits() / 2, "write"));
      }
    }
    for (Map.Entry<String, Double> index : byIndex.entrySet()) {
      String rest = units(all - index.getValue(), "write");
      enough.add(rest + " without the entries of the index " + index.getKey());
    }
    return List.copyOf(enough);
  }

  // ---- number of requests

  List<String> forRequests(List<UsedGroup> groups) {
    List<String> enough = new ArrayList<>();
    addOnePage(enough, groups);
    addRepeated(enough, groups);
    addBatchGet(enough, groups);
    addBatchWrite(enough, groups);
    return enough;
  }

  private static void addOnePage(List<String> enough, List<UsedGroup> groups) {
    for (UsedGroup group : groups) {
      PageRead page = group.page();
      UsedRequest used = group.used();
      boolean injected = group.first() != null && !group.first().injected().isEmpty();
      if (page != null
          && page.limit() != null
          && used.pages() > 1
          && used.items().bytes() < PAGE_BYTES
          && !injected) {
        enough.add(
            fill(
                "one page without Limit {}: a page holds 1 MB, and these {} have {}",
                page.limit(),
                count(used.items().read(), "item"),
                count(used.items().bytes(), "byte")));
      }
    }
  }

  private static void addRepeated(List<String> enough, List<UsedGroup> groups) {
    Map<UsedRequest, Integer> reads = new LinkedHashMap<>();
    for (UsedGroup group : groups) {
      if (group.used().writeUnits() == 0 && group.used().error() == null) {
        reads.merge(group.used(), 1, Integer::sum);
      }
    }
    reads.forEach(
        (read, times) -> {
          if (times > 1) {
            String one = "one of the {} equal requests {}, if nothing writes in between";
            enough.add(fill(one, times, read.plan()));
          }
        });
  }

  private void addBatchGet(List<String> enough, List<UsedGroup> groups) {
    Set<List<Object>> keys = new LinkedHashSet<>();
    Set<List<Object>> collections = new LinkedHashSet<>();
    for (ObservedRequest request : singles(groups, Operations.GET_ITEM)) {
      if (request.parts().get(0) instanceof ItemRead read) {
        keys.add(List.of(read.table(), read.key()));
        DesignTable table = tables.apply(read.table());
        if (table != null && !table.key().sort().isEmpty()) {
          String partition = table.key().partition().get(0).name();
          AttributeValue value = read.key().find(partition);
          collections.add(List.of(read.table(), partition, Objects.requireNonNull(value)));
        } else {
          collections.add(List.of(read.key()));
        }
      }
    }
    if (keys.size() < 2) {
      return;
    }
    enough.add(
        batches(Operations.BATCH_GET_ITEM, BATCH_READS, keys.size(), Operations.GET_ITEM.name()));
    List<Object> first = collections.iterator().next();
    if (collections.size() == 1 && first.get(first.size() - 1) instanceof AttributeValue value) {
      enough.add(
          fill(
              "one Query of {} with the key condition {} = {}, which all {} items have",
              first.get(0),
              first.get(1),
              ExpressionText.literal(value),
              keys.size()));
    }
  }

  /** Returns the first requests with one of some operations, and one part. */
  private static List<ObservedRequest> singles(
      List<UsedGroup> groups, OperationSchema<?, ?>... operations) {
    return requests(groups).stream()
        .filter(request -> List.of(operations).contains(request.operation()))
        .filter(request -> request.parts().size() == 1)
        .toList();
  }

  /** Returns the first requests of groups that have kept them. */
  private static List<ObservedRequest> requests(List<UsedGroup> groups) {
    return groups.stream().flatMap(group -> Stream.ofNullable(group.first())).toList();
  }

  private static void addBatchWrite(List<String> enough, List<UsedGroup> groups) {
    Set<List<Object>> keys = new LinkedHashSet<>();
    Set<String> operations = new LinkedHashSet<>();
    for (ObservedRequest request : singles(groups, Operations.PUT_ITEM, Operations.DELETE_ITEM)) {
      if (request.parts().get(0) instanceof ItemWritten written
          && written.writeKind() != WriteKind.UPDATE
          && written.condition() == null) {
        keys.add(List.of(written.table(), written.key()));
        operations.add(request.operation().name());
      }
    }
    if (keys.size() > 1) {
      enough.add(
          batches(
              Operations.BATCH_WRITE_ITEM,
              BATCH_WRITES,
              keys.size(),
              String.join(" and ", operations)));
    }
  }

  private static String batches(
      OperationSchema<?, ?> operation, int size, int items, String instead) {
    int batches = (items + size - 1) / size;
    String how = batches == 1 ? "one {} instead" : batches + " {} requests instead";
    return fill(how + " of {} {} requests", operation.name(), items, instead);
  }

  // ---- keys and indexes

  List<String> ofKeys(List<UsedGroup> groups) {
    Set<String> enough = new LinkedHashSet<>();
    groups.forEach(group -> addKeyCondition(enough, group));
    return List.copyOf(enough);
  }

  /** Returns the key of the expected index. */
  List<String> ofIndex(List<UsedGroup> groups) {
    Set<String> enough = new LinkedHashSet<>();
    for (ObservedRequest request : requests(groups)) {
      for (String name : request.tables()) {
        DesignTable table = tables.apply(name);
        DeclaredIndex index =
            table == null || contract.index() == null ? null : table.findIndex(contract.index());
        if (index != null) {
          String key = String.join(", ", index.key().names());
          enough.add(fill("a Query of {}.{}, whose key is {}", name, index.name(), key));
        }
      }
    }
    return List.copyOf(enough);
  }

  /** Returns the requests that the design declares. */
  List<String> declared() {
    return declaredRequests().stream()
        .map(request -> request.shape() + ", which the design declares")
        .distinct()
        .toList();
  }
}
