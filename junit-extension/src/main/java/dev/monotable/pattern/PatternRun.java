package dev.monotable.pattern;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An access pattern that is about to be used, with what one use may cost.
 *
 * <pre>{@code
 * List<Message> newest =
 *     db.pattern("newest messages of a room")
 *         .index("GSI1")
 *         .maxReadUnits(0.5)
 *         .maxRequests(1)
 *         .call(() -> messages.newest("room-1"));
 * }</pre>
 *
 * <p>Limits hold for all requests of the block together. Each page and each attempt is a request.
 * Operations on tables and streams do not count, nor do requests that an injected fault has failed.
 * If the database or the test has a design file, the access pattern has to be declared in it. Then
 * its budget is checked too, and each Query and Scan has to be one that it declares; a limit that
 * is set here replaces that of the design.
 *
 * <p>Requests of other threads count if they come from a client of the test, or while no other test
 * uses the database. Not safe for use by multiple threads.
 */
public final class PatternRun {
  private final SendingDatabase database;
  private final @Nullable DesignSource design;
  private final String name;
  private @Nullable String index;
  private @Nullable Double maxReadUnits;
  private @Nullable Double maxWriteUnits;
  private @Nullable Integer maxRequests;
  private @Nullable Double maxDiscarded;
  private boolean noScan;

  /**
   * Creates a use of an access pattern.
   *
   * @param design the design of the database, if the test has none; null without one
   */
  PatternRun(SendingDatabase database, @Nullable DesignSource design, String name) {
    this.database = database;
    this.design = design;
    this.name = Objects.requireNonNull(name, "name");
  }

  /** Requires that a Query or Scan reads an index. */
  public PatternRun index(String indexName) {
    index = Objects.requireNonNull(indexName, "indexName");
    return this;
  }

  /** Limits the read units of all requests, such as 0.5. */
  public PatternRun maxReadUnits(double units) {
    maxReadUnits = units;
    return this;
  }

  /** Limits the write units of all requests, including those on indexes. */
  public PatternRun maxWriteUnits(double units) {
    maxWriteUnits = units;
    return this;
  }

  /** Limits the number of requests. */
  public PatternRun maxRequests(int requests) {
    maxRequests = requests;
    return this;
  }

  /** Limits the share of the items read that filters discard, from 0 to 1. */
  public PatternRun maxDiscarded(double share) {
    maxDiscarded = share;
    return this;
  }

  /** Forbids a Scan. */
  public PatternRun noScan() {
    noScan = true;
    return this;
  }

  /**
   * Runs a block as one use of the access pattern. What the block throws is thrown as it is, also
   * checked exceptions.
   *
   * @throws BrokenContractError if a limit is exceeded; as a suppressed exception if the block
   *     throws
   * @throws IllegalArgumentException if the design does not declare the pattern, or a limit is
   *     invalid
   */
  public void run(PatternBlock block) {
    call(
        () -> {
          block.run();
          return true;
        });
  }

  /** Calls a block as one use of the access pattern, and returns its result; see {@link #run}. */
  public <T> T call(PatternCall<T> block) {
    PatternLimits limits =
        new PatternLimits(
            name, index, maxReadUnits, maxWriteUnits, maxRequests, maxDiscarded, noScan);
    try {
      return Contracts.use(database, limits, design, block::call);
    } catch (Throwable failure) {
      throw PatternRun.<RuntimeException>thrown(failure);
    }
  }

  /** Throws what the block has thrown, without declaring it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException thrown(Throwable failure) throws E {
    throw (E) failure;
  }
}
