package dev.monotable.design.outlook;

import dev.monotable.design.heat.KeyDistribution;
import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.Rounded;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TermTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The largest item collections of a design, one for each kind of partition keys.
 *
 * <p>The items of an entity in a collection of its table are declared, or follow from its number of
 * items and the number of keys. The latter is that of items with a constant sort key, that over
 * which a pattern distributes its requests, or that of another kind of keys with the same variable.
 * If puts are distributed unevenly, the largest collection has the share of the most frequent key;
 * if there are more collections than keys that are used at a time, such as one for each day, as
 * many of them have that share together.
 */
final class LargestCollections {
  private final WorkloadEstimate estimate;
  private final EntitySizes sizes;
  private final List<Kind> kinds = new ArrayList<>();

  /** The largest collection of each kind for which it is known. */
  private final IdentityHashMap<Kind, LargestCollection> found = new IdentityHashMap<>();

  /** The shares of the most frequent keys, whose calculation takes long if there are many. */
  private final Map<Distribution, Double> shares = new HashMap<>();

  /** The number of values of variables. */
  private final Map<String, Double> values = new HashMap<>();

  /** The entities whose items have partition keys of one kind. */
  private record Kind(DesignTarget target, List<KeyTemplate> keys, List<Entity> entities) {
    boolean isConstant() {
      return keys.stream().allMatch(KeyTemplate::isConstant);
    }

    Set<String> variables() {
      Set<String> all = new LinkedHashSet<>();
      keys.forEach(each -> all.addAll(each.fields()));
      return all;
    }

    String text() {
      return String.join(", ", keys.stream().map(KeyTemplate::text).toList());
    }
  }

  LargestCollections(WorkloadEstimate estimate, EntitySizes sizes) {
    this.estimate = estimate;
    this.sizes = sizes;
    for (DesignTable table : estimate.tables()) {
      table.partitioned().forEach(this::addKinds);
    }
    for (Kind kind : kinds) {
      double own = ownKeys(kind);
      if (own > 0 && kind.variables().size() == 1) {
        values.merge(kind.variables().iterator().next(), own, Math::max);
      }
    }
    for (Kind kind : kinds) {
      LargestCollection size = size(kind);
      if (size != null) {
        found.put(kind, size);
      }
    }
  }

  private void addKinds(DesignTarget target) {
    Map<String, Kind> byShape = new LinkedHashMap<>();
    for (Entity entity : target.table().entities()) {
      if (entity.estimate().count() != null
          && entity.keys().keySet().containsAll(target.key().names())) {
        List<KeyTemplate> keys = partition(target, entity);
        String shape = String.join("\n", keys.stream().map(key -> key.shape().text()).toList());
        byShape
            .computeIfAbsent(shape, any -> new Kind(target, keys, new ArrayList<>()))
            .entities()
            .add(entity);
      }
    }
    kinds.addAll(byShape.values());
  }

  private static List<KeyTemplate> partition(DesignTarget target, Entity entity) {
    return templates(target.key().partition(), entity);
  }

  private static List<KeyTemplate> templates(List<DeclaredKeyAttribute> names, Entity entity) {
    List<KeyTemplate> templates = new ArrayList<>();
    for (DeclaredKeyAttribute each : names) {
      templates.add(entity.keys().getOrDefault(each.name(), KeyTemplate.ANY));
    }
    return templates;
  }

  /** Returns whether an item collection of a table has one item of an entity at most. */
  private static boolean isOne(DesignTarget target, Entity entity) {
    return target.index() == null
        && templates(target.key().sort(), entity).stream().allMatch(KeyTemplate::isConstant);
  }

  // ---- numbers of keys ----

  /** Returns the number of keys of a kind; 0 if it is unknown. */
  private double keys(Kind kind) {
    double own = ownKeys(kind);
    Set<String> variables = kind.variables();
    return own == 0 && variables.size() == 1
        ? values.getOrDefault(variables.iterator().next(), 0.0)
        : own;
  }

  private double ownKeys(Kind kind) {
    if (kind.isConstant()) {
      return 1;
    }
    double keys = 0;
    for (Entity entity : kind.entities()) {
      keys = Math.max(keys, keys(kind.target(), entity));
    }
    for (RequestLoad request : estimate.requests()) {
      Distribution distribution = request.distribution();
      if (distribution != null && names(request, kind.target(), kind.keys().get(0))) {
        keys = Math.max(keys, (double) distribution.keys());
      }
    }
    return keys;
  }

  /** Returns the number of keys that an entity shows; 0 if it shows none. */
  private static double keys(DesignTarget target, Entity entity) {
    Long count = entity.estimate().count();
    Double each = entity.estimate().perCollection();
    if (count == null) {
      return 0;
    }
    if (isOne(target, entity)) {
      return count;
    }
    if (target.index() == null) {
      return each == null || each < 1 ? 0 : count / each;
    }
    // Each item has a key of its own if the key has all variables of the primary key.
    Set<String> primary = new LinkedHashSet<>();
    for (String name : target.table().key().names()) {
      primary.addAll(entity.keys().getOrDefault(name, KeyTemplate.ANY).fields());
    }
    Set<String> own = new LinkedHashSet<>();
    partition(target, entity).forEach(key -> own.addAll(key.fields()));
    return own.containsAll(primary) ? count : 0;
  }

  /** Returns whether a request names partition keys of a kind, so that it distributes them. */
  private static boolean names(RequestLoad request, DesignTarget target, KeyTemplate key) {
    KeyTemplate named = named(request, target);
    return named != null && named.shape().equals(key.shape());
  }

  /** Returns the partition key of a table or index that a request names, or null. */
  private static @Nullable KeyTemplate named(RequestLoad request, DesignTarget target) {
    if (!uses(request, target) || request.shape().key() == null) {
      return null;
    }
    TermTemplate term = request.shape().key().find(target.key().partition().get(0).name());
    return term == null ? null : term.values().get(0);
  }

  /** Returns whether a request names a table or index: a write names the table alone. */
  private static boolean uses(RequestLoad request, DesignTarget target) {
    return request.shape().table().equals(target.table().name())
        && Objects.equals(request.shape().index(), target.indexName());
  }

  // ---- sizes ----

  /** Returns the largest item collections of the whole design; null if none is known. */
  @Nullable LargestCollection largest() {
    LargestCollection largest = null;
    for (Kind kind : kinds) {
      largest = larger(largest, found.get(kind));
    }
    return largest;
  }

  /** Returns the largest item collection that a pattern uses; null if none is known. */
  @Nullable LargestCollection largest(String pattern) {
    LargestCollection largest = null;
    for (RequestLoad request : estimate.requests()) {
      for (Kind kind : kinds) {
        if (request.pattern().equals(pattern) && uses(request, kind.target())) {
          KeyTemplate named = named(request, kind.target());
          if (named == null || named.canMeet(kind.keys().get(0))) {
            largest = larger(largest, found.get(kind));
          }
        }
      }
    }
    return largest;
  }

  /** Returns the kinds of keys whose number is not known, such as {@code Chat.GSI1 DAY#{day}}. */
  List<String> unknown() {
    return kinds.stream()
        .filter(kind -> !found.containsKey(kind))
        .map(kind -> kind.target() + " " + kind.text())
        .toList();
  }

  /** Returns the larger one in bytes. */
  static @Nullable LargestCollection larger(
      @Nullable LargestCollection one, @Nullable LargestCollection other) {
    return one == null || (other != null && other.bytes() > one.bytes()) ? other : one;
  }

  /** Returns the largest item collection of a kind; null if it is unknown. */
  private @Nullable LargestCollection size(Kind kind) {
    double items = 0;
    double bytes = 0;
    for (Entity entity : kind.entities()) {
      double each = items(kind, entity);
      if (each == 0) {
        return null;
      }
      items += each;
      bytes += each * bytes(kind.target(), entity);
    }
    return new LargestCollection(
        kind.target().toString(), kind.text(), Rounded.of(items), Rounded.of(bytes));
  }

  /** Returns how many items of an entity the largest collection has; 0 if that is unknown. */
  private double items(Kind kind, Entity entity) {
    Long count = entity.estimate().count();
    if (count == null || count == 0 || isOne(kind.target(), entity)) {
      return 1;
    }
    Double declared = kind.target().index() == null ? entity.estimate().perCollection() : null;
    double keys = keys(kind);
    double average = declared != null ? declared : keys == 0 ? 0 : count / keys;
    double hottest = hottest(kind, entity) * count;
    return average == 0 && hottest == 0 ? 0 : Math.max(1, Math.max(average, hottest));
  }

  /** Returns the share of the most frequent key in the puts of an entity; 0 if that is unknown. */
  private double hottest(Kind kind, Entity entity) {
    double share = 0;
    double collections = Math.max(1, keys(kind.target(), entity));
    for (RequestLoad request : estimate.requests()) {
      Distribution distribution = request.distribution();
      if (distribution != null
          && distribution.kind() == Distribution.Kind.ZIPF
          && request.shape().action() == Action.PUT
          && request.shape().table().equals(kind.target().table().name())
          && request.entities().contains(entity)
          && !hasOwnVariables(kind, entity)) {
        double first = shares.computeIfAbsent(distribution, LargestCollections::hottest);
        share = Math.max(share, first * Math.min(1, distribution.keys() / collections));
      }
    }
    return share;
  }

  private static double hottest(Distribution distribution) {
    return new KeyDistribution.Zipf(distribution.keys(), distribution.exponent()).shares()[0];
  }

  /** Returns whether a key of an index has none of the variables that requests distribute. */
  private static boolean hasOwnVariables(Kind kind, Entity entity) {
    String named = kind.target().table().key().partition().get(0).name();
    return Collections.disjoint(
        kind.variables(), entity.keys().getOrDefault(named, KeyTemplate.ANY).fields());
  }

  private double bytes(DesignTarget target, Entity entity) {
    DesignTable table = target.table();
    DeclaredIndex index = target.index();
    if (index != null) {
      return sizes.entryBytes(table, entity, index);
    }
    double bytes = sizes.itemBytes(table, entity);
    for (DeclaredIndex each : table.indexes()) {
      if (!each.global() && entity.isIn(each)) {
        bytes += sizes.entryBytes(table, entity, each);
      }
    }
    return bytes;
  }
}
