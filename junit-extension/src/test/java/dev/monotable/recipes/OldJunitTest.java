package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/** A test of JUnit 4, of docs/testing.md. */
@Timeout(600)
class OldJunitTest {
  // guide: junit-4
  public static class OrdersWithJunit4 {
    private Monotable db;

    @Before
    public void open() {
      db = Monotable.builder().table(Order.class).create(); // takes microseconds
    }

    @After
    public void close() {
      db.close();
    }

    @Test
    public void returnsTheOrdersOfACustomer() {
      Orders orders = new Orders(db.client());
      orders.place("ada", "1");
      assertThat(orders.numbers("ada")).containsExactly("1");
    }
  }

  // end

  @org.junit.jupiter.api.Test
  void junit4RunsIt() {
    Result result = JUnitCore.runClasses(OrdersWithJunit4.class);

    assertThat(result.getFailures()).isEmpty();
    assertThat(result.getRunCount()).isEqualTo(1);
  }
}
