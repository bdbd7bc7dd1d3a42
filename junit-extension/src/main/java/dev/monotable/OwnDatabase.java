package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.client.ClientSet;
import dev.monotable.client.Target;
import dev.monotable.explore.PieceRun;
import dev.monotable.json.Exchange;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The database of an execution as a piece of {@link Explorer} sees it. The piece builds what it
 * uses from it: the clients behave as new ones, and fail when the execution has ended.
 */
@Experimental
public final class OwnDatabase {
  private static final int MAX_COMPLETIONS = 1_000;

  private final InProcessDatabase original;
  private final PieceRun run;
  private final Exchange exchange;

  /** The threads of the piece, among which are those that complete its asynchronous requests. */
  private final ThreadGroup threads = Thread.currentThread().getThreadGroup();

  private @Nullable ClientSet clients;

  /** Creates the handle of a piece, on its thread. */
  OwnDatabase(InProcessDatabase original, PieceRun run, Exchange exchange) {
    this.original = original;
    this.run = run;
    this.exchange = exchange;
  }

  /** Returns the name of the piece. */
  public String name() {
    return run.name();
  }

  /** Returns the synchronous client of DynamoDB. */
  public DynamoDbClient client() {
    return client(DynamoDbClient.class);
  }

  /** Returns the asynchronous client of DynamoDB. */
  public DynamoDbAsyncClient asyncClient() {
    return client(DynamoDbAsyncClient.class);
  }

  /** Returns the synchronous enhanced client. */
  public DynamoDbEnhancedClient enhanced() {
    return client(DynamoDbEnhancedClient.class);
  }

  /**
   * Returns a client by its type, see {@link Monotable#client(Class)}.
   *
   * @throws IllegalArgumentException if the type is not supported
   */
  public <T> T client(Class<T> type) {
    return clients().get(type);
  }

  /**
   * Returns a table of the enhanced client, see {@link Monotable#table(Class, String, Class)}.
   *
   * @throws IllegalArgumentException if the type of the table is not supported
   */
  public <T> T table(Class<T> tableType, String name, Class<?> bean) {
    return clients().table(tableType, name, bean);
  }

  /**
   * Returns the table of the enhanced client that was declared with a bean, see {@link
   * Monotable#table(Class, Class)}.
   *
   * @throws IllegalArgumentException if no table or more than one was declared with this bean, or
   *     the type of the table is not supported
   */
  public <T> T table(Class<T> tableType, Class<?> bean) {
    return table(tableType, original.tableName(bean), bean);
  }

  /** Returns the clock of the execution, which stands still while the piece works. */
  public Clock clock() {
    return run.clock().withZone(ZoneOffset.UTC);
  }

  private synchronized ClientSet clients() {
    ClientSet known = clients;
    if (known == null) {
      ThreadPoolExecutor completions =
          new ThreadPoolExecutor(
              0,
              MAX_COMPLETIONS,
              1,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              this::thread,
              new ThreadPoolExecutor.CallerRunsPolicy());
      ClientSet opened =
          ClientSet.inProcess(new Target(() -> exchange, () -> exchange, completions));
      run.whenOver(
          () -> {
            if (!run.hasEnded() || ClientSet.haveOwnThreads()) {
              opened.spend();
            }
            opened.close();
            completions.shutdown();
          });
      clients = opened;
      known = opened;
    }
    return known;
  }

  private Thread thread(Runnable task) {
    Thread thread;
    try {
      thread = new Thread(threads, task, run.name() + "-completions");
    } catch (IllegalThreadStateException e) { // Java 17 ends the group with its last thread
      thread = new Thread(task);
    }
    thread.setDaemon(true);
    return thread;
  }
}
