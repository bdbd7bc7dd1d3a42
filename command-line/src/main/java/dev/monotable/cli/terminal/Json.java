package dev.monotable.cli.terminal;

/** Text in JSON. */
public final class Json {
  private Json() {}

  /** Returns a string in quotes. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append("\\u00").append(Character.forDigit(c >> 4, 16));
        quoted.append(Character.forDigit(c & 15, 16));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
