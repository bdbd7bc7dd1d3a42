package dev.monotable.access;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An action that requests of DynamoDB's API need: a row of {@code actions.txt}. It is one of
 * DynamoDB, or one of Amazon S3 that DynamoDB needs on behalf of its caller.
 *
 * @param name the name without {@code dynamodb:}, or with the prefix of another service, such as
 *     {@code s3:GetObject}
 * @param resources the types of resources that a statement can name, such as {@code table}; empty
 *     if it has to name all
 * @param keys the condition keys of its requests in lower case, besides the global ones
 * @see <a
 *     href="https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html">Actions,
 *     resources, and condition keys for Amazon DynamoDB</a>
 */
public record IamAction(String name, List<String> resources, Set<String> keys) {
  /** The prefix of the actions of DynamoDB. */
  public static final String PREFIX = "dynamodb:";

  /** The key of the partition keys, and the keys that the guide says are the same and the like. */
  private static final List<String> LEADING =
      List.of(
          "leadingkeys",
          "firstpartitionkeyvalues",
          "secondpartitionkeyvalues",
          "thirdpartitionkeyvalues",
          "fourthpartitionkeyvalues");

  /** The condition keys that can have several values. */
  private static final Set<String> SEVERAL =
      Set.of(
          "dynamodb:attributes",
          "dynamodb:leadingkeys",
          "dynamodb:firstpartitionkeyvalues",
          "dynamodb:secondpartitionkeyvalues",
          "dynamodb:thirdpartitionkeyvalues",
          "dynamodb:fourthpartitionkeyvalues",
          "aws:calledvia",
          "aws:tagkeys");

  private static final Map<String, IamAction> ALL = new TreeMap<>();
  private static final Map<String, List<String>> OF_MEMBERS = new TreeMap<>();
  private static final Map<String, List<String>> ON_OBJECTS = new TreeMap<>();

  static {
    load();
  }

  /** Copies the collections. */
  public IamAction {
    resources = List.copyOf(resources);
    keys = Set.copyOf(keys);
  }

  /** Returns all actions of DynamoDB, by name. */
  public static List<IamAction> all() {
    List<IamAction> all = new ArrayList<>(ALL.values());
    all.removeIf(action -> !action.qualified().startsWith(PREFIX));
    return all;
  }

  /** Returns an action by its {@link #name}; null if there is none. */
  public static @Nullable IamAction find(String name) {
    return ALL.get(name);
  }

  /**
   * Returns the names of the actions that requests need besides those of their operations, by the
   * member that needs them; {@code ReplicaUpdates.Create} is a member of a member.
   */
  public static Map<String, List<String>> ofMembers() {
    return Collections.unmodifiableMap(OF_MEMBERS);
  }

  /** Returns the actions of Amazon S3 that an operation needs on behalf of its caller. */
  public static List<String> onObjects(String operation) {
    return ON_OBJECTS.getOrDefault(operation, List.of());
  }

  /** Returns whether a condition key can have several values in one request. */
  static boolean hasSeveral(String key) {
    return SEVERAL.contains(key);
  }

  /** Returns whether some action has a condition key. */
  static boolean isKnownKey(String key) {
    for (IamAction action : ALL.values()) {
      if (action.keys.contains(key)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the name as a policy contains it. */
  public String qualified() {
    return name.indexOf(':') < 0 ? PREFIX + name : name;
  }

  private static void load() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(IamAction.class.getResourceAsStream("actions.txt")),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          String[] columns = line.trim().split(" +");
          if (columns[0].equals("member")) {
            OF_MEMBERS.put(columns[1], list(columns[2]));
          } else if (columns[0].equals("objects")) {
            ON_OBJECTS.put(columns[1], list(columns[2]));
          } else {
            ALL.put(
                columns[0],
                new IamAction(
                    columns[0], list(columns[1]), keys(service(columns[0]), list(columns[2]))));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> list(String column) {
    return column.equals("-") ? List.of() : List.of(column.split(","));
  }

  private static String service(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? PREFIX : name.substring(0, colon + 1);
  }

  private static Set<String> keys(String service, List<String> names) {
    Set<String> keys = new TreeSet<>();
    for (String name : names) {
      String lower = name.toLowerCase(Locale.ROOT);
      switch (lower) {
        case "requesttag", "tagkeys" -> keys.add("aws:" + lower);
        case "leadingkeys" -> LEADING.forEach(key -> keys.add(PREFIX + key));
        default -> keys.add(service + lower);
      }
    }
    return keys;
  }

  /** Returns the actions whose names a pattern of a policy matches. */
  static List<IamAction> matching(Glob glob) {
    List<IamAction> matching = new ArrayList<>();
    for (IamAction action : ALL.values()) {
      if (glob.matches(action.qualified())) {
        matching.add(action);
      }
    }
    return matching;
  }
}
