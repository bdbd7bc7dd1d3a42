package dev.monotable.conformance.retry;

import static dev.monotable.conformance.Items.item;
import static dev.monotable.conformance.Tables.key;
import static dev.monotable.conformance.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.monotable.Monotable;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Delays;
import dev.monotable.value.Item;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Tests whether the SDK retries a request that conflicts with a pending transaction. */
class ConflictRetryTest {
  private static final String TABLE = "Orders";
  private static final Duration HOLD = Duration.ofSeconds(5);
  private static final Map<String, AttributeValue> HELD = item("pk", "held", "n", 1);

  /** The maximum number of attempts of a request. Releases of the SDK differ in its default. */
  private static final int MOST_ATTEMPTS = 4;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-10T12:00:00Z"));
  private final Monotable db =
      Monotable.builder()
          .config(EngineConfig.builder().clock(time).scheduler(time).build())
          .delays(Delays.builder().transaction(HOLD).build())
          .create();
  private final MonotableEngine engine = db.engine();
  private final Attempts attempts = new Attempts();
  private final DynamoDbClient client =
      DynamoDbClient.builder()
          .endpointOverride(URI.create("http://in-process.monotable.invalid"))
          .region(Region.US_EAST_1)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
          .httpClient(db.httpClient())
          .overrideConfiguration(
              o ->
                  o.addExecutionInterceptor(attempts)
                      .retryStrategy(ConflictRetryTest::withoutWaiting))
          .build();

  /** Counts the attempts, and runs an action before one of them. */
  private static final class Attempts implements ExecutionInterceptor {
    private int count;
    private int before;
    private Runnable action = () -> {};

    /** Resets the counter. */
    void before(int attempt, Runnable toDo) {
      count = 0;
      before = attempt;
      action = toDo;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes all) {
      count++;
      if (count == before) {
        action.run();
      }
    }
  }

  @BeforeEach
  void createTable() {
    client.createTable(table(TABLE, key("pk"), "pk").build());
  }

  @AfterEach
  void close() {
    client.close();
    engine.close();
  }

  private static void withoutWaiting(RetryStrategy.Builder<?, ?> retry) {
    retry.maxAttempts(MOST_ATTEMPTS);
    retry.backoffStrategy(BackoffStrategy.retryImmediately());
    retry.throttlingBackoffStrategy(BackoffStrategy.retryImmediately());
  }

  private MonotableEngine.HeldItems hold() {
    return engine.holdItems(TABLE, Item.of("pk", "held"));
  }

  private static TransactWriteItemsRequest transaction(String token) {
    return TransactWriteItemsRequest.builder()
        .clientRequestToken(token)
        .transactItems(TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(HELD)).build())
        .build();
  }

  @Test
  void aPutOfAHeldItemFailsWithTheConflictAtTheFirstAttempt() {
    try (MonotableEngine.HeldItems held = hold()) {
      attempts.before(2, held::close);

      TransactionConflictException rejection =
          catchThrowableOfType(
              TransactionConflictException.class,
              () -> client.putItem(p -> p.tableName(TABLE).item(HELD)));

      assertThat(rejection.awsErrorDetails().errorMessage())
          .isEqualTo("Transaction is ongoing for the item");
      assertThat(attempts.count).isEqualTo(1);
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  void aTransactionCanceledByAHeldItemIsNotRetried() {
    try (MonotableEngine.HeldItems held = hold()) {
      attempts.before(2, held::close);

      TransactionCanceledException canceled =
          catchThrowableOfType(
              TransactionCanceledException.class,
              () -> client.transactWriteItems(transaction("token")));

      assertThat(canceled.cancellationReasons())
          .containsExactly(
              CancellationReason.builder()
                  .code("TransactionConflict")
                  .message("Transaction is ongoing for the item")
                  .build());
      assertThat(attempts.count).isEqualTo(1);
    }
    assertThat(stored()).isEmpty();
  }

  @Test
  void aPendingTransactionIsRetriedUntilItSucceeds() {
    client.transactWriteItems(transaction("token"));
    attempts.before(3, () -> time.advance(HOLD));

    client.transactWriteItems(transaction("token"));

    assertThat(attempts.count).isEqualTo(3);
    assertThat(stored()).isEqualTo(HELD);
  }

  @Test
  void aTransactionThatStaysPendingFailsAsInProgress() {
    client.transactWriteItems(transaction("token"));
    attempts.before(0, () -> {});

    TransactionInProgressException rejection =
        catchThrowableOfType(
            TransactionInProgressException.class,
            () -> client.transactWriteItems(transaction("token")));

    assertThat(rejection.isThrottlingException()).isTrue();
    assertThat(attempts.count).isEqualTo(MOST_ATTEMPTS);
  }

  private Map<String, AttributeValue> stored() {
    return client.getItem(g -> g.tableName(TABLE).key(item("pk", "held"))).item();
  }
}
