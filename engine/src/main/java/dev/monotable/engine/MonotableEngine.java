package dev.monotable.engine;

import dev.monotable.engine.commit.Committer;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.expression.ExpressionCompiler;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.transaction.ItemHolds;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.validation.ArnScope;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A DynamoDB database in this JVM. Safe for use by many threads.
 *
 * <p>The whole database is one immutable value: each operation reads the value that is current when
 * it begins, each write makes the next. So {@link #snapshot}, {@link #fork} and {@link #restore}
 * keep or swap one reference, whatever the size of the data.
 *
 * <pre>{@code
 * try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
 *   engine.call(Operations.PUT_ITEM,
 *       PutItemInput.builder().tableName("Music").item(Item.of("PK", "Artist-1")).build());
 * }
 * }</pre>
 */
public final class MonotableEngine implements AutoCloseable {
  private final EngineConfig config;
  private final Committer committer;
  private final OperationContext context;
  private final OperationCatalogue catalogue;
  private final ExpressionCompiler expressions;
  private final BackgroundWork background;

  private MonotableEngine(
      EngineConfig config, DatabaseState state, ExpressionCompiler expressions) {
    this.config = config;
    this.expressions = expressions;
    this.committer = new Committer(state, config.limits(), config.clock());
    this.context =
        new OperationContext(
            committer,
            expressions,
            config.limits(),
            config.delays(),
            config.clock(),
            new SplittableRandom(config.seed() == 0 ? System.nanoTime() : config.seed()),
            new ArnScope(config.region(), config.account()));
    this.catalogue = new OperationCatalogue(context, config.wording());
    this.background = new BackgroundWork(config, committer);
  }

  /** An empty database. */
  public static MonotableEngine create(EngineConfig config) {
    return new MonotableEngine(
        config, DatabaseState.EMPTY, new ExpressionCompiler(config.limits()));
  }

  public EngineConfig config() {
    return config;
  }

  /**
   * Does an operation of the API.
   *
   * @param operation a constant of {@link dev.monotable.model.Operations}
   * @throws DynamoException where AWS would answer an error
   */
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    return catalogue.call(operation, request);
  }

  /** The current state, for audits. */
  DatabaseState state() {
    return committer.state();
  }

  /** The database at this moment. */
  public Snapshot snapshot() {
    return new Snapshot(committer.state());
  }

  /**
   * Another engine that begins with this one's data and then goes its own way; it has the same
   * configuration, the clock included.
   */
  public MonotableEngine fork() {
    return new MonotableEngine(config, committer.state(), expressions);
  }

  /** Makes the database what it was at a snapshot, which may be another engine's. */
  public void restore(Snapshot snapshot) {
    committer.restore(snapshot.state());
  }

  /**
   * Removes the items whose time to live is over by the engine's clock, whether or not that is also
   * done by itself; none at all with {@link EngineConfig.TtlSweep#NEVER}.
   *
   * @return how many
   */
  public long sweepExpired() {
    return background.sweepExpired(config.clock().instant());
  }

  /**
   * Holds items as a transaction does while it is under way, so that writes of them and other
   * transactions meet a conflict, until what is answered is closed.
   *
   * @param keys the primary keys of the items, which need not be there
   * @throws DynamoException if there is no such table, a key does not fit it, or an item is held
   *     already
   */
  public HeldItems holdItems(String tableName, Item... keys) {
    List<byte[]> held;
    try {
      held = ItemHolds.hold(context, tableName, List.of(keys));
    } catch (FaultException e) {
      throw config.wording().answer("TransactWriteItems", e);
    }
    return () -> ItemHolds.release(context, held);
  }

  /** Items that are held until they are let go. */
  public interface HeldItems extends AutoCloseable {
    /** Lets the items go. */
    @Override
    void close();
  }

  /** Ends background work. The data stays readable. */
  @Override
  public void close() {
    background.close();
  }
}
