package dev.monotable.json;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The checks of a request before its target is read, and the replies to health checks. */
final class Preface {
  static final String PLAIN_JSON = "application/json";
  private static final String NO_OPERATION = "<UnknownOperationException/>\n";

  private Preface() {}

  /**
   * Replies to a request that does not call an operation. Returns true if the request calls one.
   */
  static boolean passes(HttpRequest request, HttpReply reply, ExchangeConfig config) {
    String method = request.method();
    if (!method.equals("POST")) {
      if ((method.equals("GET") || method.equals("HEAD")) && isHealthCheck(request.path())) {
        if (!config.rootIsHealthy() && !request.path().startsWith("/health")) {
          throw new DynamoException(
              ErrorCode.MISSING_AUTHENTICATION_TOKEN, Authorization.MISSING_TOKEN);
        }
        health(request, reply, config);
      } else {
        text(reply, 404, null, NO_OPERATION);
      }
      return false;
    }
    if (request.bodyEnd() - request.bodyStart() > config.maxBodyBytes()) {
      tooLarge(reply);
      return false;
    }
    if (request.bodyEnd() > request.bodyStart() && !isJson(request.header("content-type"))) {
      text(reply, 404, null, NO_OPERATION);
      return false;
    }
    return true;
  }

  private static boolean isHealthCheck(String path) {
    return path.equals("/") || path.startsWith("/?") || path.startsWith("/health");
  }

  /**
   * Replies to the health check, as AWS's endpoints do. A browser gets a page that explains the
   * endpoint.
   */
  private static void health(HttpRequest request, HttpReply reply, ExchangeConfig config) {
    String accept = request.header("accept");
    if (accept != null && accept.contains("text/html")) {
      text(
          reply,
          200,
          "text/html; charset=utf-8",
          "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Monotable</title></head><body>\n"
              + "<h1>Monotable is running</h1>\n"
              + "<p>This is a DynamoDB endpoint for AWS SDKs and the AWS CLI, not a web page."
              + " Point them at it with <code>AWS_ENDPOINT_URL_DYNAMODB</code> or"
              + " <code>--endpoint-url</code>.</p>\n"
              + "</body></html>\n");
    } else {
      text(
          reply,
          200,
          "text/plain",
          "healthy: dynamodb." + config.defaultRegion() + ".amazonaws.com ");
    }
  }

  private static void text(HttpReply reply, int status, @Nullable String contentType, String body) {
    reply.writer().ascii(body);
    reply.finish(status, contentType);
  }

  /**
   * Replies to a body that is too long: on AWS, the reply is empty (architect/dynalite
   * test/connection.js).
   */
  static void tooLarge(HttpReply reply) {
    reply.finish(413, null);
    reply.close();
  }

  private static boolean isJson(@Nullable String contentType) {
    return contentType != null
        && (contentType.equals(HttpReply.JSON)
            || mediaType(contentType).equals(HttpReply.JSON)
            || mediaType(contentType).equals(PLAIN_JSON));
  }

  private static String mediaType(String contentType) {
    int semicolon = contentType.indexOf(';');
    return (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
  }

  /** Returns the content type of the reply, which is that of the request. */
  static String replyType(HttpRequest request) {
    String contentType = request.header("content-type");
    return contentType != null
            && (contentType.equals(HttpReply.JSON) || mediaType(contentType).equals(HttpReply.JSON))
        ? HttpReply.JSON
        : PLAIN_JSON;
  }
}
