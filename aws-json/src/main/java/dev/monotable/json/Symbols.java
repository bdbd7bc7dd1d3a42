package dev.monotable.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recent strings, so that a repeated table name or expression is decoded and hashed only
 * once. Direct mapped and bounded; for one thread.
 */
final class Symbols {
  private static final int SLOTS = 256;
  private static final int MAX_BYTES = 512;

  private final byte[] @Nullable [] bytes = new byte[SLOTS][];
  private final @Nullable String[] strings = new String[SLOTS];

  /** Returns the reader's last string. */
  String string(JsonReader in) {
    in.unescape();
    byte[] text = in.text();
    int from = in.from();
    int to = in.to();
    int length = to - from;
    if (length == 0) {
      return "";
    }
    if (length > MAX_BYTES) {
      return in.asString();
    }
    int slot = slot(text, from, length);
    byte @Nullable [] known = bytes[slot];
    String string = strings[slot];
    if (known != null && string != null && Arrays.equals(known, 0, known.length, text, from, to)) {
      return string;
    }
    string = in.asString();
    bytes[slot] = in.copy();
    strings[slot] = string;
    return string;
  }

  /** Hashes at most eight bytes, spread over the string. */
  private static int slot(byte[] text, int from, int length) {
    int step = 1 + (length - 1) / 8;
    int hash = length;
    int last = from + length - 1;
    for (int at = last; at >= from; at -= step) {
      hash = hash * 31 + text[at];
    }
    hash ^= hash >>> 15;
    return (hash ^ hash >>> 8) & SLOTS - 1;
  }
}
