package dev.monotable.engine.table;

import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The attributes of an item that an access path holds: all of them in the table, in an index those
 * of its {@link IndexProjection} and the keys. Prepared once for each definition.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Projections">Attribute
 *     projections</a>
 */
public final class ProjectedAttributes {
  /** Every attribute. */
  static final ProjectedAttributes ALL = new ProjectedAttributes(true, Set.of());

  private final boolean all;
  private final Set<String> attributes;

  /** The same names, quoted, and their sizes. */
  private final byte[][] names;

  private final int[] nameBytes;

  private ProjectedAttributes(boolean all, Set<String> attributes) {
    this.all = all;
    this.attributes = attributes;
    this.names = new byte[attributes.size()][];
    this.nameBytes = new int[attributes.size()];
    int n = 0;
    for (String attribute : attributes) {
      names[n] = CanonicalJson.quote(attribute);
      nameBytes[n++] = attribute.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /** Returns the attributes that an index holds. */
  static ProjectedAttributes of(KeySchema table, IndexDefinition index) {
    if (index.projection().type() == IndexProjection.Type.ALL) {
      return ALL;
    }
    Set<String> names = new LinkedHashSet<>();
    for (KeyAttribute attribute : table.attributes()) {
      names.add(attribute.name());
    }
    for (KeyAttribute attribute : index.keys().attributes()) {
      names.add(attribute.name());
    }
    if (index.settings() != null) {
      names.addAll(index.settings().heldNames());
    }
    names.addAll(index.projection().included());
    return new ProjectedAttributes(false, names);
  }

  /** Returns whether whole items are held. */
  public boolean isAll() {
    return all;
  }

  /** Returns whether the attribute of that name is held. */
  public boolean contains(String name) {
    return all || attributes.contains(name);
  }

  /** Returns the part of an item that is held. */
  public Item of(Item item, ItemWriter writer) {
    return all ? item : select(item, names, writer);
  }

  /** Returns the part of an item that is held, without one of its attributes. */
  public Item without(String name, Item item, ItemWriter writer) {
    byte[] quoted = CanonicalJson.quote(name);
    byte[] json = item.json();
    writer.beginItem();
    if (all) {
      for (int m = CanonicalJson.firstMember(json, 0);
          m >= 0;
          m = CanonicalJson.nextMember(json, m)) {
        if (!CanonicalJson.isNamed(json, m, quoted)) {
          writer.copyMember(json, m);
        }
      }
    } else {
      for (byte[] each : names) {
        int at = Arrays.equals(each, quoted) ? -1 : item.offsetOf(each);
        if (at >= 0) {
          writer.quotedName(each);
          writer.copy(json, at);
        }
      }
    }
    return writer.endItem();
  }

  /** Returns the size of the part of an item that is held, in DynamoDB's bytes. */
  public int size(Item item) {
    if (all) {
      return item.size();
    }
    int size = 0;
    for (int i = 0; i < names.length; i++) {
      int at = item.offsetOf(names[i]);
      if (at >= 0) {
        size += nameBytes[i] + CanonicalSize.of(item.json(), at);
      }
    }
    return size;
  }

  /** Returns whether the parts of two items that are held are equal. */
  public boolean isSame(Item a, Item b) {
    if (all) {
      return a.equals(b);
    }
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

  /** Returns an item of the named attributes of another, as far as it has them. */
  static Item select(Item item, byte[][] names, ItemWriter writer) {
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
}
