package dev.monotable.access.request;

import dev.monotable.access.IamAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A policy with least privilege: it allows the actions that were used, each on the resources and
 * with the partition keys that they were used with. Not safe for use by multiple threads.
 */
public final class PolicyDraft {
  /** The keys of each resource of each action; empty for any. */
  private final Map<String, Map<String, Set<String>>> uses = new LinkedHashMap<>();

  /** Creates a draft that allows nothing. */
  public PolicyDraft() {}

  /**
   * Allows an action.
   *
   * @param action such as {@code dynamodb:GetItem}
   * @param keys patterns of the partition keys; empty for any
   */
  public void allow(String action, String resource, Collection<String> keys) {
    Map<String, Set<String>> resources =
        uses.computeIfAbsent(action, name -> new LinkedHashMap<>());
    Set<String> known = resources.get(resource);
    if (known == null) {
      resources.put(resource, new TreeSet<>(keys));
    } else if (known.isEmpty() || keys.isEmpty()) {
      known.clear();
    } else {
      known.addAll(keys);
    }
  }

  /** Returns whether the draft allows nothing. */
  public boolean isEmpty() {
    return uses.isEmpty();
  }

  /** The resource and the keys of actions, which share a statement. */
  private record Group(String resource, List<String> keys) {}

  /** Returns the policy as a document in AWS's JSON, with two spaces for each level. */
  public String json() {
    Map<Group, Set<String>> groups = new LinkedHashMap<>();
    for (Map.Entry<String, Map<String, Set<String>>> action : uses.entrySet()) {
      for (Map.Entry<String, Set<String>> resource : action.getValue().entrySet()) {
        Set<String> keys = resource.getValue();
        List<String> limited =
            keys.isEmpty() || keys.contains("*") || !hasKeys(action.getKey())
                ? List.of()
                : List.copyOf(keys);
        groups
            .computeIfAbsent(new Group(resource.getKey(), limited), group -> new TreeSet<>())
            .add(action.getKey());
      }
    }
    StringBuilder json = new StringBuilder("{\n  \"Version\": \"2012-10-17\",\n  \"Statement\": [");
    String separator = "\n";
    for (Map.Entry<Group, Set<String>> group : groups.entrySet()) {
      json.append(separator);
      statement(group.getKey(), group.getValue(), json);
      separator = ",\n";
    }
    return json.append(groups.isEmpty() ? "]\n}\n" : "\n  ]\n}\n").toString();
  }

  private static boolean hasKeys(String action) {
    IamAction known =
        action.startsWith(IamAction.PREFIX)
            ? IamAction.find(action.substring(IamAction.PREFIX.length()))
            : null;
    return known != null && known.keys().contains("dynamodb:leadingkeys");
  }

  private static void statement(Group group, Set<String> actions, StringBuilder json) {
    json.append("    {\n      \"Effect\": \"Allow\",\n      \"Action\": [");
    list(new ArrayList<>(actions), "        ", json);
    json.append("\n      ],\n      \"Resource\": ").append(quoted(group.resource()));
    if (!group.keys().isEmpty()) {
      json.append(",\n      \"Condition\": {\n        \"ForAllValues:StringLike\": {\n")
          .append("          \"dynamodb:LeadingKeys\": [");
      list(group.keys(), "            ", json);
      // ForAllValues holds for requests without the key, such as a SELECT of a whole table.
      json.append("\n          ]\n        },\n        \"Null\": {\n")
          .append("          \"dynamodb:LeadingKeys\": \"false\"\n        }\n      }");
    }
    json.append("\n    }");
  }

  private static void list(List<String> values, String indent, StringBuilder json) {
    String separator = "\n";
    for (String value : values) {
      json.append(separator).append(indent).append(quoted(value));
      separator = ",\n";
    }
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted
            .append("\\u00")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
