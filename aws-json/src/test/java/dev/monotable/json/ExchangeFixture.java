package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.model.ListTablesOutput;
import dev.monotable.schema.OperationSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/** Sends requests to an exchange and checks its replies. */
abstract class ExchangeFixture {
  static final String JSON = "application/x-amz-json-1.0";
  static final String SERIALIZATION =
      "{\"__type\":\"com.amazon.coral.service#SerializationException\"}";
  static final String UNKNOWN_OPERATION =
      "{\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";

  /** Returns a given record, or throws a given exception. */
  static final class Answering implements OperationCaller {
    private final Object answer;

    Answering(Object answer) {
      this.answer = answer;
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      if (answer instanceof RuntimeException exception) {
        throw exception;
      }
      if (answer instanceof Error error) {
        throw error;
      }
      return operation.output().recordClass().cast(answer);
    }
  }

  static final Exchange LISTING =
      new Exchange(
          new Answering(ListTablesOutput.builder().tableNames(List.of("a")).build()),
          ExchangeConfig.standard());

  final HttpReply reply = new HttpReply();

  HttpReply send(TestRequest request) {
    return send(LISTING, request);
  }

  HttpReply send(Exchange exchange, TestRequest request) {
    exchange.handle(request, reply);
    CRC32 crc = new CRC32();
    crc.update(reply.body(), 0, reply.bodyLength());
    assertThat(reply.crc32()).isEqualTo(crc.getValue());
    assertThat(reply.requestId()).matches("[0-9A-Z]{52}");
    return reply;
  }

  static String text(HttpReply reply) {
    return new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
  }

  void assertAnswer(HttpReply answer, int status, String contentType, String body) {
    assertThat(text(answer)).isEqualTo(body);
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.contentType()).isEqualTo(contentType);
    assertThat(answer.contentEncoding()).isNull();
  }
}
