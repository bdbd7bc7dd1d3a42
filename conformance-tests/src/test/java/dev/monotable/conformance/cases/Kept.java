package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * What the steps of one case keep of their answers. Where <code>{{name}}</code> stands in a later
 * request, or in a message that is expected, the value comes.
 */
final class Kept {
  /** {@code unique} is another text in each case. */
  private final Map<String, String> values =
      new HashMap<>(Map.of("unique", UUID.randomUUID().toString()));

  /** Keeps values of an answer. */
  void keep(Map<String, String> pointers, JsonNode answer) {
    pointers.forEach(
        (name, pointer) -> {
          JsonNode found = answer.at(pointer);
          if (!found.isTextual()) {
            throw new AssertionError("no text at " + pointer + " of " + answer);
          }
          values.put(name, found.textValue());
        });
  }

  /** A text with the values in their places. */
  String in(String text) {
    return replaced(text, false);
  }

  /** JSON with the values in the places of its strings. */
  String inJson(String json) {
    return replaced(json, true);
  }

  private String replaced(String text, boolean isJson) {
    String result = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      String quoted = TextNode.valueOf(value.getValue()).toString();
      result =
          result.replace(
              "{{" + value.getKey() + "}}",
              isJson ? quoted.substring(1, quoted.length() - 1) : value.getValue());
    }
    return result;
  }
}
