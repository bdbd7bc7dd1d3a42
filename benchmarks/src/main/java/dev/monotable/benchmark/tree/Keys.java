package dev.monotable.benchmark.tree;

import dev.monotable.engine.storage.KeyBuilder;
import java.nio.charset.StandardCharsets;

/** The keys of the measurements; any number of them, none kept. */
final class Keys {

  static final int COLLECTIONS = 200;

  private final boolean chat;
  private final KeyBuilder builder = new KeyBuilder();

  /**
   * @param shape "chat": 200 collections, each ever longer, written in turn and in the order of
   *     time; "single": a collection for each item, written in random order
   */
  Keys(String shape) {
    chat =
        switch (shape) {
          case "chat" -> true;
          case "single" -> false;
          default -> throw new IllegalArgumentException(shape);
        };
  }

  private static byte[] string(String value) {
    return ("{\"S\":\"" + value + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  private static String digits(long value, int width) {
    String text = Long.toString(value);
    return "0".repeat(Math.max(0, width - text.length())) + text;
  }

  /** The i-th key written. */
  byte[] key(long i) {
    String partition;
    String sort;
    if (chat) {
      long number = i / COLLECTIONS;
      partition = "CHAT#" + digits(i % COLLECTIONS, 8);
      sort = "MSG#2026-01-01T" + digits(number, 8) + "Z#" + digits(i * 2_654_435_761L % 100_000, 5);
    } else {
      partition = "USER#" + digits(i, 10) + "@example.com";
      sort = "PROFILE";
    }
    return builder.clear().partition(string(partition), 0).last(string(sort), 0).toBytes();
  }

  /** Length of the part of a key that names its collection. */
  static int partitionLength(byte[] key) {
    int at = 8;
    while (key[at] != 0 || key[at + 1] != 0) {
      at++;
    }
    return at + 2;
  }
}
