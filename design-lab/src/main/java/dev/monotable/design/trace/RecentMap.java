package dev.monotable.design.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** A map that forgets the entry that was used least recently when it is full. */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;
  private final transient BiConsumer<K, V> forget;

  /** The number of entries that were forgotten. */
  private long forgotten;

  public RecentMap(int most) {
    this(most, (key, value) -> {});
  }

  /**
   * Creates an empty map.
   *
   * @param forget receives each entry that is forgotten
   */
  public RecentMap(int most, BiConsumer<K, V> forget) {
    super(16, 0.75f, true);
    this.most = most;
    this.forget = forget;
  }

  /** Returns whether an entry was forgotten, so that a missing key may have been there. */
  public boolean overflowed() {
    return forgotten > 0;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean full = size() > most;
    if (full) {
      forgotten++;
      forget.accept(eldest.getKey(), eldest.getValue());
    }
    return full;
  }
}
