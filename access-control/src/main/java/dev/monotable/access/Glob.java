package dev.monotable.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pattern in which {@code *} stands for any characters and {@code ?} for one. The pieces between
 * the asterisks are found one after the other, each at its first place. A piece without {@code ?}
 * is found by the algorithm of Knuth, Morris and Pratt, so that the time of a match is linear in
 * the lengths of the text and the pattern, regardless of what both contain. Nothing is compiled to
 * a regular expression. Immutable.
 */
final class Glob {
  /** The pieces between asterisks; the first and the last may be empty. */
  private final List<Piece> pieces;

  private final boolean ignoreCase;

  /** Characters without an asterisk. */
  private static final class Piece {
    private final char[] characters;

    /** The places where any character matches; null if nowhere. */
    private final boolean @Nullable [] any;

    /** For each prefix, the length of its longest border; null with {@link #any}. */
    private final int @Nullable [] borders;

    Piece(char[] characters, boolean @Nullable [] any) {
      this.characters = characters;
      this.any = any;
      this.borders = any == null ? borders(characters) : null;
    }

    private static int[] borders(char[] pattern) {
      int[] borders = new int[pattern.length];
      int length = 0;
      for (int i = 1; i < pattern.length; i++) {
        while (length > 0 && pattern[i] != pattern[length]) {
          length = borders[length - 1];
        }
        if (pattern[i] == pattern[length]) {
          length++;
        }
        borders[i] = length;
      }
      return borders;
    }

    int length() {
      return characters.length;
    }

    boolean isAt(String text, int at) {
      for (int i = 0; i < characters.length; i++) {
        if ((any == null || !any[i]) && text.charAt(at + i) != characters[i]) {
          return false;
        }
      }
      return true;
    }

    /** Returns the first place from an index on, whose end is not after another; or -1. */
    int find(String text, int from, int end) {
      int[] known = borders;
      if (known == null) {
        for (int at = from; at + characters.length <= end; at++) {
          if (isAt(text, at)) {
            return at;
          }
        }
        return -1;
      }
      int matched = 0;
      for (int i = from; i < end; i++) {
        if (matched == characters.length) {
          break;
        }
        while (matched > 0 && text.charAt(i) != characters[matched]) {
          matched = known[matched - 1];
        }
        if (text.charAt(i) == characters[matched]) {
          matched++;
          if (matched == characters.length) {
            return i + 1 - matched;
          }
        }
      }
      return matched == characters.length && from <= end ? from : -1;
    }
  }

  private Glob(List<Piece> pieces, boolean ignoreCase) {
    this.pieces = pieces;
    this.ignoreCase = ignoreCase;
  }

  /** Returns the pattern of a text in which all asterisks and question marks are wildcards. */
  static Glob of(String pattern, boolean ignoreCase) {
    Builder builder = new Builder(ignoreCase);
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '*') {
        builder.anyCharacters();
      } else if (c == '?') {
        builder.anyCharacter();
      } else {
        builder.literal(String.valueOf(c));
      }
    }
    return builder.build();
  }

  /** Returns whether the whole text matches. */
  boolean matches(String original) {
    String text = ignoreCase ? original.toLowerCase(Locale.ROOT) : original;
    Piece first = pieces.get(0);
    if (pieces.size() == 1) {
      return text.length() == first.length() && first.isAt(text, 0);
    }
    Piece last = pieces.get(pieces.size() - 1);
    int end = text.length() - last.length();
    if (end < first.length() || !first.isAt(text, 0) || !last.isAt(text, end)) {
      return false;
    }
    int at = first.length();
    for (int i = 1; i < pieces.size() - 1; i++) {
      Piece piece = pieces.get(i);
      int found = piece.length() == 0 ? at : piece.find(text, at, end);
      if (found < 0) {
        return false;
      }
      at = found + piece.length();
    }
    return true;
  }

  /** Builds a pattern from left to right. */
  static final class Builder {
    private final boolean ignoreCase;
    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder characters = new StringBuilder();
    private final StringBuilder wildcards = new StringBuilder();
    private boolean hasWildcards;

    Builder(boolean ignoreCase) {
      this.ignoreCase = ignoreCase;
    }

    Builder literal(String text) {
      characters.append(ignoreCase ? text.toLowerCase(Locale.ROOT) : text);
      while (wildcards.length() < characters.length()) {
        wildcards.append(' ');
      }
      return this;
    }

    Builder anyCharacter() {
      characters.append('?');
      wildcards.append('?');
      hasWildcards = true;
      return this;
    }

    Builder anyCharacters() {
      endPiece();
      return this;
    }

    private void endPiece() {
      boolean[] any = null;
      if (hasWildcards) {
        any = new boolean[wildcards.length()];
        for (int i = 0; i < any.length; i++) {
          any[i] = wildcards.charAt(i) == '?';
        }
      }
      pieces.add(new Piece(characters.toString().toCharArray(), any));
      characters.setLength(0);
      wildcards.setLength(0);
      hasWildcards = false;
    }

    Glob build() {
      endPiece();
      return new Glob(List.copyOf(pieces), ignoreCase);
    }
  }
}
