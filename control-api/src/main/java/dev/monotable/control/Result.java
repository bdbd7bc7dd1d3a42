package dev.monotable.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.control.model.RequestModel.ControlError;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.StreamSource;
import dev.monotable.text.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a handler answers. */
interface Result {
  /** The content type of JSON. */
  String JSON = "application/json";

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
    return answer(e.type().status(), new ControlError(e.type().label(), e.text()));
  }

  /** Returns an error of a database. */
  static HttpAnswer answer(DynamoException e) {
    return answer(400, new ControlError(e.code().shapeName(), String.valueOf(e.getMessage())));
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
