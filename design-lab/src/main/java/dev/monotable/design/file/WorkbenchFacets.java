package dev.monotable.design.file;

import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.formats.schema.WorkbenchModel;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.Notice;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Names the entities of a table after the facets of a Workbench model. A facet belongs to the
 * entity of its items, or else to that whose attributes it has. Its aliases of the key attributes
 * become the names of fields. A facet of several entities, or of none, is reported.
 */
final class WorkbenchFacets {
  private final DesignTable table;
  private final Mapping model;
  private final Consumer<Notice> notices;
  private final TypedValues values = new TypedValues(new ItemWriter());
  private final Map<String, AttributeType> types = new HashMap<>();
  private final Set<String> named = new HashSet<>();
  private final List<Entity> entities;

  /**
   * Creates an instance.
   *
   * @param table a table whose entities were drafted from the items of the model
   * @param model the table in the model
   */
  WorkbenchFacets(DesignTable table, Mapping model, Consumer<Notice> notices) {
    this.table = table;
    this.model = model;
    this.notices = notices;
    this.entities = new ArrayList<>(table.entities());
  }

  /** Returns the table with named entities. */
  DesignTable applied() {
    for (FileValue each : elements(model, "NonKeyAttributes")) {
      Mapping attribute = FileValue.mapping(each, "an element of NonKeyAttributes");
      AttributeType type = type(text(attribute, "AttributeType"));
      if (type != null) {
        types.put(text(attribute, "AttributeName"), type);
      }
    }
    for (FileValue each : elements(model, "TableFacets")) {
      apply(FileValue.mapping(each, "a facet"));
    }
    return table.withEntities(entities);
  }

  private void apply(Mapping facet) {
    String name = text(facet, "FacetName");
    if (name.isBlank()) {
      return;
    }
    Set<String> attributes = new HashSet<>();
    elements(facet, "NonKeyAttributes")
        .forEach(each -> attributes.add(FileValue.text(each, "an element of NonKeyAttributes")));
    List<FileValue> items = WorkbenchModel.tableData(facet);
    Set<Entity> found = items.isEmpty() ? byAttributes(attributes) : byItems(items);
    if (found.isEmpty() && items.isEmpty() && table.entities().isEmpty()) {
      entities.add(
          withFacet(new Entity(name, null, keys(), Map.of(), EntityEstimate.UNKNOWN), facet));
      named.add(name);
      return;
    }
    Entity entity = found.size() == 1 ? found.iterator().next() : null;
    if (entity == null || named.contains(entity.name()) || isTaken(name, entity)) {
      notices.accept(new Notice(facet.positionOf("FacetName"), problem(name, found)));
      return;
    }
    entities.set(entities.indexOf(entity), withFacet(entity, facet));
    named.add(name);
  }

  private boolean isTaken(String name, Entity entity) {
    return entities.stream().anyMatch(each -> each != entity && each.name().equals(name));
  }

  private static String problem(String facet, Set<Entity> found) {
    String names = String.join(", ", found.stream().map(Entity::name).sorted().toList());
    String subject = "facet '" + facet + "' names no entity: ";
    if (found.isEmpty()) {
      return subject + "no items show its keys";
    }
    return subject
        + (found.size() > 1
            ? "it has items of several entities, " + names
            : "another facet has the same items or name, those of " + names);
  }

  private Set<Entity> byItems(List<FileValue> items) {
    Set<Entity> found = new HashSet<>();
    for (FileValue each : items) {
      Item item = values.item(FileValue.mapping(each, "an item"));
      for (Entity entity : entities) {
        if (entity.matchesKey(table.key(), item)) {
          found.add(entity);
        }
      }
    }
    return found;
  }

  /** Returns the entities without another name all of whose attributes a facet has. */
  private Set<Entity> byAttributes(Set<String> attributes) {
    Set<Entity> found = new HashSet<>();
    for (Entity entity : entities) {
      Set<String> own = entity.attributes().keySet();
      if (!named.contains(entity.name()) && !own.isEmpty() && attributes.containsAll(own)) {
        found.add(entity);
      }
    }
    return found;
  }

  private Map<String, KeyTemplate> keys() {
    Map<String, KeyTemplate> keys = new LinkedHashMap<>();
    table.key().names().forEach(name -> keys.put(name, KeyTemplate.parse("{" + name + "}")));
    return keys;
  }

  /** Returns an entity with the name, the aliases and the attributes of a facet. */
  private Entity withFacet(Entity entity, Mapping facet) {
    Map<String, KeyTemplate> keys = new LinkedHashMap<>(entity.keys());
    if (facet.findPresent("KeyAttributeAlias") instanceof Mapping aliases) {
      alias(keys, table.key().names().get(0), text(aliases, "PartitionKeyAlias"));
      if (!table.key().sort().isEmpty()) {
        alias(keys, table.key().sort().get(0).name(), text(aliases, "SortKeyAlias"));
      }
    }
    Map<String, AttributeSpec> attributes = new LinkedHashMap<>(entity.attributes());
    for (FileValue each : elements(facet, "NonKeyAttributes")) {
      String attribute = FileValue.text(each, "an element of NonKeyAttributes");
      AttributeType type = types.get(attribute);
      if (!table.keyAttributes().contains(attribute)) {
        attributes.putIfAbsent(
            attribute,
            new AttributeSpec(type == null ? Set.of() : Set.of(type), false, null, null));
      }
    }
    return new Entity(
        text(facet, "FacetName"), entity.description(), keys, attributes, entity.estimate());
  }

  /**
   * Gives the field of a template its alias, if the template has one field. In a new model, the
   * alias is the name of the attribute; it says nothing.
   */
  private static void alias(Map<String, KeyTemplate> keys, String attribute, String alias) {
    KeyTemplate template = keys.get(attribute);
    String name = alias.replaceAll("[^\\p{Alnum}_]+", "_");
    if (template == null || alias.equals(attribute) || !name.matches("_*\\p{Alpha}.*")) {
      return;
    }
    Set<String> others = new HashSet<>();
    keys.forEach(
        (key, each) -> {
          if (!key.equals(attribute)) {
            others.addAll(each.fields());
          }
        });
    if (template.fields().size() == 1 && !others.contains(name)) {
      String field = template.fields().iterator().next();
      keys.put(
          attribute,
          KeyTemplate.parse(template.text().replace("{" + field + "}", "{" + name + "}")));
    }
  }

  private static List<FileValue> elements(Mapping mapping, String name) {
    FileValue value = mapping.findPresent(name);
    return value == null ? List.of() : FileValue.elements(value, name);
  }

  private static String text(Mapping mapping, String name) {
    return Objects.requireNonNullElse(mapping.findText(name), "");
  }

  private static @Nullable AttributeType type(String text) {
    for (AttributeType type : AttributeType.values()) {
      if (type.name().equals(text)) {
        return type;
      }
    }
    return null;
  }
}
