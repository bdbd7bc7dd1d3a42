package dev.monotable.json;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The codings of compressed bodies that DynamoDB knows. */
enum ContentCoding {
  GZIP("gzip"),
  /** In the format of zlib, as RFC 9110 defines this coding. */
  DEFLATE("deflate");

  private static final ContentCoding[] ALL = values();
  private static final double MAX_QUALITY = 1;

  /** Without backtracking: the text comes from a client. */
  private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++)");

  private final String token;

  ContentCoding(String token) {
    this.token = token;
  }

  /** Returns the name in {@code Content-Encoding} and {@code Accept-Encoding}. */
  String token() {
    return token;
  }

  /** Returns the coding with a name, in upper or lower case; null if DynamoDB does not know it. */
  static @Nullable ContentCoding find(String name) {
    for (ContentCoding coding : ALL) {
      if (coding.token.equalsIgnoreCase(name)) {
        return coding;
      }
    }
    return null;
  }

  /**
   * Returns the coding of a reply to a client that sent this value of Accept-Encoding; null if the
   * reply is not compressed. As AWS chooses it (scylladb/scylladb {@code
   * test/alternator/test_compressed_response.py}), the highest quality wins, and the first among
   * equals; the first quality of a coding that is not zero counts; {@code *} means gzip, or deflate
   * if gzip is named, and comes after named codings; {@code identity} is ignored.
   */
  static @Nullable ContentCoding accepted(@Nullable String acceptEncoding) {
    if (acceptEncoding == null) {
      return null;
    }
    double[] qualities = new double[ALL.length];
    boolean[] named = new boolean[ALL.length];
    ContentCoding best = null;
    double anyQuality = 0;
    for (String choice : acceptEncoding.split(",")) {
      String[] parts = choice.split(";");
      String name = parts.length == 0 ? "" : parts[0].strip();
      double quality = parts.length < 2 ? MAX_QUALITY : quality(parts[1]);
      if (name.equals("*")) {
        anyQuality = anyQuality > 0 ? anyQuality : quality;
        continue;
      }
      ContentCoding coding = find(name);
      if (coding == null) {
        continue;
      }
      int i = coding.ordinal();
      named[i] = true;
      if (qualities[i] > 0 || quality <= 0) {
        continue;
      }
      qualities[i] = quality;
      if (best == null || quality > qualities[best.ordinal()]) {
        best = coding;
      }
    }
    double bestQuality = best == null ? 0 : qualities[best.ordinal()];
    ContentCoding other = anyQuality > bestQuality ? firstOf(named) : null;
    return other == null ? best : other;
  }

  /** Returns the first coding that is not named, or null. */
  private static @Nullable ContentCoding firstOf(boolean[] named) {
    for (ContentCoding coding : ALL) {
      if (!named[coding.ordinal()]) {
        return coding;
      }
    }
    return null;
  }

  /**
   * Returns the quality of a parameter, from 0 to 1: 0 if it is another parameter than {@code q}, 1
   * if its value is not a number, or white space precedes its equals sign.
   */
  private static double quality(String parameter) {
    int equals = parameter.indexOf('=');
    String name = equals < 0 ? "" : parameter.substring(0, equals).stripLeading();
    if (!name.strip().toLowerCase(Locale.ROOT).equals("q")) {
      return 0;
    }
    if (name.length() > 1) {
      return MAX_QUALITY;
    }
    String value = parameter.substring(equals + 1).strip();
    if (!NUMBER.matcher(value).matches()) {
      return MAX_QUALITY;
    }
    return Math.max(0, Math.min(MAX_QUALITY, Double.parseDouble(value)));
  }
}
