package dev.monotable.generator.capability;

import static dev.monotable.generator.capability.JsonTree.object;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Describes the operations and their records as an OpenAPI 3.1 document. */
final class OpenApiWriter {
  /** The placeholder of the version of the server. */
  static final String VERSION = "VERSION";

  private static final String JSON = "application/json";

  /** The form of durations, which the class {@code DurationText} of the text files reads. */
  private static final String DURATION =
      "^-?([0-9]+(\\.[0-9]+)?|([0-9]+(\\.[0-9]+)?(d|h|m|s|ms))+|[Pp][0-9DHMSTdhmst.-]+)$";

  private final Capabilities table;

  /** The records of responses, which a later version may give further members. */
  private final Set<String> returned = new HashSet<>();

  private OpenApiWriter(Capabilities table) {
    this.table = table;
  }

  /** Returns the document as a tree of maps and lists. */
  static Map<String, Object> document(Capabilities table, String version) {
    return new OpenApiWriter(table).document(version);
  }

  private Map<String, Object> document(String version) {
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    for (DeclaredRoute route : table.routes()) {
      paths
          .computeIfAbsent(route.path(), path -> new LinkedHashMap<>())
          .put(route.method().toLowerCase(Locale.ROOT), operation(route));
      if (route.response() != null) {
        addReturned(route.response());
      }
    }
    addReturned("ControlError");
    Map<String, Object> schemas = new TreeMap<>();
    table.records().forEach((name, type) -> schemas.put(name, schema(type)));
    return object(
        "openapi", "3.1.0",
        "info",
            object(
                "title", "Monotable control API",
                "description",
                    "Databases, clocks, snapshots, faults and requests of a Monotable server.",
                "version", version),
        "servers", List.of(object("url", "/_monotable/v1")),
        "paths", paths,
        "components",
            object(
                "schemas",
                schemas,
                "securitySchemes",
                object(
                    "token",
                    object(
                        "type", "apiKey",
                        "in", "header",
                        "name", "x-monotable-token",
                        "description", "Needed if the server listens beyond this machine."))),
        "security", List.of(object(), object("token", List.of())));
  }

  private void addReturned(String name) {
    if (returned.add(name)) {
      for (Member member : table.record(name).members()) {
        Type type = member.type();
        while (type.argument() != null) {
          type = type.element();
        }
        if (table.records().containsKey(type.name())) {
          addReturned(type.name());
        }
      }
    }
  }

  private Map<String, Object> operation(DeclaredRoute route) {
    Map<String, Object> operation = object("operationId", route.name(), "summary", route.summary());
    List<Object> parameters = new ArrayList<>();
    for (String variable : route.variables()) {
      String text = table.variables().getOrDefault(variable, "");
      parameters.add(
          parameter("path", new Member(variable, Type.parse("String"), false, text, List.of())));
    }
    route.query().forEach(each -> parameters.add(parameter("query", each)));
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    if (route.body() != null) {
      boolean required =
          table.record(route.body()).members().stream().anyMatch(each -> !each.nullable());
      operation.put(
          "requestBody",
          object("required", required, "content", object(JSON, reference(route.body()))));
    }
    operation.put("responses", responses(route));
    return operation;
  }

  private Map<String, Object> parameter(String in, Member member) {
    return object(
        "name", member.name(),
        "in", in,
        "required", !member.nullable(),
        "description", member.text(),
        "schema", property(member.type()));
  }

  private Map<String, Object> responses(DeclaredRoute route) {
    Map<String, Object> success = object("description", "Success.");
    if (route.response() != null) {
      success.put("content", object(JSON, reference(route.response())));
    } else if (!route.contentTypes().isEmpty()) {
      Map<String, Object> content = new LinkedHashMap<>();
      for (String type : route.contentTypes()) {
        content.put(
            type, object("schema", property(Type.parse(type.equals(JSON) ? "Json" : "String"))));
      }
      success.put("content", content);
    }
    Map<String, Object> responses = new LinkedHashMap<>();
    route.statuses().forEach(status -> responses.put(String.valueOf(status), success));
    responses.put(
        "default",
        object("description", "An error.", "content", object(JSON, reference("ControlError"))));
    return responses;
  }

  private static Map<String, Object> reference(String name) {
    return object("schema", object("$ref", "#/components/schemas/" + name));
  }

  private Map<String, Object> schema(RecordType type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Member member : type.members()) {
      Map<String, Object> property = new LinkedHashMap<>(property(member.type()));
      property.put("description", member.text());
      properties.put(member.name(), property);
      if (!member.nullable()) {
        required.add(member.name());
      }
    }
    Map<String, Object> schema =
        object("type", "object", "description", type.text(), "properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (!returned.contains(type.name())) {
      schema.put("additionalProperties", false);
    }
    return schema;
  }

  private Map<String, Object> property(Type type) {
    EnumType constants = table.enums().get(type.name());
    if (constants != null) {
      return object("type", "string", "enum", List.copyOf(constants.values().keySet()));
    }
    return switch (type.name()) {
      case "List" -> object("type", "array", "items", property(type.element()));
      case "Map" -> object("type", "object", "additionalProperties", property(type.element()));
      case "String" -> object("type", "string");
      case "Instant" -> object("type", "string", "format", "date-time");
      case "Duration" -> object("type", "string", "pattern", DURATION);
      case "boolean" -> object("type", "boolean");
      case "double" -> object("type", "number", "format", "double");
      case "long" -> object("type", "integer", "format", "int64");
      case "int" -> object("type", "integer", "format", "int32");
      case "Json" -> object("type", "object", "additionalProperties", true);
      default -> object("$ref", "#/components/schemas/" + type.name());
    };
  }
}
