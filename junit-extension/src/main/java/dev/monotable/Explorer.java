package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.design.finding.FindingType;
import dev.monotable.explore.Exploration;
import dev.monotable.explore.ExplorationResult;
import dev.monotable.explore.PieceRun;
import dev.monotable.explore.Remedy;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * An exploration of a database: runs pieces of code with every order of their requests, as far as
 * the order can matter, and checks each execution. Every execution begins with a fork of the
 * database as it was when the exploration was created; the original stays as it is.
 *
 * <pre>{@code
 * db.explore()
 *     .run("ann", own -> new Shop(own.client()).reserve("seat-1", "ann"))
 *     .run("bob", own -> new Shop(own.client()).reserve("seat-1", "bob"))
 *     .check(result -> assertThat(owners(result.database(), "seat-1")).hasSize(1));
 * }</pre>
 *
 * <p>A piece runs on a thread of its own, again in each execution. It builds what it uses from its
 * handle, so that nothing in memory reaches the next execution. Its requests to the original
 * database fail.
 */
@Experimental
public final class Explorer {
  private final InProcessDatabase original;
  private final Exploration exploration;
  private @Nullable Explored explored;

  /** Code that gets a handle and returns nothing. */
  @FunctionalInterface
  public interface Piece {
    /**
     * Runs the code.
     *
     * @param own the database as this code sees it
     * @throws Exception any exception: how a piece ends is no failure, but for an AssertionError
     */
    void run(OwnDatabase own) throws Exception;
  }

  /** Code that gets a handle and returns a value, which checks can see. */
  @FunctionalInterface
  public interface ValuePiece {
    /**
     * Runs the code.
     *
     * @param own the database as this code sees it
     * @throws Exception any exception: how a piece ends is no failure, but for an AssertionError
     */
    @Nullable Object call(OwnDatabase own) throws Exception;
  }

  /** Code without a handle that returns nothing. */
  @FunctionalInterface
  public interface Block {
    /**
     * Runs the code.
     *
     * @throws Exception any exception: how a piece ends is no failure, but for an AssertionError
     */
    void run() throws Exception;
  }

  /** A check of an execution. */
  @FunctionalInterface
  public interface Check {
    /**
     * Checks an execution that has ended.
     *
     * @throws Exception if it fails; an {@link Error} such as an AssertionError is a failure, too
     */
    void check(ExploredRun result) throws Exception;
  }

  Explorer(InProcessDatabase original) {
    this.original = original;
    this.exploration = Exploration.of(original.engine()).faults(true).lag(true);
  }

  /**
   * Adds a piece.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Explorer run(String name, Piece piece) {
    return call(
        name,
        own -> {
          piece.run(own);
          return null;
        });
  }

  /**
   * Adds a piece that returns a value, see {@link ExploredRun#end}.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Explorer call(String name, ValuePiece piece) {
    exploration.run(name, run -> piece.call(handle(run)));
    return this;
  }

  /**
   * Adds a piece that uses the clients of the original database. Only its requests by synchronous
   * clients in process, from its thread and those that it starts, are explored; others fail. What
   * it keeps in memory reaches the next execution.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Explorer run(String name, Block piece) {
    return call(
        name,
        () -> {
          piece.run();
          return null;
        });
  }

  /**
   * Adds a piece that uses the clients of the original database and returns a value, see {@link
   * #run(String, Block)}.
   *
   * @throws IllegalArgumentException if there is one with this name
   */
  public Explorer call(String name, Callable<? extends @Nullable Object> piece) {
    exploration.run(
        name,
        run -> {
          running().leadToPiece(run);
          return piece.call();
        });
    return this;
  }

  /**
   * Sets what is run after a death of a piece, with a handle of its own. By default the piece is
   * tried without another run, and with one of itself.
   *
   * @throws IllegalArgumentException if there is no such piece
   */
  public Explorer afterCrash(String name, Piece recovery) {
    exploration.afterCrash(
        name,
        run -> {
          recovery.run(handle(run));
          return null;
        });
    return this;
  }

  /**
   * Adds a duration after which something matters, so that a pause of a piece may be so long. Times
   * in items, requests and responses need not be added.
   */
  public Explorer pause(Duration duration) {
    exploration.pause(duration);
    return this;
  }

  /**
   * Sets whether the orders of requests are explored; otherwise the pieces run one after another,
   * as they were added. True by default.
   */
  public Explorer orders(boolean on) {
    exploration.orders(on);
    return this;
  }

  /**
   * Sets whether faults of requests, deaths and pauses are explored: each of them with each order
   * of whole pieces, and then a sample of those in other orders. True by default.
   */
  public Explorer faults(boolean on) {
    exploration.faults(on);
    return this;
  }

  /**
   * Sets whether eventually consistent reads, and those of global secondary indexes, may see the
   * state before the last write to what they read. True by default.
   */
  public Explorer lag(boolean on) {
    exploration.lag(on);
    return this;
  }

  /**
   * Sets how many executions with a fault are drawn from those in other orders than of whole
   * pieces. 1,000 by default.
   */
  public Explorer samples(int most) {
    exploration.samples(most);
    return this;
  }

  /** Sets the seed with which executions are drawn. 1 by default. */
  public Explorer seed(long value) {
    exploration.seed(value);
    return this;
  }

  /** Sets the real time after which no further execution begins. 10 minutes by default. */
  public Explorer time(Duration longest) {
    exploration.time(longest);
    return this;
  }

  /**
   * Sets the maximum number of preemptions in an execution: of changes to another piece while the
   * last one could go on. 2 by default.
   */
  public Explorer preemptions(int most) {
    exploration.preemptions(most);
    return this;
  }

  /** Sets the maximum number of executions. 100,000 by default. */
  public Explorer executions(int most) {
    exploration.executions(most);
    return this;
  }

  /**
   * Sets for how long a piece may do nothing before the others go on without it, in real time. 5
   * seconds by default.
   */
  public Explorer patience(Duration longest) {
    exploration.patience(longest);
    return this;
  }

  /**
   * Adds a PartiQL statement that returns no item after each execution, or at most some number of
   * them.
   *
   * @param text {@code SELECT …} or {@code at most N: SELECT …}
   * @throws dev.monotable.explore.WrongUsageException if it is neither
   */
  public Explorer invariant(String text) {
    exploration.invariant(text);
    return this;
  }

  /** Lets invariants hold after each request, and not only at the end. */
  public Explorer always() {
    exploration.always();
    return this;
  }

  /**
   * Lets each execution have the result of some order of whole pieces. A piece that fails or dies
   * counts once or not at all. Random IDs are compared by who sends them first.
   *
   * @param mayDiffer attributes that are not compared, such as times, as {@code attribute} or
   *     {@code table.attribute}
   */
  public Explorer serial(String... mayDiffer) {
    exploration.serial(mayDiffer);
    return this;
  }

  /**
   * Lets no piece overwrite what another one has written since the piece has read the item, by a
   * put or a SET of a value that it has computed, without a condition.
   */
  public Explorer noLostWrites() {
    exploration.noLostWrites();
    return this;
  }

  /**
   * Lets only one execution run, which an exploration has found to fail. The first notice of the
   * result says whether it still does.
   *
   * @param text what the failure says
   */
  public Explorer replay(String text) {
    exploration.replay(text);
    return this;
  }

  /**
   * Runs the executions until one fails.
   *
   * @param checks made after each execution; none if what was declared before is enough
   * @return what was explored
   * @throws AssertionError if an execution fails, with the smallest one that was found
   * @throws dev.monotable.explore.WrongUsageException if a piece fails alone, sends no request, or
   *     sends one to the original database
   */
  public ExplorationResult check(Check... checks) {
    ExplorationResult result = result(checks);
    ExplorationResult.Failure failure = result.failure();
    if (failure != null) {
      StringBuilder text = new StringBuilder(result.toString());
      for (Remedy remedy : failure.remedies()) {
        String finding = remedy.finding();
        text.append(finding == null ? "" : "\n" + finding + ": " + FindingType.adviceOf(finding));
      }
      throw new AssertionError(text.toString(), failure.cause());
    }
    return result;
  }

  /**
   * Runs the executions until one fails, and returns the result, like {@link #check}.
   *
   * @throws dev.monotable.explore.WrongUsageException if a piece fails alone, sends no request, or
   *     sends one to the original database
   */
  public ExplorationResult result(Check... checks) {
    exploration.check(
        execution -> {
          try (ExploredRun run = new ExploredRun(original, execution)) {
            for (Check check : checks) {
              check.check(run);
            }
          }
        });
    try (Explored begun = original.beginExploration()) {
      explored = begun;
      ExplorationResult result = exploration.explore();
      begun.requireNoneRejected();
      return result;
    }
  }

  private OwnDatabase handle(PieceRun run) {
    return new OwnDatabase(original, run, running().exchange(run));
  }

  private Explored running() {
    Explored known = explored;
    if (known == null) {
      throw new IllegalStateException("the exploration has not begun");
    }
    return known;
  }
}
