package dev.monotable.text;

import org.jspecify.annotations.Nullable;

/**
 * Returns the same text for the same characters, as long as they are few: files of many lines
 * repeat the names of tables and kinds in each line. Bounded; not thread-safe.
 */
public final class RecentWords {
  /** A power of two. */
  private static final int PLACES = 256;

  private static final int MAX_LENGTH = 48;

  private final @Nullable String[] words = new @Nullable String[PLACES];

  /** Creates an instance that knows no text. */
  public RecentWords() {}

  /** Returns the text of some characters. */
  String find(char[] characters, int from, int length) {
    if (length > MAX_LENGTH) {
      return new String(characters, from, length);
    }
    int hash = 0;
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + characters[i];
    }
    int place = (hash ^ hash >>> 8) & (PLACES - 1);
    String known = words[place];
    if (known == null || !isSame(known, characters, from, length)) {
      known = new String(characters, from, length);
      words[place] = known;
    }
    return known;
  }

  private static boolean isSame(String word, char[] characters, int from, int length) {
    if (word.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word.charAt(i) != characters[from + i]) {
        return false;
      }
    }
    return true;
  }
}
