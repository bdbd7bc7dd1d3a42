package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexProjection;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.ProvisionedThroughputDescription;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the definition of a table's keys and indexes, and finds what is wrong with it, in AWS's
 * order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">CreateTable</a>
 */
final class TableRules {
  private static final long MOST_UNITS = 1_000_000_000_000L;

  private final Map<String, AttributeType> types = new LinkedHashMap<>();
  private final Limits limits;

  TableRules(List<AttributeDefinition> definitions, Limits limits) {
    this.limits = limits;
    for (AttributeDefinition definition : definitions) {
      String name = Required.member(definition.attributeName());
      AttributeType type = AttributeType.valueOf(Required.member(definition.attributeType()));
      if (types.put(name, type) != null) {
        throw DynamoException.validation(TableMessages.duplicateDefinition(name));
      }
    }
  }

  /** Checks the throughput that a table of a billing mode is given. */
  static void requireThroughput(boolean payPerRequest, @Nullable ProvisionedThroughput throughput) {
    if (payPerRequest) {
      if (throughput != null) {
        throw DynamoException.validation(TableMessages.UNITS_WITH_PAY_PER_REQUEST);
      }
      return;
    }
    if (throughput == null
        || throughput.readCapacityUnits() == null
        || throughput.writeCapacityUnits() == null) {
      throw DynamoException.validation(TableMessages.UNITS_REQUIRED);
    }
    requireUnits(throughput);
  }

  /** Checks that throughput is within bounds. */
  static void requireUnits(ProvisionedThroughput throughput) {
    long read = Required.member(throughput.readCapacityUnits());
    long write = Required.member(throughput.writeCapacityUnits());
    if (read > MOST_UNITS) {
      throw DynamoException.validation(TableMessages.unitsOutOfBounds(read, "ReadCapacityUnits"));
    }
    if (write > MOST_UNITS) {
      throw DynamoException.validation(TableMessages.unitsOutOfBounds(write, "WriteCapacityUnits"));
    }
  }

  /** Reads the key of a table. */
  KeySchema tableKeys(List<KeySchemaElement> elements) {
    if (elements.size() > types.size()) {
      throw DynamoException.validation(TableMessages.KEY_WITHOUT_DEFINITION);
    }
    return simpleKeys(elements);
  }

  private KeySchema keys(List<KeySchemaElement> elements) {
    List<String> names = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      names.add(Required.member(element.attributeName()));
    }
    if (!types.keySet().containsAll(names)) {
      throw DynamoException.validation(
          TableMessages.keysNotDefined(names, List.copyOf(types.keySet())));
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw DynamoException.validation(TableMessages.SAME_NAME_TWICE);
    }
    if (!"HASH".equals(elements.get(0).keyType())) {
      throw DynamoException.validation(TableMessages.FIRST_NOT_HASH);
    }
    List<KeyAttribute> partition = new ArrayList<>();
    List<KeyAttribute> sort = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      String name = Required.member(element.attributeName());
      KeyAttribute attribute = new KeyAttribute(name, Required.member(types.get(name)));
      if ("RANGE".equals(element.keyType())) {
        sort.add(attribute);
      } else if (sort.isEmpty()) {
        partition.add(attribute);
      } else {
        throw DynamoException.validation(TableMessages.SECOND_NOT_RANGE);
      }
    }
    return new KeySchema(partition, sort);
  }

  /** The key of a table or a local index, which has one partition key attribute. */
  private KeySchema simpleKeys(List<KeySchemaElement> elements) {
    KeySchema keys = keys(elements);
    if (keys.partition().size() > 1) {
      throw DynamoException.validation(TableMessages.SECOND_NOT_RANGE);
    }
    return keys;
  }

  /** Reads the local indexes of a table. */
  List<IndexDefinition> localIndexes(
      KeySchema table, List<LocalSecondaryIndex> indexes, Set<String> names) {
    if (indexes.isEmpty()) {
      throw DynamoException.validation(TableMessages.noIndexes("LocalSecondaryIndexes"));
    }
    if (table.sort().isEmpty()) {
      throw DynamoException.validation(TableMessages.LOCAL_WITHOUT_RANGE);
    }
    List<IndexDefinition> definitions = new ArrayList<>();
    for (LocalSecondaryIndex index : indexes) {
      String name = Required.member(index.indexName());
      KeySchema keys = simpleKeys(Required.member(index.keySchema()));
      if (keys.sort().isEmpty()) {
        throw DynamoException.validation(TableMessages.localIndexWithoutRange(name));
      }
      String hash = keys.partition().get(0).name();
      String tableHash = table.partition().get(0).name();
      if (!hash.equals(tableHash)) {
        throw DynamoException.validation(TableMessages.localIndexOtherHash(name, hash, tableHash));
      }
      IndexProjection projection = projection(Required.member(index.projection()));
      requireNewName(names, name);
      definitions.add(
          IndexDefinition.builder(name, IndexDefinition.Kind.LOCAL, keys, projection).build());
    }
    if (indexes.size() > limits.maxLocalIndexes()) {
      throw DynamoException.validation(TableMessages.tooManyLocalIndexes(limits.maxLocalIndexes()));
    }
    return definitions;
  }

  /** Reads the global indexes of a table. */
  List<IndexDefinition> globalIndexes(
      List<GlobalSecondaryIndex> indexes, boolean payPerRequest, Set<String> names) {
    if (indexes.isEmpty()) {
      throw DynamoException.validation(TableMessages.noIndexes("GlobalSecondaryIndexes"));
    }
    List<IndexDefinition> definitions = new ArrayList<>();
    for (GlobalSecondaryIndex index : indexes) {
      definitions.add(globalIndex(index, payPerRequest, names));
    }
    requireGlobalCount(indexes.size());
    return definitions;
  }

  /** Reads one global index. */
  IndexDefinition globalIndex(
      GlobalSecondaryIndex index, boolean payPerRequest, Set<String> names) {
    String name = Required.member(index.indexName());
    KeySchema keys = keys(Required.member(index.keySchema()));
    IndexProjection projection = projection(Required.member(index.projection()));
    ProvisionedThroughput throughput = index.provisionedThroughput();
    if (payPerRequest && throughput != null) {
      throw DynamoException.validation(TableMessages.indexUnitsWithPayPerRequest(name));
    }
    if (!payPerRequest) {
      if (throughput == null) {
        throw DynamoException.validation(TableMessages.indexUnitsRequired(name));
      }
      requireUnits(throughput);
    }
    requireNewName(names, name);
    return IndexDefinition.builder(name, IndexDefinition.Kind.GLOBAL, keys, projection)
        .throughput(throughput == null ? null : description(throughput))
        .onDemandThroughput(index.onDemandThroughput())
        .warmThroughput(index.warmThroughput())
        .build();
  }

  /** Checks how many global indexes a table has. */
  void requireGlobalCount(int count) {
    if (count > limits.maxGlobalIndexes()) {
      throw DynamoException.validation(
          TableMessages.tooManyGlobalIndexes(limits.maxGlobalIndexes()));
    }
  }

  private static void requireNewName(Set<String> names, String name) {
    if (!names.add(name)) {
      throw DynamoException.validation(TableMessages.duplicateIndex(name));
    }
  }

  private static IndexProjection projection(Projection projection) {
    String type = projection.projectionType();
    if (type == null) {
      throw DynamoException.validation(TableMessages.unknownProjection("null"));
    }
    List<String> attributes = projection.nonKeyAttributes();
    IndexProjection.Type known = IndexProjection.Type.valueOf(type);
    return switch (known) {
      case ALL, KEYS_ONLY -> {
        if (attributes != null) {
          throw DynamoException.validation(TableMessages.attributesNotForProjection(type));
        }
        yield new IndexProjection(known, List.of());
      }
      case INCLUDE -> {
        if (attributes == null) {
          throw DynamoException.validation(TableMessages.attributesForProjectionMissing());
        }
        yield new IndexProjection(known, attributes);
      }
    };
  }

  /** Checks that every definition is of an attribute that is part of a key. */
  void requireAllUsed(KeySchema table, List<IndexDefinition> indexes) {
    Set<String> used = new LinkedHashSet<>();
    addNames(used, table);
    for (IndexDefinition index : indexes) {
      addNames(used, index.keys());
    }
    if (used.size() < types.size()) {
      if (indexes.isEmpty()) {
        throw DynamoException.validation(TableMessages.DEFINITION_COUNT);
      }
      throw DynamoException.validation(
          TableMessages.definitionsNotUsed(List.copyOf(types.keySet()), List.copyOf(used)));
    }
  }

  private static void addNames(Set<String> names, KeySchema keys) {
    for (KeyAttribute attribute : keys.attributes()) {
      names.add(attribute.name());
    }
  }

  /** Throughput as descriptions carry it. */
  static ProvisionedThroughputDescription description(ProvisionedThroughput throughput) {
    return ProvisionedThroughputDescription.builder()
        .numberOfDecreasesToday(0L)
        .readCapacityUnits(throughput.readCapacityUnits())
        .writeCapacityUnits(throughput.writeCapacityUnits())
        .build();
  }
}
