package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.explore.content.StartHash;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The failure that is shown, and its replay. */
class ExecutionReportTest {
  private static final Item KEY = item("PK: a");

  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().seed(1).build());

  @BeforeEach
  void create() {
    engine.call(Operations.CREATE_TABLE, Calls.table("Accounts", "PK").build());
    Calls.put(engine::call, "Accounts", item("PK: a, x: 1"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private Exploration orders() {
    return Exploration.of(engine).faults(false);
  }

  private static Object add(PieceRun own) {
    WaitingCaller database = new WaitingCaller(own);
    Item found = Calls.getConsistent(database, "Accounts", KEY);
    long x = found == null ? 0 : Long.parseLong(found.find("x").numberText());
    Calls.put(database, "Accounts", item("PK: a, x: {}", x + 1));
    return x;
  }

  private static Object addTwice(PieceRun own) {
    WaitingCaller database = new WaitingCaller(own);
    for (int i = 0; i < 4; i++) {
      Calls.put(database, "Accounts", item("PK: {}-{}, x: 0", own.name(), i));
    }
    return add(own);
  }

  private static ExplorationResult.Failure failure(Exploration exploration) {
    ExplorationResult result = exploration.explore();
    ExplorationResult.Failure failure = result.failure();
    assertThat(failure).as("%s", result).isNotNull();
    return failure;
  }

  private Exploration adding() {
    return orders()
        .run("ann", ExecutionReportTest::add)
        .run("bob", ExecutionReportTest::add)
        .noLostWrites();
  }

  // ---- the report ----

  @Test
  void aReportSaysWhatDiffersAndWhatWouldPreventIt() {
    ExplorationResult.Failure failure = failure(adding());

    assertThat(failure.difference())
        .isEqualTo(
            """
            no order of whole pieces has this result; the nearest one is ann, then bob:
              + Accounts {"PK":{"S":"a"},"x":{"N":"2"}}
              - Accounts {"PK":{"S":"a"},"x":{"N":"3"}}\
            """);
    assertThat(failure.remedies()).containsExactly(Remedy.VERSION);
    assertThat(failure.toString())
        .startsWith("a write of bob is lost: ann has read")
        .endsWith("\nTo repeat it: replay(\"" + failure.replay() + "\")");
    assertThat(failure.json())
        .startsWith("{\"reason\":\"a write of bob is lost: ")
        .contains("\"steps\":[{\"number\":1,\"piece\":\"ann\",\"operation\":\"GetItem\",")
        .contains("\"hasBearing\":true,\"text\":[\"GetItem Accounts")
        .endsWith(
            "\"remedies\":[{\"remedy\":\"version\",\"text\":\"a condition on what was read, such as"
                + " a version number that has not changed\"}]}");
  }

  @Test
  void requestsWithoutBearingAreFolded() {
    ExplorationResult.Failure failure =
        failure(
            orders()
                .run("ann", ExecutionReportTest::addTwice)
                .run("bob", ExecutionReportTest::add)
                .noLostWrites());

    assertThat(failure.schedule())
        .contains("1  (4 requests without bearing)\n5  GetItem Accounts")
        .doesNotContain("ann-1");
  }

  /** A piece that the failure does not need is left out, if the checks hold without it. */
  @Test
  void aPieceWithoutBearingIsLeftOut() {
    ExplorationResult.Failure failure =
        failure(
            orders()
                .run("zoe", own -> Calls.getConsistent(new WaitingCaller(own), "Accounts", KEY))
                .run("ann", ExecutionReportTest::add)
                .run("bob", ExecutionReportTest::add)
                .noLostWrites());

    assertThat(failure.schedule()).doesNotContain("zoe").contains("ann", "bob");
    assertThat(failure.replay()).matches("[0-9a-f]{8} of 1,2: a b b a");
  }

  /** Without bob this check fails always, so that bob is not left out. */
  @Test
  void aPieceThatAChecksNeedsStays() {
    ExplorationResult.Failure failure =
        failure(
            orders()
                .run("ann", ExecutionReportTest::add)
                .run("bob", ExecutionReportTest::add)
                .check(
                    result ->
                        assertThat(
                                Calls.getConsistent(result.database()::call, "Accounts", KEY)
                                    .find("x")
                                    .numberText())
                            .isEqualTo("3")));

    assertThat(failure.schedule()).contains("ann", "bob");
    assertThat(failure.replay()).endsWith(": a b b a");
  }

  /** A lost answer that is needed for nothing is not part of what is shown. */
  @Test
  void aFaultWithoutBearingIsLeftOut() {
    Exploration.Check never =
        result -> {
          if (Calls.getConsistent(result.database()::call, "Accounts", item("PK: b")) != null) {
            throw new AssertionError("b");
          }
        };
    ExplorationResult.Failure failure =
        failure(
            Exploration.of(engine)
                .orders(false)
                .faults(true)
                .run(
                    "ann",
                    own -> {
                      WaitingCaller database = new WaitingCaller(own);
                      Calls.put(database, "Accounts", item("PK: c"));
                      return null;
                    })
                .run(
                    "bob",
                    own -> {
                      WaitingCaller database = new WaitingCaller(own);
                      if (Calls.getConsistent(database, "Accounts", item("PK: c")) == null) {
                        Calls.put(database, "Accounts", item("PK: b"));
                      }
                      return null;
                    })
                .check(never));

    assertThat(failure.schedule()).containsPattern("throttled|server error|dies before");
    assertThat(failure.schedule().split("\\(", -1)).hasSize(2);
  }

  @Test
  void theTextIsTheSameEachTime() {
    ThreadCode.Body logging =
        own -> {
          WaitingCaller database = new WaitingCaller(own);
          String id = UUID.randomUUID().toString();
          Calls.put(database, "Accounts", item("PK: {}, at: {}", id, System.currentTimeMillis()));
          return add(own);
        };
    Exploration exploration = orders().run("ann", logging).run("bob", logging).noLostWrites();
    ExplorationResult.Failure failure = failure(exploration);
    exploration.replay(failure.replay());
    String first = failure.toString();
    for (int i = 0; i < 100; i++) {
      assertThat(failure(exploration)).hasToString(first);
    }
    assertThat(first).contains("{\"PK\":{\"S\":\"id-1\"}}", "{\"PK\":{\"S\":\"id-2\"}}");
  }

  // ---- the replay ----

  @Test
  void aReplayOfWhatStillFailsFails() {
    String replay = failure(adding()).replay();

    ExplorationResult again = adding().replay(replay).explore();

    assertThat(again.notices()).containsExactly("This order still fails.");
    assertThat(again.failure()).isNotNull();
    assertThat(again.failure().replay()).isEqualTo(replay);
    assertThat(again.executions()).isEqualTo(1);
  }

  @Test
  void aReplayOfMendedCodeNoLongerFails() {
    String replay = failure(adding()).replay();

    ExplorationResult again =
        orders()
            .run("ann", own -> Calls.getConsistent(new WaitingCaller(own), "Accounts", KEY))
            .run("bob", ExecutionReportTest::add)
            .noLostWrites()
            .replay(replay)
            .explore();

    assertThat(again.failure()).isNull();
    assertThat(again.notices())
        .containsExactly(
            "This order can no longer be made.", "No longer possible: a request of ann.");
    ExplorationResult mended =
        orders()
            .run(
                "ann",
                own -> {
                  WaitingCaller database = new WaitingCaller(own);
                  Calls.getConsistent(database, "Accounts", KEY);
                  return Calls.getConsistent(database, "Accounts", KEY);
                })
            .run("bob", ExecutionReportTest::add)
            .noLostWrites()
            .replay(replay)
            .explore();
    assertThat(mended.notices()).containsExactly("This order no longer fails.");
  }

  @Test
  void aReplayRejectsAnotherStart() {
    String replay = failure(adding()).replay();
    Calls.put(engine::call, "Accounts", item("PK: b"));

    assertThatThrownBy(() -> adding().replay(replay).explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("the replay is of other tables or items than these: explore anew");
    assertThatThrownBy(() -> adding().replay("a b b a").explore())
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("not the text of a replay: a b b a");
    assertThatThrownBy(() -> adding().replay("12345678 of 0,7: a").explore())
        .isInstanceOf(WrongUsageException.class);
    assertThatThrownBy(() -> ReplayText.parseChoices("a b.dream", 2))
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("a replay has no choice like b.dream");
  }

  /** Another run of a test has other IDs and times in its data. */
  @Test
  void theHashOfAStartHasNoIdsAndTimes() {
    List<String> hashes =
        List.of(
            hashWith(UUID.randomUUID().toString(), "2026-11-28T18:00:00Z", "x"),
            hashWith(UUID.randomUUID().toString(), "2026-11-29T19:00:01.5Z", "x"));
    assertThat(hashes.get(0)).isEqualTo(hashes.get(1));
    assertThat(hashWith(UUID.randomUUID().toString(), "2026-11-28T18:00:00Z", "y"))
        .isNotEqualTo(hashes.get(0));
  }

  private static String hashWith(String id, String time, String value) {
    try (MonotableEngine other = MonotableEngine.create(EngineConfig.DEFAULT)) {
      other.call(Operations.CREATE_TABLE, Calls.table("Accounts", "PK").build());
      Calls.put(other::call, "Accounts", item("PK: {}, at: {}, v: {}", id, time, value));
      return StartHash.of(other, Set.of());
    }
  }

  @Test
  void choicesAreReadAsTheyAreWritten() {
    List<Choice> choices =
        List.of(
            new Choice(0, 0),
            new Choice(1, 2),
            new Choice(0, 0, ChoiceKind.PAUSE, 3),
            new Choice(27, 1, ChoiceKind.DIES_AFTER, 1),
            new Choice(28, 0, ChoiceKind.EXPIRY, 0));
    String text = ReplayText.text(choices);
    assertThat(text).isEqualTo("a b2 a.pause.3 p27_1.dies-after.1 -.expiry");
    assertThat(ReplayText.parseChoices(text, 28)).isEqualTo(choices);
  }
}
