package dev.monotable.control;

import dev.monotable.engine.database.Region;
import dev.monotable.json.HttpRequest;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.OneLine;
import dev.monotable.text.RecordCodec;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request with the parts of its path and its query. */
final class ControlRequest {
  private static final Path BODY = Path.of("body");

  private final ControlConfig config;
  private final HttpRequest request;
  private final Map<String, String> path;
  private final Map<String, String> query;

  ControlRequest(
      ControlConfig config, HttpRequest request, ControlRoute route, Map<String, String> path) {
    this.config = config;
    this.request = request;
    this.path = path;
    this.query = query(request.path(), route);
  }

  /** Returns the decoded segments of a path behind a prefix. */
  static List<String> segments(String pathAndQuery, int from) {
    int end = pathAndQuery.indexOf('?');
    List<String> segments =
        ControlRoute.segments(pathAndQuery.substring(from, end < 0 ? pathAndQuery.length() : end));
    segments.replaceAll(segment -> decode(segment.replace("+", "%2B")));
    return segments;
  }

  private static Map<String, String> query(String pathAndQuery, ControlRoute route) {
    Map<String, String> values = new LinkedHashMap<>();
    int start = pathAndQuery.indexOf('?');
    if (start < 0 || start == pathAndQuery.length() - 1) {
      return values;
    }
    for (String pair : pathAndQuery.substring(start + 1).split("&")) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      if (!route.query().contains(name)) {
        throw ControlException.invalid(
            "Unknown parameter '" + OneLine.quote(name) + "' of " + route.name());
      }
      if (values.put(name, equals < 0 ? "" : decode(pair.substring(equals + 1))) != null) {
        throw ControlException.invalid("The parameter '" + name + "' is given twice");
      }
    }
    return values;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid("The path or query has an invalid escape sequence");
    }
  }

  /** Returns the request as it was received. */
  HttpRequest http() {
    return request;
  }

  /**
   * Returns the database that the path names.
   *
   * @throws ControlException if it does not exist
   */
  Region database() {
    return config.require(variable("id"));
  }

  /** Returns a variable of the path. */
  String variable(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException("the route has no variable " + name);
    }
    return value;
  }

  /** Returns a parameter of the query, or null. */
  @Nullable String parameter(String name) {
    return query.get(name);
  }

  /** Returns a parameter that is a number. */
  long number(String name, long missing, long min, long max) {
    String text = query.get(name);
    if (text == null) {
      return missing;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw ControlException.invalid(
        "'"
            + name
            + "' must be a number from "
            + min
            + " to "
            + max
            + ", not '"
            + OneLine.quote(text)
            + "'");
  }

  /** Returns the body as a record; without a body, all its members are missing. */
  <T extends Record> T body(Class<T> type) {
    try {
      return RecordCodec.STRICT.read(content(), type);
    } catch (InvalidContentException e) {
      throw invalid(e);
    }
  }

  private FileValue content() {
    int start = request.bodyStart();
    int length = request.bodyEnd() - start;
    if (length == 0) {
      return new FileValue.Mapping(new FilePosition(BODY, 1, 1), List.of());
    }
    if (firstCharacter(start) != '{') { // nor YAML, which this could be
      throw ControlException.invalid("The body must be a JSON object");
    }
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new ByteArrayInputStream(request.body(), start, length),
                StandardCharsets.UTF_8.newDecoder()))) {
      return FileReaders.read(BODY, reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int firstCharacter(int start) {
    int at = start;
    while (at < request.bodyEnd() - 1 && " \t\r\n".indexOf(request.body()[at]) >= 0) {
      at++;
    }
    return request.body()[at];
  }

  /** Converts an error in a body. */
  static ControlException invalid(InvalidContentException e) {
    FilePosition at = e.at();
    String place =
        at.line() == 0 ? "" : " (line " + at.line() + ", column " + at.column() + " of the body)";
    return ControlException.invalid(e.reason() + place);
  }
}
