package dev.monotable.json;

import org.jspecify.annotations.Nullable;

/** One HTTP request as a front end received it, its body complete and not yet decompressed. */
public interface HttpRequest {
  /** The method in upper case, such as {@code POST}. */
  String method();

  /** The path and query of the request line, such as {@code /}. */
  String path();

  /**
   * The first header of that name, or null.
   *
   * @param name in lower case; matched without regard to case
   */
  @Nullable String header(String name);

  /** The array that holds the body between {@link #bodyStart()} and {@link #bodyEnd()}. */
  byte[] body();

  int bodyStart();

  int bodyEnd();
}
