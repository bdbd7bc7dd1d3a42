package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rows of {@code operations.txt}, which say what each operation is. */
final class OperationRows {
  private static final String ACTIONS = "actions:";
  private static final String NONE = "-";
  private static final int COLUMNS = 6;

  private final Map<String, Row> rows;

  private OperationRows(Map<String, Row> rows) {
    this.rows = rows;
  }

  /**
   * Reads the rows.
   *
   * @throws IllegalArgumentException if a line is neither a row, actions, a comment nor empty, or
   *     if an operation has two rows
   */
  static OperationRows parse(List<String> lines) {
    Map<String, Row> rows = new LinkedHashMap<>();
    String last = "";
    for (String line : lines) {
      List<String> words = List.of(line.strip().split("\\s+"));
      if (line.isBlank() || line.startsWith("#")) {
        last = "";
      } else if (words.get(0).equals(ACTIONS) && rows.containsKey(last)) {
        rows.computeIfPresent(last, (name, row) -> row.withActions(words.subList(1, words.size())));
        last = "";
      } else if (words.size() == COLUMNS) {
        last = words.get(0);
        if (rows.put(last, Row.of(words)) != null) {
          throw new IllegalArgumentException(last + " has two rows");
        }
      } else {
        throw new IllegalArgumentException("not a row of " + COLUMNS + " columns: " + line);
      }
    }
    return new OperationRows(rows);
  }

  /**
   * Removes the row of an operation, and returns it.
   *
   * @throws IllegalArgumentException if the operation has no row
   */
  Row take(String operation) {
    Row row = rows.remove(operation);
    if (row == null) {
      throw new IllegalArgumentException(operation + " has no row");
    }
    return row;
  }

  /**
   * Checks that every row was taken.
   *
   * @throws IllegalArgumentException if there is a row without an operation
   */
  void requireUsed() {
    if (!rows.isEmpty()) {
      throw new IllegalArgumentException("not operations: " + rows.keySet());
    }
  }

  /** The traits of an operation, as words. */
  record Row(
      String name,
      String effect,
      String subject,
      String parts,
      List<String> features,
      List<Resource> resources,
      List<String> actions) {

    private static Row of(List<String> words) {
      return new Row(
          words.get(0),
          words.get(1),
          words.get(2),
          words.get(3),
          list(words.get(4)),
          list(words.get(5)).stream().map(Resource::of).toList(),
          List.of(words.get(0)));
    }

    private static List<String> list(String words) {
      return words.equals(NONE) ? List.of() : List.of(words.split(","));
    }

    private Row withActions(List<String> others) {
      return new Row(name, effect, subject, parts, features, resources, others);
    }

    /**
     * Checks that a request has the members which name resources.
     *
     * @throws IllegalArgumentException if it does not have one of them
     */
    void requireMembers(Collection<String> members) {
      for (Resource resource : resources) {
        if (!members.contains(resource.member())) {
          throw new IllegalArgumentException(name + " has no member " + resource.member());
        }
      }
    }

    /** Returns the expression that creates the traits. */
    String expression() {
      return "new OperationTraits("
          + String.join(
              ", ",
              constant("Effect", effect),
              constant("Subject", subject),
              constant("Parts", parts),
              listOf(features, feature -> constant("Feature", feature)),
              listOf(resources, Resource::expression),
              listOf(actions, Names::literal))
          + ")";
    }

    private static <T> String listOf(List<T> elements, Function<T, String> expression) {
      return elements.stream().map(expression).collect(Collectors.joining(", ", "List.of(", ")"));
    }
  }

  /** A member of the request that names a resource. */
  record Resource(String type, String member) {
    private static Resource of(String word) {
      int colon = word.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException("not TYPE:MEMBER: " + word);
      }
      return new Resource(word.substring(0, colon), word.substring(colon + 1));
    }

    private String expression() {
      return "new NamedResource(" + constant("ResourceType", type) + ", " + literal(member) + ")";
    }
  }

  private static String constant(String type, String word) {
    return type + "." + Names.constant(word);
  }
}
