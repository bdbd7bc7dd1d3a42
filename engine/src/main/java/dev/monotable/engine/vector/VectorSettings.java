package dev.monotable.engine.vector;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.ProjectedAttributes;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the definition of a vector index besides its name and its projection.
 *
 * @param attribute the attribute that holds the vector
 * @param dimensions the number of its numbers
 * @param schema the attributes by which a search can be restricted, in the order of the definition
 */
public record VectorSettings(
    String attribute, int dimensions, VectorDistanceFunction function, List<SchemaElement> schema)
    implements IndexDefinition.Settings {
  /** The greatest size of the value of an inline filter. Source: ExtendDB/extenddb. */
  private static final int MAX_FILTER_BYTES = 10 * 1024;

  public VectorSettings {
    schema = List.copyOf(schema);
  }

  /**
   * An element of the search schema.
   *
   * @param attribute with its type from the attribute definitions of the table
   * @param isHash whether it is the partition key of the index; otherwise it is an inline filter
   */
  public record SchemaElement(KeyAttribute attribute, boolean isHash) {
    /** Returns the name of the attribute. */
    public String name() {
      return attribute.name();
    }
  }

  /** Returns the bytes of heap for the numbers of a vector. */
  long vectorBytes() {
    return (long) Float.BYTES * dimensions;
  }

  /** Returns the element of the search schema with this attribute; null if there is none. */
  public @Nullable SchemaElement find(String name) {
    for (SchemaElement element : schema) {
      if (element.name().equals(name)) {
        return element;
      }
    }
    return null;
  }

  /** Returns the partition key of the index; null if it has none. */
  public @Nullable KeyAttribute hash() {
    for (SchemaElement element : schema) {
      if (element.isHash()) {
        return element.attribute();
      }
    }
    return null;
  }

  @Override
  public Set<String> definedNames() {
    Set<String> names = new LinkedHashSet<>();
    schema.forEach(element -> names.add(element.name()));
    return names;
  }

  @Override
  public Set<String> heldNames() {
    return definedNames();
  }

  @Override
  public boolean admits(KeyedItem item) {
    return holdsFilters(item.item()) && vector(item.item()) != null;
  }

  /** Returns whether the inline filters that an item has are of their types. */
  private boolean holdsFilters(Item item) {
    for (SchemaElement element : schema) {
      if (!element.isHash()) {
        int at = item.offsetOf(CanonicalJson.quote(element.name()));
        if (at >= 0
            && (CanonicalJson.type(item.json(), at) != element.attribute().type()
                || CanonicalSize.of(item.json(), at) > MAX_FILTER_BYTES)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the vector of an item; null if the item has none that the index accepts. */
  float @Nullable [] vector(Item item) {
    int at = item.offsetOf(CanonicalJson.quote(attribute));
    return at < 0 ? null : VectorNumbers.read(item.json(), at, dimensions);
  }

  /** Returns whether two items have equal values in the attribute of the vector. */
  boolean hasSameVector(Item a, Item b) {
    byte[] name = CanonicalJson.quote(attribute);
    int inA = a.offsetOf(name);
    int inB = b.offsetOf(name);
    return inA >= 0 && inB >= 0 && CanonicalComparison.equal(a.json(), inA, b.json(), inB);
  }

  @Override
  public boolean isSame(Item before, Item after) {
    return hasSameVector(before, after);
  }

  /**
   * Returns the size of an entry: that of the projected attributes, but the vector takes four bytes
   * for each number, whether it is projected or not (nubo-db/dynamodb-conformance {@code
   * tests/tier2/vectorSearch/consumedCapacity}, eu-west-2, 2026-08-18).
   */
  @Override
  public int entryBytes(Item item, ProjectedAttributes projection) {
    int bytes = projection.size(item);
    int name = attribute.getBytes(StandardCharsets.UTF_8).length;
    int at = item.offsetOf(CanonicalJson.quote(attribute));
    if (at >= 0 && projection.contains(attribute)) {
      bytes -= name + CanonicalSize.of(item.json(), at);
    }
    return bytes + name + Float.BYTES * dimensions;
  }

  /**
   * Returns four bytes for each number (paritysuite/dynamodb-conformance {@code
   * tests/tier2/vectorSearch/consumedCapacity}, 2026-10-09).
   */
  @Override
  public Map<String, Integer> billedBytes() {
    return Map.of(attribute, Float.BYTES * dimensions);
  }

  @Override
  public @Nullable Fault fault(String index, Item item, @Nullable List<String> written) {
    byte[] json = item.json();
    if (written == null || written.contains(attribute)) {
      int at = item.offsetOf(CanonicalJson.quote(attribute));
      if (at >= 0 && VectorNumbers.read(json, at, dimensions) == null) {
        return vectorFault(index, AttributeValue.at(json, at));
      }
    }
    for (SchemaElement element : schema) {
      String name = element.name();
      int at =
          written == null || written.contains(name) ? item.offsetOf(CanonicalJson.quote(name)) : -1;
      if (at < 0) {
        continue;
      }
      AttributeType type = CanonicalJson.type(json, at);
      if (type != element.attribute().type()) {
        return VectorFault.Plain.SCHEMA_TYPE_MISMATCH.with(
            name, element.attribute().type(), type, index);
      }
      if (!element.isHash() && CanonicalSize.of(json, at) > MAX_FILTER_BYTES) {
        return VectorFault.Plain.FILTER_TOO_LONG.with(name, MAX_FILTER_BYTES);
      }
    }
    return null;
  }

  /** Returns why a value is not a vector of this index. */
  private Fault vectorFault(String index, AttributeValue value) {
    if (value.type() != AttributeType.L) {
      return new VectorFault.NotAList(attribute, value.type(), index);
    }
    List<AttributeValue> elements = value.list();
    if (elements.size() != dimensions) {
      return new VectorFault.OtherSize(attribute, dimensions, elements.size(), index);
    }
    for (int i = 0; i < elements.size(); i++) {
      AttributeValue element = elements.get(i);
      if (element.type() != AttributeType.N) {
        return new VectorFault.NotANumber(attribute, i, element.type(), index);
      }
      if (Float.isInfinite(Float.parseFloat(element.numberText()))) {
        return new VectorFault.OutOfRange(
            attribute, i, Double.toString(Double.parseDouble(element.numberText())), index);
      }
    }
    throw new IllegalStateException("a vector without a fault was rejected");
  }

  @Override
  public void write(ByteWriter out) {
    out.putString(attribute);
    out.putCount(dimensions);
    out.putString(function.wire());
    out.putCount(schema.size());
    for (SchemaElement element : schema) {
      out.putString(element.name());
      out.putString(element.attribute().type().name());
      out.putBoolean(element.isHash());
    }
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IllegalArgumentException if the bytes are something else
   */
  static VectorSettings read(ByteReader in) {
    String attribute = in.nextString();
    // Not a length of what follows, which may be shorter.
    int dimensions = (int) in.nextCount();
    VectorDistanceFunction function = in.nextNamed(VectorDistanceFunction.values());
    List<SchemaElement> schema = new ArrayList<>();
    for (int i = in.nextLength(); i > 0; i--) {
      String name = in.nextString();
      AttributeType type = in.nextNamed(AttributeType.values());
      schema.add(new SchemaElement(new KeyAttribute(name, type), in.nextBoolean()));
    }
    return new VectorSettings(attribute, dimensions, function, schema);
  }
}
