package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExplorationTest {
  private static final Item SEAT = item("PK: seat-1");

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Seats", "PK").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Books the seat if it is free; returns whether it has. */
  private static boolean book(PieceRun own, String name) {
    WaitingCaller database = new WaitingCaller(own);
    if (Calls.getConsistent(database, "Seats", SEAT) != null) {
      return false;
    }
    Calls.put(database, "Seats", item("PK: seat-1, owner: {}", name));
    return true;
  }

  /** Books the seat if it is free, by a condition; returns whether it has. */
  private static boolean bookSafely(PieceRun own, String name) {
    WaitingCaller database = new WaitingCaller(own);
    try {
      Calls.putIf(
          database, "Seats", item("PK: seat-1, owner: {}", name), "attribute_not_exists(PK)");
      return true;
    } catch (DynamoException e) {
      return false;
    }
  }

  private static void requireOneOwner(ExecutionResult result) {
    boolean ann = Boolean.TRUE.equals(result.end("ann").value());
    boolean bob = Boolean.TRUE.equals(result.end("bob").value());
    assertThat(ann ^ bob).as("one of ann and bob has the seat").isTrue();
  }

  @Test
  void aDoubleBookingIsFoundAndShown() {
    Snapshot before = engine.snapshot();
    ExplorationResult result =
        Exploration.of(engine)
            .faults(false)
            .run("ann", own -> book(own, "ann"))
            .run("bob", own -> book(own, "bob"))
            .check(ExplorationTest::requireOneOwner)
            .explore();
    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().schedule())
        .isEqualTo(
            """
               ann                                                bob
            1  GetItem Seats
                 {"PK":{"S":"seat-1"}}
                 read nothing
            2                                                     GetItem Seats
                                                                    {"PK":{"S":"seat-1"}}
                                                                    read nothing
            3                                                     PutItem Seats
                                                                    {"PK":{"S":"seat-1"}}
                                                                    wrote {"PK":{"S":"seat-1"},"owner":{"S":"bob"}}
            4  PutItem Seats
                 {"PK":{"S":"seat-1"}}
                 wrote {"PK":{"S":"seat-1"},"owner":{"S":"ann"}}
            """);
    assertThat(engine.snapshot()).isEqualTo(before);
  }

  @Test
  void aSoundBookingHasNoFailure() {
    ExplorationResult result =
        Exploration.of(engine)
            .faults(false)
            .run("ann", own -> bookSafely(own, "ann"))
            .run("bob", own -> bookSafely(own, "bob"))
            .check(ExplorationTest::requireOneOwner)
            .explore();
    assertThat(result)
        .isEqualTo(new ExplorationResult(null, 2, 4, Map.of(), List.of(), List.of()))
        .hasToString("Nothing found.\n2 executions, 4 requests held; all orders.");
  }

  @Test
  void requestsOnDisjointItemsNeedOneExecution() {
    Exploration exploration = Exploration.of(engine).faults(false);
    for (String name : List.of("ann", "bob", "cyd")) {
      exploration.run(
          name,
          own -> {
            WaitingCaller database = new WaitingCaller(own);
            for (int i = 0; i < 5; i++) {
              Item key = item("PK: {}-{}", name, i);
              Calls.put(database, "Seats", key);
            }
            return null;
          });
    }
    assertThat(exploration.explore())
        .isEqualTo(new ExplorationResult(null, 1, 15, Map.of(), List.of(), List.of()));
  }

  @Test
  void aPieceThatDoesNotEndIsAFailure() {
    ExplorationResult result =
        Exploration.of(engine)
            .faults(false)
            .patience(Duration.ofMillis(200))
            .run(
                "ann",
                own -> {
                  if (Calls.getConsistent(new WaitingCaller(own), "Seats", SEAT) != null) {
                    new CountDownLatch(1).await();
                  }
                  return null;
                })
            .run("bob", own -> bookSafely(own, "bob"))
            .explore();
    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().reason()).isEqualTo("ann does not end");
  }

  @Test
  void requestsSentAtOnceAreAnsweredInEachOrder() {
    ExplorationResult result =
        Exploration.of(engine)
            .faults(false)
            .add(
                new Piece(
                    "ann",
                    own -> {
                      StringBuilder answered = new StringBuilder();
                      for (String name : List.of("x", "y")) {
                        new ThreadlessRequest<>(
                                Operations.PUT_ITEM,
                                PutItemInput.builder()
                                    .tableName("Seats")
                                    .item(item("PK: {}", name))
                                    .build())
                            .send(
                                own,
                                answer -> {
                                  if (answered.append(name).length() == 2) {
                                    own.end(PieceEnd.returned(answered.toString()));
                                  }
                                });
                      }
                    }))
            .check(run -> assertThat(run.end("ann").value()).isEqualTo("xy"))
            .explore();
    assertThat(result.failure()).isNotNull();
  }

  @Test
  void aPieceThatFailsAloneOrSendsNothingIsWrongUsage() {
    assertThatThrownBy(
            () ->
                Exploration.of(engine)
                    .faults(false)
                    .run(
                        "ann",
                        own -> {
                          throw new IllegalStateException("no seat");
                        })
                    .explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("ann fails although it runs alone: java.lang.IllegalStateException: no seat");
    assertThatThrownBy(() -> Exploration.of(engine).run("ann", own -> null).explore())
        .hasMessage("ann sends no request to the database that is passed to it");
    assertThatThrownBy(() -> Exploration.of(engine).explore())
        .hasMessage("there is no piece to explore: call run(…)");
  }
}
