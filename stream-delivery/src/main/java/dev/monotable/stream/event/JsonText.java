package dev.monotable.stream.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.OneLine;
import dev.monotable.text.TextFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts between JSON and maps, lists, strings, {@link BigDecimal}s, booleans and {@link #NULL}.
 */
public final class JsonText {
  /** Stands for the JSON value null. */
  public static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** Returns a value as JSON. */
  public static String write(Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator generator) throws IOException {
    if (value instanceof Map<?, ?> members) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        generator.writeFieldName((String) member.getKey());
        write(member.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof List<?> elements) {
      generator.writeStartArray();
      for (Object element : elements) {
        write(element, generator);
      }
      generator.writeEndArray();
    } else if (value instanceof BigDecimal number) {
      generator.writeNumber(number);
    } else if (value instanceof Boolean bool) {
      generator.writeBoolean(bool);
    } else if (value == NULL) {
      generator.writeNull();
    } else {
      generator.writeString((String) value);
    }
  }

  /**
   * Reads the response of a function.
   *
   * @throws IllegalStateException if it is not JSON
   */
  public static Object readResponse(String text) {
    try (JsonTokens tokens =
        new JsonTokens(new TextFile(Path.of("response")), new StringReader(text))) {
      tokens.next();
      FileValue value = tokens.value();
      if (tokens.next() != null) {
        throw new InvalidContentException(tokens.at(), "more follows after the end of the value");
      }
      return valueOf(value);
    } catch (InvalidContentException e) {
      throw new IllegalStateException(
          "the response is not valid, " + e.at() + ": " + e.reason() + ": " + OneLine.quote(text),
          e);
    }
  }

  private static Object valueOf(FileValue value) {
    if (value instanceof FileValue.Mapping mapping) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (NamedValue member : mapping.members()) {
        members.put(member.name(), valueOf(member.value()));
      }
      return members;
    }
    if (value instanceof FileValue.Sequence sequence) {
      List<Object> elements = new ArrayList<>();
      for (FileValue element : sequence.elements()) {
        elements.add(valueOf(element));
      }
      return elements;
    }
    if (value instanceof FileValue.Scalar scalar) {
      return switch (scalar.type()) {
        case STRING -> scalar.text();
        case BOOLEAN -> Boolean.valueOf(scalar.text());
        case NUMBER -> number(scalar);
      };
    }
    return NULL;
  }

  private static BigDecimal number(FileValue.Scalar scalar) {
    try {
      return new BigDecimal(scalar.text());
    } catch (NumberFormatException e) {
      throw new InvalidContentException(scalar.at(), "the number is too large");
    }
  }
}
