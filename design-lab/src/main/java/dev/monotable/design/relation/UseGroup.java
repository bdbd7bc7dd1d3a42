package dev.monotable.design.relation;

import dev.monotable.design.model.Shape;
import java.util.List;

/**
 * Shapes that were requested together: the actions of a batch or transaction, or a Query and the
 * batch or transaction whose keys come from its results.
 *
 * @param shapes two or more, in the order in which they were requested first
 * @param uses how often they were requested together
 * @param counts the number of requests or actions of each shape in all of these uses
 */
public record UseGroup(List<Shape> shapes, long uses, List<Long> counts) {
  public UseGroup {
    shapes = List.copyOf(shapes);
    counts = List.copyOf(counts);
  }
}
