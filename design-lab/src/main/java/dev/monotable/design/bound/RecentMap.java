package dev.monotable.design.bound;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A map that forgets its oldest entry, or the one that was used least recently, when it is full.
 */
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
   * Creates an empty map that keeps what was used last.
   *
   * @param forget receives each entry that is forgotten
   */
  public RecentMap(int most, BiConsumer<K, V> forget) {
    this(most, true, forget);
  }

  /**
   * Creates an empty map.
   *
   * @param byUse whether it keeps what was used last, instead of what was added last
   * @param forget receives each entry that is forgotten
   */
  public RecentMap(int most, boolean byUse, BiConsumer<K, V> forget) {
    super(16, 0.75f, byUse);
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
