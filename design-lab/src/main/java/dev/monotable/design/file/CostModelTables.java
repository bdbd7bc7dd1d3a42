package dev.monotable.design.file;

import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.TableSettings;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.Notice;
import dev.monotable.value.AttributeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a table of a {@link CostModelDesign}. */
final class CostModelTables {
  private static final double GB = 1_000_000_000;

  /** Bytes of a number of a vector: in an index, and in the item that it is an attribute of. */
  private static final int INDEXED_NUMBER = 4;

  private static final double STORED_NUMBER = 5.5;

  private final Mapping table;
  private final String name;
  private final Consumer<Notice> notices;
  private final Map<String, AttributeType> types = new HashMap<>();

  CostModelTables(Mapping table, Consumer<Notice> notices) {
    this.table = table;
    this.name = CostModelDesign.require(table, "table_name", "a table");
    this.notices = notices;
    addTypes();
  }

  /**
   * Returns the table.
   *
   * @param itemBytes the size of its items by its access patterns, for a table without entities;
   *     null if they have none
   */
  DesignTable read(@Nullable Integer itemBytes) {
    DeclaredKey key = key(requireMapping(table, "key_schema"));
    List<DeclaredIndex> indexes = new ArrayList<>();
    for (Mapping each : CostModelDesign.mappings(table, "gsis")) {
      indexes.add(
          new DeclaredIndex(
              CostModelDesign.require(each, "index_name", "an index"),
              true,
              key(each),
              projection(each.findPresent("projection"))));
    }
    List<Entity> entities = new ArrayList<>();
    double vectors = vectorBytes();
    for (Mapping each : CostModelDesign.mappings(table, "entities")) {
      entities.add(entity(each, key, indexes, vectors));
    }
    if (entities.isEmpty()) {
      EntityEstimate estimate = new EntityEstimate(null, null, itemBytes, null);
      entities.add(new Entity("Item", null, keys(key, indexes, Set.of()), Map.of(), estimate));
    }
    vectorIndexes();
    boolean global = "true".equals(CostModelDesign.findText(table, "global_tables"));
    if (global) {
      notices.accept(
          new Notice(
              table.positionOf("global_tables"),
              "the number of Regions of table '" + name + "' is not given; taken as 2"));
    }
    String tableClass = CostModelDesign.findText(table, "table_class");
    return new DesignTable(
        name,
        key,
        indexes,
        entities,
        new TableSettings(
            null,
            null,
            null,
            tableClass != null && !tableClass.equals("STANDARD"),
            false,
            global ? 2 : 1));
  }

  // ---- keys ----

  /** Collects the types of attributes; a list of definitions counts more than entities. */
  private void addTypes() {
    for (Mapping entity : CostModelDesign.mappings(table, "entities")) {
      CostModelDesign.mappings(entity, "attributes").forEach(each -> addType(each, "name", "type"));
    }
    for (Mapping each : CostModelDesign.mappings(table, "attribute_definitions")) {
      boolean shorthand = each.findPresent("name") != null;
      addType(each, shorthand ? "name" : "attribute_name", shorthand ? "type" : "attribute_type");
    }
  }

  private void addType(Mapping attribute, String nameMember, String typeMember) {
    String attributeName = CostModelDesign.require(attribute, nameMember, "an attribute");
    String type = CostModelDesign.findText(attribute, typeMember);
    if (type == null) {
      return;
    }
    try {
      types.put(attributeName, AttributeType.valueOf(type.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      notices.accept(
          new Notice(attribute.positionOf(typeMember), "unknown type '" + type + "' is ignored"));
    }
  }

  private DeclaredKey key(Mapping source) {
    List<DeclaredKeyAttribute> partition = keyAttributes(source, "partition_key");
    List<DeclaredKeyAttribute> sort = keyAttributes(source, "sort_key");
    return Section.at(source.at(), () -> new DeclaredKey(partition, sort));
  }

  /** Returns the attributes of a part of a key: a name, or several of an index. */
  private List<DeclaredKeyAttribute> keyAttributes(Mapping source, String member) {
    FileValue given = source.findPresent(member);
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    List<FileValue> all =
        given == null
            ? List.of()
            : given instanceof Sequence list ? list.elements() : List.of(given);
    for (FileValue each : all) {
      String attribute = FileValue.text(each, member);
      AttributeType type = types.getOrDefault(attribute, AttributeType.S);
      attributes.add(Section.at(each.at(), () -> new DeclaredKeyAttribute(attribute, type)));
    }
    return attributes;
  }

  private static Mapping requireMapping(Mapping parent, String member) {
    FileValue value = parent.findPresent(member);
    if (value == null) {
      throw new InvalidContentException(
          parent.at(), "a table needs " + member + ", which names its key attributes");
    }
    return FileValue.mapping(value, member);
  }

  private static DeclaredProjection projection(@Nullable FileValue given) {
    if (given == null) {
      return DeclaredProjection.ALL;
    }
    Mapping members = given instanceof Mapping mapping ? mapping : null;
    String kind = members == null ? FileValue.text(given, "projection") : null;
    kind = members == null ? kind : CostModelDesign.findText(members, "type");
    List<String> attributes = new ArrayList<>();
    FileValue listed = members == null ? null : members.findPresent("attributes");
    if (listed != null) {
      FileValue.elements(listed, "attributes")
          .forEach(each -> attributes.add(FileValue.text(each, "an attribute")));
    }
    String type = kind == null ? "ALL" : kind.toUpperCase(Locale.ROOT);
    DeclaredProjection.Kind known = null;
    for (DeclaredProjection.Kind each : DeclaredProjection.Kind.values()) {
      known = each.name().equals(type) ? each : known;
    }
    if (known == null) {
      throw new InvalidContentException(
          given.at(), "unknown projection '" + kind + "': it must be ALL, KEYS_ONLY or INCLUDE");
    }
    DeclaredProjection.Kind chosen = known;
    return Section.at(
        given.at(),
        () ->
            new DeclaredProjection(
                chosen, chosen == DeclaredProjection.Kind.INCLUDE ? attributes : List.of()));
  }

  // ---- entities ----

  private Entity entity(
      Mapping entity, DeclaredKey key, List<DeclaredIndex> indexes, double vectorBytes) {
    Map<String, AttributeSpec> attributes = new LinkedHashMap<>();
    Set<String> declared = new LinkedHashSet<>();
    Set<String> keyNames = new LinkedHashSet<>(key.names());
    indexes.forEach(index -> keyNames.addAll(index.key().names()));
    for (Mapping each : CostModelDesign.mappings(entity, "attributes")) {
      String attribute = CostModelDesign.require(each, "name", "an attribute");
      declared.add(attribute);
      AttributeType type = types.get(attribute);
      if (!keyNames.contains(attribute)) {
        attributes.put(
            attribute,
            new AttributeSpec(type == null ? Set.of() : Set.of(type), false, null, null));
      }
    }
    Double count = CostModelDesign.findNumber(entity, "estimated_item_count");
    Double bytes = CostModelDesign.findNumber(entity, "estimated_item_size_bytes");
    return new Entity(
        CostModelDesign.require(entity, "entity_name", "an entity"),
        CostModelDesign.findText(entity, "description"),
        keys(key, indexes, declared),
        attributes,
        new EntityEstimate(
            count == null ? null : Math.round(count),
            null,
            bytes == null ? null : (int) Math.round(bytes + vectorBytes),
            null));
  }

  /**
   * Returns a field for each key attribute that an entity has. Without declared attributes, it has
   * all; an item without the key of an index is not in the index.
   */
  private static Map<String, KeyTemplate> keys(
      DeclaredKey key, List<DeclaredIndex> indexes, Set<String> declared) {
    Map<String, KeyTemplate> keys = new LinkedHashMap<>();
    key.names().forEach(each -> keys.put(each, KeyTemplate.parse("{" + field(each) + "}")));
    for (DeclaredIndex index : indexes) {
      for (String each : index.key().names()) {
        if (declared.isEmpty() || declared.contains(each)) {
          keys.put(each, KeyTemplate.parse("{" + field(each) + "}"));
        }
      }
    }
    return keys;
  }

  /** Returns the name of an attribute as the name of a field. */
  static String field(String attribute) {
    String word = attribute.replaceAll("[^A-Za-z0-9_]", "_");
    return word.matches("[0-9].*") ? "_" + word : word;
  }

  // ---- vector indexes ----

  /** Returns the bytes of the vectors of an item, which the sizes of the model leave out. */
  private double vectorBytes() {
    Map<String, Double> dimensions = new HashMap<>();
    for (Mapping index : CostModelDesign.mappings(table, "vector_indexes")) {
      Double number = CostModelDesign.findNumber(index, "dimensions");
      dimensions.put(
          CostModelDesign.require(index, "vector_attribute", "a vector index"),
          number == null ? 0 : number);
    }
    return STORED_NUMBER * dimensions.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Reports what a vector index stores: it is in neither cost nor heat. */
  private void vectorIndexes() {
    for (Mapping index : CostModelDesign.mappings(table, "vector_indexes")) {
      Double dimensions = CostModelDesign.findNumber(index, "dimensions");
      Double indexed = CostModelDesign.findNumber(index, "estimated_indexed_items");
      double items = indexed == null ? 0 : indexed;
      for (Mapping entity : CostModelDesign.mappings(table, "entities")) {
        Double count = CostModelDesign.findNumber(entity, "estimated_item_count");
        items += indexed == null && count != null ? count : 0;
      }
      double gigabytes = items * INDEXED_NUMBER * (dimensions == null ? 0 : dimensions) / GB;
      notices.accept(
          new Notice(
              index.at(),
              String.format(
                  Locale.ROOT,
                  "vector index '%s' is in neither cost nor heat; its vectors of %s take %.1f GB",
                  CostModelDesign.require(index, "index_name", "a vector index"),
                  CostModelDesign.require(index, "vector_attribute", "a vector index"),
                  gigabytes)));
    }
  }
}
