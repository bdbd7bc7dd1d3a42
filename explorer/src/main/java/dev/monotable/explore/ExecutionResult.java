package dev.monotable.explore;

import dev.monotable.engine.MonotableEngine;
import java.util.List;

/** An execution that has ended, for checks. */
public final class ExecutionResult {
  private final Execution execution;
  private final List<Piece> pieces;

  ExecutionResult(Execution execution, List<Piece> pieces) {
    this.execution = execution;
    this.pieces = pieces;
  }

  /** Returns the database after all requests; requests of checks are not explored. */
  public MonotableEngine database() {
    return execution.database();
  }

  /**
   * Returns how a piece has ended.
   *
   * @throws IllegalArgumentException if there is no such piece
   */
  public PieceEnd end(String piece) {
    for (int i = 0; i < pieces.size(); i++) {
      if (pieces.get(i).name().equals(piece)) {
        return execution.ends().get(i);
      }
    }
    throw new IllegalArgumentException("there is no piece " + piece);
  }
}
