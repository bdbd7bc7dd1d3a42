package dev.monotable.formats.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.ScalarType;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.FileValue.Unresolved;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values of a template as JSON. */
final class ResolvedJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** A number in JSON, which not all numbers in YAML are. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

  private ResolvedJson() {}

  /** Returns a resolved value as JSON. */
  static String of(FileValue value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(FileValue value, JsonGenerator json) throws IOException {
    if (value instanceof Mapping mapping) {
      json.writeStartObject();
      for (NamedValue member : mapping.members()) {
        json.writeFieldName(member.name());
        write(member.value(), json);
      }
      json.writeEndObject();
    } else if (value instanceof Sequence sequence) {
      json.writeStartArray();
      for (FileValue element : sequence.elements()) {
        write(element, json);
      }
      json.writeEndArray();
    } else if (value instanceof Scalar scalar) {
      write(scalar, json);
    } else {
      json.writeNull();
    }
  }

  private static void write(Scalar scalar, JsonGenerator json) throws IOException {
    if (scalar.type() == ScalarType.BOOLEAN) {
      json.writeBoolean(scalar.text().toLowerCase(Locale.ROOT).equals("true"));
    } else if (scalar.type() == ScalarType.NUMBER && NUMBER.matcher(scalar.text()).matches()) {
      json.writeNumber(scalar.text());
    } else {
      json.writeString(scalar.text());
    }
  }

  /** Returns the first value in a value that is known only after a deployment; null without one. */
  static @Nullable Unresolved findUnresolved(FileValue value) {
    if (value instanceof Unresolved unresolved) {
      return unresolved;
    }
    if (value instanceof Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        Unresolved found = findUnresolved(element);
        if (found != null) {
          return found;
        }
      }
    }
    if (value instanceof Mapping mapping) {
      for (NamedValue member : mapping.members()) {
        Unresolved found = findUnresolved(member.value());
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
