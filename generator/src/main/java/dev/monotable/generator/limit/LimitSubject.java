package dev.monotable.generator.limit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of a subject, such as an item.
 *
 * @param name the name of the method that returns them
 * @param about a phrase that follows "the limits of", and further sentences
 */
record LimitSubject(String name, String about, List<Limit> limits) {
  private static final Pattern HEAD = Pattern.compile("([a-z][A-Za-z]*): (.+)");
  private static final Pattern ROW =
      Pattern.compile(
          "  ([a-z][A-Za-z]*) \\| (int|long)( from 0)? \\| ([^|]+) \\| ([^|]+?)(?: \\| ([^|]+))?");

  /**
   * A limit.
   *
   * @param option its name in options
   * @param type {@code int} or {@code long}
   * @param value the default, an expression
   * @param about the meaning, with AWS's page
   */
  record Limit(
      String name, String option, String type, boolean mayBeZero, String value, String about) {}

  /**
   * Returns the subjects of a table.
   *
   * @throws IllegalArgumentException if a line is invalid, or a name occurs twice
   */
  static List<LimitSubject> parse(List<String> lines) {
    List<LimitSubject> subjects = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String row : rows(lines)) {
      Matcher head = HEAD.matcher(row);
      Matcher limit = ROW.matcher(row);
      String name;
      if (head.matches()) {
        name = head.group(1);
        subjects.add(new LimitSubject(name, head.group(2), new ArrayList<>()));
      } else if (limit.matches() && !subjects.isEmpty()) {
        LimitSubject subject = subjects.get(subjects.size() - 1);
        name =
            subject.name
                + "."
                + limit.group(1).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        String page = limit.group(6);
        subject.limits.add(
            new Limit(
                limit.group(1),
                name,
                limit.group(2),
                limit.group(3) != null,
                limit.group(4),
                limit.group(5) + (page == null ? "" : ". AWS page: " + page)));
      } else {
        throw new IllegalArgumentException("neither a subject nor a limit: " + row);
      }
      if (!names.add(name)) {
        throw new IllegalArgumentException(name + " occurs twice");
      }
    }
    return subjects;
  }

  /** Returns the lines with those that continue them, without comments. */
  private static List<String> rows(List<String> lines) {
    List<String> rows = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("   ") && !rows.isEmpty()) {
        rows.set(rows.size() - 1, rows.get(rows.size() - 1) + " " + line.strip());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        rows.add(line);
      }
    }
    return rows;
  }
}
