package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.formats.schema.RecordBinder;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Subject;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests as their clients sent them, as JSON. */
final class SentJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final Path NO_FILE = Path.of("request");

  private SentJson() {}

  /**
   * Returns a request that can be sent again; null if it has changed nothing and read nothing
   * because it was invalid, or what it asks for is only in its own database.
   */
  static byte @Nullable [] find(ObservedRequest request) throws IOException {
    Record sent = request.request();
    boolean reached = request.error() == null || !request.parts().isEmpty();
    if (!(sent instanceof Structure structure) || !reached || !isSentAgain(request.operation())) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      structure(structure.schema(), sent, json);
    }
    return bytes.toByteArray();
  }

  /** Returns whether an operation reads or writes items, or changes a table. */
  private static boolean isSentAgain(OperationSchema<?, ?> operation) {
    return operation.traits().isOnItems()
        || (operation.traits().commits() && operation.traits().subject() == Subject.TABLE);
  }

  /**
   * Returns the request of a text that {@link #find} has written.
   *
   * @throws InvalidContentException if it is no such text
   */
  static Record parse(OperationSchema<?, ?> operation, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (JsonTokens tokens = new JsonTokens(new TextFile(NO_FILE), bytes, 0, bytes.length)) {
      tokens.next();
      return RecordBinder.bind(
          operation.input(), FileValue.mapping(tokens.value(), "a request"), operation.name());
    } catch (IllegalArgumentException e) {
      throw new InvalidContentException(FilePosition.of(NO_FILE), String.valueOf(e.getMessage()));
    }
  }

  private static <T extends Record> void structure(
      StructureSchema<T> schema, Record of, JsonGenerator json) throws IOException {
    T structure = schema.recordClass().cast(of);
    json.writeStartObject();
    for (int i = 0; i < schema.memberCount(); i++) {
      Object value = schema.value(structure, i);
      if (value != null) {
        json.writeFieldName(schema.member(i).wireName());
        value(schema.member(i).schema(), value, json);
      }
    }
    json.writeEndObject();
  }

  private static void value(ShapeSchema schema, Object value, JsonGenerator json)
      throws IOException {
    switch (schema.type()) {
      case STRING -> json.writeString((String) value);
      case INTEGER -> json.writeNumber((Integer) value);
      case LONG -> json.writeNumber((Long) value);
      case DOUBLE -> json.writeNumber((Double) value);
      case BOOLEAN -> json.writeBoolean((Boolean) value);
      case TIMESTAMP -> json.writeNumber(((Instant) value).toEpochMilli() / 1e3);
      case ATTRIBUTE_VALUE -> {
        // An item with this value has its canonical form behind the name of the attribute.
        String item = Item.of("v", (AttributeValue) value).toString();
        json.writeRawValue(item.substring(item.indexOf(':') + 1, item.length() - 1));
      }
      case ITEM -> json.writeRawValue(new String(((Item) value).json(), StandardCharsets.UTF_8));
      case LIST -> {
        json.writeStartArray();
        for (Object each : (List<?>) value) {
          value(((ListSchema) schema).element(), each, json);
        }
        json.writeEndArray();
      }
      case MAP -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
          json.writeFieldName((String) each.getKey());
          value(((MapSchema) schema).value(), each.getValue(), json);
        }
        json.writeEndObject();
      }
      case STRUCTURE -> structure((StructureSchema<?>) schema, (Record) value, json);
    }
  }
}
