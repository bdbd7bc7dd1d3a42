package dev.monotable.torture;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response as received.
 *
 * @param headers by name in lower case
 */
public record Reply(int status, Map<String, String> headers, byte[] body) {

  /** Returns the body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns the body as JSON. */
  public JsonNode json() {
    try {
      return Json.MAPPER.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(this + " is not JSON", e);
    }
  }

  /** Returns the name of the error without its namespace, or null if the request succeeded. */
  public @Nullable String error() {
    if (status == 200) {
      return null;
    }
    String type = json().path("__type").asText();
    return type.substring(type.indexOf('#') + 1);
  }

  @Override
  public String toString() {
    String text = text();
    return status + " " + (text.length() < 2_000 ? text : text.substring(0, 2_000) + "...");
  }
}
