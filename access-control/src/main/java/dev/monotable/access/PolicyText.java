package dev.monotable.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A text in a policy, which may contain variables such as {@code ${aws:PrincipalTag/tenant}} and,
 * depending on where it is, wildcards.
 *
 * @param raw the text as it is written
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html">IAM
 *     policy elements: Variables and tags</a>
 */
record PolicyText(String raw, List<Part> parts) {
  PolicyText {
    parts = List.copyOf(parts);
  }

  /** A part of a text. */
  sealed interface Part {}

  /** Characters without a meaning. */
  record Literal(String text) implements Part {}

  /** An asterisk that is not in a variable. */
  record AnyCharacters() implements Part {}

  /** A question mark that is not in a variable. */
  record AnyCharacter() implements Part {}

  /**
   * A variable.
   *
   * @param key the condition key in lower case
   * @param ifMissing the default value; null if there is none
   */
  record Variable(String key, @Nullable String ifMissing) implements Part {}

  /**
   * Reads a text.
   *
   * @param variables whether the policy has variables: its version is 2012-10-17
   */
  static PolicyText of(String raw, boolean variables) {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int i = 0;
    while (i < raw.length()) {
      char c = raw.charAt(i);
      int end = variables && c == '$' && raw.startsWith("${", i) ? raw.indexOf('}', i) : -1;
      if (end > 0) {
        Part part = variable(raw.substring(i + 2, end));
        if (part instanceof Literal escaped) {
          literal.append(escaped.text());
        } else {
          flush(literal, parts);
          parts.add(part);
        }
        i = end + 1;
        continue;
      }
      if (c == '*' || c == '?') {
        flush(literal, parts);
        parts.add(c == '*' ? new AnyCharacters() : new AnyCharacter());
      } else {
        literal.append(c);
      }
      i++;
    }
    flush(literal, parts);
    return new PolicyText(raw, parts);
  }

  private static void flush(StringBuilder literal, List<Part> parts) {
    if (literal.length() > 0) {
      parts.add(new Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  /** Reads what is between the braces: a key, a key with a default, or an escaped character. */
  private static Part variable(String content) {
    if (content.equals("*") || content.equals("?") || content.equals("$")) {
      return new Literal(content);
    }
    int comma = content.indexOf(',');
    String key = (comma < 0 ? content : content.substring(0, comma)).strip();
    String ifMissing = null;
    if (comma >= 0) {
      String rest = content.substring(comma + 1).strip();
      if (rest.length() >= 2 && rest.startsWith("'") && rest.endsWith("'")) {
        ifMissing = rest.substring(1, rest.length() - 1);
      }
    }
    return new Variable(key.toLowerCase(Locale.ROOT), ifMissing);
  }

  /** Returns whether the text contains a variable. */
  boolean hasVariables() {
    for (Part part : parts) {
      if (part instanceof Variable) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the text contains a wildcard. */
  boolean hasWildcards() {
    for (Part part : parts) {
      if (part instanceof AnyCharacters || part instanceof AnyCharacter) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the text with the values of its variables, in which wildcards have no meaning.
   *
   * @return null if a variable has no value
   */
  @Nullable String text(ContextKeys context) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      String value =
          part instanceof AnyCharacters
              ? "*"
              : part instanceof AnyCharacter ? "?" : value(part, context);
      if (value == null) {
        return null;
      }
      text.append(value);
    }
    return text.toString();
  }

  /**
   * Returns the pattern with the values of its variables. A wildcard in a value is a character like
   * any other.
   *
   * @return null if a variable has no value
   */
  @Nullable Glob glob(ContextKeys context) {
    Glob.Builder glob = new Glob.Builder(false);
    for (Part part : parts) {
      if (part instanceof AnyCharacters) {
        glob.anyCharacters();
      } else if (part instanceof AnyCharacter) {
        glob.anyCharacter();
      } else {
        String value = value(part, context);
        if (value == null) {
          return null;
        }
        glob.literal(value);
      }
    }
    return glob.build();
  }

  /** Returns the value of a variable: that of a key with one value, or the default. */
  private static @Nullable String value(Part part, ContextKeys context) {
    if (part instanceof Literal literal) {
      return literal.text();
    }
    Variable variable = (Variable) part;
    ContextKeys.Value value = context.find(variable.key());
    return value == null || value.several() || value.values().isEmpty()
        ? variable.ifMissing()
        : value.values().get(0);
  }

  @Override
  public String toString() {
    return raw;
  }
}
