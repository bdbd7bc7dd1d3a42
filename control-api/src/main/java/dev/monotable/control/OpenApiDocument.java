package dev.monotable.control;

import dev.monotable.control.model.Doc;
import dev.monotable.control.model.RequestModel.ControlError;
import dev.monotable.text.DurationText;
import dev.monotable.text.FileValue;
import dev.monotable.text.RecordCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes routes and their records as an OpenAPI 3.1 document. */
final class OpenApiDocument {
  private static final String SCHEMAS = "#/components/schemas/";

  /** The schemas of the records, by their names. */
  private final Map<String, Object> schemas = new TreeMap<>();

  /** The records of responses, which a later version may give further members. */
  private final Set<Class<?>> returned = new HashSet<>();

  private boolean inResponse;

  private OpenApiDocument() {}

  /** Returns the document as a tree of maps and lists. */
  static Map<String, Object> of(List<ControlRoute> routes, String version) {
    OpenApiDocument document = new OpenApiDocument();
    Map<String, Object> paths = new LinkedHashMap<>();
    for (ControlRoute route : routes) {
      object(paths.computeIfAbsent(route.path(), path -> new LinkedHashMap<String, Object>()))
          .put(route.method().toLowerCase(Locale.ROOT), document.operation(route));
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("openapi", "3.1.0");
    all.put(
        "info",
        ordered(
            "title", "Monotable control API",
            "description",
                "Databases, clocks, snapshots, faults and requests of a Monotable server.",
            "version", version));
    all.put("servers", List.of(ordered("url", ControlApi.PATH)));
    all.put("paths", paths);
    Map<String, Object> token = new LinkedHashMap<>();
    token.put("type", "apiKey");
    token.put("in", "header");
    token.put("name", ControlAccess.TOKEN_HEADER);
    token.put("description", "Needed if the server listens beyond this machine.");
    all.put(
        "components",
        ordered("schemas", document.schemas, "securitySchemes", ordered("token", token)));
    all.put("security", List.of(ordered(), ordered("token", List.of())));
    return all;
  }

  /** Returns a map of names and values, in their order. */
  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(@Nullable Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  private Map<String, Object> operation(ControlRoute route) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("operationId", route.name());
    operation.put("summary", route.summary());
    List<Object> parameters = new ArrayList<>();
    for (String segment : ControlRoute.segments(route.path())) {
      if (segment.startsWith("{")) {
        parameters.add(
            parameter(
                "path",
                segment.substring(1, segment.length() - 1),
                "string",
                variable(segment),
                true));
      }
    }
    for (ControlRoute.Parameter each : route.query()) {
      parameters.add(parameter(each));
    }
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    inResponse = false;
    Class<? extends Record> body = route.request();
    if (body != null) {
      operation.put(
          "requestBody",
          ordered(
              "required",
              Stream.of(body.getRecordComponents()).anyMatch(OpenApiDocument::isRequired),
              "content",
              ordered(Result.JSON, ordered("schema", schema(body)))));
    }
    inResponse = true;
    operation.put("responses", responses(route));
    return operation;
  }

  private static String variable(String segment) {
    return switch (segment) {
      case "{id}" -> "The ID of a database, such as `default`.";
      case "{name}" -> "The name of a snapshot.";
      case "{fault}" -> "The ID of a rule.";
      case "{number}" -> "The number of a request.";
      case "{mapping}" -> "The ID of an event source mapping.";
      default -> "The ID.";
    };
  }

  private static Map<String, Object> parameter(ControlRoute.Parameter query) {
    return parameter("query", query.name(), query.type(), query.description(), query.required());
  }

  private static Map<String, Object> parameter(
      String in, String name, String type, String description, boolean required) {
    return ordered(
        "name", name,
        "in", in,
        "required", required,
        "description", description,
        "schema",
            type.equals("integer")
                ? ordered("type", type, "format", "int64")
                : ordered("type", type));
  }

  private Map<String, Object> responses(ControlRoute route) {
    Map<String, Object> success = new LinkedHashMap<>();
    success.put("description", "Success.");
    Class<? extends Record> response = route.response();
    if (response != null) {
      success.put("content", ordered(Result.JSON, ordered("schema", schema(response))));
    } else if (!route.responseTypes().isEmpty()) {
      Map<String, Object> content = new LinkedHashMap<>();
      for (String type : route.responseTypes()) {
        content.put(type, ordered("schema", type.equals(Result.JSON) ? anyObject() : text()));
      }
      success.put("content", content);
    }
    Map<String, Object> responses = new LinkedHashMap<>();
    responses.put(String.valueOf(route.status()), success);
    if (route.otherStatus() != 0) {
      responses.put(String.valueOf(route.otherStatus()), success);
    }
    responses.put(
        "default",
        ordered(
            "description",
            "An error.",
            "content",
            ordered(Result.JSON, ordered("schema", schema(ControlError.class)))));
    return responses;
  }

  /** Returns the reference to the schema of a record. */
  private Map<String, Object> schema(Class<?> type) {
    String name = type.getSimpleName();
    if (inResponse ? returned.add(type) : !schemas.containsKey(name)) {
      Map<String, Object> schema = new LinkedHashMap<>();
      schemas.put(name, schema);
      describe(type, schema);
    }
    return ordered("$ref", SCHEMAS + name);
  }

  private void describe(Class<?> type, Map<String, Object> schema) {
    schema.put("type", "object");
    Doc doc = type.getAnnotation(Doc.class);
    if (doc != null) {
      schema.put("description", doc.value());
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Map<String, Object> property = new LinkedHashMap<>(property(component.getGenericType()));
      Doc text = component.getAnnotation(Doc.class);
      if (text != null) {
        property.put("description", text.value());
      }
      properties.put(component.getName(), property);
      if (isRequired(component)) {
        required.add(component.getName());
      }
    }
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (!inResponse) {
      schema.put("additionalProperties", false);
    }
  }

  private static boolean isRequired(RecordComponent component) {
    return !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Map<String, Object> anyObject() {
    return ordered("type", "object", "additionalProperties", true);
  }

  private static Map<String, Object> text() {
    return ordered("type", "string");
  }

  private Map<String, Object> property(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? ordered("type", "array", "items", property(arguments[0]))
          : ordered("type", "object", "additionalProperties", property(arguments[1]));
    }
    Class<?> plain = (Class<?>) type;
    if (plain == FileValue.class || plain == RecordCodec.RawJson.class) {
      return anyObject();
    } else if (plain.isRecord()) {
      return schema(plain);
    } else if (plain.isEnum()) {
      List<String> names = new ArrayList<>();
      for (Object constant : plain.getEnumConstants()) {
        names.add(RecordCodec.STRICT.name((Enum<?>) constant));
      }
      return ordered("type", "string", "enum", names);
    } else if (plain == Instant.class) {
      return ordered("type", "string", "format", "date-time");
    } else if (plain == Duration.class) {
      return ordered("type", "string", "pattern", DurationText.PATTERN);
    } else if (plain == boolean.class || plain == Boolean.class) {
      return ordered("type", "boolean");
    } else if (plain == double.class || plain == Double.class) {
      return ordered("type", "number", "format", "double");
    } else if (plain == String.class) {
      return text();
    }
    boolean isLong = plain == long.class || plain == Long.class;
    return ordered("type", "integer", "format", isLong ? "int64" : "int32");
  }
}
