package dev.monotable.engine.observe;

import java.util.List;

/**
 * A condition on the key of a table or index, all of whose terms hold. The terms are in the order
 * of the key schema: the partition key first.
 */
public record KeyRestriction(List<KeyTerm> terms) {
  public KeyRestriction {
    terms = List.copyOf(terms);
  }

  /** Returns the condition as an expression, such as {@code PK = "a" and begins_with(SK, "b")}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (KeyTerm term : terms) {
      text.append(text.length() == 0 ? "" : " and ").append(term);
    }
    return text.toString();
  }
}
