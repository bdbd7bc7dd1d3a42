package dev.monotable.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Texts and names that collide in hashes without a key. */
public final class Collisions {
  private Collisions() {}

  /** Returns texts with the same {@link String#hashCode}, a power of two. */
  public static List<String> texts(int count) {
    List<String> texts = List.of("");
    while (texts.size() < count) {
      List<String> longer = new ArrayList<>(texts.size() * 2);
      for (String text : texts) {
        longer.add(text + "Aa"); // has the hash code of BB
        longer.add(text + "BB");
      }
      texts = longer;
    }
    return texts;
  }

  /** Returns names whose hashes by {@link Bytes#hash} have the same low bits. */
  static List<byte[]> names(int count, int lowBits) {
    List<byte[]> names = new ArrayList<>();
    for (int i = 0; names.size() < count; i++) {
      byte[] name = Bytes.ascii('"' + Integer.toString(i, 36) + "\"        ");
      int end = name.length - 8;
      if ((Bytes.hash(name, 0, end) & ((1 << lowBits) - 1)) == 0) {
        names.add(Arrays.copyOf(name, end));
      }
    }
    return names;
  }
}
