package dev.monotable.engine.request;

import org.jspecify.annotations.Nullable;

/** The headers of a request, of which those who observe it may read some. */
@FunctionalInterface
public interface RequestHeaders {
  /**
   * Returns the first header with a name, or null.
   *
   * @param name in lower case; matched ignoring case
   */
  @Nullable String header(String name);

  /** Returns the IP address that the request comes from; null if it is not known. */
  default @Nullable String sourceIp() {
    return null;
  }

  /** Returns whether the connection is encrypted. */
  default boolean isSecure() {
    return false;
  }

  /**
   * Returns whether a page that the server itself has sent has sent the request, as its browser
   * says. Other programs can say that too.
   */
  default boolean isOfOwnPage() {
    return false;
  }

  /** Returns these headers as ones that stay valid after the request was handled. */
  default RequestHeaders kept() {
    return this;
  }
}
