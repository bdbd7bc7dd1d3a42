package dev.monotable.client;

import org.jspecify.annotations.Nullable;

/** Closes several resources. */
public final class Closing {
  private Closing() {}

  /**
   * Closes resources in their order, all of them even if closing some fails.
   *
   * @param resources null elements are ignored
   * @throws IllegalStateException if closing a resource failed
   */
  public static void all(@Nullable AutoCloseable... resources) {
    IllegalStateException failure = null;
    for (AutoCloseable resource : resources) {
      try {
        if (resource != null) {
          resource.close();
        }
      } catch (Exception e) {
        if (failure == null) {
          failure = new IllegalStateException("cannot close " + resource, e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
