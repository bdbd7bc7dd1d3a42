package dev.monotable.expression;

import java.util.List;

/**
 * A document path as written. {@code info.#n[2]} has three elements. The first is never an index.
 *
 * @param elements at least one
 */
public record DocumentPath(List<PathElement> elements) {
  public DocumentPath {
    elements = List.copyOf(elements);
    if (elements.isEmpty() || elements.get(0) instanceof PathElement.Index) {
      throw new IllegalArgumentException("a document path must begin with a name");
    }
  }
}
