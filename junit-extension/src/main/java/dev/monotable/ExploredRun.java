package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.explore.ExecutionResult;
import dev.monotable.explore.PieceEnd;
import org.jspecify.annotations.Nullable;

/** An execution of {@link Explorer} that has ended, for checks. */
@Experimental
public final class ExploredRun implements AutoCloseable {
  private final InProcessDatabase original;
  private final ExecutionResult result;
  private @Nullable InProcessDatabase database;

  ExploredRun(InProcessDatabase original, ExecutionResult result) {
    this.original = original;
    this.result = result;
  }

  /**
   * Returns the database after all requests, with its own clients. Nothing happens in it by itself.
   * It ends with the checks of this execution.
   */
  public Monotable database() {
    InProcessDatabase known = database;
    if (known == null) {
      known = original.settled(result.database());
      database = known;
    }
    return known;
  }

  /**
   * Returns how a piece has ended.
   *
   * @throws IllegalArgumentException if there is no such piece
   */
  public PieceEnd end(String piece) {
    return result.end(piece);
  }

  /** Closes the database. */
  @Override
  public void close() {
    if (database != null) {
      database.close();
    }
  }
}
