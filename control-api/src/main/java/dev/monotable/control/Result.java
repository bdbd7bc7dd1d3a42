package dev.monotable.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.ControlError;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.StreamSource;
import dev.monotable.text.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The answer of a handler. */
interface Result {
  /** The content type of JSON. */
  String JSON = "application/json";

  /** After how many seconds a client may repeat a request that is temporarily rejected. */
  String RETRY_SECONDS = "1";

  /** Puts the result into a reply. */
  void into(HttpReply reply);

  /** Returns a record as JSON. */
  static Result json(int status, Record value) {
    HttpAnswer answer = answer(status, value);
    return reply -> reply.answer(answer);
  }

  /** Returns the status 204 without a body. */
  static Result none() {
    return reply -> reply.answer(HttpAnswer.of(204));
  }

  /** Returns a text. */
  static Result text(String type, String text) {
    return reply -> reply.answer(HttpAnswer.of(200, type, text));
  }

  /** Returns a body of unknown length. */
  static Result stream(String type, StreamSource source) {
    return reply -> reply.stream(type, source);
  }

  /** Returns an error of the API. */
  static HttpAnswer answer(ControlException e) {
    return error(e.type(), e.type().status(), e.text());
  }

  /** Returns an error of a database. */
  static HttpAnswer answer(DynamoException e) {
    String message = String.valueOf(e.getMessage());
    return e.code() == ErrorCode.INTERNAL_SERVER_ERROR // the memory or the disk is full
        ? error(Type.UNAVAILABLE, Type.UNAVAILABLE.status(), message)
        : answer(400, new ControlError(e.shapeName(), message));
  }

  /** Returns the answer to a request that its transport rejects. */
  static HttpAnswer rejection(int status, String reason) {
    Type type =
        switch (status) {
          case 403 -> Type.FORBIDDEN;
          case 408 -> Type.REQUEST_TIMEOUT;
          case 413 -> Type.REQUEST_TOO_LARGE;
          case 500 -> Type.INTERNAL;
          case 503 -> Type.UNAVAILABLE;
          default -> Type.INVALID_REQUEST;
        };
    return error(type, status, reason);
  }

  private static HttpAnswer error(Type type, int status, String message) {
    HttpAnswer answer = answer(status, new ControlError(type.label(), message));
    return type == Type.UNAVAILABLE ? answer.withHeader("Retry-After", RETRY_SECONDS) : answer;
  }

  /** Returns a record as a response. */
  static HttpAnswer answer(int status, Record value) {
    return HttpAnswer.of(status, JSON, bytes(value)).withHeader("Cache-Control", "no-store");
  }

  /** Returns a value in JSON. */
  static byte[] bytes(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      RecordCodec.STRICT.write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
