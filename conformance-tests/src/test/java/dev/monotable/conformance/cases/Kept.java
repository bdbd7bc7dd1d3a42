package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The values that the steps of a case keep from their responses. In later requests and expected
 * messages, <code>{{name}}</code> is replaced by the value.
 */
public final class Kept {
  /** Creates the values of a case, in which {@code unique} is a string that no other case has. */
  private final Map<String, String> values =
      new HashMap<>(Map.of("unique", UUID.randomUUID().toString()));

  /** Keeps values of a response. */
  public void keep(Map<String, String> pointers, JsonNode answer) {
    pointers.forEach(
        (name, pointer) -> {
          JsonNode found = answer.at(pointer);
          if (!found.isTextual()) {
            throw new AssertionError("no text at " + pointer + " of " + answer);
          }
          values.put(name, found.textValue());
        });
  }

  /** Returns a text with the placeholders replaced. */
  public String in(String text) {
    return replaced(text, false);
  }

  /** Returns JSON with the placeholders in its strings replaced. */
  public String inJson(String json) {
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
