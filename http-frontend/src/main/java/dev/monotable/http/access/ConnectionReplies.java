package dev.monotable.http.access;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpService;
import dev.monotable.json.RequestIds;
import org.jspecify.annotations.Nullable;

/**
 * The replies that a connection gives without asking a service. If the service behind the path is
 * known, an error has the form of its errors. Thread-safe.
 */
public final class ConnectionReplies {
  private static final String JSON = "application/json";
  private static final String AMAZON_JSON = "application/x-amz-json-1.0";

  private static final String INTERNAL_ERROR = "Internal server error";
  private static final String MEMORY_FULL =
      "The server's memory is full: send fewer large requests at a time, or start it with a larger"
          + " heap (JAVA_OPTS=-Xmx...)";

  private final RequestIds ids = new RequestIds(0x636f6e6e6563746fL);

  /**
   * Replies to a request that no service gets. The connection must be closed afterwards.
   *
   * @param service what is behind the path; null if the path is not known
   * @param body JSON, or empty: the answer in the form of DynamoDB
   */
  public void reject(
      @Nullable HttpService service, int status, String reason, String body, HttpReply reply) {
    answer(
        service,
        status,
        reason,
        body.isEmpty() ? HttpAnswer.of(status) : HttpAnswer.of(status, AMAZON_JSON, body),
        reply);
    reply.close();
  }

  private void answer(
      @Nullable HttpService service, int status, String reason, HttpAnswer usual, HttpReply reply) {
    reply.reset();
    HttpAnswer own = service == null ? null : own(service, status, reason);
    if (own == null) {
      reply.identify(ids);
    }
    reply.answer(own == null ? usual : own);
  }

  private static @Nullable HttpAnswer own(HttpService service, int status, String reason) {
    try {
      return service.rejection(status, reason);
    } catch (RuntimeException e) {
      return null; // it may be the service that has just failed
    }
  }

  /**
   * Replies to a request that is not admitted, with status 403 and an AccessDeniedException.
   *
   * @param message of printable ASCII characters
   */
  void forbid(HttpService service, String message, HttpReply reply) {
    answer(
        service,
        403,
        message,
        HttpAnswer.of(403, JSON, error(ErrorCode.ACCESS_DENIED.wireType(), "Message", message)),
        reply);
  }

  /** Replies to a request that a service has failed to answer. The client gets no details. */
  void fail(HttpService service, Throwable failure, HttpReply reply) {
    boolean full = failure instanceof OutOfMemoryError;
    answer(
        service,
        full ? 503 : 500,
        full ? MEMORY_FULL : INTERNAL_ERROR,
        HttpAnswer.of(
            500,
            JSON,
            error(ErrorCode.INTERNAL_SERVER_ERROR.wireType(), "message", INTERNAL_ERROR)),
        reply);
  }

  /** Replies to a preflight request of a browser, with status 200 and an empty body. */
  void acknowledge(HttpReply reply) {
    answer(null, 200, "", HttpAnswer.of(200), reply);
  }

  private static String error(String type, String member, String message) {
    String escaped = message.replace("\\", "\\\\").replace("\"", "\\\"");
    return "{\"__type\":\"" + type + "\",\"" + member + "\":\"" + escaped + "\"}";
  }
}
