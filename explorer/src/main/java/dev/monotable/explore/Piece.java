package dev.monotable.explore;

/**
 * A piece of code whose requests are explored together with those of other pieces.
 *
 * @param name for people, unique in an exploration
 */
public record Piece(String name, Code code) {
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
