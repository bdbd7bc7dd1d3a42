package dev.monotable.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A complete answer of an {@link HttpService}: a status, headers, and a body in memory. */
public final class HttpAnswer {
  private static final byte[] NO_BODY = {};

  private final int status;
  private final @Nullable String contentType;
  private final byte[] body;
  private final List<Map.Entry<String, String>> headers;

  private HttpAnswer(
      int status,
      @Nullable String contentType,
      byte[] body,
      List<Map.Entry<String, String>> headers) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
  }

  /** Returns an answer without a body. */
  public static HttpAnswer of(int status) {
    return new HttpAnswer(status, null, NO_BODY, List.of());
  }

  /**
   * Returns an answer with a body, which is not copied.
   *
   * @param contentType such as {@code application/json}
   */
  public static HttpAnswer of(int status, String contentType, byte[] body) {
    return new HttpAnswer(status, contentType, body, List.of());
  }

  /** Returns an answer with a text in UTF-8. */
  public static HttpAnswer of(int status, String contentType, String text) {
    return of(status, contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns this answer with one more header. */
  public HttpAnswer withHeader(String name, String value) {
    List<Map.Entry<String, String>> more = new ArrayList<>(headers);
    more.add(Map.entry(name, value));
    return new HttpAnswer(status, contentType, body, List.copyOf(more));
  }

  /** Returns an answer that says that the client has this one already. */
  HttpAnswer notModified() {
    return new HttpAnswer(304, null, NO_BODY, headers);
  }

  /** Returns the value of a header, or null. */
  @Nullable String header(String name) {
    for (Map.Entry<String, String> header : headers) {
      if (header.getKey().equals(name)) {
        return header.getValue();
      }
    }
    return null;
  }

  int status() {
    return status;
  }

  @Nullable String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }

  List<Map.Entry<String, String>> headers() {
    return headers;
  }
}
