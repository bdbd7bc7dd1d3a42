package dev.monotable.http;

import dev.monotable.json.HttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** The current request of a connection. The object is reused for the next request. */
final class ReceivedRequest implements HttpRequest {
  private static final byte[] NONE = new byte[0];

  private io.netty.handler.codec.http.@Nullable HttpRequest head;
  private byte[] body = NONE;
  private int bodyEnd;

  void set(io.netty.handler.codec.http.HttpRequest newHead, byte[] newBody, int length) {
    head = newHead;
    body = newBody;
    bodyEnd = length;
  }

  void clear() {
    head = null;
    body = NONE;
    bodyEnd = 0;
  }

  @Override
  public String method() {
    return head().method().name();
  }

  @Override
  public String path() {
    String uri = head().uri();
    if (uri.startsWith("/")) {
      return uri;
    }
    // The absolute form, as sent to a proxy: the path follows the authority.
    int authority = uri.indexOf("://");
    int path = authority < 0 ? -1 : uri.indexOf('/', authority + 3);
    return path < 0 ? "/" : uri.substring(path);
  }

  @Override
  public @Nullable String header(String name) {
    HttpHeaders headers = head().headers();
    return headers.get(name);
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public int bodyStart() {
    return 0;
  }

  @Override
  public int bodyEnd() {
    return bodyEnd;
  }

  private io.netty.handler.codec.http.HttpRequest head() {
    io.netty.handler.codec.http.HttpRequest current = head;
    if (current == null) {
      throw new IllegalStateException("a request is valid only while it is handled");
    }
    return current;
  }
}
