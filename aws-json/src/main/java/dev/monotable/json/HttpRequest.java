package dev.monotable.json;

import dev.monotable.engine.request.RequestHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An HTTP request as received, with a complete body that is not decompressed yet. */
public interface HttpRequest extends RequestHeaders {
  /** Returns the method in upper case, such as {@code POST}. */
  String method();

  /** Returns the path and query of the request line, such as {@code /}. */
  String path();

  /**
   * Returns the address that the request came to, which DescribeEndpoints returns: a host name or
   * IP address and possibly a port, such as {@code localhost:8000}; or null if it is not known. By
   * default, it is the header {@code Host}.
   */
  default @Nullable String address() {
    String host = header("host");
    return host == null || host.isEmpty() ? null : host;
  }

  /**
   * Returns all headers with a name, in the order in which they were received. By default, it is
   * the first one.
   *
   * @param name in lower case; matched ignoring case
   */
  default List<String> headers(String name) {
    String first = header(name);
    return first == null ? List.of() : List.of(first);
  }

  /** Returns the names of all headers, as received. By default, they are not known. */
  default List<String> headerNames() {
    return List.of();
  }

  /** Returns the array that holds the body between {@link #bodyStart()} and {@link #bodyEnd()}. */
  byte[] body();

  /** Returns the index of the first byte of the body. By default, it is that of the array. */
  default int bodyStart() {
    return 0;
  }

  /** Returns the index after the last byte of the body. By default, it is the end of the array. */
  default int bodyEnd() {
    return body().length;
  }
}
