package dev.monotable.design.draft;

import java.util.Locale;
import java.util.Set;

/** The words of names of tables. */
final class TableWords {
  /** Words that say where a table is, and not what it holds. */
  private static final Set<String> PLACES =
      Set.of("db", "dev", "development", "prod", "production", "stage", "staging", "table", "test");

  private TableWords() {}

  /**
   * Returns the name of what a table holds, by the last word of its name: {@code crud_bookings}
   * holds a {@code Booking}, {@code FlightsTable} a {@code Flight}. {@code Item} if no word says
   * so.
   */
  static String item(String table) {
    String[] words = table.split("[^A-Za-z0-9]+");
    for (int i = words.length - 1; i >= 0; i--) {
      String word = words[i].replaceFirst("(?<=.)(?:Table|_table)$", "");
      boolean letters = !word.isEmpty() && Character.isLetter(word.charAt(0));
      if (letters && !PLACES.contains(word.toLowerCase(Locale.ROOT))) {
        return FieldNames.camelCase(singular(word), true);
      }
    }
    return "Item";
  }

  private static String singular(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.endsWith("ies") && word.length() > 4) {
      return word.substring(0, word.length() - 3) + "y";
    }
    if (lower.endsWith("sses") || lower.endsWith("xes") || lower.endsWith("ches")) {
      return word.substring(0, word.length() - 2);
    }
    boolean plural =
        lower.endsWith("s")
            && !lower.endsWith("ss")
            && !lower.endsWith("us")
            && !lower.endsWith("is");
    return plural && word.length() > 3 ? word.substring(0, word.length() - 1) : word;
  }
}
