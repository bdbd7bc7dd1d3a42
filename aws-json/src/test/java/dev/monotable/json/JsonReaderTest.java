package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("seeds")
class JsonReaderTest {
  private static final long SEED = Seed.of(20_260_102L);
  private static final JsonFactory JACKSON = new JsonFactory();

  private final JsonReader reader = new JsonReader();

  private void read(byte[] bytes, int start, int end) {
    reader.reset(bytes, start, end);
    reader.skipValue();
    reader.finish();
  }

  private boolean accepts(byte[] bytes) {
    try {
      read(bytes, 0, bytes.length);
      return true;
    } catch (DynamoException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION);
      assertThat(e.getMessage()).isNull();
      return false;
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "\"\"",
        "0",
        "-0",
        "1.5e+10",
        "-12.5E-3",
        "true",
        "false",
        "null",
        " \r\n\t{ \"a\" : [ 1 , {\"b\":null} , \"c\" ] }\n",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00fF\"",
        "\"12345678\"",
        "\"1234567\\n12345678\"",
        "\"ü€😀\"",
        "\"\\ud83d\\ude00\"",
        "\"\u007f\""
      })
  void readsJson(String json) {
    assertThat(accepts(utf8(json))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "[",
        "]",
        "{]",
        "[}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{'a':1}",
        "\"",
        "\"a",
        "\"\\\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"a\nb\"",
        "\"1234567\t\"",
        "\"\u0000\"",
        "01",
        "-",
        "+1",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1a",
        "0x10",
        "NaN",
        "Infinity",
        "tru",
        "truex",
        "nul",
        "nulll",
        "fals",
        "True",
        "{} {}",
        "1 2",
        "hi",
        "/*c*/1",
        "{\"a\":1}x",
        "\u00a01"
      })
  void rejectsMalformedJson(String json) {
    assertThat(accepts(utf8(json))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "c3",
        "c3 28",
        "c0 af",
        "e2 82",
        "e0 80 af",
        "ed a0 80",
        "f0 80 80 af",
        "f4 90 80 80",
        "f5 80 80 80",
        "ff",
        "e2 28 a1",
        "f0 9f 98"
      })
  void rejectsMalformedUtf8(String hex) {
    String[] parts = hex.split(" ");
    byte[] json = new byte[parts.length + 2];
    json[0] = '"';
    json[json.length - 1] = '"';
    for (int i = 0; i < parts.length; i++) {
      json[i + 1] = (byte) Integer.parseInt(parts[i], 16);
    }
    assertThat(accepts(json)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"12345678", "[1,2", "{\"a\":tru", "{\"a\":1"})
  void readsNothingAfterTheEnd(String json) {
    byte[] bytes = utf8(json + "\"]e}}");
    assertThatThrownBy(() -> read(bytes, 0, json.length())).isInstanceOf(DynamoException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"plain\"', plain",
    "'\"a\\u0041\\n\"', 'aA\n'",
    "'\"\\ud83d\\ude00!\"', 😀!",
    "'\"\\ud83dx\"', \uFFFDx",
    "'\"\\ud83d\\u0041\"', \uFFFDA",
    "'\"\\ude00\"', \uFFFD",
    "'\"ü\\/\"', ü/",
    "'\"\\u20ac\\u00fc\"', €ü"
  })
  void replacesEscapes(String json, String text) {
    byte[] bytes = utf8(json);
    reader.reset(bytes, 0, bytes.length);
    reader.peek();
    reader.string();
    assertThat(reader.asString()).isEqualTo(text);
  }

  @Test
  void limitsTheDepth() {
    int depth = JsonReader.MAX_DEPTH;
    assertThat(accepts(utf8("[".repeat(depth) + "]".repeat(depth)))).isTrue();
    assertThat(accepts(utf8("[".repeat(depth + 1) + "]".repeat(depth + 1)))).isFalse();
    assertThat(accepts(utf8("{\"a\":".repeat(5_000_000)))).isFalse();
  }

  @Test
  void agreesWithJacksonOnMutatedText() {
    Random random = new Random(SEED);
    String[] pieces = {
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "\"",
      "\\",
      "\\u00e9",
      "\\u20aC",
      "é",
      "😀",
      "true",
      "null",
      "false",
      "-",
      "0",
      "12",
      ".5",
      "e+3",
      " ",
      "\n",
      "\u0001",
      "\"a\":",
      "\"b\"",
      "12345678"
    };
    String base =
        "{\"TableName\":\"chat\",\"Item\":{\"pk\":{\"S\":\"a\\\"\\u00e9é😀b\"},\"n\":{\"N\":\"1\"}},"
            + "\"Limit\":12,\"x\":[true,false,null,-1.5e3,[],{}]}";
    int accepted = 0;
    for (int i = 0; i < 60_000; i++) {
      StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : base);
      for (int m = random.nextInt(4); m >= 0; m--) {
        int at = random.nextInt(text.length() + 1);
        if (random.nextBoolean() || text.length() == 0) {
          text.insert(at, pieces[random.nextInt(pieces.length)]);
        } else {
          text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
        }
      }
      byte[] bytes = utf8(text.toString());
      if (bytes.length > 0 && random.nextInt(8) == 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      boolean expected = isUtf8(bytes) && jacksonAccepts(bytes);
      accepted += expected ? 1 : 0;
      assertThat(accepts(bytes)).as("seed %d, input %d: %s", SEED, i, text).isEqualTo(expected);
    }
    assertThat(accepted).isBetween(3_000, 57_000);
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static boolean jacksonAccepts(byte[] bytes) {
    try (JsonParser parser = JACKSON.createParser(bytes)) {
      int depth = 0;
      do {
        JsonToken token = parser.nextToken();
        if (token == null) {
          return false;
        }
        if (token == JsonToken.VALUE_STRING) {
          parser.getText();
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      } while (depth > 0);
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
