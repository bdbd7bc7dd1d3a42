package dev.monotable.cli.control;

import dev.monotable.cli.endpoint.EndpointConnection;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.text.DurationText;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Sequence;
import dev.monotable.text.InvalidContentException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A successful response of the control API. Its members are found by their names, so a response of
 * a later version, which may have more of them, is understood.
 */
final class ControlResponse {
  private static final Path NAME = Path.of("response");

  private final EndpointConnection connection;
  private final byte[] body;

  ControlResponse(EndpointConnection connection, byte[] body) {
    this.connection = connection;
    this.body = body;
  }

  /** Returns the body as the server has sent it. */
  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /**
   * Returns the body as an object.
   *
   * @throws EndpointException if it is something else
   */
  Mapping json() {
    Mapping json = find();
    if (json == null) {
      throw connection.failure("its response is not a JSON object; is it a Monotable server?");
    }
    return json;
  }

  /** Returns the body as an object; null if it is something else. */
  @Nullable Mapping find() {
    return find(text());
  }

  /** Returns a text as an object; null if it is something else. */
  static @Nullable Mapping find(String text) {
    if (!text.startsWith("{")) {
      return null;
    }
    try {
      return FileReaders.read(NAME, text) instanceof Mapping mapping ? mapping : null;
    } catch (InvalidContentException e) {
      return null;
    }
  }

  /**
   * Returns a member of the body as text.
   *
   * @throws EndpointException if it does not have the member
   */
  String require(String name) {
    String value = json().findText(name);
    if (value == null) {
      throw connection.failure("its response has no '" + name + "'; is it a Monotable server?");
    }
    return value;
  }

  /** Returns the objects in a member of the body that is a list. */
  List<Mapping> list(String name) {
    return list(json(), name);
  }

  /** Returns the objects in a member that is a list; none if it is something else. */
  static List<Mapping> list(Mapping json, String name) {
    List<Mapping> elements = new ArrayList<>();
    if (json.find(name) instanceof Sequence sequence) {
      for (FileValue each : sequence.elements()) {
        if (each instanceof Mapping mapping) {
          elements.add(mapping);
        }
      }
    }
    return elements;
  }

  /** Returns a duration as people write it, such as {@code 30m}; empty if it is missing. */
  static String duration(Mapping json, String name) {
    String text = shown(json, name);
    Duration duration = DurationText.find(text);
    return duration == null ? text : DurationText.of(duration);
  }

  /**
   * Returns a member as text to print; empty if it is missing.
   *
   * @param name also of a member of an object that is a member: {@code settings.table}
   */
  static String shown(Mapping json, String name) {
    int dot = name.indexOf('.');
    if (dot >= 0) {
      return json.find(name.substring(0, dot)) instanceof Mapping inner
          ? shown(inner, name.substring(dot + 1))
          : "";
    }
    String text = json.findText(name);
    return text == null ? "" : text;
  }
}
