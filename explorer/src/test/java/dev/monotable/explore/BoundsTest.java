package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever grows in an exploration has a bound. */
class BoundsTest {
  private static final ThreadlessRequest<?, ?> GET =
      new ThreadlessRequest<>(
          Operations.GET_ITEM,
          GetItemInput.builder()
              .tableName("Things")
              .key(item("PK: a"))
              .consistentRead(true)
              .build());

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Things", "PK").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Two pieces of the same puts, in 20 orders. */
  private Exploration puts() {
    Exploration exploration = Exploration.of(engine).faults(false).preemptions(9);
    for (String name : List.of("ann", "bob")) {
      exploration.run(
          name,
          own -> {
            for (int i = 0; i < 3; i++) {
              Calls.put(new WaitingCaller(own), "Things", item("PK: a, by: {}", name));
            }
            return null;
          });
    }
    return exploration;
  }

  @Test
  void theNumberOfExecutions() {
    assertThat(puts().explore())
        .isEqualTo(new ExplorationResult(null, 20, 120, Map.of(), List.of(), List.of()));
    assertThat(puts().executions(3).explore())
        .isEqualTo(
            new ExplorationResult(
                null,
                3,
                18,
                Map.of(),
                List.of("ended after the maximum number of executions"),
                List.of()));
  }

  @Test
  void theTime() {
    assertThat(puts().time(Duration.ofNanos(1)).explore())
        .isEqualTo(
            new ExplorationResult(
                null, 0, 0, Map.of(), List.of("ended after the maximum time"), List.of()));
  }

  @Test
  void theOrdersThatAreKeptForFaults() {
    FaultPlan.Sample sample =
        new FaultPlan.Sample(new FaultPlan(List.of(new Piece("ann", own -> {}))));
    for (int i = 0; i < FaultPlan.Sample.MAX_ORDERS; i++) {
      sample.add(List.of());
      assertThat(sample.isCut()).isFalse();
    }
    sample.add(List.of());
    assertThat(sample.isCut()).isTrue();
  }

  @Test
  void theRequestsThatAreHeld() {
    assertThatThrownBy(
            () ->
                Exploration.of(engine)
                    .patience(Duration.ofMillis(50))
                    .add(
                        new Piece(
                            "ann",
                            own -> {
                              for (int i = 0; i <= Execution.MAX_HELD; i++) {
                                GET.send(own, answer -> {});
                              }
                            }))
                    .explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage(
            "ann does not end although it runs alone: ann sends more than 10000 requests at once");
  }

  @Test
  void theRequestsOfAnExecution() {
    assertThatThrownBy(
            () -> Exploration.of(engine).add(new Piece("ann", BoundsTest::getForEver)).explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage(
            "ann does not end although it runs alone: the pieces send more than 10000 requests");
  }

  private static void getForEver(PieceRun own) {
    GET.send(own, answer -> getForEver(own));
  }
}
