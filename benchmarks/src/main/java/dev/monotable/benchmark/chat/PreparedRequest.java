package dev.monotable.benchmark.chat;

import dev.monotable.json.HttpRequest;
import org.jspecify.annotations.Nullable;

/** A reusable signed request, whose target and body are set before each use. */
public final class PreparedRequest implements HttpRequest {
  private static final byte[] NOTHING = {};

  private String authorization = authorization("AKID");
  private String target = "";
  private byte[] body = NOTHING;

  private static String authorization(String accessKey) {
    return "AWS4-HMAC-SHA256 Credential="
        + accessKey
        + "/20260101/us-east-1/dynamodb/aws4_request, "
        + "SignedHeaders=content-type;host;x-amz-date;x-amz-target, "
        + "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  }

  /** Sets the access key that signs the request, and returns this. */
  public PreparedRequest by(String accessKey) {
    authorization = authorization(accessKey);
    return this;
  }

  /** Sets the target and the body, and returns this. */
  public PreparedRequest with(String newTarget, byte[] newBody) {
    target = newTarget;
    body = newBody;
    return this;
  }

  @Override
  public String method() {
    return "POST";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public @Nullable String header(String name) {
    return switch (name) {
      case "x-amz-target" -> target;
      case "content-type" -> "application/x-amz-json-1.0";
      case "authorization" -> authorization;
      case "x-amz-date" -> "20260101T000000Z";
      default -> null;
    };
  }

  @Override
  public byte[] body() {
    return body;
  }
}
