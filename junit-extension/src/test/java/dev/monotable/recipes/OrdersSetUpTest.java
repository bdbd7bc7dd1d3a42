package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.junit.MonotableExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The set-up of a class, of docs/testing.md. */
@Timeout(600)
class OrdersSetUpTest {
  // guide: set-up
  @RegisterExtension
  static final MonotableExtension db =
      MonotableExtension.builder()
          .table(Order.class)
          .setUp(handle -> new Orders(handle.client()).placeAll("ada", List.of("1", "2")))
          .build();

  @Test
  void startsWithTwoOrders() {
    assertThat(new Orders(db.client()).numbers("ada")).containsExactly("1", "2");
  }
  // end
}
