package dev.monotable.engine.table;

import dev.monotable.engine.definition.KeySchema;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the key attributes of items into the keys of one tree: the tree of the table or the tree of
 * one index. Prepared once for each definition, so that a request does not compare names.
 *
 * <p>A primary key is the hash of the partition key, the partition key as a self-delimiting
 * component, and the sort key as it is. So an item collection is a range of keys, a scan runs in
 * the order of the hashes, as on AWS, and a segment of a parallel scan is a range of hashes.
 *
 * <p>The key of an index entry is made in the same way from the key attributes of the index, each
 * as a component, and ends in the {@link TieBreaker} of the item's primary key. The tie breaker
 * makes the key unique, and orders entries of equal index keys by the hash of their primary key, as
 * on AWS. Keys of a local index begin with the prefix of the item collection, since both share the
 * partition key.
 *
 * <p>The format of the bytes is documented at {@link KeyBuilder}.
 */
public final class KeyLayout {
  private final KeySchema schema;
  private final KeyPart[] parts;
  private final KeyPart[] partition;
  private final KeyPart[] sort;

  /** The layout of the table's primary key; this object itself if it is that layout. */
  private final KeyLayout primary;

  /** Quoted names of the attributes of a LastEvaluatedKey. */
  private final byte[][] names;

  private final byte[][] partitionNames;

  /**
   * @param primary the layout of the table's primary key; null to make that layout
   * @param places the names that have a place in a {@link KeyedItem}; the names of this key are
   *     added
   */
  KeyLayout(KeySchema schema, @Nullable KeyLayout primary, Limits limits, List<byte[]> places) {
    this.schema = schema;
    this.primary = primary == null ? this : primary;
    this.parts = new KeyPart[schema.size()];
    int partitionSize = schema.partition().size();
    List<KeyAttribute> attributes = schema.attributes();
    for (int i = 0; i < parts.length; i++) {
      byte[] name = CanonicalJson.quote(attributes.get(i).name());
      boolean isPartition = i < partitionSize;
      int maxBytes =
          isPartition ? limits.item().maxPartitionKeyBytes() : limits.item().maxSortKeyBytes();
      parts[i] = new KeyPart(attributes.get(i), name, isPartition, maxBytes, place(places, name));
    }
    this.partition = Arrays.copyOf(parts, partitionSize);
    this.sort = Arrays.copyOfRange(parts, partitionSize, parts.length);
    List<byte[]> all = new ArrayList<>();
    if (primary != null) {
      all.addAll(Arrays.asList(primary.names));
    }
    for (KeyPart part : parts) {
      place(all, part.quotedName());
    }
    this.names = all.toArray(new byte[0][]);
    this.partitionNames = new byte[partitionSize][];
    for (int i = 0; i < partitionSize; i++) {
      partitionNames[i] = partition[i].quotedName();
    }
  }

  /** Returns the position of a name, which is added if it is missing. */
  static int place(List<byte[]> names, byte[] name) {
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
   * @param isPartition whether it belongs to the partition key
   * @param maxBytes the greatest length of a string or binary
   * @param place its place in a {@link KeyedItem}
   */
  public record KeyPart(
      KeyAttribute attribute, byte[] quotedName, boolean isPartition, int maxBytes, int place) {

    /** Returns whether a value of the attribute's type is an empty string or binary. */
    public boolean isEmpty(byte[] json, int at) {
      return attribute.type() != AttributeType.N
          && json[CanonicalJson.contentStart(json, at)] == '"';
    }

    /**
     * Returns whether a value of the attribute's type is a string or binary longer than a key may
     * be.
     */
    public boolean isTooLong(byte[] json, int at) {
      // A value is never longer than the item, so its bytes are rarely counted.
      return attribute.type() != AttributeType.N
          && json.length > maxBytes
          && CanonicalSize.of(json, at) > maxBytes;
    }
  }

  /** Returns the key schema. */
  public KeySchema schema() {
    return schema;
  }

  /** Returns the key attributes, partition key first; not to be modified. */
  public KeyPart[] parts() {
    return parts;
  }

  /** Returns whether this is the table's primary key rather than the key of an index. */
  public boolean isPrimary() {
    return primary == this;
  }

  /**
   * Returns whether an item has this key. An item without it has no entry in the index: an
   * attribute is missing or, if the index was added after the item, has another type, is empty or
   * too long.
   */
  public boolean isIn(KeyedItem item) {
    byte[] json = item.item().json();
    for (KeyPart part : parts) {
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

  /** Returns whether two items that have this key have the same values in it. */
  public boolean isSame(KeyedItem a, KeyedItem b) {
    for (KeyPart part : parts) {
      if (!CanonicalComparison.equal(a.item().json(), a.at(part), b.item().json(), b.at(part))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the key of an item in the tree.
   *
   * @param builder its key is replaced
   * @param item has this key
   */
  public byte[] treeKey(KeyBuilder builder, KeyedItem item) {
    if (isPrimary()) {
      byte[] json = item.item().json();
      builder.clear().partition(json, item.at(partition[0]));
      if (sort.length != 0) {
        builder.last(json, item.at(sort[0]));
      }
    } else {
      indexPrefix(builder, item).tieBreaker(tieBreaker(builder, item));
    }
    return builder.toBytes();
  }

  /**
   * Returns the key of an index entry without its tie breaker: the part that it shares only with
   * entries of the same index key.
   *
   * @param builder its key is replaced
   */
  public KeyBuilder indexPrefix(KeyBuilder builder, KeyedItem item) {
    byte[] json = item.item().json();
    builder.clear();
    if (partition.length == 1) {
      builder.partition(json, item.at(partition[0]));
    } else {
      builder.beginHash();
      for (KeyPart part : partition) {
        builder.hashValue(json, item.at(part));
      }
      builder.endHash();
      for (KeyPart part : partition) {
        builder.component(json, item.at(part));
      }
    }
    for (KeyPart part : sort) {
      builder.component(json, item.at(part));
    }
    return builder;
  }

  /**
   * Returns the tie breaker that ends the keys of an item's entries in all indexes; the builder's
   * key is kept.
   */
  TieBreaker tieBreaker(KeyBuilder builder, KeyedItem item) {
    KeyPart[] base = primary.parts;
    byte[] json = item.item().json();
    int partitionAt = item.at(base[0]);
    return base.length == 1
        ? builder.tieBreakerOf(json, partitionAt, null, 0)
        : builder.tieBreakerOf(json, partitionAt, json, item.at(base[1]));
  }

  /**
   * Returns the part of a primary key that all items of an item collection share.
   *
   * @param builder its key is replaced
   */
  public byte[] collectionKey(KeyBuilder builder, KeyedItem item) {
    return builder.clear().partition(item.item().json(), item.at(primary.partition[0])).toBytes();
  }

  /**
   * Begins a key with a partition key, of the table or of an index.
   *
   * @param builder its key is replaced
   * @param values of the attributes of the partition key
   */
  public static KeyBuilder beginWith(KeyBuilder builder, List<AttributeValue> values) {
    builder.clear();
    return values.size() == 1
        ? builder.partition(values.get(0))
        : builder.partition(values.toArray(new AttributeValue[0]), values.size());
  }

  /** Appends a value of the sort key in the form that this tree has it. */
  public KeyBuilder appendSort(KeyBuilder builder, AttributeValue value) {
    return isPrimary() ? builder.last(value) : builder.component(value);
  }

  /**
   * Returns the key attributes of an item as a LastEvaluatedKey has them: those of the table and,
   * for an index, those of the index.
   */
  public Item keyOf(Item item, ItemWriter writer) {
    return ProjectedAttributes.select(item, names, writer);
  }

  /** Returns a primary key with the partition key first, as which it may have been sent. */
  public Item inOrder(Item key) {
    int first = CanonicalJson.firstMember(key.json(), 0);
    return CanonicalJson.isNamed(key.json(), first, parts[0].quotedName())
        ? key
        : keyOf(key, new ItemWriter());
  }

  /** Returns whether the key has a sort key. */
  public boolean hasSort() {
    return sort.length > 0;
  }

  /** Returns the attributes of this key of an item or a key, without those of the table's. */
  public Item ownKeyOf(Item item, ItemWriter writer) {
    byte[][] own = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      own[i] = parts[i].quotedName();
    }
    return ProjectedAttributes.select(item, own, writer);
  }

  /** Returns the attributes of the partition key of an item or a key. */
  public Item partitionKeyOf(Item item, ItemWriter writer) {
    return ProjectedAttributes.select(item, partitionNames, writer);
  }
}
