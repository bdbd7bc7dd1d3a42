package dev.monotable.json;

import org.jspecify.annotations.Nullable;

/** An HTTP request as received, with a complete body that is not decompressed yet. */
public interface HttpRequest {
  /** Returns the method in upper case, such as {@code POST}. */
  String method();

  /** Returns the path and query of the request line, such as {@code /}. */
  String path();

  /**
   * Returns the first header with a name, or null.
   *
   * @param name in lower case; matched ignoring case
   */
  @Nullable String header(String name);

  /** The array that holds the body between {@link #bodyStart()} and {@link #bodyEnd()}. */
  byte[] body();

  int bodyStart();

  int bodyEnd();
}
