package dev.monotable.http;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;

/** A response to bytes that are not a valid request. The connection is closed after it. */
enum HttpError {
  BAD_REQUEST(400, "BadRequestException", "The bytes received are not an HTTP/1.1 request."),
  TIMEOUT(408, "RequestTimeoutException", "The request did not arrive in time."),
  /** The response of AWS, which has no body: architect/dynalite {@code test/connection.js}. */
  TOO_LARGE(413, "The body is too long."),
  LINE_TOO_LONG(400, "RequestEntityTooLargeException", "The request line is too long."),
  EXPECTATION_FAILED(417, "BadRequestException", "Only the expectation 100-continue can be met."),
  HEADERS_TOO_LARGE(400, "RequestEntityTooLargeException", "The headers are too long."),
  INTERNAL(500, "InternalServerError", "The request failed for an internal reason."),
  STOPPING(503, "ServiceUnavailableException", "The server stops."),
  TOO_MANY_STREAMS(503, "ServiceUnavailableException", "Too many streams are open."),
  /** Each connection has a request in progress. */
  TOO_MANY_CONNECTIONS(503, "ServiceUnavailableException", "Too many connections are open."),
  WRONG_VERSION(505, "BadRequestException", "Only HTTP/1.0 and HTTP/1.1 are spoken here.");

  private final int status;
  private final String message;
  private final String body;

  HttpError(int status, String message) {
    this.status = status;
    this.message = message;
    this.body = "";
  }

  HttpError(int status, String type, String message) {
    this.status = status;
    this.message = message;
    this.body =
        "{\"__type\":\"com.amazon.coral.service#" + type + "\",\"message\":\"" + message + "\"}";
  }

  /** Returns the error for a failure of the decoder. */
  static HttpError of(DecoderResult failure) {
    Throwable cause = failure.cause();
    if (cause instanceof TooLongHttpLineException) {
      return LINE_TOO_LONG;
    }
    return cause instanceof TooLongHttpHeaderException ? HEADERS_TOO_LARGE : BAD_REQUEST;
  }

  int status() {
    return status;
  }

  /** Returns the reason, a sentence. */
  String message() {
    return message;
  }

  /** Returns the body: JSON in AWS's format for errors, or an empty string. */
  String body() {
    return body;
  }
}
