package dev.monotable.engine.table;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.storage.TieBreaker;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a table's items become keys of its trees: the definition, prepared for the path of a request.
 *
 * <p>A primary key is the hash of the partition key, the partition key escaped and closed, and the
 * sort key raw. So an item collection is a range of keys, a scan runs in the order of the hashes,
 * as on AWS, and a segment of a scan is a range of hashes. The key of a global index's entry is
 * made the same way from the index's key attributes, each escaped and closed, and ends in the
 * {@link TieBreaker} of the item's primary key; it is unique therefore, and entries that share
 * their index key come in the order of the hashes of their base keys, as on AWS. A local index's
 * entry begins with the item collection's prefix and goes on with the index's sort key and the tie.
 */
public final class TableLayout {
  private final TableDefinition definition;
  private final Limits limits;
  private final Names keys;
  private final Names[] indexKeys;

  /** The quoted names of all attributes that are part of a key, the table's first, each once. */
  private final byte[][] keyNames;

  /** For each index what it holds; null where that is everything. */
  private final @Nullable Projected[] indexProjections;

  private final byte @Nullable [] ttlName;
  private final boolean[] isGlobal;
  private final boolean hasLocalIndexes;

  /**
   * @param limits how long a key's values may be
   */
  public TableLayout(TableDefinition definition, Limits limits) {
    this.definition = definition;
    this.limits = limits;
    List<byte[]> names = new ArrayList<>();
    this.keys = new Names(definition.keys(), names, limits);
    List<IndexDefinition> indexes = definition.indexes();
    this.indexKeys = new Names[indexes.size()];
    this.indexProjections = new Projected[indexes.size()];
    this.isGlobal = new boolean[indexes.size()];
    boolean local = false;
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      indexKeys[i] = new Names(index.keys(), names, limits);
      indexProjections[i] = projected(definition, index);
      isGlobal[i] = index.kind() == IndexDefinition.Kind.GLOBAL;
      local |= !isGlobal[i];
    }
    this.hasLocalIndexes = local;
    this.keyNames = names.toArray(new byte[0][]);
    String ttl = definition.ttlAttribute();
    this.ttlName = ttl == null ? null : CanonicalJson.quote(ttl);
  }

  /** The attributes of a key, apart and together. */
  private static final class Names {
    final KeyPart[] partition;
    final KeyPart[] sort;
    final KeyPart[] all;

    /**
     * @param names of the keys looked at before; those of this one are added
     */
    Names(KeySchema schema, List<byte[]> names, Limits limits) {
      int partitionSize = schema.partition().size();
      all = new KeyPart[schema.size()];
      for (int i = 0; i < all.length; i++) {
        KeyAttribute attribute = schema.attributes().get(i);
        byte[] name = CanonicalJson.quote(attribute.name());
        boolean isPartition = i < partitionSize;
        int most = isPartition ? limits.maxPartitionKeyBytes() : limits.maxSortKeyBytes();
        all[i] = new KeyPart(attribute, name, isPartition, most, addMissing(names, name));
      }
      partition = Arrays.copyOf(all, partitionSize);
      sort = Arrays.copyOfRange(all, partitionSize, all.length);
    }
  }

  /** Adds a name unless it is there; returns its position. */
  private static int addMissing(List<byte[]> names, byte[] name) {
    for (int i = 0; i < names.size(); i++) {
      if (Arrays.equals(names.get(i), name)) {
        return i;
      }
    }
    names.add(name);
    return names.size() - 1;
  }

  /**
   * A key attribute.
   *
   * @param isPartition whether it belongs to a partition key
   * @param maxBytes how long a string or binary may be there
   * @param place its place in a {@link KeyedItem}
   */
  public record KeyPart(
      KeyAttribute attribute, byte[] quotedName, boolean isPartition, int maxBytes, int place) {

    /** Whether a value of the attribute's type is an empty string or binary. */
    public boolean isEmpty(byte[] json, int at) {
      return attribute.type() != AttributeType.N
          && json[CanonicalJson.contentStart(json, at)] == '"';
    }

    /** Whether a value of the attribute's type is a string or binary longer than keys may hold. */
    public boolean isTooLong(byte[] json, int at) {
      // A value is never longer than what it stands in, so that mostly its bytes need not be
      // counted.
      return attribute.type() != AttributeType.N
          && json.length > maxBytes
          && CanonicalSize.of(json, at) > maxBytes;
    }
  }

  /** The attributes of the primary key, in order; not to be modified. */
  public KeyPart[] keyParts() {
    return keys.all;
  }

  /** Whether an index is a global one, not a local one. */
  public boolean isGlobal(int index) {
    return isGlobal[index];
  }

  /** How many indexes the table has. */
  public int indexCount() {
    return indexKeys.length;
  }

  /** The key attributes of an index, in order; not to be modified. */
  public KeyPart[] indexKeyParts(int index) {
    return indexKeys[index].all;
  }

  /** The attributes that an index holds: their quoted names, and the bytes of the names. */
  private record Projected(byte[][] names, int[] nameBytes) {}

  private static @Nullable Projected projected(TableDefinition definition, IndexDefinition index) {
    if (index.projection().type() == IndexProjection.Type.ALL) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>();
    for (KeyAttribute attribute : definition.keys().attributes()) {
      names.add(attribute.name());
    }
    for (KeyAttribute attribute : index.keys().attributes()) {
      names.add(attribute.name());
    }
    names.addAll(index.projection().included());
    byte[][] quoted = new byte[names.size()][];
    int[] nameBytes = new int[names.size()];
    int n = 0;
    for (String name : names) {
      quoted[n] = CanonicalJson.quote(name);
      nameBytes[n++] = name.getBytes(StandardCharsets.UTF_8).length;
    }
    return new Projected(quoted, nameBytes);
  }

  public TableDefinition definition() {
    return definition;
  }

  /** The layout of another definition, under the same limits. */
  TableLayout of(TableDefinition other) {
    return new TableLayout(other, limits);
  }

  /** Whether the sizes of item collections are counted. */
  public boolean hasLocalIndexes() {
    return hasLocalIndexes;
  }

  /** The position of the index of that name among the definition's, or -1. */
  public int indexPosition(String name) {
    List<IndexDefinition> indexes = definition.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      if (indexes.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** An item with the places of all its key attributes. */
  public KeyedItem keyed(Item item) {
    int[] places = new int[keyNames.length];
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
        value = member + keyNames[place].length + 1;
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
   * Which key attribute a member is, or -1.
   *
   * @param expected the one to be tried first: mostly they stand in order
   * @param places of those that were found, which are not looked for again
   */
  private int placeOf(byte[] json, int member, int expected, int[] places) {
    if (expected < places.length
        && places[expected] < 0
        && CanonicalJson.isNamed(json, member, keyNames[expected])) {
      return expected;
    }
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0 && CanonicalJson.isNamed(json, member, keyNames[i])) {
        return i;
      }
    }
    return -1;
  }

  /** As {@link #keyed}; null unless there are the attributes of the primary key and no others. */
  public @Nullable KeyedItem keyedKey(Item key) {
    KeyedItem keyed = keyed(key);
    byte[] json = key.json();
    // Braces and commas, then names, colons and values: nothing else if that is the whole length.
    int length = 1 + keys.all.length;
    for (KeyPart part : keys.all) {
      int at = keyed.at(part);
      if (at < 0) {
        return null;
      }
      length += part.quotedName().length + 1 + CanonicalJson.end(json, at) - at;
    }
    return length == json.length ? keyed : null;
  }

  /**
   * The primary key of an item, or of a key.
   *
   * @param item holds every key attribute, of the right type
   */
  public byte[] primaryKey(Item item) {
    return primaryKey(keyed(item));
  }

  /** The same of an item whose key attributes are found. */
  public byte[] primaryKey(KeyedItem item) {
    byte[] json = item.item().json();
    KeyBuilder builder = KeyBuilder.ofThread().partition(json, item.at(keys.partition[0]));
    if (keys.sort.length != 0) {
      builder.last(json, item.at(keys.sort[0]));
    }
    return builder.toBytes();
  }

  /** The part of a primary key that all items of the item's collection share. */
  public byte[] partitionPrefix(Item item) {
    return KeyBuilder.ofThread()
        .partition(item.json(), item.offsetOf(keys.partition[0].quotedName()))
        .toBytes();
  }

  /**
   * Appends the beginning of the keys of an item collection, of the table or of an index.
   *
   * @param partition the values of the partition key's attributes
   */
  public static KeyBuilder collectionPrefix(KeyBuilder builder, List<AttributeValue> partition) {
    return partition.size() == 1
        ? builder.partition(partition.get(0))
        : builder.partition(partition.toArray(new AttributeValue[0]), partition.size());
  }

  /**
   * The key of an item's entry in an index.
   *
   * @param index its position among the definition's
   * @return null where the item {@linkplain #hasEntry has no entry} there
   */
  public byte @Nullable [] indexKey(int index, Item item) {
    KeyedItem keyed = keyed(item);
    if (!hasEntry(index, keyed)) {
      return null;
    }
    TieBreaker tieBreaker = tieBreakerOf(keyed);
    return indexPrefix(KeyBuilder.ofThread(), index, keyed).tieBreaker(tieBreaker).toBytes();
  }

  /**
   * Whether an item has an entry in an index: a key attribute may be missing or, in an index that
   * was added later, of another type, empty or too long.
   */
  public boolean hasEntry(int index, KeyedItem item) {
    byte[] json = item.item().json();
    for (KeyPart part : indexKeys[index].all) {
      int at = item.at(part);
      if (at < 0
          || CanonicalJson.type(json, at) != part.attribute().type()
          || part.isEmpty(json, at)
          || part.isTooLong(json, at)) {
        return false;
      }
    }
    return true;
  }

  /** Whether two items that have entries in an index have the same key there. */
  public boolean isSameIndexKey(int index, KeyedItem a, KeyedItem b) {
    for (KeyPart part : indexKeys[index].all) {
      if (!CanonicalComparison.equal(a.item().json(), a.at(part), b.item().json(), b.at(part))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Appends the key of an item's entry in an index up to its tie, which an item shares only with
   * those that have the same values there.
   */
  public KeyBuilder indexPrefix(KeyBuilder builder, int index, KeyedItem item) {
    byte[] json = item.item().json();
    KeyPart[] partition = indexKeys[index].partition;
    if (partition.length == 1) {
      builder.partition(json, item.at(partition[0]));
    } else {
      AttributeValue[] values = new AttributeValue[partition.length];
      for (int i = 0; i < partition.length; i++) {
        values[i] = AttributeValue.at(json, item.at(partition[i]));
      }
      builder.partition(values, partition.length);
    }
    for (KeyPart part : indexKeys[index].sort) {
      builder.component(json, item.at(part));
    }
    return builder;
  }

  /** What the keys of an item's entries in all indexes end in. */
  public TieBreaker tieBreakerOf(KeyedItem item) {
    byte[] json = item.item().json();
    int partitionAt = item.at(keys.partition[0]);
    return keys.sort.length == 0
        ? KeyBuilder.ofThread().tieBreakerOf(json, partitionAt, null, 0)
        : KeyBuilder.ofThread().tieBreakerOf(json, partitionAt, json, item.at(keys.sort[0]));
  }

  private static boolean sameValues(Item a, Item b, byte[][] names) {
    for (byte[] name : names) {
      int inA = a.offsetOf(name);
      int inB = b.offsetOf(name);
      if (inA < 0 != inB < 0
          || (inA >= 0 && !CanonicalComparison.equal(a.json(), inA, b.json(), inB))) {
        return false;
      }
    }
    return true;
  }

  /** Whether an index holds whole items. */
  public boolean projectsAll(int index) {
    return indexProjections[index] == null;
  }

  /** Whether an index holds the attribute of that name. */
  public boolean projects(int index, String name) {
    IndexDefinition indexDefinition = definition.indexes().get(index);
    return indexDefinition.projection().type() == IndexProjection.Type.ALL
        || definition.keys().contains(name)
        || indexDefinition.keys().contains(name)
        || indexDefinition.projection().included().contains(name);
  }

  /** What an index holds of an item. */
  public Item project(int index, Item item) {
    Projected projected = indexProjections[index];
    return projected == null ? item : select(item, projected.names());
  }

  /** Bytes of what an index holds of an item, by DynamoDB's rule. */
  public int projectedSize(int index, Item item) {
    Projected projected = indexProjections[index];
    if (projected == null) {
      return item.size();
    }
    int size = 0;
    for (int i = 0; i < projected.names().length; i++) {
      int at = item.offsetOf(projected.names()[i]);
      if (at >= 0) {
        size += projected.nameBytes()[i] + CanonicalSize.of(item.json(), at);
      }
    }
    return size;
  }

  /** Whether an index holds the same of both items. */
  public boolean projectsSame(int index, Item a, Item b) {
    Projected projected = indexProjections[index];
    if (projected == null) {
      return a.equals(b);
    }
    return sameValues(a, b, projected.names());
  }

  /** The primary key attributes of an item, as Key members carry them. */
  public Item keyOf(Item item) {
    return select(item, quotedNames(keys.all));
  }

  /** The partition key attribute of an item or a key. */
  public Item partitionKeyOf(Item item) {
    return select(item, quotedNames(keys.partition));
  }

  /** The key attributes of the table and of an index, as LastEvaluatedKey carries them. */
  public Item indexKeyOf(int index, Item item) {
    List<byte[]> names = new ArrayList<>(keys.all.length + indexKeys[index].all.length);
    for (KeyPart part : keys.all) {
      names.add(part.quotedName());
    }
    for (KeyPart part : indexKeys[index].all) {
      addMissing(names, part.quotedName());
    }
    return select(item, names.toArray(new byte[0][]));
  }

  private static byte[][] quotedNames(KeyPart[] parts) {
    byte[][] names = new byte[parts.length][];
    for (int i = 0; i < names.length; i++) {
      names[i] = parts[i].quotedName();
    }
    return names;
  }

  private static Item select(Item item, byte[][] names) {
    ItemWriter writer = ItemWriter.ofThread();
    byte[] json = item.json();
    writer.beginItem();
    for (byte[] name : names) {
      int at = item.offsetOf(name);
      if (at >= 0) {
        writer.quotedName(name);
        writer.copy(json, at);
      }
    }
    return writer.endItem();
  }

  /**
   * The offset of the item's TTL attribute if that is a number, else -1; -1 too where TTL is off.
   */
  public int ttlOffset(Item item) {
    if (ttlName == null) {
      return -1;
    }
    int at = item.offsetOf(ttlName);
    return at >= 0 && CanonicalJson.type(item.json(), at) == AttributeType.N ? at : -1;
  }
}
