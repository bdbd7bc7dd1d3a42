package dev.monotable.explore;

import org.jspecify.annotations.Nullable;

/**
 * A piece of code whose requests are explored together with those of other pieces.
 *
 * @param name for people, unique in an exploration
 * @param recovery what is started after a death of the piece; null if the piece itself is, or
 *     nothing
 */
public record Piece(String name, Code code, @Nullable Code recovery) {
  /** Creates a piece without a recovery of its own. */
  public Piece(String name, Code code) {
    this(name, code, null);
  }

  /** Starts the code of a piece, in each execution. */
  @FunctionalInterface
  public interface Code {
    /**
     * Starts the code, and does not wait for it. Everything that it uses is made for this run: what
     * one execution keeps must not reach the next one.
     *
     * @param run takes the requests of the code, and learns of its end
     */
    void start(PieceRun run);
  }
}
