package dev.monotable.torture.mutation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes bytes from a request for as long as the server's answer remains a violation. */
final class Minimizer {
  private static final int MOST_TRIALS = 600;

  private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: \\d+\r\n");

  private int trials;

  /** Whether a request still shows the violation. */
  interface Condition {
    boolean holds(byte[] request) throws IOException;
  }

  /** Returns a request that shows the violation; the same one if it cannot be repeated. */
  byte[] minimize(byte[] request, Condition condition) throws IOException {
    byte[] smallest = request;
    for (int piece = request.length / 2; piece > 0; piece /= 2) {
      for (int at = smallest.length - piece; at >= 0 && trials < MOST_TRIALS; at -= piece) {
        if (at + piece > smallest.length) {
          continue;
        }
        byte[] shorter = WireMutator.splice(smallest, at, at + piece, new byte[0]);
        byte[] sized = withLength(shorter);
        trials++;
        if (condition.holds(sized)) {
          smallest = sized;
        } else if (trials++ < MOST_TRIALS && sized != shorter && condition.holds(shorter)) {
          smallest = shorter;
        }
      }
    }
    return smallest;
  }

  /** Corrects the length of the body, if there is one header for it. */
  private static byte[] withLength(byte[] request) {
    String text = new String(request, StandardCharsets.ISO_8859_1);
    int body = text.indexOf("\r\n\r\n");
    Matcher length = LENGTH.matcher(text);
    if (body < 0 || !length.find() || length.end() > body + 2) {
      return request;
    }
    String line = "\r\nContent-Length: " + (text.length() - body - 4) + "\r\n";
    return WireMutator.splice(
        request, length.start(), length.end(), line.getBytes(StandardCharsets.ISO_8859_1));
  }
}
