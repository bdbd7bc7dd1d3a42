package dev.monotable.cli.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.cli.endpoint.EndpointConnection;
import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.control.ControlAccess;
import dev.monotable.control.ControlApi;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the control API of a server. */
public final class ControlClient {
  private final EndpointConnection connection;
  private final @Nullable String token;

  ControlClient(EndpointConnection connection, @Nullable String token) {
    this.connection = connection;
    this.token = token;
  }

  /** Returns a path of segments, which are escaped. */
  static String path(String... segments) {
    StringBuilder path = new StringBuilder();
    for (String segment : segments) {
      path.append('/').append(escaped(segment));
    }
    return path.toString();
  }

  /** Returns a path below that of a database. */
  static String ofDatabase(String id, String... segments) {
    return path("databases", id) + path(segments);
  }

  /** Returns a query: names and values in turn. Values that are null are left out. */
  static String query(@Nullable String... namesAndValues) {
    StringBuilder query = new StringBuilder();
    members((Object[]) namesAndValues)
        .forEach(
            (name, value) ->
                query
                    .append(query.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(escaped(String.valueOf(value))));
    return query.toString();
  }

  /** Returns the members of a body: names and values in turn. Values that are null are left out. */
  static Map<String, Object> members(@Nullable Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      if (value != null) {
        members.put(String.valueOf(namesAndValues[i]), value);
      }
    }
    return members;
  }

  /** Returns a value that is given as JSON, or null. */
  static @Nullable FileValue tree(String option, @Nullable String json) {
    return json == null ? null : FileReaders.read(Path.of(option), json);
  }

  /**
   * Returns an object with a list of objects that have one member; null if there are no values.
   *
   * @param list the name of the list
   * @param member the name of the member
   */
  static @Nullable Map<String, Object> objects(String list, String member, List<String> values) {
    return values.isEmpty()
        ? null
        : Map.of(list, values.stream().map(value -> Map.of(member, value)).toList());
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Sends a request without a body.
   *
   * @param path the path below that of the API, with its query
   * @throws CommandException if the server cannot be reached or returns an error
   */
  ControlResponse send(String method, String path) {
    return send(method, path, null);
  }

  /**
   * Sends a request.
   *
   * @param path the path below that of the API, with its query
   * @param body the members of the body; null for none
   * @throws CommandException if the server cannot be reached or returns an error
   */
  ControlResponse send(String method, String path, @Nullable Map<String, ?> body) {
    HttpRequest.Builder request = request(path);
    if (body != null) {
      request.header("content-type", "application/json");
    }
    request.method(
        method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json(body)));
    EndpointConnection.Reply reply;
    try {
      reply = connection.send(request.build());
    } catch (IOException e) {
      throw connection.unreachable(e);
    }
    if (reply.status() >= 300) {
      throw error(reply);
    }
    return new ControlResponse(connection, reply.body());
  }

  /**
   * Returns the report on the requests that a database keeps, in JSON.
   *
   * @throws CommandException if the server cannot be reached or returns an error
   */
  public Mapping report(String database) {
    return send("GET", ofDatabase(database, "report") + "?format=json").json();
  }

  /**
   * Reads the lines of a response that may not end.
   *
   * @throws CommandException if the server cannot be reached, returns an error or ends
   */
  void follow(String path, Consumer<String> lines) {
    try {
      EndpointConnection.Reply error = connection.follow(request(path).build(), lines);
      throw error == null
          ? connection.failure("the server has ended the connection")
          : error(error);
    } catch (IOException e) {
      throw connection.unreachable(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    URI uri = connection.uri().resolve(ControlApi.PATH + path);
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (token != null) {
      try {
        request.header(ControlAccess.TOKEN_HEADER, token);
      } catch (IllegalArgumentException e) {
        throw new InvalidArgumentException(
            "Invalid value for option '--token': it cannot be sent in a header");
      }
    }
    return request;
  }

  private static byte[] json(Map<String, ?> body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      RecordCodec.STRICT.write(body, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Returns the error of a response. */
  private CommandException error(EndpointConnection.Reply reply) {
    Mapping json = new ControlResponse(connection, reply.body()).find();
    String type = json == null ? null : json.findText("error");
    String message = json == null ? null : json.findText("message");
    if (type == null || message == null) {
      return connection.failure(
          "it returned status " + reply.status() + "; is it a Monotable server?");
    }
    // A place in the body says nothing to the user of an option.
    String plain = message.replaceFirst(" \\(line \\d+, column \\d+ of the body\\)$", "");
    return new CommandException(
        exitCode(reply.status(), type), connection.url() + ": " + type + ": " + plain);
  }

  /**
   * Returns the exit code for an error: it is the fault of an argument if the request is invalid or
   * what it names does not exist.
   */
  private static int exitCode(int status, String type) {
    return switch (type) {
      case "NotDrained" -> ExitCode.NO;
      case "NotDroppable" -> ExitCode.INVALID;
      case "UnknownRoute" -> ExitCode.UNREACHABLE; // of a server of another version
      default ->
          Set.of(400, 401, 404, 422).contains(status) ? ExitCode.INVALID : ExitCode.UNREACHABLE;
    };
  }
}
