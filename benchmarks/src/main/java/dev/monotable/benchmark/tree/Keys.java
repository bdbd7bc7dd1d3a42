package dev.monotable.benchmark.tree;

import dev.monotable.engine.storage.KeyBuilder;
import java.nio.charset.StandardCharsets;

/** Generates any number of keys for the benchmarks, without storing them. */
final class Keys {

  static final int COLLECTIONS = 200;

  private final boolean chat;
  private final KeyBuilder builder = new KeyBuilder();

  /**
   * Creates a generator.
   *
   * @param shape "chat": 200 growing item collections, written in turn and in chronological order;
   *     "single": one item collection for each item, written in random order
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

  /** Returns the key of the i-th write. */
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

  /** Returns the length of the part of a key that identifies its item collection. */
  static int partitionLength(byte[] key) {
    int at = 8;
    while (key[at] != 0 || key[at + 1] != 0) {
      at++;
    }
    return at + 2;
  }
}
