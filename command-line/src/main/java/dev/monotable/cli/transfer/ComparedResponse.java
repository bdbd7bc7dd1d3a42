package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointConnection;
import dev.monotable.cli.terminal.Json;
import dev.monotable.model.CancellationReason;
import dev.monotable.model.Operations;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.ShapeType;
import dev.monotable.schema.StructureSchema;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The compared part of a response: a text that is equal for responses that mean the same. Members
 * that differ between any two databases are left out, and what has no order is sorted. Both are
 * decided by the place of a member in the schema of the response, so attributes of items with the
 * same names are compared.
 */
final class ComparedResponse {
  /**
   * Members with IDs, ARNs, and numbers that AWS updates every six hours. Times are recognized by
   * their type.
   */
  private static final Set<String> IGNORED =
      Set.of(
          "BackupArn",
          "BackupSizeBytes",
          "ExportArn",
          "GlobalTableArn",
          "ImportArn",
          "IndexArn",
          "IndexSizeBytes",
          "ItemCount",
          "LatestStreamArn",
          "LatestStreamLabel",
          "RevisionId",
          "SequenceNumber",
          "ShardId",
          "SourceBackupArn",
          "SourceTableArn",
          "StartingSequenceNumber",
          "StreamArn",
          "StreamLabel",
          "TableArn",
          "TableId",
          "TableSizeBytes",
          "awsRegion",
          "eventID");

  /** Members of which only the presence is compared: more follows, or nothing does. */
  private static final Set<String> PRESENT =
      Set.of(
          "EndingSequenceNumber",
          "LastEvaluatedBackupArn",
          "LastEvaluatedShardId",
          "LastEvaluatedStreamArn",
          "NextShardIterator",
          "NextToken",
          "ParentShardId",
          "ShardIterator");

  /** Lists without an order. */
  private static final Set<String> UNORDERED =
      Set.of(
          "AttributeDefinitions",
          "GlobalSecondaryIndexes",
          "LocalSecondaryIndexes",
          "NonKeyAttributes",
          "Replicas",
          "Tags");

  private static final Set<String> SETS = Set.of("SS", "NS", "BS");

  /** The length that is shown of a response that is not JSON, such as a page of a web server. */
  private static final int LONGEST_TEXT = 200;

  private static final int MOST_DIGITS = 100;

  private final StringBuilder json = new StringBuilder();

  private ComparedResponse() {}

  /**
   * Returns the text.
   *
   * @param replaced what was replaced in the request, by which the message of an error is restored
   */
  static String text(
      OperationSchema<?, ?> operation,
      EndpointConnection.Reply reply,
      Map<String, String> replaced) {
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    FileValue value;
    try {
      value = FileReaders.read(Path.of("response"), text);
    } catch (InvalidContentException e) {
      String line = text.strip().replaceAll("\\s+", " ");
      return reply.status()
          + " "
          + (line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) + "..." : line);
    }
    ComparedResponse compared = new ComparedResponse();
    if (reply.status() == 200) {
      compared.value(operation.output(), value, operation == Operations.BATCH_GET_ITEM);
    } else {
      compared.json.append(reply.status()).append(' ');
      compared.error(value, replaced);
    }
    return compared.json.toString();
  }

  // ---- errors ----

  private void error(FileValue value, Map<String, String> replaced) {
    if (!(value instanceof Mapping error)) {
      RequestJson.write(value, json);
      return;
    }
    // AWS names the message of some errors Message.
    boolean renamed = error.find("message") == null && error.find("Message") != null;
    Mapping normal = renamed ? renamed(error) : error;
    String separator = "{";
    for (NamedValue member : RequestJson.sorted(normal)) {
      json.append(separator).append(Json.quote(member.name())).append(':');
      separator = ",";
      errorMember(member.name(), member.value(), replaced);
    }
    json.append(separator.equals("{") ? "{}" : "}");
  }

  private static Mapping renamed(Mapping error) {
    FileValue.MappingBuilder renamed = new FileValue.MappingBuilder(error.at());
    for (NamedValue member : error.members()) {
      String name = member.name().equals("Message") ? "message" : member.name();
      renamed.add(name, member.at(), member.value());
    }
    return renamed.build();
  }

  private void errorMember(String name, FileValue value, Map<String, String> replaced) {
    if (name.equals("__type") && value instanceof Scalar type) {
      json.append(Json.quote(type.text().substring(type.text().indexOf('#') + 1)));
    } else if (name.equals("message") && value instanceof Scalar message) {
      String text = message.text();
      for (Map.Entry<String, String> each : replaced.entrySet()) {
        text = text.replace(each.getValue(), each.getKey());
      }
      json.append(Json.quote(text));
    } else if (name.equals("Item") && value instanceof Mapping item) {
      item(item);
    } else if (name.equals("CancellationReasons") && value instanceof Sequence reasons) {
      List<String> elements = new ArrayList<>();
      reasons.elements().forEach(each -> elements.add(text(CancellationReason.SCHEMA, each)));
      json.append('[').append(String.join(",", elements)).append(']');
    } else {
      RequestJson.write(value, json);
    }
  }

  // ---- values with a schema ----

  private static String text(@Nullable ShapeSchema schema, FileValue value) {
    ComparedResponse element = new ComparedResponse();
    element.value(schema, value, false);
    return element.json.toString();
  }

  /**
   * Writes a value.
   *
   * @param schema null for a member that the model does not know
   * @param sort whether the lists in it have no order
   */
  private void value(@Nullable ShapeSchema schema, FileValue value, boolean sort) {
    if (schema == null) {
      RequestJson.write(value, json);
    } else if (value instanceof Mapping mapping) {
      mapping(schema, mapping, sort);
    } else if (value instanceof Sequence list && schema instanceof ListSchema elements) {
      List<String> texts = new ArrayList<>();
      list.elements().forEach(each -> texts.add(text(elements.element(), each)));
      if (sort) {
        texts.sort(null);
      }
      json.append('[').append(String.join(",", texts)).append(']');
    } else if (value instanceof Scalar number
        && schema.type() == ShapeType.DOUBLE
        && number.type() == FileValue.ScalarType.NUMBER) {
      json.append(normal(number.text()));
    } else {
      RequestJson.write(value, json);
    }
  }

  /** Returns a number of units in its shortest form; one that cannot be that as it is. */
  private static String normal(String number) {
    try {
      BigDecimal value = new BigDecimal(number).stripTrailingZeros();
      return Math.abs((long) value.scale()) < MOST_DIGITS ? value.toPlainString() : number;
    } catch (NumberFormatException e) {
      return number; // its exponent is too large
    }
  }

  private void mapping(ShapeSchema schema, Mapping mapping, boolean sort) {
    switch (schema.type()) {
      case ITEM -> item(mapping);
      case ATTRIBUTE_VALUE -> attribute(mapping);
      case STRUCTURE -> structure((StructureSchema<?>) schema, mapping, sort);
      case MAP -> {
        String separator = "{";
        for (NamedValue each : RequestJson.sorted(mapping)) {
          json.append(separator).append(Json.quote(each.name())).append(':');
          separator = ",";
          value(((MapSchema) schema).value(), each.value(), sort);
        }
        json.append(separator.equals("{") ? "{}" : "}");
      }
      default -> RequestJson.write(mapping, json);
    }
  }

  private void structure(StructureSchema<?> schema, Mapping structure, boolean sort) {
    String separator = "{";
    for (NamedValue each : RequestJson.sorted(structure)) {
      String name = each.name();
      Member member = schema.find(name);
      ShapeSchema shape = member == null ? null : member.schema();
      if (shape != null && (IGNORED.contains(name) || shape.type() == ShapeType.TIMESTAMP)) {
        continue;
      }
      json.append(separator).append(Json.quote(name)).append(':');
      separator = ",";
      if (shape != null && PRESENT.contains(name)) {
        json.append("\"...\"");
      } else {
        boolean unordered = UNORDERED.contains(name) || sort && name.equals("Responses");
        value(shape, each.value(), unordered);
      }
    }
    json.append(separator.equals("{") ? "{}" : "}");
  }

  private void item(Mapping item) {
    String separator = "{";
    for (NamedValue attribute : RequestJson.sorted(item)) {
      json.append(separator).append(Json.quote(attribute.name())).append(':');
      separator = ",";
      attribute(attribute.value());
    }
    json.append(separator.equals("{") ? "{}" : "}");
  }

  /** Writes a value of an attribute, such as {@code {"SS": ["a", "b"]}}. */
  private void attribute(FileValue value) {
    NamedValue only = value instanceof Mapping mapping ? mapping.findOnly() : null;
    if (only == null) {
      RequestJson.write(value, json);
      return;
    }
    json.append('{').append(Json.quote(only.name())).append(':');
    if (only.name().equals("M") && only.value() instanceof Mapping members) {
      item(members);
    } else if (only.value() instanceof Sequence list) {
      List<String> elements = new ArrayList<>();
      for (FileValue each : list.elements()) {
        ComparedResponse element = new ComparedResponse();
        element.attribute(each);
        elements.add(element.json.toString());
      }
      if (SETS.contains(only.name())) {
        elements.sort(null);
      }
      json.append('[').append(String.join(",", elements)).append(']');
    } else {
      RequestJson.write(only.value(), json);
    }
    json.append('}');
  }
}
