package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.Wording;
import dev.monotable.schema.StructureSchema;
import dev.monotable.testing.Seed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("seeds")
class RoundTripTest {
  private static final long SEED = Seed.of(20_260_101L);
  private static final int RECORDS = 40;

  static Stream<StructureSchema<?>> structures() {
    return RandomStructures.all().stream();
  }

  @ParameterizedTest
  @MethodSource("structures")
  void aDecodedStructureEqualsTheEncodedOne(StructureSchema<?> schema) {
    RandomStructures random = new RandomStructures(SEED ^ schema.name().hashCode());
    RequestDecoder decoder = new RequestDecoder(Wording.usEast1());
    JsonWriter writer = new JsonWriter();
    for (int i = 0; i < RECORDS; i++) {
      check(schema, random.structure(schema, i < 2 ? i : 0.7), decoder, writer);
    }
  }

  private static <T extends Record> void check(
      StructureSchema<T> schema, Record value, RequestDecoder decoder, JsonWriter writer) {
    T expected = schema.recordClass().cast(value);
    writer.reset(1 << 20, Integer.MAX_VALUE);
    ResponseEncoder.encode(schema, expected, writer);
    assertThat(inPieces(schema, expected))
        .as("seed %d, in pieces", SEED)
        .isEqualTo(Arrays.copyOf(writer.array(), writer.length()));
    T actual = decoder.decode(schema, writer.array(), 0, writer.length());
    assertThat(actual)
        .as(
            "seed %d, %s",
            SEED, new String(writer.array(), 0, writer.length(), StandardCharsets.UTF_8))
        .isEqualTo(expected);
  }

  /** Encodes through a buffer that is shorter than most values. */
  private static <T extends Record> byte[] inPieces(StructureSchema<T> schema, T value) {
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    JsonWriter writer = new JsonWriter(new byte[7], pieces::write);
    ResponseEncoder.encode(schema, value, writer);
    writer.flush();
    return pieces.toByteArray();
  }
}
