package dev.monotable.engine.table;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The definition of an index.
 *
 * @param keys the key of its entries; empty if the type of the index does not need one
 * @param projection the attributes that are projected into the index
 * @param capacity its throughput, unless the index is local
 * @param settings what only indexes of this type have; null if they have nothing else
 */
public record IndexDefinition(
    String name,
    IndexType type,
    KeySchema keys,
    IndexProjection projection,
    CapacitySettings capacity,
    @Nullable Settings settings) {

  /** The parts of the definitions of one type of index besides those of all. A record. */
  public interface Settings {
    /** Returns the attributes that need an attribute definition, besides those of the key. */
    default Set<String> definedNames() {
      return Set.of();
    }

    /** Returns the attributes that an entry has, besides those of the keys and the projection. */
    default Set<String> heldNames() {
      return Set.of();
    }

    /** Returns whether an item that has the key of the index has an entry in it. */
    default boolean admits(KeyedItem item) {
      return true;
    }

    /**
     * Returns why an item cannot be written; null if it can be. An item may also be written that
     * has no entry.
     *
     * @param index the name of the index
     * @param written the top-level attributes that an update writes; null for a whole item
     */
    default @Nullable Fault fault(String index, Item item, @Nullable List<String> written) {
      return null;
    }

    /**
     * Returns whether the entries of two items are the same apart from the key and the projected
     * attributes.
     */
    default boolean isSame(Item before, Item after) {
      return true;
    }

    /**
     * Returns the attributes whose values have a fixed size in the units of writes, with that size
     * in bytes.
     */
    default Map<String, Integer> billedBytes() {
      return Map.of();
    }

    /** Returns the size of the entry of an item, in DynamoDB's bytes. */
    default int entryBytes(Item item, ProjectedAttributes projection) {
      return projection.size(item);
    }

    /** Writes the settings, for {@link IndexType#readSettings}. */
    void write(ByteWriter out);
  }

  /** Returns this definition with other throughput. */
  public IndexDefinition with(CapacitySettings other) {
    return new IndexDefinition(name, type, keys, projection, other, settings);
  }

  /** Returns the names of all key attributes of a table and of its indexes. */
  public static Set<String> keyNames(KeySchema table, List<IndexDefinition> indexes) {
    Set<String> names = new HashSet<>();
    for (KeyAttribute attribute : table.attributes()) {
      names.add(attribute.name());
    }
    for (IndexDefinition index : indexes) {
      for (KeyAttribute attribute : index.keys().attributes()) {
        names.add(attribute.name());
      }
      if (index.settings() != null) {
        names.addAll(index.settings().definedNames());
      }
    }
    return names;
  }

  /** Returns the attribute definitions that a table with these indexes needs. */
  public static List<AttributeDefinition> used(
      List<AttributeDefinition> definitions, KeySchema table, List<IndexDefinition> indexes) {
    Set<String> names = keyNames(table, indexes);
    List<AttributeDefinition> used = new ArrayList<>(definitions);
    used.removeIf(attribute -> !names.contains(attribute.attributeName()));
    return used;
  }
}
