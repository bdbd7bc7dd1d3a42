package dev.monotable.http.access;

import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.json.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a page that the server itself has sent. */
record OwnPageRequest(HttpRequest received) implements HttpRequest {
  @Override
  public boolean isOfOwnPage() {
    return true;
  }

  @Override
  public String method() {
    return received.method();
  }

  @Override
  public String path() {
    return received.path();
  }

  @Override
  public @Nullable String header(String name) {
    return received.header(name);
  }

  @Override
  public List<String> headers(String name) {
    return received.headers(name);
  }

  @Override
  public @Nullable String address() {
    return received.address();
  }

  @Override
  public @Nullable String sourceIp() {
    return received.sourceIp();
  }

  @Override
  public boolean isSecure() {
    return received.isSecure();
  }

  @Override
  public RequestHeaders kept() {
    return received.kept(); // a page of the server sends no request that is held
  }

  @Override
  public byte[] body() {
    return received.body();
  }

  @Override
  public int bodyStart() {
    return received.bodyStart();
  }

  @Override
  public int bodyEnd() {
    return received.bodyEnd();
  }
}
