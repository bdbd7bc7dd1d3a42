package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pieces that do not send the same requests after the same choices. */
class DivergenceTest {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Things", "PK").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Exploration puts(ThreadCode.Body body) {
    return Exploration.of(engine)
        .faults(false)
        .samples(10)
        .run("ann", body)
        .run(
            "bob",
            own -> {
              Calls.put(new WaitingCaller(own), "Things", item("PK: a"));
              return Calls.scan(new WaitingCaller(own), "Things").size();
            });
  }

  @Test
  void bothRequestsAreNamedAndRandomOrdersTried() {
    AtomicInteger count = new AtomicInteger();
    ExplorationResult result =
        puts(own -> {
              Calls.put(
                  new WaitingCaller(own), "Things", item("PK: a, n: {}", count.incrementAndGet()));
              Calls.put(new WaitingCaller(own), "Things", item("PK: a"));
              return null;
            })
            .explore();
    assertThat(result.notices().get(0))
        .isEqualTo("The requests of ann differ from run to run, even if it runs alone.");
    assertThat(result.notices().get(1))
        .startsWith(
            "ann has sent different requests after the same choices, so random orders were tried:"
                + " at first PutItem ")
        .contains("{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"3\"}}")
        .contains("{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"4\"}}");
    assertThat(result.cuts()).contains("10 random orders, drawn with the seed 1");
    assertThat(result.executions()).isGreaterThan(10);
  }

  @Test
  void randomIdsAreNoDifference() {
    ExplorationResult result =
        puts(own -> {
              String id = UUID.randomUUID().toString();
              Calls.put(new WaitingCaller(own), "Things", item("PK: a, id: {}", id));
              Calls.put(new WaitingCaller(own), "Things", item("PK: {}", id));
              return null;
            })
            .lag(false)
            .explore();
    assertThat(result.notices()).isEmpty();
    assertThat(result.cuts()).isEmpty();
  }

  @Test
  void theSeedDecidesTheRandomOrders() {
    List<List<Choice>> orders = List.of(choices(1), choices(1), choices(2));
    assertThat(orders.get(1)).isEqualTo(orders.get(0)).isNotEqualTo(orders.get(2));
  }

  /** Returns the choices of 100 steps of two pieces. */
  private static List<Choice> choices(long seed) {
    Search.RandomOrder order = new Search.RandomOrder(new SplittableRandom(seed), 1_000);
    List<Choice> enabled = List.of(new Choice(0, 0), new Choice(1, 0));
    List<Choice> made = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      made.add(order.choose(i, enabled, i == 0 ? -1 : made.get(i - 1).piece()));
    }
    return made;
  }
}
