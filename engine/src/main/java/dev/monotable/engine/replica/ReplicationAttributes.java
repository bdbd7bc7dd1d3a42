package dev.monotable.engine.replica;

import dev.monotable.engine.table.TableDefinition;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The attributes that global tables of version 2017.11.29 add to each item: where and when it was
 * last written, and whether it is being deleted.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/globaltables_HowItWorks.html">Global
 *     tables: How it works</a>
 */
final class ReplicationAttributes {
  private static final String DELETING = "aws:rep:deleting";
  private static final String UPDATE_REGION = "aws:rep:updateregion";
  private static final String UPDATE_TIME = "aws:rep:updatetime";
  private static final long MICROS = 1_000_000;

  private ReplicationAttributes() {}

  /**
   * Returns an item with the attributes. An attribute that is a key of the table or of an index is
   * added only if the key has its type.
   */
  static Item added(TableDefinition table, Item item, ReplicaVersion version, boolean deleting) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(item.toMap());
    put(table, attributes, DELETING, AttributeValue.bool(deleting), "BOOL");
    put(table, attributes, UPDATE_REGION, AttributeValue.string(version.region()), "S");
    put(table, attributes, UPDATE_TIME, time(version), "N");
    return Item.of(attributes);
  }

  /** Returns the seconds since 1970 with six digits of their fraction, as in items on AWS. */
  private static AttributeValue time(ReplicaVersion version) {
    return AttributeValue.number(
        String.format(Locale.ROOT, "%d.%06d", version.time() / MICROS, version.time() % MICROS));
  }

  private static void put(
      TableDefinition table,
      Map<String, AttributeValue> attributes,
      String name,
      AttributeValue value,
      String type) {
    for (AttributeDefinition definition : table.attributeDefinitions()) {
      if (definition.attributeName().equals(name) && !definition.attributeType().equals(type)) {
        return;
      }
    }
    attributes.put(name, value);
  }
}
