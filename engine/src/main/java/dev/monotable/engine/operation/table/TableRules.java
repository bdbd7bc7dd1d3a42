package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexProjection;
import dev.monotable.engine.table.KeySchema;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeyType;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys and indexes of a table from a request, and checks them in AWS's order.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html">CreateTable</a>
 */
final class TableRules {
  private static final Set<String> CLASSES = Set.of("STANDARD", "STANDARD_INFREQUENT_ACCESS");

  private final Map<String, AttributeType> types = new LinkedHashMap<>();
  private final Limits limits;

  TableRules(List<AttributeDefinition> definitions, Limits limits) {
    this.limits = limits;
    for (AttributeDefinition definition : definitions) {
      String name = definition.attributeName();
      AttributeType type = AttributeType.valueOf(definition.attributeType());
      if (types.put(name, type) != null) {
        throw new FaultException(TableFault.Plain.DUPLICATE_DEFINITION.with(name));
      }
    }
  }

  /**
   * Checks a table class; null is valid.
   *
   * @throws FaultException if the class is unknown
   */
  static void requireClass(@Nullable String tableClass) {
    if (tableClass != null && !CLASSES.contains(tableClass)) {
      throw new FaultException(TableFault.Plain.UNKNOWN_CLASS);
    }
  }

  /**
   * Checks the provisioned throughput of a new table.
   *
   * @throws FaultException if the throughput does not match the billing mode, or is out of range
   */
  static void requireThroughput(boolean payPerRequest, @Nullable ProvisionedThroughput throughput) {
    if (payPerRequest) {
      if (throughput != null) {
        throw new FaultException(ThroughputFault.Plain.UNITS_WITH_PAY_PER_REQUEST);
      }
      return;
    }
    if (throughput == null
        || throughput.readCapacityUnits() == null
        || throughput.writeCapacityUnits() == null) {
      throw new FaultException(ThroughputFault.Plain.UNITS_REQUIRED);
    }
    Throughput.requireUnits(throughput);
  }

  /**
   * Reads the primary key of a table.
   *
   * @throws FaultException if the key schema is invalid
   */
  KeySchema tableKeys(List<KeySchemaElement> elements) {
    if (elements.size() > types.size()) {
      throw new FaultException(TableFault.Plain.KEY_WITHOUT_DEFINITION);
    }
    return simpleKeys(elements);
  }

  private KeySchema keys(
      List<KeySchemaElement> elements, Fault sameNameTwice, Fault hashAfterRange) {
    requireNames(elements, sameNameTwice);
    if (KeyType.find(elements.get(0).keyType()) != KeyType.HASH) {
      throw new FaultException(TableFault.Plain.FIRST_NOT_HASH);
    }
    List<KeyAttribute> partition = new ArrayList<>();
    List<KeyAttribute> sort = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      String name = element.attributeName();
      KeyAttribute attribute = new KeyAttribute(name, Objects.requireNonNull(types.get(name)));
      if (KeyType.find(element.keyType()) == KeyType.RANGE) {
        sort.add(attribute);
      } else if (sort.isEmpty()) {
        partition.add(attribute);
      } else {
        throw new FaultException(hashAfterRange);
      }
    }
    return new KeySchema(partition, sort);
  }

  private Fault notDefined(List<String> names) {
    List<String> keys = listed(names);
    return keys.size() > types.size()
        ? TableFault.Plain.KEY_WITHOUT_DEFINITION
        : TableFault.Plain.KEYS_NOT_DEFINED.with(keys, listed(types.keySet()));
  }

  /**
   * Returns distinct names in the order in which AWS lists them: that of a Java hash set with
   * capacity for this many names (nubo-db/dynoxide 3.2.0, 24 lists recorded on 2026-10-09).
   */
  private static List<String> listed(Collection<String> names) {
    Set<String> table = new HashSet<>(names.size());
    table.addAll(names);
    return List.copyOf(table);
  }

  /**
   * Reads the key of a global secondary index, which may have several attributes of each key type.
   */
  private KeySchema globalKeys(List<KeySchemaElement> elements) {
    KeySchema keys =
        keys(elements, TableFault.Plain.KEY_ATTRIBUTE_TWICE, TableFault.Plain.HASH_AFTER_RANGE);
    if (keys.partition().size() > limits.index().maxKeyAttributes()) {
      throw new FaultException(TableFault.Plain.TOO_MANY_KEY_ATTRIBUTES.with("HASH"));
    }
    if (keys.sort().size() > limits.index().maxKeyAttributes()) {
      throw new FaultException(TableFault.Plain.TOO_MANY_KEY_ATTRIBUTES.with("RANGE"));
    }
    return keys;
  }

  /** Reads the key of a table or local secondary index, which has one partition key attribute. */
  private KeySchema simpleKeys(List<KeySchemaElement> elements) {
    KeySchema keys =
        keys(elements, TableFault.Plain.SAME_NAME_TWICE, TableFault.Plain.SECOND_NOT_RANGE);
    if (keys.partition().size() > 1) {
      throw new FaultException(TableFault.Plain.SECOND_NOT_RANGE);
    }
    return keys;
  }

  /**
   * Reads the local secondary indexes of a table.
   *
   * @param names the names of the indexes read so far; new names are added
   * @throws FaultException naming the first invalid index
   */
  List<IndexDefinition> localIndexes(
      KeySchema table, List<LocalSecondaryIndex> indexes, Set<String> names) {
    List<IndexDefinition> definitions = new ArrayList<>();
    for (LocalSecondaryIndex index : indexes) {
      String name = index.indexName();
      KeySchema keys = simpleKeys(index.keySchema());
      if (keys.sort().isEmpty()) {
        throw new FaultException(IndexFault.Plain.LOCAL_INDEX_WITHOUT_RANGE.with(name));
      }
      String hash = keys.partition().get(0).name();
      String tableHash = table.partition().get(0).name();
      if (!hash.equals(tableHash)) {
        throw new FaultException(
            IndexFault.Plain.LOCAL_INDEX_OTHER_HASH.with(name, hash, tableHash));
      }
      IndexProjection projection = projection(index.projection());
      requireNewName(names, name);
      definitions.add(
          IndexDefinition.builder(name, IndexDefinition.Kind.LOCAL, keys, projection).build());
    }
    if (indexes.size() > limits.index().maxLocal()) {
      throw new FaultException(
          IndexFault.Plain.TOO_MANY_LOCAL_INDEXES.with(limits.index().maxLocal()));
    }
    return definitions;
  }

  /**
   * Reads the global secondary indexes of a table.
   *
   * @param names the names of the indexes read so far; new names are added
   * @throws FaultException naming the first invalid index
   */
  List<IndexDefinition> globalIndexes(
      List<GlobalSecondaryIndex> indexes, boolean payPerRequest, Set<String> names) {
    List<IndexDefinition> definitions = new ArrayList<>();
    for (GlobalSecondaryIndex index : indexes) {
      definitions.add(globalIndex(index, payPerRequest, names));
    }
    requireGlobalCount(indexes.size());
    return definitions;
  }

  private IndexDefinition globalIndex(
      GlobalSecondaryIndex index, boolean payPerRequest, Set<String> names) {
    String name = index.indexName();
    IndexDefinition definition =
        globalIndex(
            index,
            payPerRequest,
            ThroughputFault.Plain.INDEX_UNITS_WITH_PAY_PER_REQUEST.with(name),
            ThroughputFault.Plain.INDEX_UNITS_REQUIRED.with(name));
    requireNewName(names, name);
    return definition;
  }

  /**
   * Reads a global secondary index that UpdateTable adds to a table.
   *
   * @throws FaultException if the index is invalid
   */
  IndexDefinition addedIndex(GlobalSecondaryIndex index, boolean payPerRequest) {
    String name = index.indexName();
    return globalIndex(
        index,
        payPerRequest,
        ThroughputFault.Plain.ADDED_INDEX_UNITS_WITH_PAY_PER_REQUEST.with(name),
        ThroughputFault.Plain.ADDED_INDEX_UNITS_REQUIRED.with(name));
  }

  private IndexDefinition globalIndex(
      GlobalSecondaryIndex index, boolean payPerRequest, Fault notWanted, Fault required) {
    String name = index.indexName();
    KeySchema keys = globalKeys(index.keySchema());
    IndexProjection projection = projection(index.projection());
    ProvisionedThroughput throughput = index.provisionedThroughput();
    if (payPerRequest && throughput != null) {
      throw new FaultException(notWanted);
    }
    if (!payPerRequest) {
      if (throughput == null) {
        throw new FaultException(required);
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

  /**
   * Checks the number of global secondary indexes of a table.
   *
   * @throws FaultException if there are too many
   */
  void requireGlobalCount(int count) {
    if (count > limits.index().maxGlobal()) {
      throw new FaultException(
          IndexFault.Plain.TOO_MANY_GLOBAL_INDEXES.with(limits.index().maxGlobal()));
    }
  }

  private static void requireNewName(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new FaultException(IndexFault.Plain.DUPLICATE_INDEX.with(name));
    }
  }

  private static IndexProjection projection(Projection projection) {
    String type = projection.projectionType();
    if (type == null) {
      throw new FaultException(IndexFault.Plain.UNKNOWN_PROJECTION.with("null"));
    }
    List<String> attributes = projection.nonKeyAttributes();
    IndexProjection.Type known = IndexProjection.Type.valueOf(type);
    return switch (known) {
      case ALL, KEYS_ONLY -> {
        if (attributes != null) {
          throw new FaultException(IndexFault.Plain.ATTRIBUTES_NOT_FOR_PROJECTION.with(type));
        }
        yield new IndexProjection(known, List.of());
      }
      case INCLUDE -> {
        if (attributes == null) {
          throw new FaultException(IndexFault.Plain.ATTRIBUTES_FOR_PROJECTION_MISSING);
        }
        Set<String> distinct = new TreeSet<>();
        for (String attribute : attributes) {
          if (!distinct.add(attribute)) {
            throw new FaultException(IndexFault.Plain.PROJECTED_TWICE.with(attribute));
          }
        }
        yield new IndexProjection(known, List.copyOf(distinct));
      }
    };
  }

  /**
   * Checks the lists of new indexes: neither is empty, and only a table with a sort key has local
   * indexes. AWS reports this before it checks the keys of the indexes (architect/dynalite
   * test/createTable.js).
   *
   * @throws FaultException if a list is invalid
   */
  static void requireLists(
      KeySchema table,
      @Nullable List<LocalSecondaryIndex> local,
      @Nullable List<GlobalSecondaryIndex> global) {
    if (local != null && local.isEmpty()) {
      throw new FaultException(IndexFault.Plain.NO_INDEXES.with("LocalSecondaryIndexes"));
    }
    if (local != null && table.sort().isEmpty()) {
      throw new FaultException(IndexFault.Plain.LOCAL_WITHOUT_RANGE);
    }
    if (global != null && global.isEmpty()) {
      throw new FaultException(IndexFault.Plain.NO_INDEXES.with("GlobalSecondaryIndexes"));
    }
  }

  /**
   * Checks the names of the key attributes of new indexes: each has a definition and occurs once in
   * its key. AWS reports this before unused definitions (the first: nubo-db/dynoxide 3.2.0).
   *
   * @throws FaultException for the first index with an invalid key
   */
  void requireNames(
      @Nullable List<LocalSecondaryIndex> local, @Nullable List<GlobalSecondaryIndex> global) {
    if (local != null) {
      local.forEach(i -> requireNames(i.keySchema(), TableFault.Plain.SAME_NAME_TWICE));
    }
    if (global != null) {
      global.forEach(i -> requireNames(i.keySchema(), TableFault.Plain.KEY_ATTRIBUTE_TWICE));
    }
  }

  private void requireNames(List<KeySchemaElement> elements, Fault sameNameTwice) {
    List<String> names = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      names.add(element.attributeName());
    }
    if (!types.keySet().containsAll(names)) {
      throw new FaultException(notDefined(names));
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new FaultException(sameNameTwice);
    }
  }

  /**
   * Checks that every attribute definition is used by a key. AWS does so before any other check of
   * the indexes than {@link #requireLists} and {@link #requireNames} (DDB-TABLE-127).
   *
   * @throws FaultException if an attribute definition is not used
   */
  void requireAllUsed(
      KeySchema table,
      @Nullable List<LocalSecondaryIndex> local,
      @Nullable List<GlobalSecondaryIndex> global) {
    // AWS lists the used names in the order of a default hash set; see listed().
    Set<String> used = new HashSet<>();
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
        throw new FaultException(TableFault.Plain.DEFINITION_COUNT);
      }
      throw new FaultException(
          TableFault.Plain.DEFINITIONS_NOT_USED.with(listed(types.keySet()), List.copyOf(used)));
    }
  }

  private static void addNames(Set<String> names, @Nullable List<KeySchemaElement> keys) {
    for (KeySchemaElement element : Objects.requireNonNull(keys)) {
      names.add(element.attributeName());
    }
  }
}
