package dev.monotable.cli.terminal;

import org.jspecify.annotations.Nullable;

/** Finds the name that a user probably meant. */
public final class NearName {
  private NearName() {}

  /**
   * Returns the candidate with the fewest edits, which insert, remove, replace or swap characters,
   * if these are at most a third of the name.
   */
  public static @Nullable String find(String name, Iterable<String> candidates) {
    String nearest = null;
    int fewest = name.length() / 3 + 1;
    for (String candidate : candidates) {
      int edits = edits(name, candidate);
      if (edits < fewest) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Returns the number of edits between two texts, in which no character is edited twice. */
  private static int edits(String left, String right) {
    int[][] edits = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replaced = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        int least = Math.min(edits[i - 1][j], edits[i][j - 1]) + 1;
        least = Math.min(least, edits[i - 1][j - 1] + replaced);
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          least = Math.min(least, edits[i - 2][j - 2] + 1);
        }
        edits[i][j] = least;
      }
    }
    return edits[left.length()][right.length()];
  }
}
