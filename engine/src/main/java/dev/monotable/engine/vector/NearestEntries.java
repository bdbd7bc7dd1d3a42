package dev.monotable.engine.vector;

import java.util.ArrayList;
import java.util.List;

/**
 * The nearest entries that were found so far, nearest first. Entries with equal scores keep the
 * order in which they were added. For one search and one thread.
 */
public final class NearestEntries {
  private final VectorQuery query;
  private final VectorEntry[] entries;
  private final float[] scores;
  private int size;

  /**
   * @param most the number of entries to keep
   */
  NearestEntries(VectorQuery query, int most) {
    this.query = query;
    this.entries = new VectorEntry[most];
    this.scores = new float[most];
  }

  /** Adds an entry if it is nearer than the last one, or if there is room. */
  void add(VectorEntry entry) {
    float score = query.score(entry);
    if (size == entries.length) {
      if (!query.isNearer(score, scores[size - 1])) {
        return;
      }
    } else {
      size++;
    }
    int at = size - 1;
    while (at > 0 && query.isNearer(score, scores[at - 1])) {
      entries[at] = entries[at - 1];
      scores[at] = scores[at - 1];
      at--;
    }
    entries[at] = entry;
    scores[at] = score;
  }

  /** Returns the number of entries found. */
  public int size() {
    return size;
  }

  /** Returns the score of an entry, 0 for the nearest one. */
  public float score(int position) {
    return scores[position];
  }

  /** Returns the entries, nearest first. */
  public List<VectorEntry> entries() {
    List<VectorEntry> all = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      all.add(entries[i]);
    }
    return all;
  }
}
