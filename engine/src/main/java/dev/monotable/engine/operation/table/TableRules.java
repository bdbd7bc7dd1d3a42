package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.Required;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexProjection;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the definition of a table's keys and indexes, and finds what is wrong with it, in AWS's
 * order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">CreateTable</a>
 */
final class TableRules {
  /** Of one kind, in the key of a global index. */
  private static final int MOST_KEY_ATTRIBUTES = 4;

  private static final Set<String> CLASSES = Set.of("STANDARD", "STANDARD_INFREQUENT_ACCESS");

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

  /** Checks the class that a table is given. */
  static void requireClass(@Nullable String tableClass) {
    if (tableClass != null && !CLASSES.contains(tableClass)) {
      throw DynamoException.validation(TableMessages.UNKNOWN_CLASS);
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
    Throughput.requireUnits(throughput);
  }

  /** Reads the key of a table. */
  KeySchema tableKeys(List<KeySchemaElement> elements) {
    if (elements.size() > types.size()) {
      throw DynamoException.validation(TableMessages.KEY_WITHOUT_DEFINITION);
    }
    return simpleKeys(elements);
  }

  private KeySchema keys(
      List<KeySchemaElement> elements, String sameNameTwice, String hashAfterRange) {
    List<String> names = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      names.add(Required.member(element.attributeName()));
    }
    if (!types.keySet().containsAll(names)) {
      throw DynamoException.validation(
          TableMessages.keysNotDefined(names, List.copyOf(types.keySet())));
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw DynamoException.validation(sameNameTwice);
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
        throw DynamoException.validation(hashAfterRange);
      }
    }
    return new KeySchema(partition, sort);
  }

  /** The key of a global index, which has several attributes of each kind. */
  private KeySchema globalKeys(List<KeySchemaElement> elements) {
    KeySchema keys =
        keys(elements, TableMessages.KEY_ATTRIBUTE_TWICE, TableMessages.HASH_AFTER_RANGE);
    if (keys.partition().size() > MOST_KEY_ATTRIBUTES) {
      throw DynamoException.validation(TableMessages.tooManyKeyAttributes("HASH"));
    }
    if (keys.sort().size() > MOST_KEY_ATTRIBUTES) {
      throw DynamoException.validation(TableMessages.tooManyKeyAttributes("RANGE"));
    }
    return keys;
  }

  /** The key of a table or a local index, which has one partition key attribute. */
  private KeySchema simpleKeys(List<KeySchemaElement> elements) {
    KeySchema keys = keys(elements, TableMessages.SAME_NAME_TWICE, TableMessages.SECOND_NOT_RANGE);
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

  private IndexDefinition globalIndex(
      GlobalSecondaryIndex index, boolean payPerRequest, Set<String> names) {
    String name = Required.member(index.indexName());
    IndexDefinition definition =
        globalIndex(
            index,
            payPerRequest,
            TableMessages.indexUnitsWithPayPerRequest(name),
            TableMessages.indexUnitsRequired(name));
    requireNewName(names, name);
    return definition;
  }

  /** Reads a global index that is added to a table. */
  IndexDefinition addedIndex(GlobalSecondaryIndex index, boolean payPerRequest) {
    String name = Required.member(index.indexName());
    return globalIndex(
        index,
        payPerRequest,
        TableMessages.addedIndexUnitsWithPayPerRequest(name),
        TableMessages.addedIndexUnitsRequired(name));
  }

  private IndexDefinition globalIndex(
      GlobalSecondaryIndex index, boolean payPerRequest, String notWanted, String required) {
    String name = Required.member(index.indexName());
    KeySchema keys = globalKeys(Required.member(index.keySchema()));
    IndexProjection projection = projection(Required.member(index.projection()));
    ProvisionedThroughput throughput = index.provisionedThroughput();
    if (payPerRequest && throughput != null) {
      throw DynamoException.validation(notWanted);
    }
    if (!payPerRequest) {
      if (throughput == null) {
        throw DynamoException.validation(required);
      }
      Throughput.requireUnits(throughput);
    }
    return IndexDefinition.builder(name, IndexDefinition.Kind.GLOBAL, keys, projection)
        .throughput(throughput == null ? null : Throughput.description(throughput))
        .onDemandThroughput(
            Throughput.createdOnDemand(index.onDemandThroughput(), payPerRequest, name))
        .warmThroughput(Throughput.createdWarm(index.warmThroughput(), throughput, name))
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
        Set<String> distinct = new TreeSet<>();
        for (String attribute : attributes) {
          if (!distinct.add(attribute)) {
            throw DynamoException.validation(TableMessages.projectedTwice(attribute));
          }
        }
        yield new IndexProjection(known, List.copyOf(distinct));
      }
    };
  }

  /**
   * Checks that every definition is of an attribute that is part of a key; before anything else is
   * looked at in the indexes: DDB-TABLE-127.
   */
  void requireAllUsed(
      KeySchema table,
      @Nullable List<LocalSecondaryIndex> local,
      @Nullable List<GlobalSecondaryIndex> global) {
    Set<String> used = new LinkedHashSet<>();
    for (KeyAttribute attribute : table.attributes()) {
      used.add(attribute.name());
    }
    if (local != null) {
      local.forEach(index -> addNames(used, index.keySchema()));
    }
    if (global != null) {
      global.forEach(index -> addNames(used, index.keySchema()));
    }
    if (!used.containsAll(types.keySet())) {
      if (local == null && global == null) {
        throw DynamoException.validation(TableMessages.DEFINITION_COUNT);
      }
      throw DynamoException.validation(
          TableMessages.definitionsNotUsed(List.copyOf(types.keySet()), List.copyOf(used)));
    }
  }

  private static void addNames(Set<String> names, @Nullable List<KeySchemaElement> keys) {
    for (KeySchemaElement element : Required.member(keys)) {
      names.add(Required.member(element.attributeName()));
    }
  }
}
