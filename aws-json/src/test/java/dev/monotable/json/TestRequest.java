package dev.monotable.json;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request as a front end passes it, with its body in the middle of a larger array. */
final class TestRequest implements HttpRequest {
  static final String CREDENTIAL = "AKID/20240101/us-east-1/dynamodb/aws4_request";
  static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential="
          + CREDENTIAL
          + ", SignedHeaders=host;x-amz-date;x-amz-target, Signature=0123abcd";
  private static final int MARGIN = 3;

  private final Map<String, String> headers = new TreeMap<>();
  private String method = "POST";
  private String path = "/";
  private byte[] body = new byte[2 * MARGIN];

  /** Creates a POST request without headers. */
  static TestRequest bare() {
    return new TestRequest();
  }

  /** Creates a signed call of an operation. Single quotes are replaced with double quotes. */
  static TestRequest call(String operation, String json) {
    return bare()
        .header("Content-Type", "application/x-amz-json-1.0")
        .header("X-Amz-Target", "DynamoDB_20120810." + operation)
        .header("X-Amz-Date", "20240101T000000Z")
        .header("Authorization", AUTHORIZATION)
        .body(json.replace('\'', '"'));
  }

  TestRequest method(String newMethod) {
    method = newMethod;
    return this;
  }

  TestRequest path(String newPath) {
    path = newPath;
    return this;
  }

  TestRequest header(String name, @Nullable String value) {
    if (value == null) {
      headers.remove(name.toLowerCase(Locale.ROOT));
    } else {
      headers.put(name.toLowerCase(Locale.ROOT), value);
    }
    return this;
  }

  TestRequest body(String text) {
    return body(text.getBytes(StandardCharsets.UTF_8));
  }

  TestRequest body(byte[] bytes) {
    body = new byte[bytes.length + 2 * MARGIN];
    java.util.Arrays.fill(body, (byte) '"');
    System.arraycopy(bytes, 0, body, MARGIN, bytes.length);
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
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public byte[] body() {
    return body;
  }

  @Override
  public int bodyStart() {
    return MARGIN;
  }

  @Override
  public int bodyEnd() {
    return body.length - MARGIN;
  }
}
