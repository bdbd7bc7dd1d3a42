package dev.monotable.design.model;

import java.util.List;

/**
 * Decides whether two key templates have a value in common, by walking both at the same time. Each
 * pair of positions is visited once.
 */
final class TemplateOverlap {
  private final List<Element> one;
  private final List<Element> other;
  private final boolean[][] visited;

  /**
   * One character, or any number of characters.
   *
   * @param literal the character; 0 for any character
   * @param excluded the characters that a field does not contain
   * @param repeated whether it stands for any number of characters, including none
   */
  record Element(char literal, String excluded, boolean repeated) {
    static Element of(char literal) {
      return new Element(literal, "", false);
    }

    static Element any(String excluded, boolean repeated) {
      return new Element((char) 0, excluded, repeated);
    }

    boolean meets(Element element) {
      if (literal != 0 && element.literal != 0) {
        return literal == element.literal;
      }
      if (literal != 0) {
        return element.excluded.indexOf(literal) < 0;
      }
      return element.literal == 0 || excluded.indexOf(element.literal) < 0;
    }
  }

  TemplateOverlap(List<Element> one, List<Element> other) {
    this.one = one;
    this.other = other;
    this.visited = new boolean[one.size() + 1][other.size() + 1];
  }

  boolean exists() {
    return walk(0, 0);
  }

  private boolean walk(int i, int j) {
    if (visited[i][j]) {
      return false;
    }
    visited[i][j] = true;
    if (i == one.size() && j == other.size()) {
      return true;
    }
    Element left = i < one.size() ? one.get(i) : null;
    Element right = j < other.size() ? other.get(j) : null;
    if (left != null && left.repeated() && walk(i + 1, j)) {
      return true;
    }
    if (right != null && right.repeated() && walk(i, j + 1)) {
      return true;
    }
    return left != null
        && right != null
        && left.meets(right)
        && walk(left.repeated() ? i : i + 1, right.repeated() ? j : j + 1);
  }
}
