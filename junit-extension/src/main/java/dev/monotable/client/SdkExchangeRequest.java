package dev.monotable.client;

import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Adapts requests of the AWS SDK to an exchange, and replies of the exchange to the AWS SDK. */
final class SdkExchangeRequest implements HttpRequest {
  private final SdkHttpRequest request;
  private final BodyBuffer body;

  SdkExchangeRequest(SdkHttpRequest request, BodyBuffer body) {
    this.request = request;
    this.body = body;
  }

  @Override
  public String method() {
    return request.method().name();
  }

  @Override
  public String path() {
    String query = request.encodedQueryParameters().orElse(null);
    String path = request.encodedPath().isEmpty() ? "/" : request.encodedPath();
    return query == null ? path : path + '?' + query;
  }

  @Override
  public @Nullable String header(String name) {
    return request.firstMatchingHeader(name).orElse(null);
  }

  @Override
  public byte[] body() {
    return body.bytes();
  }

  @Override
  public int bodyEnd() {
    return body.length();
  }

  /** Returns the status and the headers of a reply as the server would send them. */
  static SdkHttpResponse head(HttpReply reply) {
    SdkHttpResponse.Builder head =
        SdkHttpResponse.builder()
            .statusCode(reply.status())
            .putHeader("x-amzn-RequestId", reply.requestId())
            .putHeader("x-amz-crc32", Long.toString(reply.crc32()))
            .putHeader("Content-Length", Integer.toString(reply.bodyLength()));
    String contentType = reply.contentType();
    if (contentType != null) {
      head.putHeader("Content-Type", contentType);
    }
    String contentEncoding = reply.contentEncoding();
    if (contentEncoding != null) {
      head.putHeader("Content-Encoding", contentEncoding);
    }
    for (Map.Entry<String, String> extra : reply.extraHeaders()) {
      head.appendHeader(extra.getKey(), extra.getValue());
    }
    return head.build();
  }

  /** Returns the failure of a request whose connection an injected fault has dropped. */
  static IOException dropped() {
    return new IOException("the connection was closed before a response was received");
  }
}
