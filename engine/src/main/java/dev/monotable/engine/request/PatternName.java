package dev.monotable.engine.request;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The access pattern that a client names in a request: in the header {@code x-monotable-pattern},
 * or in a part of its user agent, which every AWS SDK lets its user add: {@code
 * monotable-pattern/NAME}, as SDKs write a name with a version, or {@code
 * md/monotable-pattern#NAME}, as they write their own metadata. A name ends at a space; characters
 * that SDKs replace can be percent-encoded.
 */
final class PatternName {
  private static final String HEADER = "x-monotable-pattern";
  private static final String PART = "monotable-pattern";

  /** The longest name that is kept, in characters; the rest is cut off. */
  private static final int MAX_LENGTH = 200;

  /** Three characters for each byte of a name in UTF-8, whose characters have up to three bytes. */
  private static final int MAX_ENCODED = 9 * MAX_LENGTH;

  private PatternName() {}

  /** Returns the name, or null if the request has none. */
  static @Nullable String find(RequestHeaders headers) {
    String named = headers.header(HEADER);
    if (named != null) {
      return decoded(named, 0, named.length());
    }
    String agent = headers.header("user-agent");
    return agent == null ? null : ofAgent(agent);
  }

  private static @Nullable String ofAgent(String agent) {
    for (int at = agent.indexOf(PART); at >= 0; at = agent.indexOf(PART, at + 1)) {
      int start = at + PART.length();
      boolean begins = at == 0 || agent.charAt(at - 1) == ' ' || agent.charAt(at - 1) == '/';
      if (begins
          && start < agent.length()
          && (agent.charAt(start) == '/' || agent.charAt(start) == '#')) {
        int end = agent.indexOf(' ', start);
        return decoded(agent, start + 1, end < 0 ? agent.length() : end);
      }
    }
    return null;
  }

  private static @Nullable String decoded(String text, int start, int end) {
    String part = text.substring(start, Math.min(end, start + MAX_ENCODED)).strip();
    String name = part.indexOf('%') < 0 ? part : percentDecoded(part);
    if (name.length() > MAX_LENGTH) {
      int cut = Character.isHighSurrogate(name.charAt(MAX_LENGTH - 1)) ? 1 : 0;
      return name.substring(0, MAX_LENGTH - cut);
    }
    return name.isEmpty() ? null : name;
  }

  /** Decodes percent signs; one without two hexadecimal digits stays. */
  private static String percentDecoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low < 0) {
        bytes[length++] = bytes[i];
      } else {
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8).strip();
  }
}
