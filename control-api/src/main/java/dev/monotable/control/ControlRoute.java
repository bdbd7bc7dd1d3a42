package dev.monotable.control;

import dev.monotable.json.HttpService.Pace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the control API.
 *
 * @param method such as {@code GET}
 * @param segments those of its path below that of the API, such as {@code {id}} for a variable
 * @param name in the document, such as {@code createDatabase}
 * @param pace how long it may take
 * @param open whether it needs no token
 * @param query the parameters of its query
 * @param handler answers requests
 */
record ControlRoute(
    String method,
    List<String> segments,
    String name,
    Pace pace,
    boolean open,
    List<String> query,
    Handler handler) {

  /** Answers requests. */
  @FunctionalInterface
  interface Handler {
    Result handle(ControlRequest request);
  }

  /**
   * Returns the parts of a path that stand for variables.
   *
   * @param given the path, divided at its slashes
   * @return null if the path is another one
   */
  @Nullable Map<String, String> match(List<String> given) {
    if (segments.size() != given.size()) {
      return null;
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String part = segments.get(i);
      if (part.startsWith("{")) {
        variables.put(part.substring(1, part.length() - 1), given.get(i));
      } else if (!part.equals(given.get(i))) {
        return null;
      }
    }
    return variables;
  }

  /** Divides a path at its slashes. */
  static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        segments.add(part);
      }
    }
    return segments;
  }
}
