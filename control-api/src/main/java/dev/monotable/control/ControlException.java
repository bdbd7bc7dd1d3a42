package dev.monotable.control;

import dev.monotable.text.OneLine;

/** An error response of the control API. */
final class ControlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The types of errors, which clients can rely on. */
  enum Type {
    INVALID_REQUEST(400, "InvalidRequest"),
    TOKEN_REQUIRED(401, "TokenRequired"),
    FORBIDDEN(403, "Forbidden"),
    UNKNOWN_ROUTE(404, "UnknownRoute"),
    UNKNOWN_DATABASE(404, "UnknownDatabase"),
    UNKNOWN_SNAPSHOT(404, "UnknownSnapshot"),
    UNKNOWN_FAULT(404, "UnknownFault"),
    UNKNOWN_TABLE(404, "UnknownTable"),
    UNKNOWN_REQUEST(404, "UnknownRequest"),
    UNKNOWN_PRINCIPAL(404, "UnknownPrincipal"),
    UNKNOWN_MAPPING(404, "UnknownEventSourceMapping"),
    UNKNOWN_EXPLORATION(404, "UnknownExploration"),
    METHOD_NOT_ALLOWED(405, "MethodNotAllowed"),
    REQUEST_TIMEOUT(408, "RequestTimeout"),
    LIMIT_EXCEEDED(409, "LimitExceeded"),
    NOT_DROPPABLE(409, "NotDroppable"),
    NOT_DRAINED(409, "NotDrained"),
    REQUEST_TOO_LARGE(413, "RequestTooLarge"),
    FILE_INVALID(422, "InvalidFile"),
    INTERNAL(500, "InternalError"),
    /** Later, the same request may succeed. */
    UNAVAILABLE(503, "Unavailable");

    private final int status;
    private final String label;

    Type(int status, String label) {
      this.status = status;
      this.label = label;
    }

    int status() {
      return status;
    }

    String label() {
      return label;
    }
  }

  private final Type type;

  ControlException(Type type, String message) {
    super(message, null, false, false);
    this.type = type;
  }

  /** Returns the error of a request for which there is no memory. */
  static ControlException memoryFull() {
    return new ControlException(
        Type.UNAVAILABLE,
        "The server's memory is full: drop databases, delete items, send smaller files, or start it"
            + " with a larger heap (JAVA_OPTS=-Xmx...)");
  }

  /** Returns the error of a request to a database that does not exist. */
  static ControlException unknownDatabase(String id) {
    return new ControlException(
        Type.UNKNOWN_DATABASE, "There is no database '" + OneLine.quote(id) + "', or it has ended");
  }

  /** Returns an error of the request itself. */
  static ControlException invalid(String message) {
    return new ControlException(Type.INVALID_REQUEST, message);
  }

  Type type() {
    return type;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
