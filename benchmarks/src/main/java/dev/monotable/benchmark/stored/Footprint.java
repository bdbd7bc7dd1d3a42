package dev.monotable.benchmark.stored;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.memory.LiveBytes;
import dev.monotable.value.Item;
import java.lang.ref.Reference;

/** Measures the heap that an item of the chat design takes in each format. */
public final class Footprint {
  private static final int ITEMS = 200_000;

  private Footprint() {}

  /** Returns the live bytes of an item, without the reference to it. */
  public static double of(StoredFormBenchmark.Form form) {
    ChatDesign design = ChatDesign.of(ITEMS);
    Object[] items = new Object[ITEMS];
    StoredForm<?> stored = form.create();
    long before = LiveBytes.count();
    for (int i = 0; i < ITEMS; i++) {
      items[i] = stored.store(Item.parse(design.item(i)).json());
    }
    try {
      return (double) (LiveBytes.count() - before) / ITEMS;
    } finally {
      Reference.reachabilityFence(items);
    }
  }
}
