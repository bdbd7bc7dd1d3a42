package dev.monotable.engine.expression;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalJson;

/** A document path whose names are known. */
final class BoundPath {
  final PathStep[] steps;

  BoundPath(PathStep... steps) {
    this.steps = steps;
  }

  String topLevelName() {
    return steps[0].name;
  }

  boolean isTopLevel() {
    return steps.length == 1;
  }

  /** Returns the offset of the value at this path, or -1. Allocates nothing. */
  int resolve(byte[] item) {
    return resolve(item, steps.length);
  }

  /**
   * Returns the offset of the value that contains the last step, or -1. Not for top-level paths.
   */
  int resolveParent(byte[] item) {
    return resolve(item, steps.length - 1);
  }

  private int resolve(byte[] item, int length) {
    int at = CanonicalJson.find(item, 0, steps[0].quoted);
    for (int i = 1; i < length && at >= 0; i++) {
      at = child(item, at, steps[i]);
    }
    return at;
  }

  private static int child(byte[] item, int at, PathStep step) {
    AttributeType type = CanonicalJson.type(item, at);
    if (step.isName()) {
      return type == AttributeType.M
          ? CanonicalJson.find(item, CanonicalJson.mapOf(item, at), step.quoted)
          : -1;
    }
    return type == AttributeType.L ? CanonicalJson.element(item, at, step.index) : -1;
  }

  boolean isSameAs(BoundPath other) {
    if (steps.length != other.steps.length) {
      return false;
    }
    for (int i = 0; i < steps.length; i++) {
      if (!steps[i].isSameAs(other.steps[i])) {
        return false;
      }
    }
    return true;
  }

  /** Returns the path as AWS formats it: {@code [a, [0], b]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (PathStep step : steps) {
      text.append(text.length() == 1 ? "" : ", ").append(step);
    }
    return text.append(']').toString();
  }
}
