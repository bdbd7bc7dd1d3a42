package dev.monotable.engine.operation.table;

import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.KeyType;
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
public final class TableRules {
  private static final Set<String> CLASSES = Set.of("STANDARD", "STANDARD_INFREQUENT_ACCESS");

  private final Map<String, AttributeType> types = new LinkedHashMap<>();
  private final Limits limits;

  /**
   * Creates the rules of a request with these attribute definitions.
   *
   * @throws FaultException if an attribute is defined twice
   */
  public TableRules(List<AttributeDefinition> definitions, Limits limits) {
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
  public static void requireClass(@Nullable String tableClass) {
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

  /**
   * Reads a key, which may have several attributes of each key type.
   *
   * @param sameNameTwice the fault of a key that names an attribute twice
   * @param hashAfterRange the fault of a partition key attribute that follows the sort key
   * @throws FaultException if the key schema is invalid
   */
  public KeySchema keys(
      List<KeySchemaElement> elements, Fault sameNameTwice, Fault hashAfterRange) {
    requireNames(names(elements), null, sameNameTwice);
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
   * Reads the key of a table or local secondary index, which has one partition key attribute.
   *
   * @throws FaultException if the key schema is invalid
   */
  public KeySchema simpleKeys(List<KeySchemaElement> elements) {
    KeySchema keys =
        keys(elements, TableFault.Plain.SAME_NAME_TWICE, TableFault.Plain.SECOND_NOT_RANGE);
    if (keys.partition().size() > 1) {
      throw new FaultException(TableFault.Plain.SECOND_NOT_RANGE);
    }
    return keys;
  }

  /** Returns the type of an attribute; null if it is not defined. */
  public @Nullable AttributeType findType(String name) {
    return types.get(name);
  }

  /** Returns the limits of the database. */
  public Limits limits() {
    return limits;
  }

  /**
   * Adds the name of a new index to those of the others.
   *
   * @throws FaultException if another index has it
   */
  public static void requireNewName(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new FaultException(IndexFault.Plain.DUPLICATE_INDEX.with(name));
    }
  }

  /**
   * Reads the projection of an index.
   *
   * @throws FaultException if it is invalid
   */
  public static IndexProjection projection(Projection projection) {
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
   * Reads the indexes of a new table: those of each type in the order of the request.
   *
   * @throws FaultException naming the first invalid index
   */
  List<IndexDefinition> indexes(
      CreateTableInput request, KeySchema table, List<IndexRequests> types, boolean payPerRequest) {
    List<IndexRequests> present = new ArrayList<>();
    for (IndexRequests type : types) {
      List<List<String>> indexes = type.definedNames(request);
      if (indexes != null) {
        // AWS reports this before it checks the keys of the indexes (architect/dynalite
        // test/createTable.js).
        if (indexes.isEmpty()) {
          throw new FaultException(IndexFault.Plain.NO_INDEXES.with(type.member()));
        }
        type.requireTable(request, table);
        present.add(type);
      }
    }
    Set<String> used = IndexDefinition.keyNames(table, List.of());
    // AWS reports this before unused definitions (the first: nubo-db/dynoxide 3.2.0).
    for (IndexRequests type : present) {
      for (List<String> names : Objects.requireNonNull(type.definedNames(request))) {
        requireNames(names, type.notDefined(), type.sameNameTwice());
        used.addAll(names);
      }
    }
    requireAllUsed(used, present.isEmpty());
    Set<String> names = new HashSet<>();
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexRequests type : present) {
      indexes.addAll(type.read(request, this, table, payPerRequest, names));
    }
    return indexes;
  }

  /**
   * Checks that each name has an attribute definition and occurs once.
   *
   * @param notDefined the fault of a name without one; null for the one that lists the keys
   */
  private void requireNames(List<String> names, @Nullable Fault notDefined, Fault sameNameTwice) {
    if (!types.keySet().containsAll(names)) {
      throw new FaultException(notDefined == null ? notDefined(names) : notDefined);
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new FaultException(sameNameTwice);
    }
  }

  /**
   * Checks that every attribute definition is used. AWS does so before it checks the indexes one by
   * one (DDB-TABLE-127).
   *
   * @param used lists the names in the order of a default hash set, as AWS does; see {@link
   *     #listed}
   */
  private void requireAllUsed(Set<String> used, boolean noIndexes) {
    if (!used.containsAll(types.keySet())) {
      throw new FaultException(
          noIndexes
              ? TableFault.Plain.DEFINITION_COUNT
              : TableFault.Plain.DEFINITIONS_NOT_USED.with(
                  listed(types.keySet()), List.copyOf(used)));
    }
  }

  /** Returns the names of the attributes of a key schema. */
  public static List<String> names(List<KeySchemaElement> elements) {
    List<String> names = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      names.add(element.attributeName());
    }
    return names;
  }
}
