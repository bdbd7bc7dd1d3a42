package dev.monotable.text;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON objects and reads them back. A member has the name of its component, and
 * is left out if the component is null; a missing list or map is read as an empty one. Components
 * are records, lists, maps with text as keys, enums, texts, numbers, truth values, dates, times,
 * durations, and values as they are ({@link FileValue}, {@link RawJson}). A component that is
 * {@link Unwritten} is no member.
 */
public final class RecordCodec {
  /**
   * For files that another version may have written: unknown members are ignored. A constant of an
   * enum is written with its name.
   */
  public static final RecordCodec LENIENT = new RecordCodec(false);

  /**
   * For requests and responses: an unknown member is an error. A constant such as {@code
   * SERVER_ERROR} is written as {@code serverError}.
   */
  public static final RecordCodec STRICT = new RecordCodec(true);

  private final boolean strict;

  private RecordCodec(boolean strict) {
    this.strict = strict;
  }

  /** JSON that is written as it is. */
  public record RawJson(String text) {}

  // ---- writing ----

  /** Writes a value. */
  public void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof RawJson raw) {
      json.writeRawValue(raw.text());
    } else if (value instanceof FileValue tree) {
      writeTree(tree, json);
    } else if (value instanceof Record each) {
      json.writeStartObject();
      writeMembers(each, json);
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        write(entry.getValue(), json);
      }
      json.writeEndObject();
    } else {
      writeScalar(value, json);
    }
  }

  private static void writeTree(FileValue value, JsonGenerator json) throws IOException {
    if (value instanceof Mapping mapping) {
      json.writeStartObject();
      for (FileValue.NamedValue member : mapping.members()) {
        json.writeFieldName(member.name());
        writeTree(member.value(), json);
      }
      json.writeEndObject();
    } else if (value instanceof FileValue.Sequence sequence) {
      json.writeStartArray();
      for (FileValue element : sequence.elements()) {
        writeTree(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof Scalar scalar) {
      switch (scalar.type()) {
        case STRING -> json.writeString(scalar.text());
        case NUMBER, BOOLEAN -> json.writeRawValue(scalar.text());
      }
    } else {
      json.writeNull();
    }
  }

  /** Writes the components of a record as members of the object that was begun. */
  public void writeMembers(Record value, JsonGenerator json) throws IOException {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object member =
          component.isAnnotationPresent(Unwritten.class) ? null : component(value, component);
      if (member != null) {
        json.writeFieldName(component.getName());
        write(member, json);
      }
    }
  }

  private void writeScalar(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof BigDecimal) {
      json.writeNumber(plain(new BigDecimal(value.toString())));
    } else if (value instanceof Enum<?> constant) {
      json.writeString(name(constant));
    } else {
      json.writeString(value.toString());
    }
  }

  /** Returns the text of a constant. */
  public String name(Enum<?> constant) {
    if (!strict) {
      return constant.name();
    }
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (char c : constant.name().toCharArray()) {
      if (c != '_') {
        name.append(upper ? c : Character.toLowerCase(c));
      }
      upper = c == '_';
    }
    return name.toString();
  }

  /** Returns a number without an exponent and trailing zeros. */
  private static BigDecimal plain(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static @Nullable Object component(Record value, RecordComponent component) {
    try {
      return component.getAccessor().invoke(value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  // ---- reading ----

  /**
   * Reads a record.
   *
   * @throws InvalidContentException if a member is missing or invalid
   */
  public <T extends Record> T read(FileValue value, Class<T> type) {
    Mapping mapping = FileValue.mapping(value, "a " + type.getSimpleName());
    RecordComponent[] components = type.getRecordComponents();
    if (strict) {
      checkNames(mapping, components);
    }
    @Nullable Object[] arguments = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      FileValue member = mapping.findPresent(components[i].getName());
      arguments[i] =
          member == null
              ? missing(components[i], mapping)
              : read(member, components[i].getGenericType(), components[i].getName());
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new InvalidContentException(
          value.at(),
          strict && e.getCause() instanceof IllegalArgumentException invalid
              ? String.valueOf(invalid.getMessage())
              : "invalid " + type.getSimpleName() + ": " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkNames(Mapping mapping, RecordComponent[] components) {
    List<String> known = new ArrayList<>();
    for (RecordComponent component : components) {
      known.add(component.getName());
    }
    for (FileValue.NamedValue member : mapping.members()) {
      if (!known.contains(member.name())) {
        throw new InvalidContentException(
            member.at(),
            "unknown member '"
                + OneLine.quote(member.name())
                + "'; known are "
                + String.join(", ", known));
      }
    }
  }

  private static @Nullable Object missing(RecordComponent component, Mapping mapping) {
    Class<?> type = component.getType();
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      return null;
    }
    if (type == List.class) {
      return List.of();
    }
    if (type == Map.class) {
      return Map.of();
    }
    throw new InvalidContentException(mapping.at(), "'" + component.getName() + "' is missing");
  }

  private Object read(FileValue value, Type type, String name) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        List<Object> list = new ArrayList<>();
        for (FileValue element : FileValue.elements(value, "'" + name + "'")) {
          list.add(read(element, arguments[0], name));
        }
        return list;
      }
      Map<String, Object> map = new LinkedHashMap<>();
      for (FileValue.NamedValue member : FileValue.mapping(value, "'" + name + "'").members()) {
        map.put(member.name(), read(member.value(), arguments[1], name));
      }
      return map;
    }
    Class<?> plain = (Class<?>) type;
    if (plain == FileValue.class) {
      return value;
    }
    return plain.isRecord()
        ? read(value, plain.asSubclass(Record.class))
        : scalar(value, plain, name);
  }

  private Object scalar(FileValue value, Class<?> type, String name) {
    String text = FileValue.text(value, "'" + name + "'");
    boolean string = ((Scalar) value).type() == FileValue.ScalarType.STRING;
    try {
      if (type == String.class && (string || !strict)) {
        return text;
      } else if (type == Instant.class) {
        return Instant.parse(text);
      } else if (type == Duration.class && string) {
        Duration duration = DurationText.find(text);
        if (duration != null) {
          return duration;
        }
      } else if (type == LocalDate.class) {
        return LocalDate.parse(text);
      } else if (type.isEnum()) {
        return constant(type, text);
      } else if (!string) {
        return number(type, text);
      }
    } catch (DateTimeException | IllegalArgumentException e) {
      // Reported below.
    }
    throw new InvalidContentException(
        value.at(),
        "'" + name + "' is invalid: '" + OneLine.quote(text) + "'" + (strict ? wanted(type) : ""));
  }

  /** Returns what a member of a type may be, to append to a message. */
  private String wanted(Class<?> type) {
    if (type == Instant.class) {
      return "; a time such as 2026-01-01T00:00:00Z is needed";
    } else if (type == Duration.class) {
      return "; " + DurationText.WANTED + " is needed";
    } else if (type.isEnum()) {
      List<String> names = new ArrayList<>();
      for (Object constant : type.getEnumConstants()) {
        names.add(name((Enum<?>) constant));
      }
      return "; one of " + String.join(", ", names) + " is needed";
    } else if (type == String.class) {
      return "; a string is needed";
    } else {
      return type == boolean.class || type == Boolean.class
          ? "; true or false is needed"
          : "; a number is needed";
    }
  }

  private Object constant(Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (name((Enum<?>) constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(text);
  }

  private static Object number(Class<?> type, String text) {
    if (type == boolean.class || type == Boolean.class) {
      return truth(text);
    } else if (type == int.class || type == Integer.class) {
      return Integer.valueOf(text);
    } else if (type == long.class || type == Long.class) {
      return Long.valueOf(text);
    } else if (type == double.class || type == Double.class) {
      return Double.valueOf(text);
    } else if (type == BigDecimal.class && text.length() < 100) {
      return plain(new BigDecimal(text));
    }
    throw new IllegalArgumentException(text);
  }

  private static Boolean truth(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException(text);
  }
}
