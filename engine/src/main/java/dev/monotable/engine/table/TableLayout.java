package dev.monotable.engine.table;

import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a table, prepared for the path of a request: its {@linkplain AccessPath access
 * paths}, and one search that finds all attributes of an item that matter to them.
 */
public final class TableLayout {
  private final TableDefinition definition;
  private final Limits limits;
  private final AccessPath table;
  private final List<AccessPath> indexes;
  private final boolean hasLocalIndexes;

  /**
   * The quoted names of the attributes that have a place in a {@link KeyedItem}: those of all keys,
   * the table's first, and the TTL attribute. Each stands once.
   */
  private final byte[][] placedNames;

  /** The quoted names of the attributes with a fixed size in units, and these sizes. */
  private final byte[][] billedNames;

  private final int[] billedBytes;

  /** The place of the TTL attribute; -1 if TTL is off. */
  private final int ttlPlace;

  /**
   * @param limits the greatest length of key values
   */
  public TableLayout(TableDefinition definition, Limits limits) {
    this.definition = definition;
    this.limits = limits;
    List<byte[]> places = new ArrayList<>();
    KeyLayout primary = new KeyLayout(definition.keys(), null, limits, places);
    this.table =
        new AccessPath(definition.name(), 0, null, primary, ProjectedAttributes.ALL, limits);
    List<AccessPath> paths = new ArrayList<>();
    boolean local = false;
    for (IndexDefinition index : definition.indexes()) {
      AccessPath path =
          new AccessPath(
              index.name(),
              paths.size() + 1,
              index,
              new KeyLayout(index.keys(), primary, limits, places),
              ProjectedAttributes.of(definition.keys(), index),
              limits);
      paths.add(path);
      local |= path.isLocal();
    }
    this.indexes = List.copyOf(paths);
    this.hasLocalIndexes = local;
    String ttl = TimeToLive.of(definition).attribute();
    this.ttlPlace = ttl == null ? -1 : KeyLayout.place(places, CanonicalJson.quote(ttl));
    this.placedNames = places.toArray(new byte[0][]);
    Map<String, Integer> billed = new TreeMap<>();
    for (IndexDefinition index : definition.indexes()) {
      if (index.settings() != null) {
        billed.putAll(index.settings().billedBytes());
      }
    }
    this.billedNames = new byte[billed.size()][];
    this.billedBytes = new int[billed.size()];
    int n = 0;
    for (Map.Entry<String, Integer> entry : billed.entrySet()) {
      billedNames[n] = CanonicalJson.quote(entry.getKey());
      billedBytes[n++] = entry.getValue();
    }
  }

  /** Returns the definition of the table. */
  public TableDefinition definition() {
    return definition;
  }

  /** Returns the layout of another definition with the same limits. */
  TableLayout of(TableDefinition other) {
    return new TableLayout(other, limits);
  }

  /** Returns the table itself. */
  public AccessPath table() {
    return table;
  }

  /** Returns the indexes, in the order of the definition. */
  public List<AccessPath> indexes() {
    return indexes;
  }

  /** Returns the index of that name, or null. */
  public @Nullable AccessPath findIndex(String name) {
    for (int i = 0; i < indexes.size(); i++) {
      if (indexes.get(i).name().equals(name)) {
        return indexes.get(i);
      }
    }
    return null;
  }

  /**
   * Returns the bytes of an item for which a write is charged: its size, but for few attributes.
   */
  public int billedBytes(Item item) {
    int bytes = item.size();
    for (int i = 0; i < billedNames.length; i++) {
      int at = item.offsetOf(billedNames[i]);
      if (at >= 0) {
        bytes += billedBytes[i] - CanonicalSize.of(item.json(), at);
      }
    }
    return bytes;
  }

  /** Returns whether TTL is enabled. */
  public boolean expires() {
    return ttlPlace >= 0;
  }

  /** Returns whether the sizes of item collections are counted. */
  public boolean hasLocalIndexes() {
    return hasLocalIndexes;
  }

  /** Finds the attributes of an item that have a place, in one pass. */
  public KeyedItem keyed(Item item) {
    int[] places = new int[placedNames.length];
    Arrays.fill(places, -1);
    byte[] json = item.json();
    int missing = places.length;
    int expected = 0;
    int member = CanonicalJson.firstMember(json, 0);
    while (member >= 0) {
      int value;
      int place = placeOf(json, member, expected, places);
      if (place < 0) {
        value = CanonicalJson.valueOf(json, member);
      } else {
        value = member + placedNames[place].length + 1;
        places[place] = value;
        if (--missing == 0) {
          break;
        }
        expected = place + 1;
      }
      int end = CanonicalJson.end(json, value);
      member = json[end] == ',' ? end + 1 : -1;
    }
    return new KeyedItem(item, places);
  }

  /**
   * Returns the place of a member, or -1.
   *
   * @param expected the place to try first: members mostly stand in order
   * @param places those found so far, which are not tried again
   */
  private int placeOf(byte[] json, int member, int expected, int[] places) {
    if (expected < places.length
        && places[expected] < 0
        && CanonicalJson.isNamed(json, member, placedNames[expected])) {
      return expected;
    }
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0 && CanonicalJson.isNamed(json, member, placedNames[i])) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns a key like {@link #keyed}; null unless it has exactly the attributes of the primary
   * key.
   */
  public @Nullable KeyedItem keyedKey(Item key) {
    KeyedItem keyed = keyed(key);
    byte[] json = key.json();
    KeyLayout.KeyPart[] parts = table.keys().parts();
    // Braces and commas, then names, colons and values: nothing else if that is the whole length.
    int length = 1 + parts.length;
    for (KeyLayout.KeyPart part : parts) {
      int at = keyed.at(part);
      if (at < 0) {
        return null;
      }
      length += part.quotedName().length + 1 + CanonicalJson.end(json, at) - at;
    }
    return length == json.length ? keyed : null;
  }

  /**
   * Returns the primary key of an item or a key.
   *
   * @param builder its key is replaced
   * @param item has every attribute of the primary key, of the right type
   */
  public byte[] primaryKey(KeyBuilder builder, Item item) {
    return table.keys().treeKey(builder, keyed(item));
  }

  /**
   * Returns the offset of the item's TTL attribute if it is a number; otherwise, or if TTL is
   * disabled, -1.
   */
  public int ttlOffset(KeyedItem item) {
    int at = ttlPlace < 0 ? -1 : item.at(ttlPlace);
    return at >= 0 && CanonicalJson.type(item.item().json(), at) == AttributeType.N ? at : -1;
  }
}
