package dev.monotable.engine.expression;

import dev.monotable.value.Item;
import java.util.List;

/** A projection with its names. Immutable. */
public final class BoundProjection {
  BoundProjection() {}

  /** A projection on whole top-level attributes, as of AttributesToGet or of an index. */
  public static BoundProjection ofAttributes(List<String> names) {
    throw new UnsupportedOperationException(names.toString());
  }

  /** The part of the item that the paths select; empty where nothing is there. */
  public Item project(Item item) {
    throw new UnsupportedOperationException();
  }

  /** The top-level attributes that the projection reads, in order, each once. */
  public List<String> topLevelNames() {
    throw new UnsupportedOperationException();
  }
}
