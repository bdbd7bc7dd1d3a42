package dev.monotable.engine.vector;

import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.Arrays;

/**
 * An entry of a vector index: an item, shared with the table, and its vector. Several states of the
 * index share an entry.
 */
public final class VectorEntry {
  private final Item item;
  private final float[] vector;

  /** The length of the vector, as the function of the index needs it; 0 if it does not. */
  private final double norm;

  VectorEntry(Item item, float[] vector, double norm) {
    this.item = item;
    this.vector = vector;
    this.norm = norm;
  }

  /** Returns the same vector for a later version of the item. */
  VectorEntry of(Item other) {
    return new VectorEntry(other, vector, norm);
  }

  /** Returns the whole item; it is projected when it is read. */
  public Item item() {
    return item;
  }

  /**
   * Returns the item with the vector as the index has it: with the precision of 32 bits.
   *
   * @param attribute that holds the vector
   */
  public Item withVector(String attribute) {
    ItemWriter writer = new ItemWriter();
    byte[] quoted = CanonicalJson.quote(attribute);
    byte[] json = item.json();
    writer.beginItem();
    for (int m = CanonicalJson.firstMember(json, 0);
        m >= 0;
        m = CanonicalJson.nextMember(json, m)) {
      if (CanonicalJson.isNamed(json, m, quoted)) {
        writer.quotedName(quoted);
        VectorNumbers.write(vector, writer);
      } else {
        writer.copyMember(json, m);
      }
    }
    return writer.endItem();
  }

  /** Returns the numbers; not to be modified. */
  float[] vector() {
    return vector;
  }

  double norm() {
    return norm;
  }

  @Override
  public String toString() {
    return item + ": " + Arrays.toString(vector);
  }
}
