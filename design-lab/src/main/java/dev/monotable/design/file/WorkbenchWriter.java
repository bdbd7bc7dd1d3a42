package dev.monotable.design.file;

import static dev.monotable.design.file.TemplateWriter.pair;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.monotable.design.model.AttributeSpec;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.text.RecordCodec;
import dev.monotable.value.AttributeType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes designs as data models of NoSQL Workbench: tables, a facet for each entity, and two sample
 * items for each, which show the form of its keys. A model has no access patterns with requests, no
 * estimates, and neither Time to Live nor streams.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/workbench.html">NoSQL
 *     Workbench for DynamoDB</a>
 */
public final class WorkbenchWriter {
  private static final int SAMPLES = 2;
  private static final int FIRST_VALUE = 1001;

  private WorkbenchWriter() {}

  /** Returns a model in JSON. */
  public static String json(Design design) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("Author", "");
    metadata.put("Description", design.description() == null ? "" : design.description());
    metadata.put("AWSService", "Amazon DynamoDB");
    metadata.put("Version", "3.0");
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("ModelName", design.name());
    file.put("ModelMetadata", metadata);
    file.put("DataModel", design.tables().stream().map(WorkbenchWriter::table).toList());
    return text(file);
  }

  /** Returns members as JSON. */
  static String text(Map<String, Object> file) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      RecordCodec.LENIENT.write(file, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private static Map<String, Object> table(DesignTable table) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("TableName", table.name());
    members.put("KeyAttributes", keys(table.key()));
    members.put("NonKeyAttributes", nonKeyAttributes(table));
    List<Object> facets = new ArrayList<>();
    List<Object> items = new ArrayList<>();
    for (Entity entity : table.entities()) {
      List<Object> samples = new ArrayList<>();
      for (int i = 0; i < SAMPLES; i++) {
        samples.add(item(table, entity, i));
      }
      facets.add(facet(table, entity, samples));
      items.addAll(samples);
    }
    members.put("TableFacets", facets);
    members.put("GlobalSecondaryIndexes", indexes(table, true));
    members.put("LocalSecondaryIndexes", indexes(table, false));
    members.put("TableData", items);
    members.put("DataAccess", Map.of("MySql", Map.of()));
    Map<String, Object> throughput = TemplateWriter.throughput(table.settings().provisioned());
    members.put("BillingMode", throughput == null ? "PAY_PER_REQUEST" : "PROVISIONED");
    if (throughput != null) {
      members.put("ProvisionedCapacitySettings", Map.of("ProvisionedThroughput", throughput));
    }
    return members;
  }

  private static Map<String, Object> keys(DeclaredKey key) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("PartitionKey", key(key.partition()));
    if (!key.sort().isEmpty()) {
      members.put("SortKey", key(key.sort()));
    }
    return members;
  }

  private static Object key(List<DeclaredKeyAttribute> attributes) {
    List<Object> keys = new ArrayList<>();
    for (DeclaredKeyAttribute each : attributes) {
      keys.add(pair("AttributeName", each.name(), "AttributeType", each.type().name()));
    }
    return keys.size() == 1 ? keys.get(0) : keys;
  }

  private static List<Object> nonKeyAttributes(DesignTable table) {
    Map<String, String> types = new LinkedHashMap<>();
    for (DeclaredIndex index : table.indexes()) {
      for (DeclaredKeyAttribute each : index.key().attributes()) {
        if (!table.key().names().contains(each.name())) {
          types.put(each.name(), each.type().name());
        }
      }
    }
    for (Entity entity : table.entities()) {
      entity.attributes().forEach((name, spec) -> types.putIfAbsent(name, type(spec).name()));
    }
    return TemplateWriter.definitions(types);
  }

  private static AttributeType type(AttributeSpec spec) {
    return spec.types().size() == 1 ? spec.types().iterator().next() : AttributeType.S;
  }

  private static List<Object> indexes(DesignTable table, boolean global) {
    List<Object> indexes = new ArrayList<>();
    for (DeclaredIndex index : table.indexes()) {
      if (index.global() == global) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("IndexName", index.name());
        members.put("KeyAttributes", keys(index.key()));
        members.put("Projection", TemplateWriter.projection(index.projection()));
        indexes.add(members);
      }
    }
    return indexes;
  }

  private static Map<String, Object> facet(DesignTable table, Entity entity, List<Object> samples) {
    Map<String, Object> aliases = new LinkedHashMap<>();
    aliases.put("PartitionKeyAlias", alias(entity, table.key().partition()));
    if (!table.key().sort().isEmpty()) {
      aliases.put("SortKeyAlias", alias(entity, table.key().sort()));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("FacetName", entity.name());
    members.put("KeyAttributeAlias", aliases);
    members.put("TableData", samples);
    members.put("NonKeyAttributes", List.copyOf(entity.attributes().keySet()));
    members.put("DataAccess", Map.of("MySql", Map.of()));
    return members;
  }

  /** Returns the name of the only field of a key; the name of the attribute if it has others. */
  private static String alias(Entity entity, List<DeclaredKeyAttribute> key) {
    String attribute = key.get(0).name();
    KeyTemplate template = entity.keys().get(attribute);
    return template != null && template.fields().size() == 1
        ? template.fields().iterator().next()
        : attribute;
  }

  // ---- sample items ----

  private static Map<String, Object> item(DesignTable table, Entity entity, int number) {
    Map<String, AttributeType> types = new LinkedHashMap<>();
    for (DesignTarget target : table.targets()) {
      target.key().attributes().forEach(each -> types.put(each.name(), each.type()));
    }
    Map<String, Object> item = new LinkedHashMap<>();
    entity
        .keys()
        .forEach(
            (name, template) ->
                item.put(
                    name,
                    value(types.getOrDefault(name, AttributeType.S), filled(template, number))));
    entity
        .attributes()
        .forEach(
            (name, spec) -> {
              String constant = spec.constant();
              String text = constant == null ? String.valueOf(FIRST_VALUE + number) : constant;
              item.putIfAbsent(name, value(type(spec), text));
            });
    return item;
  }

  /** Returns a value of a template, with the same number in each field. */
  private static String filled(KeyTemplate template, int number) {
    return template.text().replaceAll("\\{[^}]*\\}", String.valueOf(FIRST_VALUE + number));
  }

  private static Map<String, Object> value(AttributeType type, String text) {
    Object value =
        switch (type) {
          case S -> text;
          case N -> text.replaceAll("[^0-9]", "").isEmpty() ? "0" : text.replaceAll("[^0-9]", "");
          case B -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
          case BOOL -> "true".equals(text);
          case NULL -> true;
          case L -> List.of();
          case M -> Map.of();
          case SS -> List.of(text);
          case NS -> List.of("1");
          case BS -> List.of("AQ==");
        };
    return Map.of(type.name(), value);
  }
}
