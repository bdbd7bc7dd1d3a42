package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.limits.Delays;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The table changes that take time of docs/testing.md. */
@Timeout(600)
class DelaysTest {
  // guide: delays
  @RegisterExtension
  static final MonotableExtension db =
      MonotableExtension.builder()
          .delays(Delays.builder().createTable(Duration.ofSeconds(6)).build())
          .frozenAt(Instant.parse("2026-01-01T00:00:00Z"))
          .build();

  @Test
  void theTableIsCreatedAfterSixSeconds(DynamoDbClient dynamo) {
    new Sessions(dynamo, db.clock()).createTable();
    assertThat(status(dynamo)).isEqualTo(TableStatus.CREATING);

    db.clock().advance(Duration.ofSeconds(6));
    assertThat(status(dynamo)).isEqualTo(TableStatus.ACTIVE);
  }

  // end

  private static TableStatus status(DynamoDbClient dynamo) {
    return dynamo.describeTable(r -> r.tableName("Session")).table().tableStatus();
  }
}
