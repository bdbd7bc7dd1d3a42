package dev.monotable.design.rule;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets the entry that was used least recently when it is full. */
final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /** The number of entries that were forgotten. */
  private long forgotten;

  RecentMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  /** Returns whether an entry was forgotten, so that a missing key may have been there. */
  boolean overflowed() {
    return forgotten > 0;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean full = size() > most;
    forgotten += full ? 1 : 0;
    return full;
  }
}
