package dev.monotable.access.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that requests have the signatures that AWS published for them.
 *
 * @see <a href="https://github.com/awslabs/aws-c-auth/tree/main/tests/aws-signing-test-suite">AWS
 *     signing test suite</a>
 */
class SigningVectorsTest {
  private static final SigningKey KEY =
      new SigningKey(
          "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830", "us-east-1", "service");

  record Vector(
      String name,
      ReceivedText request,
      String signedHeaders,
      @Nullable String canonical,
      String signature) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Vector> vectors() throws IOException {
    String file;
    try (InputStream in = SigningVectorsTest.class.getResourceAsStream("vectors.txt")) {
      file = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Vector> vectors = new ArrayList<>();
    for (String block : file.split("\n\n")) {
      if (block.startsWith("[")) {
        vectors.add(vector(block.split("\n")));
      }
    }
    return vectors;
  }

  private static Vector vector(String[] lines) {
    int blank = lines[1].indexOf(' ');
    ReceivedText request =
        new ReceivedText(lines[1].substring(0, blank), lines[1].substring(blank + 1));
    String signed = "";
    String canonical = null;
    String signature = "";
    for (int i = 2; i < lines.length; i++) {
      String line = lines[i];
      String value = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith("body ")) {
        request.body(value);
      } else if (line.startsWith("signed ")) {
        signed = value;
      } else if (line.startsWith("canonical ")) {
        canonical = value;
      } else if (line.startsWith("signature ")) {
        signature = value;
      } else {
        int colon = line.indexOf(':');
        request.header(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    return new Vector(
        lines[0].substring(1, lines[0].length() - 1), request, signed, canonical, signature);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void aRequestHasThePublishedSignature(Vector vector) {
    String canonical = Sha256.hex(CanonicalRequest.of(vector.request(), vector.signedHeaders()));
    if (vector.canonical() != null) {
      assertThat(canonical).isEqualTo(vector.canonical());
    }
    assertThat(KEY.sign(KEY.stringToSign("20150830T123600Z", canonical)))
        .isEqualTo(vector.signature());
  }
}
