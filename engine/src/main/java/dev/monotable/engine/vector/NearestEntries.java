package dev.monotable.engine.vector;

import java.util.ArrayList;
import java.util.Arrays;
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

  /** The entries that were added and not yet compared. */
  private final VectorEntry[] batch = new VectorEntry[VectorMath.BATCH];

  private final float[] batchScores = new float[VectorMath.BATCH];
  private int waiting;

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
    batch[waiting++] = entry;
    if (waiting == VectorMath.BATCH) {
      compare();
    }
  }

  /** Compares the entries that were added last; to be called after the last one. */
  void finish() {
    if (waiting > 0) {
      Arrays.fill(batch, waiting, VectorMath.BATCH, batch[0]);
      compare();
    }
  }

  private void compare() {
    query.score(batch, batchScores);
    for (int i = 0; i < waiting; i++) {
      insert(batch[i], batchScores[i]);
    }
    waiting = 0;
  }

  private void insert(VectorEntry entry, float score) {
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
