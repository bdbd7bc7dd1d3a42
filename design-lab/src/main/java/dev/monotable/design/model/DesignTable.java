package dev.monotable.design.model;

import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table of a design.
 *
 * @param entities the kinds of items in it; empty if none are declared
 */
public record DesignTable(
    String name,
    DeclaredKey key,
    List<DeclaredIndex> indexes,
    List<Entity> entities,
    TableSettings settings) {
  public DesignTable {
    indexes = List.copyOf(indexes);
    entities = List.copyOf(entities);
  }

  /** Returns the index with a name, or null. */
  public @Nullable DeclaredIndex findIndex(String indexName) {
    for (DeclaredIndex index : indexes) {
      if (index.name().equals(indexName)) {
        return index;
      }
    }
    return null;
  }

  /**
   * Returns the key of the table, or that of an index; null if there is no such index.
   *
   * @param index null for the table
   */
  public @Nullable DeclaredKey findKey(@Nullable String index) {
    if (index == null) {
      return key;
    }
    DeclaredIndex found = findIndex(index);
    return found == null ? null : found.key();
  }

  /** Returns the table, and then its indexes. */
  public List<DesignTarget> targets() {
    List<DesignTarget> targets = new ArrayList<>();
    targets.add(new DesignTarget(this, null));
    indexes.forEach(index -> targets.add(new DesignTarget(this, index)));
    return targets;
  }

  /** Returns what has partitions of its own: the table, and then its global indexes. */
  public List<DesignTarget> partitioned() {
    List<DesignTarget> targets = targets();
    targets.removeIf(each -> each.index() != null && !each.index().global());
    return targets;
  }

  /** Returns the names of all key attributes, of the table first, then of its indexes. */
  public Set<String> keyAttributes() {
    Set<String> names = new LinkedHashSet<>(key.names());
    indexes.forEach(index -> names.addAll(index.key().names()));
    return names;
  }

  /**
   * Returns the entities whose primary key an item has: one in a sound design. If several match,
   * and one has a constant attribute that the item has, such as {@code Type}, it is the only one;
   * or else the one with a constant key, such as {@code v0}, where others have <code>v{version}
   * </code>, or the one with the most keys of indexes that the item has.
   */
  public List<Entity> entitiesOf(Item item) {
    List<Entity> matching = new ArrayList<>();
    for (Entity entity : entities) {
      if (entity.matchesKey(key, item)) {
        matching.add(entity);
      }
    }
    if (matching.size() > 1) {
      List<Entity> byConstant = matching.stream().filter(e -> hasConstants(e, item)).toList();
      if (byConstant.size() == 1) {
        return byConstant;
      }
      List<Entity> exact = matching.stream().filter(e -> isException(e, matching)).toList();
      return exact.size() == 1 ? exact : stateOf(item, matching);
    }
    return matching;
  }

  /** Returns the one with the most keys that an item has, if the others are states of it. */
  private List<Entity> stateOf(Item item, List<Entity> matching) {
    Entity most = null;
    for (Entity each : matching) {
      boolean has = each.keys().keySet().stream().allMatch(item::contains);
      if (has && (most == null || each.keys().size() > most.keys().size())) {
        most = each;
      }
    }
    for (Entity each : matching) {
      if (most == null || (each != most && !areStates(each, most))) {
        return matching;
      }
    }
    return most == null ? matching : List.of(most);
  }

  /**
   * Returns whether two entities are states of the same items: they have the same primary key, and
   * one of them is in more indexes, such as a shipment while it is in a queue.
   */
  public boolean areStates(Entity one, Entity other) {
    boolean fewer = other.keys().keySet().containsAll(one.keys().keySet());
    boolean more = one.keys().keySet().containsAll(other.keys().keySet());
    for (String attribute : key.names()) {
      KeyTemplate own = one.keys().get(attribute);
      KeyTemplate its = other.keys().get(attribute);
      if (own == null || its == null || !own.shape().equals(its.shape())) {
        return false;
      }
    }
    return fewer != more;
  }

  private boolean isException(Entity entity, List<Entity> among) {
    return among.stream().allMatch(other -> other == entity || isException(entity, other));
  }

  /**
   * Returns whether an entity is a declared exception of another one: its key is constant where
   * that of the other one varies, and the same elsewhere.
   */
  public boolean isException(Entity entity, Entity of) {
    boolean constant = false;
    for (String name : key.names()) {
      KeyTemplate own = entity.keys().get(name);
      KeyTemplate other = of.keys().get(name);
      if (own == null || other == null || !other.covers(own)) {
        return false;
      }
      constant |= own.isConstant() && !other.isConstant() && other.literalLength() > 0;
    }
    return constant;
  }

  private static boolean hasConstants(Entity entity, Item item) {
    boolean any = false;
    for (var attribute : entity.attributes().entrySet()) {
      if (attribute.getValue().constant() != null) {
        var value = item.find(attribute.getKey());
        if (value == null || !attribute.getValue().matches(value)) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }

  /** Returns this table with another TTL attribute; null for none. */
  public DesignTable withTimeToLive(@Nullable String attribute) {
    TableSettings changed =
        new TableSettings(
            settings.provisioned(),
            attribute,
            settings.streamView(),
            settings.infrequentAccess(),
            settings.pointInTimeRecovery(),
            settings.regions());
    return new DesignTable(name, key, indexes, entities, changed);
  }

  /** Returns this table with other entities. */
  public DesignTable withEntities(List<Entity> newEntities) {
    return new DesignTable(name, key, indexes, newEntities, settings);
  }
}
