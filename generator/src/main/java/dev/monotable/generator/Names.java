package dev.monotable.generator;

import java.util.Locale;

/** Converts names of the model to names in Java. */
public final class Names {
  private Names() {}

  /**
   * Returns the name of a component: {@code TableName} as {@code tableName}, {@code
   * SSESpecification} as {@code sseSpecification}.
   */
  static String component(String member) {
    int capitals = 0;
    while (capitals < member.length() && Character.isUpperCase(member.charAt(capitals))) {
      capitals++;
    }
    int lowered = capitals <= 1 || capitals == member.length() ? capitals : capitals - 1;
    if (capitals > 1
        && capitals < member.length()
        && !Character.isLetter(member.charAt(capitals))) {
      lowered = capitals;
    }
    return member.substring(0, lowered).toLowerCase(Locale.ROOT) + member.substring(lowered);
  }

  /**
   * Returns the name of a constant: {@code PutItem} or {@code put-item} as {@code PUT_ITEM}; a name
   * in capitals is unchanged.
   */
  static String constant(String name) {
    StringBuilder constant = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c)) {
        constant.append('_');
        continue;
      }
      if (i > 0 && Character.isUpperCase(c) && Character.isLowerCase(name.charAt(i - 1))) {
        constant.append('_');
      }
      constant.append(Character.toUpperCase(c));
    }
    return constant.toString();
  }

  /** Returns a Java string literal. */
  public static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        literal.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        literal.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
      } else {
        literal.append(c);
      }
    }
    return literal.append('"').toString();
  }
}
