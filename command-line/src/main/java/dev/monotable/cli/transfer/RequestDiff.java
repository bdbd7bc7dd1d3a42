package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.formats.file.FileReaders;
import dev.monotable.formats.file.FileValue;
import dev.monotable.formats.file.FileValue.Mapping;
import dev.monotable.formats.file.FileValue.NamedValue;
import dev.monotable.formats.file.FileValue.Scalar;
import dev.monotable.formats.file.FileValue.Sequence;
import dev.monotable.formats.file.InvalidContentException;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Sends the requests of a file to two endpoints and compares the responses: status, error and
 * message, or all members except those that name times, IDs and ARNs of an account.
 */
final class RequestDiff {
  /** Members that differ between any two databases. */
  private static final Set<String> VOLATILE =
      Set.of(
          "ApproximateCreationDateTime",
          "BackupCreationDateTime",
          "CreationDateTime",
          "ExportTime",
          "IndexArn",
          "LastDecreaseDateTime",
          "LastIncreaseDateTime",
          "LastUpdateDateTime",
          "LastUpdateToPayPerRequestDateTime",
          "LatestStreamArn",
          "LatestStreamLabel",
          "SequenceNumber",
          "ShardIterator",
          "TableArn",
          "TableId",
          "eventID");

  private static final Set<String> SETS = Set.of("SS", "NS", "BS");

  private final EndpointClient left;
  private final EndpointClient right;
  private final Consumer<String> out;
  private long requests;
  private long differences;

  RequestDiff(EndpointClient left, EndpointClient right, Consumer<String> out) {
    this.left = left;
    this.right = right;
    this.out = out;
  }

  long requests() {
    return requests;
  }

  long differences() {
    return differences;
  }

  /**
   * Replays a file of JSON lines, {@code {"operation": "GetItem", "request": {…}}}; it may be
   * compressed with gzip.
   *
   * @throws InvalidContentException if the file is invalid
   */
  void replay(Path file) {
    for (FileValue each : FileReaders.readAll(file)) {
      Mapping line = FileValue.mapping(each, "a request");
      FileValue name = line.find("operation");
      FileValue request = line.find("request");
      OperationSchema<?, ?> operation =
          name instanceof Scalar scalar ? Operations.find(scalar.text()) : null;
      if (operation == null || !(request instanceof Mapping body)) {
        throw new InvalidContentException(
            line.at(), "expected {\"operation\": \"GetItem\", \"request\": {...}}");
      }
      StringBuilder json = new StringBuilder();
      write(body, false, json);
      compare(line, operation, json.toString());
    }
  }

  private void compare(Mapping line, OperationSchema<?, ?> operation, String request) {
    requests++;
    byte[] body = request.getBytes(StandardCharsets.UTF_8);
    String ofLeft = answer(left, operation, body);
    String ofRight = answer(right, operation, body);
    if (!ofLeft.equals(ofRight)) {
      differences++;
      out.accept(line.at() + ": " + operation.name() + " " + request);
      out.accept("  < " + ofLeft);
      out.accept("  > " + ofRight);
    }
  }

  /** Returns what is compared of a response. */
  private static String answer(
      EndpointClient endpoint, OperationSchema<?, ?> operation, byte[] body) {
    EndpointClient.Reply reply;
    try {
      reply = endpoint.send(operation.target(), body);
    } catch (IOException e) {
      throw endpoint.unreachable(e);
    }
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    try {
      FileValue value =
          FileReaders.read(Path.of("response"), new BufferedReader(new StringReader(text)));
      StringBuilder json = new StringBuilder();
      if (reply.status() != 200) {
        json.append(reply.status()).append(' ');
      }
      write(value, true, json);
      return json.toString();
    } catch (InvalidContentException e) {
      return reply.status() + " " + text;
    }
  }

  /**
   * Writes a value as JSON.
   *
   * @param normal whether members and elements of sets are sorted, and volatile members left out
   */
  private static void write(FileValue value, boolean normal, StringBuilder json) {
    if (value instanceof Mapping mapping) {
      json.append('{');
      String separator = "";
      TreeMap<String, FileValue> members = new TreeMap<>();
      for (NamedValue member : mapping.members()) {
        members.put(name(member.name(), normal), member.value());
      }
      for (var member : members.entrySet()) {
        if (!normal || !VOLATILE.contains(member.getKey())) {
          json.append(separator).append(Json.quote(member.getKey())).append(':');
          member(member.getKey(), member.getValue(), normal, json);
          separator = ",";
        }
      }
      json.append('}');
    } else if (value instanceof Sequence sequence) {
      elements(sequence, false, normal, json);
    } else if (value instanceof Scalar scalar) {
      switch (scalar.type()) {
        case STRING -> json.append(Json.quote(scalar.text()));
        case NUMBER, BOOLEAN -> json.append(scalar.text());
      }
    } else {
      json.append("null");
    }
  }

  /** AWS names the message of some errors {@code Message}. */
  private static String name(String name, boolean normal) {
    return normal && name.equals("Message") ? "message" : name;
  }

  private static void member(String name, FileValue value, boolean normal, StringBuilder json) {
    if (normal && name.equals("__type") && value instanceof Scalar type) {
      json.append(Json.quote(type.text().substring(type.text().indexOf('#') + 1)));
    } else if (normal && SETS.contains(name) && value instanceof Sequence set) {
      elements(set, true, true, json);
    } else {
      write(value, normal, json);
    }
  }

  private static void elements(
      Sequence sequence, boolean sort, boolean normal, StringBuilder json) {
    List<String> elements = new ArrayList<>();
    for (FileValue element : sequence.elements()) {
      StringBuilder text = new StringBuilder();
      write(element, normal, text);
      elements.add(text.toString());
    }
    if (sort) {
      elements.sort(null);
    }
    json.append('[').append(String.join(",", elements)).append(']');
  }
}
