package dev.monotable.http.access;

import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.RequestIds;

/** The replies that a connection gives without asking a service. Thread-safe. */
public final class ConnectionReplies {
  private static final String JSON = "application/json";
  private static final String AMAZON_JSON = "application/x-amz-json-1.0";

  private final RequestIds ids = new RequestIds(0x636f6e6e6563746fL);

  /**
   * Replies to a malformed request. The connection must be closed afterwards.
   *
   * @param body JSON, or empty
   */
  public void refuse(int status, String body, HttpReply reply) {
    begin(reply);
    reply.answer(body.isEmpty() ? HttpAnswer.of(status) : HttpAnswer.of(status, AMAZON_JSON, body));
    reply.close();
  }

  /**
   * Replies to a request that is not admitted, with status 403 and an AccessDeniedException.
   *
   * @param message of printable ASCII characters
   */
  void forbid(String message, HttpReply reply) {
    begin(reply);
    reply.answer(
        HttpAnswer.of(403, JSON, error(ErrorCode.ACCESS_DENIED.wireType(), "Message", message)));
  }

  /** Replies to a request that a service has failed to answer. The client gets no details. */
  void fail(HttpReply reply) {
    begin(reply);
    reply.answer(
        HttpAnswer.of(
            500,
            JSON,
            error(ErrorCode.INTERNAL_SERVER_ERROR.wireType(), "message", "Internal server error")));
  }

  /** Replies to a preflight request of a browser, with status 200 and an empty body. */
  void acknowledge(HttpReply reply) {
    begin(reply);
    reply.answer(HttpAnswer.of(200));
  }

  private void begin(HttpReply reply) {
    reply.reset();
    reply.identify(ids);
  }

  private static String error(String type, String member, String message) {
    String escaped = message.replace("\\", "\\\\").replace("\"", "\\\"");
    return "{\"__type\":\"" + type + "\",\"" + member + "\":\"" + escaped + "\"}";
  }
}
