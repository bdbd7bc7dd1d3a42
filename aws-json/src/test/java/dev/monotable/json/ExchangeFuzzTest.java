package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Edition;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Requests of every operation, bent and broken: each is answered with the decoded record or with a
 * SerializationException. Runs {@code monotable.fuzz.seconds} (3) or {@code monotable.fuzz.inputs}
 * (unbounded) inputs, whichever ends first.
 */
class ExchangeFuzzTest {
  private static final long SEED = Long.getLong("monotable.seed", 20_260_103L);
  private static final long INPUTS = Long.getLong("monotable.fuzz.inputs", Long.MAX_VALUE);
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("monotable.fuzz.seconds", 3));

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "é",
    "null",
    "true",
    "1",
    "-1.5e300",
    "1E999999999",
    "\"\"",
    "{\"S\":\"x\"}",
    "{\"N\":\"1\"}",
    "{\"B\":\"AA==\"}",
    "{\"SS\":[\"a\",\"a\"]}",
    "{\"L\":[",
    "{\"M\":{\"a\":",
    "\"S\":",
    "\"N\":",
    "\"NULL\":false",
    "\"TableName\":",
    "\"Item\":",
    "\"Key\":",
    "\u0000",
    "\n",
    "9999999999999999999",
    "=="
  };

  /** The request as it was decoded has come this far. */
  private static final class Decoding implements OperationCaller {
    long decoded;

    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
      assertThat(request).isInstanceOf(operation.input().recordClass());
      decoded++;
      return operation.output().create(new Object[operation.output().memberCount()]);
    }
  }

  private final Random random = new Random(SEED);

  @Test
  void aBrokenRequestIsDecodedOrRefusedAndNeverFails() {
    List<byte[]> bodies = new ArrayList<>();
    List<OperationSchema<?, ?>> operations = Operations.all();
    RandomStructures structures = new RandomStructures(SEED);
    JsonWriter writer = new JsonWriter();
    for (OperationSchema<?, ?> operation : operations) {
      writer.reset(1 << 20);
      encode(operation, structures, writer);
      bodies.add(Arrays.copyOf(writer.array(), writer.length()));
    }
    Decoding decoding = new Decoding();
    Exchange exchange = new Exchange(decoding, ExchangeConfig.standard());
    HttpReply reply = new HttpReply();
    long end = System.nanoTime() + TIME.toNanos();
    long inputs = 0;
    long refused = 0;
    while (inputs < INPUTS && ((inputs & 63) != 0 || System.nanoTime() < end)) {
      int index = random.nextInt(bodies.size());
      byte[] body = broken(bodies.get(index), bodies);
      TestRequest request =
          TestRequest.call("", "")
              .header("X-Amz-Target", operations.get(index).target())
              .body(body);
      long before = decoding.decoded;
      exchange.handle(request, reply);
      inputs++;
      String answer = new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
      boolean wasDecoded = decoding.decoded == before + 1;
      boolean wasRefused =
          reply.status() == 400
              && answer.startsWith(
                  "{\"__type\":\"com.amazon.coral.service#SerializationException\"");
      if (wasRefused == wasDecoded || wasDecoded && reply.status() != 200) {
        throw new AssertionError(
            "seed %d, input %d, %s: %s answered %d %s"
                .formatted(
                    SEED,
                    inputs,
                    operations.get(index).name(),
                    new String(body, StandardCharsets.UTF_8),
                    reply.status(),
                    answer));
      }
      refused += wasRefused ? 1 : 0;
    }
    assertThat(refused).as("refused of %d", inputs).isBetween(inputs / 10, inputs - inputs / 100);
  }

  @Test
  void anyBytesAreJsonOrRefused() {
    RequestDecoder decoder = new RequestDecoder(Edition.CLASSIC);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        decoder.check(bytes, 0, bytes.length);
      } catch (DynamoException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION);
      }
    }
  }

  private static <I extends Record, O extends Record> void encode(
      OperationSchema<I, O> operation, RandomStructures structures, JsonWriter writer) {
    ResponseEncoder.encode(operation.input(), structures.structure(operation.input(), 1), writer);
  }

  /** The body after one to four changes, each a likely slip or an unlikely one. */
  private byte[] broken(byte[] body, List<byte[]> bodies) {
    byte[] bytes = body;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      int length = bytes.length;
      int at = length == 0 ? 0 : random.nextInt(length);
      int to = Math.min(length, at + 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 4));
      switch (random.nextInt(6)) {
        case 0 -> bytes = splice(bytes, at, at, piece());
        case 1 -> bytes = splice(bytes, at, to, piece());
        case 2 -> bytes = splice(bytes, at, to, new byte[0]);
        case 3 -> bytes = splice(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
        case 4 -> {
          if (length > 0) {
            bytes = bytes.clone();
            bytes[at] = (byte) random.nextInt();
          }
        }
        default -> {
          byte[] other = bodies.get(random.nextInt(bodies.size()));
          int from = random.nextInt(other.length);
          bytes =
              splice(
                  bytes,
                  at,
                  to,
                  Arrays.copyOfRange(
                      other, from, Math.min(other.length, from + random.nextInt(80))));
        }
      }
    }
    return bytes;
  }

  private byte[] piece() {
    String piece = PIECES[random.nextInt(PIECES.length)];
    int times = random.nextInt(50) == 0 ? 300 : 1;
    return piece.repeat(times).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] insert) {
    byte[] result = new byte[from + insert.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(insert, 0, result, from, insert.length);
    System.arraycopy(bytes, to, result, from + insert.length, bytes.length - to);
    return result;
  }
}
