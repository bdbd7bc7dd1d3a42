package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The extension as a field, and the handle without JUnit, of docs/testing.md. */
@Timeout(600)
class FieldTest {
  // guide: field
  @RegisterExtension
  static final MonotableExtension db =
      MonotableExtension.builder()
          .table("Order", Order.class)
          .frozenAt(Instant.parse("2026-01-01T00:00:00Z"))
          .build();

  private static final Orders orders = new Orders(db.client()); // follows each test's database

  @Test
  void aCustomerHasNoOrdersAtFirst() {
    assertThat(orders.numbers("ada")).isEmpty();
  }

  // end

  @Test
  void worksWithoutJUnit() {
    // guide: handle
    try (Monotable db = Monotable.builder().table("Order", Order.class).create()) {
      Orders orders = new Orders(db.client());
      orders.place("ada", "1");
    }
    // end
  }

  @Test
  void theDatabaseGoesBack() {
    orders.placeAll("ada", List.of("1", "2"));
    // guide: snapshot
    Snapshot before = db.snapshot();
    orders.cancel("ada", "1");
    db.restore(before); // order 1 is back

    try (Monotable other = db.fork()) { // an independent copy
      new Orders(other.client()).place("ada", "3");
    }
    assertThat(orders.numbers("ada")).containsExactly("1", "2");

    db.reset(); // the data that the test started with
    // end
    assertThat(orders.numbers("ada")).isEmpty();
  }

  @Test
  void theClockIsSet() {
    // guide: clock
    db.clock().set(Instant.parse("2028-02-29T23:59:00Z")); // runs on from there
    db.clock().freeze(); // stands still
    db.clock().advance(Duration.ofMinutes(2)); // and does the background work that becomes due
    db.clock().resume();
    // end
    assertThat(db.clock().instant()).isAfterOrEqualTo(Instant.parse("2028-03-01T00:01:00Z"));
  }
}
