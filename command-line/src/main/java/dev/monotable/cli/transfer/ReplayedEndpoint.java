package dev.monotable.cli.transfer;

import dev.monotable.cli.capture.CapturedRequest;
import dev.monotable.cli.capture.IssuedValues;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConnection;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.Json;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.ClientCodec;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that receives captured requests. It returns other ARNs, shard IDs, shard iterators
 * and tokens than the captured server did, so those in requests are replaced by what this endpoint
 * returned in their place.
 */
final class ReplayedEndpoint {
  /** The number of values that are kept; a client seldom sends an old one. */
  static final int MAX_VALUES = 100_000;

  private static final int LONGEST_CLIENT_TOKEN = 36;

  private static final Pattern TABLE_ARN =
      Pattern.compile("arn:[a-z-]+:dynamodb:[a-z0-9-]*:[0-9]*:table/([A-Za-z0-9_.-]+)");

  /** A request with a value that no response before had. */
  static final class UnknownValueException extends Exception {
    private static final long serialVersionUID = 1L;

    private UnknownValueException(String member) {
      super("the capture does not say where its " + member + " comes from", null, false, false);
    }
  }

  private final EndpointClient client;
  private final String run;

  /** The values of this endpoint by those of the captured server; the oldest are dropped. */
  private final Map<String, String> values;

  /** The replacements in the current request: the captured values by those of this endpoint. */
  private final Map<String, String> replaced = new LinkedHashMap<>();

  /**
   * Creates a replay.
   *
   * @param run a name of this replay, from which its client request tokens are made
   * @param maxValues how many values are kept
   */
  ReplayedEndpoint(EndpointClient client, String run, int maxValues) {
    this.client = client;
    this.run = run;
    this.values =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > maxValues;
          }
        };
  }

  /** Returns the number of values that are kept. */
  int valueCount() {
    return values.size();
  }

  /**
   * Returns a request as this endpoint should get it.
   *
   * @throws UnknownValueException if it has a value of the captured server without a counterpart
   */
  String prepare(CapturedRequest request) throws UnknownValueException {
    replaced.clear();
    StringBuilder json = new StringBuilder();
    write(request.operation().input(), request.body(), request.failed(), json);
    return json.toString();
  }

  private void write(StructureSchema<?> schema, Mapping body, boolean failed, StringBuilder json)
      throws UnknownValueException {
    String separator = "{";
    for (NamedValue each : RequestJson.sorted(body)) {
      json.append(separator).append(Json.quote(each.name())).append(':');
      separator = ",";
      Member member = schema.find(each.name());
      if (member == null) {
        RequestJson.write(each.value(), json);
      } else {
        write(member, each.value(), failed, json);
      }
    }
    json.append(separator.equals("{") ? "{}" : "}");
  }

  private void write(Member member, FileValue value, boolean failed, StringBuilder json)
      throws UnknownValueException {
    ShapeSchema shape = member.schema();
    if (value instanceof Scalar text && IssuedValues.isClientToken(member)) {
      json.append(Json.quote(clientToken(text.text())));
    } else if (value instanceof Scalar text && IssuedValues.isSent(member, text.text())) {
      json.append(Json.quote(require(member, text.text(), failed)));
    } else if (value instanceof Mapping key && IssuedValues.isStartKey(member)) {
      String text = RequestJson.text(key);
      json.append(values.getOrDefault(text, text));
    } else if (value instanceof Mapping inner && shape instanceof StructureSchema<?> structure) {
      write(structure, inner, failed, json);
    } else if (value instanceof FileValue.Sequence list
        && shape instanceof ListSchema schema
        && schema.element() instanceof StructureSchema<?> element) {
      String separator = "[";
      for (FileValue each : list.elements()) {
        json.append(separator);
        separator = ",";
        if (each instanceof Mapping inner) {
          write(element, inner, failed, json);
        } else {
          RequestJson.write(each, json);
        }
      }
      json.append(separator.equals("[") ? "[]" : "]");
    } else {
      RequestJson.write(value, json);
    }
  }

  /**
   * Returns the counterpart of a value.
   *
   * @param failed whether the captured request failed; then the value may be invalid on purpose
   */
  private String require(Member member, String captured, boolean failed)
      throws UnknownValueException {
    String own = values.get(captured);
    Matcher table = TABLE_ARN.matcher(captured);
    if (own == null && table.matches()) {
      own = findTableArn(table.group(1));
      own = own == null ? captured : own;
      values.put(captured, own);
    }
    if (own == null) {
      if (failed) {
        return captured;
      }
      throw new UnknownValueException(member.wireName());
    }
    replaced.put(captured, own);
    return own;
  }

  private @Nullable String findTableArn(String table) {
    try {
      TableDescription described =
          client
              .call(
                  Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(table).build())
              .table();
      return described == null ? null : described.tableArn();
    } catch (EndpointException e) {
      if (e.is("ResourceNotFoundException")) {
        return null;
      }
      throw e;
    }
  }

  /** Returns a token that is new in this replay, because endpoints keep tokens for ten minutes. */
  private String clientToken(String captured) {
    return captured.isEmpty() || captured.length() > LONGEST_CLIENT_TOKEN
        ? captured // is rejected
        : UUID.nameUUIDFromBytes((run + captured).getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Sends a request, and returns what is compared of the response. */
  String send(CapturedRequest request, String body) {
    OperationSchema<?, ?> operation = request.operation();
    EndpointConnection.Reply reply;
    try {
      reply = client.send(operation.target(), body.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw client.unreachable(e);
    }
    if (reply.status() == 200 && !request.issued().isEmpty()) {
      learn(operation, request.issued(), reply.body());
    }
    return ComparedResponse.text(operation, reply, replaced);
  }

  private <O extends Record> void learn(
      OperationSchema<?, O> operation, Map<String, String> captured, byte[] body) {
    Map<String, String> own;
    try {
      own = IssuedValues.of(operation.output(), ClientCodec.decode(operation, body));
    } catch (DynamoException e) {
      return; // the comparison shows that the response is invalid
    }
    captured.forEach(
        (place, value) -> {
          String counterpart = own.get(place);
          if (counterpart != null) {
            values.remove(value); // moves it to the end
            values.put(value, counterpart);
          }
        });
  }
}
