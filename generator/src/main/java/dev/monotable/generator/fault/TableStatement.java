package dev.monotable.generator.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement of a file of the table: {@code head: text}, and indented fields and continued lines.
 *
 * @param place the file and the line of the head, for error messages
 * @param afterEmpty whether an empty line is before it
 * @param lines the number of lines
 * @param text the lines after the head, joined by spaces
 * @param fields the other texts, by the key before them
 */
record TableStatement(
    String place,
    String head,
    boolean afterEmpty,
    int lines,
    String text,
    Map<String, String> fields) {
  private static final int MOST_COLUMNS = 110;
  private static final Pattern FIELD = Pattern.compile("  ([a-z]+): (.*)");
  private static final List<String> KEYS = List.of("about", "source", "regional", "classic");

  /**
   * Returns the statements of a file. Lines that begin with {@code #} are ignored.
   *
   * @throws IllegalArgumentException if a line is too long, or neither begins a statement nor
   *     continues one
   */
  static List<TableStatement> parse(String file, List<String> lines) {
    List<TableStatement> statements = new ArrayList<>();
    Reader reader = new Reader();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String place = file + ":" + (i + 1);
      if (line.length() > MOST_COLUMNS) {
        throw new IllegalArgumentException(
            place + ": " + line.length() + " characters; a line has at most " + MOST_COLUMNS);
      }
      if (line.isBlank()) {
        reader.end(statements);
        reader.afterEmpty = true;
      } else if (line.startsWith(" ")) {
        reader.add(place, line);
      } else if (!line.startsWith("#")) {
        reader.end(statements);
        reader.begin(place, line);
      }
    }
    reader.end(statements);
    return statements;
  }

  /** Returns a field; empty if there is none. */
  String field(String key) {
    return fields.getOrDefault(key, "");
  }

  /** Returns an exception that names the file and the line. */
  IllegalArgumentException error(String problem) {
    return new IllegalArgumentException(place + ": " + problem);
  }

  /** The statement that is being read. */
  private static final class Reader {
    private String place = "";
    private String head = "";
    private boolean afterEmpty;
    private int count;
    private String key = "";
    private Map<String, String> texts = new LinkedHashMap<>();

    void begin(String newPlace, String line) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new IllegalArgumentException(newPlace + ": no colon after the name: " + line);
      }
      place = newPlace;
      head = line.substring(0, colon).strip();
      count = 1;
      key = "";
      texts = new LinkedHashMap<>(Map.of(key, line.substring(colon + 1).strip()));
    }

    void add(String at, String line) {
      if (head.isEmpty()) {
        throw new IllegalArgumentException(at + ": an indented line without a name before it");
      }
      count++;
      Matcher field = FIELD.matcher(line);
      if (field.matches() && KEYS.contains(field.group(1))) {
        key = field.group(1);
        if (texts.put(key, field.group(2).strip()) != null) {
          throw new IllegalArgumentException(at + ": a second " + key);
        }
      } else {
        texts.merge(key, line.strip(), (old, next) -> old.isEmpty() ? next : old + " " + next);
      }
    }

    void end(List<TableStatement> statements) {
      if (!head.isEmpty()) {
        Map<String, String> fields = new LinkedHashMap<>(texts);
        String text = String.valueOf(fields.remove(""));
        statements.add(new TableStatement(place, head, afterEmpty, count, text, fields));
        afterEmpty = false;
        head = "";
      }
    }
  }
}
