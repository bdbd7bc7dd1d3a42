package dev.monotable.design.render;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON objects and reads them back. A member has the name of its component, and
 * is left out if the component is null, or an empty list or map. Components are records, lists,
 * maps with text as keys, enums, texts, numbers, truth values, dates and times.
 */
final class RecordCodec {
  private RecordCodec() {}

  // ---- writing ----

  static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Record each) {
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

  /** Writes the components of a record as members of the object that was begun. */
  static void writeMembers(Record value, JsonGenerator json) throws IOException {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object member = component(value, component);
      if (member != null && !isEmpty(member)) {
        json.writeFieldName(component.getName());
        write(member, json);
      }
    }
  }

  private static boolean isEmpty(Object member) {
    return (member instanceof List<?> list && list.isEmpty())
        || (member instanceof Map<?, ?> map && map.isEmpty());
  }

  private static void writeScalar(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Integer || value instanceof Long) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Double || value instanceof BigDecimal) {
      json.writeNumber(plain(new BigDecimal(value.toString())));
    } else if (value instanceof Enum<?> constant) {
      json.writeString(constant.name());
    } else {
      json.writeString(value.toString());
    }
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
   * @throws InvalidContentException if a member is missing or invalid; unknown members are ignored
   */
  static <T extends Record> T read(FileValue value, Class<T> type) {
    Mapping mapping = FileValue.mapping(value, "a " + type.getSimpleName());
    RecordComponent[] components = type.getRecordComponents();
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
          value.at(), "invalid " + type.getSimpleName() + ": " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object missing(RecordComponent component, Mapping mapping) {
    Class<?> type = component.getType();
    if (type == List.class) {
      return List.of();
    }
    if (type == Map.class) {
      return Map.of();
    }
    if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      return null;
    }
    throw new InvalidContentException(mapping.at(), "'" + component.getName() + "' is missing");
  }

  private static Object read(FileValue value, Type type, String name) {
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
    return plain.isRecord()
        ? read(value, plain.asSubclass(Record.class))
        : scalar(value, plain, name);
  }

  private static Object scalar(FileValue value, Class<?> type, String name) {
    String text = FileValue.text(value, "'" + name + "'");
    boolean string = ((Scalar) value).type() == FileValue.ScalarType.STRING;
    try {
      if (type == String.class) {
        return text;
      } else if (type == Instant.class) {
        return Instant.parse(text);
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
    throw new InvalidContentException(value.at(), "'" + name + "' is invalid: '" + text + "'");
  }

  private static Object constant(Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(text);
  }

  private static Object number(Class<?> type, String text) {
    if (type == boolean.class) {
      return Boolean.valueOf(text);
    } else if (type == int.class) {
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
}
