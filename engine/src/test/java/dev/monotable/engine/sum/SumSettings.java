package dev.monotable.engine.sum;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of an index of sums.
 *
 * @param attribute the list of numbers
 * @param dimensions the number of numbers; other lists have no entry
 * @param filters attributes that need a definition
 */
record SumSettings(String attribute, long dimensions, Set<String> filters)
    implements IndexDefinition.Settings {
  static SumSettings read(ByteReader in) {
    String attribute = in.nextString();
    long dimensions = in.nextCount();
    Set<String> filters = new TreeSet<>();
    for (int i = in.nextLength(); i > 0; i--) {
      filters.add(in.nextString());
    }
    return new SumSettings(attribute, dimensions, filters);
  }

  @Override
  public void write(ByteWriter out) {
    out.putString(attribute);
    out.putCount(dimensions);
    out.putCount(filters.size());
    filters.forEach(out::putString);
  }

  @Override
  public Set<String> definedNames() {
    return filters;
  }

  @Override
  public Set<String> heldNames() {
    return Set.of(attribute);
  }

  @Override
  public boolean admits(KeyedItem item) {
    AttributeValue list = item.item().find(attribute);
    return list != null
        && list.type() == AttributeType.L
        && list.list().size() == dimensions
        && list.list().stream().allMatch(element -> element.type() == AttributeType.N);
  }

  long sum(Item item) {
    return item.find(attribute).list().stream().mapToLong(n -> n.number().longValue()).sum();
  }
}
