package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.ExploredRun;
import dev.monotable.Monotable;
import dev.monotable.junit.MonotableTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tests of docs/explore.md. */
@Timeout(600)
@MonotableTest
class BookingTest {
  private final Monotable db;

  BookingTest(Monotable db) {
    this.db = db;
  }

  @BeforeEach
  void createTheTable(DynamoDbClient dynamo) {
    dynamo.createTable(
        r ->
            r.tableName("Seats")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("seat").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("seat")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }

  // guide: explore
  @Test
  void aSeatIsBookedOnce() {
    db.explore()
        .call("ann", own -> new Booking(own.client()).bookOnce("1A", "ann"))
        .call("bob", own -> new Booking(own.client()).bookOnce("1A", "bob"))
        .check(BookingTest::requireOneGuest);
  }

  private static void requireOneGuest(ExploredRun result) {
    assertThat(List.of("ann", "bob"))
        .filteredOn(guest -> Boolean.TRUE.equals(result.end(guest).value()))
        .hasSizeLessThan(2);
  }

  // end

  @Test
  void aDoubleBookingIsFound() {
    assertThatThrownBy(
            () ->
                db.explore()
                    .call("ann", own -> new Booking(own.client()).book("1A", "ann"))
                    .call("bob", own -> new Booking(own.client()).book("1A", "bob"))
                    .check(BookingTest::requireOneGuest))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("What would prevent it: the condition attribute_not_exists")
        .hasMessageContaining("replay(\"")
        .hasMessageContaining("unconditional-create: Leave out the read");
  }
}
