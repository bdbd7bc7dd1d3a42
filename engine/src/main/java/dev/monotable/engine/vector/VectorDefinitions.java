package dev.monotable.engine.vector;

import dev.monotable.engine.definition.CapacitySettings;
import dev.monotable.engine.definition.KeySchema;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.operation.table.TableRules;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.vector.VectorSettings.SchemaElement;
import dev.monotable.model.Projection;
import dev.monotable.model.SearchSchemaElement;
import dev.monotable.model.SearchSchemaElementType;
import dev.monotable.model.VectorAttributeDefinition;
import dev.monotable.model.VectorDistanceFunction;
import dev.monotable.model.VectorIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts definitions of vector indexes from requests and to descriptions. */
final class VectorDefinitions {
  private VectorDefinitions() {}

  static VectorSettings settings(IndexDefinition index) {
    return (VectorSettings) Objects.requireNonNull(index.settings());
  }

  /** Returns the attributes of a search schema. */
  static List<String> names(@Nullable List<SearchSchemaElement> schema) {
    return schema == null
        ? List.of()
        : schema.stream().map(SearchSchemaElement::attributeName).toList();
  }

  /**
   * Reads a new index.
   *
   * @param rules with the attribute definitions of the request, which has all that the index needs
   * @throws FaultException if the index is invalid
   */
  static IndexDefinition read(VectorIndex index, TableRules rules) {
    Limits.Vector limits = rules.limits().vector();
    if (index.dimensions() > limits.maxDimensions()) {
      throw new FaultException(VectorFault.Plain.DIMENSIONS.with(limits.maxDimensions()));
    }
    List<SchemaElement> schema = schema(index.searchSchema(), rules);
    List<KeyAttribute> hash = new ArrayList<>();
    schema.forEach(
        element -> {
          if (element.isHash()) {
            hash.add(element.attribute());
          }
        });
    if (hash.size() > 1) {
      throw new FaultException(VectorFault.Plain.SCHEMA_HASHES.with(hash.size()));
    }
    int filters = schema.size() - hash.size();
    if (filters > limits.maxFilters()) {
      throw new FaultException(VectorFault.Plain.SCHEMA_FILTERS.with(filters, limits.maxFilters()));
    }
    return new IndexDefinition(
        index.indexName(),
        VectorIndexes.TYPE,
        new KeySchema(hash, List.of()),
        TableRules.projection(index.projection()),
        CapacitySettings.NONE,
        new VectorSettings(
            index.vectorAttribute().attributeName(),
            index.dimensions().intValue(),
            VectorDistanceFunction.valueOf(index.distanceFunction()),
            schema));
  }

  private static List<SchemaElement> schema(
      @Nullable List<SearchSchemaElement> elements, TableRules rules) {
    List<SchemaElement> schema = new ArrayList<>();
    if (elements != null) {
      for (SearchSchemaElement element : elements) {
        String name = element.attributeName();
        schema.add(
            new SchemaElement(
                new KeyAttribute(name, Objects.requireNonNull(rules.findType(name))),
                SearchSchemaElementType.find(element.searchSchemaElementType())
                    == SearchSchemaElementType.HASH));
      }
    }
    return schema;
  }

  /** Returns an index as a request defines it. */
  static VectorIndex describe(IndexDefinition index) {
    VectorSettings settings = settings(index);
    List<String> included = index.projection().included();
    List<SearchSchemaElement> schema = new ArrayList<>();
    for (SchemaElement element : settings.schema()) {
      SearchSchemaElementType type =
          element.isHash() ? SearchSchemaElementType.HASH : SearchSchemaElementType.INLINE_FILTER;
      schema.add(new SearchSchemaElement(element.name(), type.wire()));
    }
    return new VectorIndex(
        index.name(),
        new VectorAttributeDefinition(settings.attribute()),
        schema.isEmpty() ? null : schema,
        new Projection(index.projection().type().name(), included.isEmpty() ? null : included),
        (long) settings.dimensions(),
        settings.function().wire());
  }
}
