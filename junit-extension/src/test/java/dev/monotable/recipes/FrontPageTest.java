package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import dev.monotable.junit.Table;
import dev.monotable.model.Operations;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The tests of README.md. */
@Timeout(600)
@MonotableTest
@Table(Order.class)
class FrontPageTest {
  private final Monotable db;

  FrontPageTest(Monotable db) {
    this.db = db;
  }

  @BeforeEach
  void startASession(DynamoDbClient dynamo) {
    Sessions sessions = new Sessions(dynamo, db.clock());
    sessions.createTable();
    sessions.start("s-1", Duration.ofHours(1));
  }

  // guide: start
  @Test
  void aCustomerHasNoOrdersAtFirst(DynamoDbClient dynamo) {
    assertThat(new Orders(dynamo).numbers("ada")).isEmpty();
  }

  // end

  // guide: front-page
  @Test
  void aSessionEndsAfterAnHour() {
    try (Monotable fork = db.fork()) { // a copy of all data
      fork.clock().advance(Duration.ofHours(2));
      fork.faults().on(Operations.GET_ITEM).times(2).throttle(); // the SDK tries again
      assertThat(new Sessions(fork.client(), fork.clock()).isActive("s-1")).isFalse();
      assertThat(fork.requests()).last().asString().contains("0.5 read units");
    }
  }
  // end
}
