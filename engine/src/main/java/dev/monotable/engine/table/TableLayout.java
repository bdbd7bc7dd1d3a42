package dev.monotable.engine.table;

import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
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
 * built the same way from the index's key attributes, each escaped and closed, and ends in a hash
 * of the item's primary key and that key itself; it is unique therefore, and entries that share
 * their index key come in the order of the hashes of their base keys, as on AWS. A local index's
 * entry begins with the item collection's prefix, goes on with the index's sort key and ends in
 * that hash and the table's sort key.
 */
public final class TableLayout {
  private final TableDefinition definition;
  private final Names keys;
  private final Names[] indexKeys;

  /** For each index what it holds; null where that is everything. */
  private final @Nullable Projected[] indexProjections;

  private final byte @Nullable [] ttlName;
  private final boolean[] isGlobal;
  private final boolean hasLocalIndexes;

  public TableLayout(TableDefinition definition) {
    this.definition = definition;
    this.keys = new Names(definition.keys());
    List<IndexDefinition> indexes = definition.indexes();
    this.indexKeys = new Names[indexes.size()];
    this.indexProjections = new Projected[indexes.size()];
    this.isGlobal = new boolean[indexes.size()];
    boolean local = false;
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      indexKeys[i] = new Names(index.keys());
      indexProjections[i] = projected(definition, index);
      isGlobal[i] = index.kind() == IndexDefinition.Kind.GLOBAL;
      local |= !isGlobal[i];
    }
    this.hasLocalIndexes = local;
    String ttl = definition.ttlAttribute();
    this.ttlName = ttl == null ? null : CanonicalJson.quote(ttl);
  }

  /** The quoted names of a key's attributes, apart and together. */
  private static final class Names {
    final byte[][] partition;
    final byte[][] sort;
    final byte[][] all;
    final KeyPart[] parts;

    Names(KeySchema schema) {
      partition = quoted(schema.partition());
      sort = quoted(schema.sort());
      all = quoted(schema.attributes());
      parts = new KeyPart[all.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = new KeyPart(schema.attributes().get(i), all[i], i < schema.partition().size());
      }
    }

    private static byte[][] quoted(List<KeyAttribute> attributes) {
      byte[][] names = new byte[attributes.size()][];
      for (int i = 0; i < names.length; i++) {
        names[i] = CanonicalJson.quote(attributes.get(i).name());
      }
      return names;
    }
  }

  /** A key attribute, its quoted name, and whether it belongs to a partition key. */
  public record KeyPart(KeyAttribute attribute, byte[] quotedName, boolean isPartition) {}

  /** The attributes of the primary key, in order; not to be modified. */
  public KeyPart[] keyParts() {
    return keys.parts;
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
    return indexKeys[index].parts;
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

  /**
   * The primary key of an item, or of a key.
   *
   * @param item holds every key attribute, of the right type
   */
  public byte[] primaryKey(Item item) {
    byte[] json = item.json();
    KeyBuilder builder = KeyBuilder.ofThread().partition(json, item.offsetOf(keys.partition[0]));
    if (keys.sort.length != 0) {
      builder.last(json, item.offsetOf(keys.sort[0]));
    }
    return builder.toBytes();
  }

  /** The part of a primary key that all items of the item's collection share. */
  public byte[] partitionPrefix(Item item) {
    return KeyBuilder.ofThread().partition(item.json(), item.offsetOf(keys.partition[0])).toBytes();
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
   * @return null where the item has no entry there: a key attribute is missing (or, in an index
   *     that was added later, of another type or empty)
   */
  public byte @Nullable [] indexKey(int index, Item item) {
    int[] at = new int[KeySchema.MOST_ATTRIBUTES];
    if (!findIndexKey(index, item, at)) {
      return null;
    }
    byte[] primaryKey = primaryKey(item);
    KeyBuilder builder = KeyBuilder.ofThread();
    int tie = tieHash(builder, item);
    return indexKey(builder, index, item, at, primaryKey, tie).toBytes();
  }

  /** What the keys of an item's index entries have in common, see {@link KeyBuilder#tieHash}. */
  public int tieHash(KeyBuilder builder, Item item) {
    byte[] json = item.json();
    int partitionAt = item.offsetOf(keys.partition[0]);
    int sortAt = keys.sort.length == 0 ? -1 : item.offsetOf(keys.sort[0]);
    return builder.tieHash(json, partitionAt, sortAt < 0 ? null : json, sortAt);
  }

  /**
   * Finds the key attributes of an index in an item.
   *
   * @param at takes their offsets, in order
   * @return whether the item has an entry there; if not, the offsets are of no use
   */
  public boolean findIndexKey(int index, Item item, int[] at) {
    byte[] json = item.json();
    KeyPart[] parts = indexKeys[index].parts;
    for (int i = 0; i < parts.length; i++) {
      int offset = item.offsetOf(parts[i].quotedName());
      if (!isKey(json, offset, parts[i].attribute().type())) {
        return false;
      }
      at[i] = offset;
    }
    return true;
  }

  /** Whether two items have the same values at the offsets of the key attributes of an index. */
  public boolean isSameIndexKey(int index, Item a, int[] aAt, Item b, int[] bAt) {
    for (int i = 0; i < indexKeys[index].parts.length; i++) {
      if (!CanonicalJson.equal(a.json(), aAt[i], b.json(), bAt[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Appends the key of an item's entry in an index.
   *
   * @param at the offsets that {@link #findIndexKey} found
   * @param tie the item's {@link #tieHash}
   */
  public KeyBuilder indexKey(
      KeyBuilder builder, int index, Item item, int[] at, byte[] primaryKey, int tie) {
    byte[] json = item.json();
    int partitionParts = indexKeys[index].partition.length;
    int parts = indexKeys[index].parts.length;
    if (partitionParts == 1) {
      builder.partition(json, at[0]);
    } else {
      AttributeValue[] values = new AttributeValue[partitionParts];
      for (int i = 0; i < partitionParts; i++) {
        values[i] = AttributeValue.at(json, at[i]);
      }
      builder.partition(values, partitionParts);
    }
    for (int i = partitionParts; i < parts; i++) {
      builder.component(json, at[i]);
    }
    builder.tie(tie);
    if (isGlobal[index]) {
      builder.appendBase(primaryKey);
    } else if (keys.sort.length != 0) {
      builder.last(json, item.offsetOf(keys.sort[0]));
    }
    return builder;
  }

  private static boolean sameValues(Item a, Item b, byte[][] names) {
    for (byte[] name : names) {
      int inA = a.offsetOf(name);
      int inB = b.offsetOf(name);
      if (inA < 0 != inB < 0 || (inA >= 0 && !CanonicalJson.equal(a.json(), inA, b.json(), inB))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKey(byte[] json, int at, AttributeType type) {
    return at >= 0
        && CanonicalJson.type(json, at) == type
        && CanonicalJson.contentEnd(json, at) > CanonicalJson.contentStart(json, at);
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
        size += projected.nameBytes()[i] + CanonicalJson.dynamoSize(item.json(), at);
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
    return select(item, keys.all);
  }

  /** The partition key attribute of an item or a key. */
  public Item partitionKeyOf(Item item) {
    return select(item, keys.partition);
  }

  /** The key attributes of the table and of an index, as LastEvaluatedKey carries them. */
  public Item indexKeyOf(int index, Item item) {
    List<byte[]> all = new ArrayList<>(List.of(keys.all));
    for (byte[] name : indexKeys[index].all) {
      addMissing(all, name);
    }
    return select(item, all.toArray(new byte[0][]));
  }

  private static void addMissing(List<byte[]> names, byte[] name) {
    for (byte[] present : names) {
      if (Arrays.equals(present, name)) {
        return;
      }
    }
    names.add(name);
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
