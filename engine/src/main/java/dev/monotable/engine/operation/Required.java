package dev.monotable.engine.operation;

import org.jspecify.annotations.Nullable;

/** Members that the constraints of the model require. */
public final class Required {
  private Required() {}

  /**
   * A member that is there, since the request passed the model's constraints.
   *
   * @throws IllegalStateException if it did not pass them
   */
  public static <T> T member(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("a required member is missing");
    }
    return value;
  }
}
