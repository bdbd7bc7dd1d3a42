package dev.monotable.explore;

import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.Span;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The items that each piece has touched in the executions so far. */
final class TouchedItems {
  /** Parts of the database that are kept for a piece; if there are more, it touches everything. */
  static final int MAX_SPANS = 10_000;

  private final List<Set<Span>> pieces = new ArrayList<>();
  private boolean hasBatches;

  /**
   * @param count of the pieces
   */
  TouchedItems(int count) {
    for (int i = 0; i < count; i++) {
      pieces.add(new LinkedHashSet<>());
    }
  }

  /** Adds what the pieces have touched in an execution, if there are batches at all. */
  void add(List<ExploredStep> steps) {
    for (ExploredStep step : steps) {
      if (step.request() != null && (hasBatches || BatchParts.count(step.request().input()) > 1)) {
        add(step.piece(), List.of(step));
      }
    }
  }

  /** Adds what one piece has touched. */
  void add(int piece, List<ExploredStep> steps) {
    for (ExploredStep step : steps) {
      PieceRequest request = step.request();
      hasBatches |= request != null && BatchParts.count(request.input()) > 1;
      for (Span span : step.footprint().spans()) {
        if (pieces.get(piece).size() <= MAX_SPANS) {
          pieces.get(piece).add(span);
        }
      }
    }
  }

  /** Returns whether a piece has sent a batch that can be divided. */
  boolean hasBatches() {
    return hasBatches;
  }

  /** Returns the number of parts of the database that are known to be touched. */
  int size() {
    return pieces.stream().mapToInt(Set::size).sum();
  }

  TouchedItems copy() {
    TouchedItems copy = new TouchedItems(pieces.size());
    for (int i = 0; i < pieces.size(); i++) {
      copy.pieces.get(i).addAll(pieces.get(i));
    }
    return copy;
  }

  /** Returns whether another piece touches what a part of a batch reads or writes. */
  boolean isTouchedByOthers(int piece, Footprint part) {
    for (int i = 0; i < pieces.size(); i++) {
      Set<Span> spans = pieces.get(i);
      if (i != piece
          && (spans.size() > MAX_SPANS || new Footprint(List.copyOf(spans)).conflictsWith(part))) {
        return true;
      }
    }
    return false;
  }
}
