package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Notation;
import dev.monotable.value.Item;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must hold in each execution. */
class ChecksTest {
  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().seed(1).build());

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Accounts", "PK").build());
    engine.call(Operations.CREATE_TABLE, Calls.table("Log", "PK").build());
    Calls.put(engine::call, "Accounts", item("PK: a, x: 10, y: 0"));
  }

  /** Returns an exploration without faults. */
  private Exploration orders() {
    return Exploration.of(engine).faults(false);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static void update(Calls.Target database, String expression, Object... values) {
    Notation notation = new Notation(values);
    database.call(
        Operations.UPDATE_ITEM,
        UpdateItemInput.builder()
            .tableName("Accounts")
            .key(item("PK: a"))
            .updateExpression(notation.expression(expression))
            .expressionAttributeValues(notation.values())
            .build());
  }

  private static long read(Calls.Target database, String attribute) {
    Item found = Calls.getConsistent(database, "Accounts", item("PK: a"));
    return Long.parseLong(found.find(attribute).numberText());
  }

  private static @Nullable String reason(Exploration exploration) {
    ExplorationResult.Failure failure = exploration.explore().failure();
    return failure == null ? null : failure.reason();
  }

  // ---- invariants ----

  private Exploration moving() {
    return orders()
        .run(
            "ann",
            own -> {
              WaitingCaller database = new WaitingCaller(own);
              update(database, "SET x = {}", 0L);
              update(database, "SET y = {}", 10L);
              return null;
            })
        .run("bob", own -> Calls.getConsistent(new WaitingCaller(own), "Accounts", item("PK: a")));
  }

  @Test
  void anInvariantHoldsAtTheEnd() {
    String lost = "SELECT * FROM Accounts WHERE x = 0 AND y = 0";

    assertThat(reason(moving().invariant(lost))).isNull();
    assertThat(reason(moving().invariant(lost).always()))
        .startsWith("after step ")
        .endsWith(
            "the data violates "
                + lost
                + ":\n  {\"PK\":{\"S\":\"a\"},\"x\":{\"N\":\"0\"},\"y\":{\"N\":\"0\"}}");
    assertThat(reason(moving().invariant("SELECT * FROM Accounts WHERE y = 10")))
        .startsWith("the data violates SELECT");
  }

  @Test
  void anInvariantMayAllowSomeItems() {
    Exploration booking =
        orders()
            .invariant("at most 1: SELECT * FROM Log")
            .run("ann", own -> book(new WaitingCaller(own), "ann"))
            .run("bob", own -> book(new WaitingCaller(own), "bob"));

    assertThat(reason(booking)).startsWith("the data violates at most 1: SELECT * FROM Log:\n");
  }

  private static Object book(WaitingCaller database, String name) {
    if (Calls.scan(database, "Log").isEmpty()) {
      Calls.put(database, "Log", item("PK: {}", name));
    }
    return name;
  }

  /** Writes of different items are not dependent for the pieces, but for the invariant. */
  @Test
  void whatMustAlwaysHoldMakesWritesDependent() {
    Exploration writing =
        orders()
            .invariant("SELECT * FROM Log WHERE PK = 'bob' AND PK <> 'x'")
            .invariant("at most 1: SELECT * FROM Log")
            .run("ann", own -> book(new WaitingCaller(own), "ann"))
            .run(
                "bob",
                own -> {
                  WaitingCaller database = new WaitingCaller(own);
                  update(database, "SET x = {}", 1L);
                  return null;
                });
    assertThat(writing.explore().executions()).isEqualTo(1);
    assertThat(
            orders()
                .invariant("SELECT * FROM Accounts WHERE x = 1 AND y = 0")
                .always()
                .run(
                    "ann",
                    own -> {
                      update(new WaitingCaller(own), "SET y = {}", 1L);
                      return null;
                    })
                .run(
                    "bob",
                    own -> {
                      update(new WaitingCaller(own), "SET x = {}", 1L);
                      return null;
                    })
                .explore()
                .failure())
        .isNotNull();
  }

  @Test
  void anInvalidInvariantIsWrongUsage() {
    assertThatThrownBy(() -> moving().invariant("DELETE FROM Accounts WHERE PK = 'a'"))
        .isInstanceOf(WrongUsageException.class)
        .hasMessage(
            "an invariant must be 'SELECT …' or 'at most N: SELECT …', not: DELETE FROM Accounts"
                + " WHERE PK = 'a'");
    assertThatThrownBy(() -> moving().invariant("SELECT * FROM Nothing").explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessageStartingWith("the invariant is invalid: SELECT * FROM Nothing: ");
  }

  // ---- assertions of pieces ----

  @Test
  void aFailedAssertionOfAPieceIsAFailureAndAnyOtherExceptionIsNone() {
    Exploration asserting =
        orders()
            .run(
                "ann",
                own -> {
                  assertThat(read(new WaitingCaller(own), "x")).as("x").isEqualTo(10);
                  return null;
                })
            .run(
                "bob",
                own -> {
                  update(new WaitingCaller(own), "SET x = {}", 0L);
                  return null;
                });
    assertThat(reason(asserting)).startsWith("ann: [x]");
    Exploration throwing =
        orders()
            .run(
                "ann",
                own -> {
                  if (read(new WaitingCaller(own), "x") == 0) {
                    throw new IllegalStateException("no x");
                  }
                  return null;
                })
            .run(
                "bob",
                own -> {
                  update(new WaitingCaller(own), "SET x = {}", 0L);
                  return null;
                });
    assertThat(reason(throwing)).isNull();
  }

  // ---- lost writes ----

  private Exploration adding(ThreadCode.Body ann, ThreadCode.Body bob) {
    return orders().run("ann", ann).run("bob", bob).noLostWrites();
  }

  private static Object addByPut(PieceRun own) {
    WaitingCaller database = new WaitingCaller(own);
    long x = read(database, "x");
    Calls.put(database, "Accounts", item("PK: a, x: {}, y: 0", x + 1));
    return x;
  }

  private static Object addBySet(PieceRun own) {
    WaitingCaller database = new WaitingCaller(own);
    long x = read(database, "x");
    update(database, "SET x = {}", x + 1);
    return x;
  }

  private static Object addOnServer(PieceRun own) {
    WaitingCaller database = new WaitingCaller(own);
    long x = read(database, "x");
    update(database, "SET x = x + {}", 1L);
    return x;
  }

  private static Object setOther(PieceRun own) {
    update(new WaitingCaller(own), "SET y = {}", 5L);
    return "y";
  }

  @Test
  void aWriteIsLostIfAnotherPieceOverwritesItAfterItsRead() {
    assertThat(reason(adding(ChecksTest::addByPut, ChecksTest::addBySet)))
        .isEqualTo(
            "a write of bob is lost: ann has read {\"PK\":{\"S\":\"a\"}} of Accounts in step 1,"
                + " bob has changed x in step 3, and ann overwrites it in step 4 without a"
                + " condition");
    assertThat(reason(adding(ChecksTest::addBySet, ChecksTest::addBySet)))
        .startsWith("a write of bob is lost: ann has read");
    assertThat(reason(adding(ChecksTest::addBySet, ChecksTest::addOnServer)))
        .startsWith("a write of bob is lost");
    assertThat(reason(adding(ChecksTest::addByPut, ChecksTest::setOther)))
        .startsWith("a write of bob is lost");
  }

  @Test
  void noWriteIsLostByOtherAttributesServerSideValuesConditionsOrBlindWrites() {
    assertThat(reason(adding(ChecksTest::addBySet, ChecksTest::setOther))).isNull();
    assertThat(reason(adding(ChecksTest::addOnServer, ChecksTest::addOnServer))).isNull();
    assertThat(
            reason(
                adding(
                    ChecksTest::setOther,
                    own -> {
                      Calls.put(new WaitingCaller(own), "Accounts", item("PK: a, x: 1, y: 1"));
                      return null;
                    })))
        .isNull();
    ThreadCode.Body guarded =
        own -> {
          WaitingCaller database = new WaitingCaller(own);
          long x = read(database, "x");
          Notation notation = new Notation(x + 1, x);
          database.call(
              Operations.UPDATE_ITEM,
              UpdateItemInput.builder()
                  .tableName("Accounts")
                  .key(item("PK: a"))
                  .updateExpression(notation.expression("SET x = {}"))
                  .conditionExpression(notation.expression("x = {}"))
                  .expressionAttributeValues(notation.values())
                  .build());
          return null;
        };
    assertThat(reason(adding(guarded, guarded))).isNull();
  }

  // ---- serial ----

  /** Writes an item in each table, which depend on what others have written. */
  private static Object writeBoth(PieceRun own, String name) {
    WaitingCaller database = new WaitingCaller(own);
    long x = read(database, "x");
    Calls.put(database, "Log", item("PK: {}, x: {}", name, x));
    update(database, "SET x = {}", x + 1);
    return name;
  }

  private Exploration writing() {
    return orders()
        .run("ann", own -> writeBoth(own, "ann"))
        .run("bob", own -> writeBoth(own, "bob"));
  }

  @Test
  void aResultOfNoOrderOfWholePiecesIsAFailure() {
    assertThat(reason(writing().serial()))
        .isEqualTo(
            """
            no order of whole pieces has this result; the nearest one is ann, then bob:
              + Accounts {"PK":{"S":"a"},"x":{"N":"11"},"y":{"N":"0"}}
              - Accounts {"PK":{"S":"a"},"x":{"N":"12"},"y":{"N":"0"}}
              + Log {"PK":{"S":"bob"},"x":{"N":"10"}}
              - Log {"PK":{"S":"bob"},"x":{"N":"11"}}\
            """);
    assertThat(reason(writing().serial("Accounts.x", "Log.x"))).isNull();
    assertThat(reason(writing().serial("x"))).isNull();
    assertThat(reason(writing().serial("Log.x"))).isNotNull();
  }

  @Test
  void randomIdsAreComparedByWhoSendsThem() {
    ThreadCode.Body logging =
        own -> {
          WaitingCaller database = new WaitingCaller(own);
          String id = UUID.randomUUID().toString();
          Calls.put(database, "Log", item("PK: {}, name: {}", id, own.name()));
          update(database, "SET x = x + {}", 1L);
          return null;
        };
    ExplorationResult result = orders().run("ann", logging).run("bob", logging).serial().explore();
    assertThat(result.failure()).isNull();
    assertThat(result.notices()).isEmpty();
  }

  @Test
  void aPieceThatFailsCountsOnceOrNotAtAll() {
    ThreadCode.Body failing =
        own -> {
          WaitingCaller database = new WaitingCaller(own);
          if (read(database, "x") != 10) {
            throw new IllegalStateException("too late");
          }
          update(database, "SET y = {}", 1L);
          return null;
        };
    assertThat(reason(orders().run("ann", failing).run("bob", ChecksTest::addOnServer).serial()))
        .isNull();
    ThreadCode.Body half =
        own -> {
          WaitingCaller database = new WaitingCaller(own);
          update(database, "SET y = {}", 1L);
          if (read(database, "x") != 10) {
            throw new IllegalStateException("too late");
          }
          update(database, "SET y = {}", 2L);
          return null;
        };
    assertThat(reason(orders().run("ann", half).run("bob", ChecksTest::addOnServer).serial()))
        .isNull(); // an order, "bob, then ann", leaves half of it, too
  }
}
