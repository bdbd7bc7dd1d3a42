package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Notation;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can happen to one request. */
class FaultsTest {
  private static final Instant START = Instant.parse("2026-11-28T10:00:00Z");
  private static final Item KEY = item("PK: a");

  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().clock(new ManualTime(START)).build());

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Things", "PK").build());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static Object add(PieceRun own) {
    return Calls.update(new WaitingCaller(own, 3), "Things", KEY, "ADD n {}", 1).toString();
  }

  private static Object transact(PieceRun own) {
    Put put = Put.builder().tableName("Things").item(KEY).build();
    return new WaitingCaller(own, 3)
        .call(
            Operations.TRANSACT_WRITE_ITEMS,
            TransactWriteItemsInput.builder()
                .transactItems(List.of(TransactWriteItem.builder().put(put).build()))
                .build())
        .toString();
  }

  private static Object batch(PieceRun own) {
    List<WriteRequest> writes = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      writes.add(
          WriteRequest.builder()
              .putRequest(PutRequest.builder().item(item("PK: {}", name)).build())
              .build());
    }
    return new WaitingCaller(own, 3)
        .call(
            Operations.BATCH_WRITE_ITEM,
            BatchWriteItemInput.builder().requestItems(Map.of("Things", writes)).build())
        .unprocessedItems();
  }

  /** Runs a piece to which something happens at its first request; returns what came of it. */
  private String struck(ChoiceKind kind, int variant, Piece piece) {
    FaultTrial.Strike strike = new FaultTrial.Strike(0, 0, kind, variant);
    FaultTrial.Plan plan = new FaultTrial.Plan(List.of(), List.of(0), List.of(0), strike, false);
    try (Execution execution =
        new Execution(
            Execution.Start.of(engine),
            List.of(piece),
            new Execution.Settings(
                Duration.ofSeconds(5),
                false,
                (number, part) -> false,
                List.of(Duration.ofSeconds(30))))) {
      execution.run(new FaultTrial(plan));
      PieceEnd end = execution.ends().get(0);
      String text = execution.steps().size() + " steps, " + end.kind();
      if (end.failure() instanceof DynamoException e) {
        text += " " + e.code().shapeName();
      } else if (end.failure() != null) {
        text += " " + end.failure().getClass().getSimpleName();
      }
      return text + " " + Calls.scan(execution.database()::call, "Things");
    }
  }

  @Test
  void aRequestAndItsAttemptsEndAsTheFaultWants() {
    Piece add = new Piece("ann", new ThreadCode(FaultsTest::add));
    Map<ChoiceKind, String> results = new LinkedHashMap<>();
    for (ChoiceKind kind :
        List.of(
            ChoiceKind.RUNS,
            ChoiceKind.THROTTLED,
            ChoiceKind.SERVER_ERROR,
            ChoiceKind.ANSWER_LOST,
            ChoiceKind.LOST_FOR_GOOD,
            ChoiceKind.DIES_BEFORE,
            ChoiceKind.DIES_AFTER,
            ChoiceKind.PAUSE)) {
      results.put(kind, struck(kind, 0, add));
    }
    Map<ChoiceKind, String> expected = new LinkedHashMap<>();
    String once = " [{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}]";
    String twice = " [{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}]";
    expected.put(ChoiceKind.RUNS, "1 steps, RETURNED" + once);
    expected.put(ChoiceKind.THROTTLED, "1 steps, FAILED ThrottlingException []");
    expected.put(ChoiceKind.SERVER_ERROR, "1 steps, FAILED InternalServerError []");
    expected.put(ChoiceKind.ANSWER_LOST, "2 steps, RETURNED" + twice);
    expected.put(ChoiceKind.LOST_FOR_GOOD, "1 steps, FAILED DroppedConnectionException" + once);
    expected.put(ChoiceKind.DIES_BEFORE, "1 steps, DIED []");
    expected.put(ChoiceKind.DIES_AFTER, "1 steps, DIED" + once);
    expected.put(ChoiceKind.PAUSE, "2 steps, RETURNED" + once);
    assertThat(results).isEqualTo(expected);
  }

  @Test
  void aTransactionCanBeCanceledByAConflict() {
    assertThat(
            struck(ChoiceKind.CONFLICT, 0, new Piece("ann", new ThreadCode(FaultsTest::transact))))
        .isEqualTo("1 steps, FAILED TransactionCanceledException []");
  }

  @Test
  void aPartOfABatchCanBeLeftUnprocessed() {
    assertThat(
            struck(ChoiceKind.UNPROCESSED, 0, new Piece("ann", new ThreadCode(FaultsTest::batch))))
        .isEqualTo("1 steps, RETURNED [{\"PK\":{\"S\":\"a\"}}]");
  }

  @Test
  void aPieceThatHasDiedIsStartedAgain() {
    Piece add = new Piece("ann", new ThreadCode(FaultsTest::add));
    assertThat(struck(ChoiceKind.DIES_AFTER, Choice.STARTED_AGAIN, add))
        .isEqualTo("2 steps, RETURNED [{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"2\"}}]");
  }

  @Test
  void aRecoveryIsStartedInsteadOfThePiece() {
    Piece add =
        new Piece(
            "ann",
            new ThreadCode(FaultsTest::add),
            new ThreadCode(
                own -> Calls.put(new WaitingCaller(own), "Things", item("PK: recovered"))));
    assertThat(struck(ChoiceKind.DIES_BEFORE, Choice.STARTED_AGAIN, add))
        .isEqualTo("2 steps, DIED [{\"PK\":{\"S\":\"recovered\"}}]");
  }

  @Test
  void aPieceThatGoesOnAfterItsDeathHasNoEffectAndIsAbandoned() {
    Exploration exploration =
        Exploration.of(engine)
            .faults(true)
            .run(
                "ann",
                own -> {
                  while (true) {
                    try {
                      return add(own);
                    } catch (DynamoException e) {
                      if (Thread.interrupted()) {
                        throw new InterruptedException();
                      }
                    }
                  }
                })
            .check(
                result ->
                    assertThat(Calls.scan(result.database()::call, "Things").toString())
                        .doesNotContain("\"3\""));
    ExplorationResult result = exploration.explore();
    assertThat(result.notices())
        .containsExactly(
            "ann goes on with its requests after its death: it is abandoned, and does not die"
                + " again.");
  }

  @Test
  void anUpdateThatIsNotIdempotentIsFoundByALostAnswer() {
    ExplorationResult result =
        Exploration.of(engine)
            .faults(true)
            .run("ann", FaultsTest::add)
            .check(
                run ->
                    assertThat(Calls.scan(run.database()::call, "Things").toString())
                        .as("added once at most")
                        .doesNotContain("\"2\""))
            .explore();
    assertThat(result.failure()).isNotNull();
    assertThat(result.failure().schedule())
        .isEqualTo(
            """
               ann
            1  UpdateItem Things
                 (lost answer)
                 {"PK":{"S":"a"}}
                 wrote {"PK":{"S":"a"},"n":{"N":"1"}}
            2  UpdateItem Things
                 {"PK":{"S":"a"}}
                 wrote {"PK":{"S":"a"},"n":{"N":"2"}}
            """);
  }

  /** Counts while it has a lease of 30 seconds; returns whether it has counted. */
  private static boolean count(PieceRun own, String name) {
    WaitingCaller database = new WaitingCaller(own, 3);
    long now = own.clock().instant().getEpochSecond();
    Notation notation = new Notation(now);
    try {
      database.call(
          Operations.PUT_ITEM,
          PutItemInput.builder()
              .tableName("Things")
              .item(item("PK: lease, owner: {}, till: {}", name, now + 30))
              .conditionExpression(notation.expression("attribute_not_exists(PK) OR till < {}"))
              .expressionAttributeValues(notation.values())
              .build());
    } catch (DynamoException e) {
      return false;
    }
    Item counter = Calls.getConsistent(database, "Things", item("PK: counter"));
    int count = counter == null ? 0 : counter.toString().contains("\"1\"") ? 1 : 2;
    Calls.put(database, "Things", item("PK: counter, n: {}", count + 1));
    Calls.delete(database, "Things", item("PK: lease"));
    return true;
  }

  @Test
  void aPauseLetsALeaseExpire() {
    ExplorationResult result =
        Exploration.of(engine)
            .faults(true)
            .run("ann", own -> count(own, "ann"))
            .run("bob", own -> count(own, "bob"))
            .check(
                run -> {
                  Item counter = Calls.get(run.database()::call, "Things", item("PK: counter"));
                  boolean both =
                      Boolean.TRUE.equals(run.end("ann").value())
                          && Boolean.TRUE.equals(run.end("bob").value());
                  assertThat(both && String.valueOf(counter).contains("\"1\""))
                      .as("one of both is not counted")
                      .isFalse();
                })
            .explore();
    assertThat(result.failure()).isNotNull();
    assertThat(
            result
                .failure()
                .schedule()
                .lines()
                .filter(line -> line.matches(" *\\d.*"))
                .map(line -> line.replaceAll(" +", " ").strip()))
        .containsExactly(
            "1 PutItem Things",
            "2 GetItem Things",
            "3 (pause: the clock moves on)",
            "4 PutItem Things",
            "5 GetItem Things",
            "6 PutItem Things",
            "7 DeleteItem Things",
            "8 PutItem Things",
            "9 DeleteItem Things");
  }
}
