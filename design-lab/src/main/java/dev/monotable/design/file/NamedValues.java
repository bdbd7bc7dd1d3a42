package dev.monotable.design.file;

import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.TermTemplate;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expressions with a name for each value, as in code: {@code rent BETWEEN :rent AND :rent2}. A
 * value is named by the attribute before it.
 */
final class NamedValues {
  private static final Pattern TOKEN = Pattern.compile("(\\{})|([A-Za-z_][A-Za-z0-9_]*)(\\s*\\()?");
  private static final Pattern WHOLE = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final Set<String> KEYWORDS =
      Set.of("SET", "ADD", "REMOVE", "DELETE", "AND", "OR", "NOT", "BETWEEN", "IN");

  private NamedValues() {}

  /** Returns an expression with names in place of <code>{}</code>. */
  static @Nullable String of(@Nullable String expression) {
    if (expression == null) {
      return null;
    }
    Set<String> used = new HashSet<>();
    StringBuilder named = new StringBuilder();
    String attribute = "value";
    Matcher tokens = TOKEN.matcher(expression);
    while (tokens.find()) {
      String word = tokens.group(2);
      if (word == null) {
        String name = attribute;
        for (int i = 2; !used.add(name); i++) {
          name = attribute + i;
        }
        tokens.appendReplacement(named, ":" + name);
      } else if (tokens.group(3) == null && !KEYWORDS.contains(word.toUpperCase(Locale.ROOT))) {
        attribute = word;
      }
    }
    return tokens.appendTail(named).toString();
  }

  /** Returns a key condition with {@code :name} in place of a value that is one field. */
  static String ofKey(KeyConditionTemplate key) {
    StringBuilder text = new StringBuilder();
    for (TermTemplate term : key.terms()) {
      boolean whole =
          term.values().stream().allMatch(value -> WHOLE.matcher(value.text()).matches());
      String condition = term.toString();
      text.append(text.length() == 0 ? "" : " and ")
          .append(whole ? WHOLE.matcher(condition).replaceAll(":$1") : condition);
    }
    return text.toString();
  }
}
