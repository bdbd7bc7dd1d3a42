package dev.monotable.access.signature;

import dev.monotable.json.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A request as a front end passes it: the characters of its head are the bytes that were sent. */
final class ReceivedText implements HttpRequest {
  private final String method;
  private final String path;
  private final List<Map.Entry<String, String>> headers = new ArrayList<>();
  private byte[] body = new byte[0];

  ReceivedText(String method, String path) {
    this.method = method;
    this.path = bytes(path);
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** Adds a header. */
  ReceivedText header(String name, String value) {
    headers.add(Map.entry(name, bytes(value)));
    return this;
  }

  /** Changes the values of a header. */
  void replace(String name, UnaryOperator<String> change) {
    headers.replaceAll(
        header ->
            header.getKey().equalsIgnoreCase(name)
                ? Map.entry(header.getKey(), change.apply(header.getValue()))
                : header);
  }

  /** Sets the body. */
  ReceivedText body(String text) {
    body = text.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public @Nullable String header(String name) {
    List<String> all = headers(name);
    return all.isEmpty() ? null : all.get(0);
  }

  @Override
  public List<String> headers(String name) {
    return headers.stream()
        .filter(header -> header.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public String toString() {
    return method + " " + path + " " + headers + " " + new String(body, StandardCharsets.UTF_8);
  }
}
