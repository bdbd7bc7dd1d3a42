package dev.monotable.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.Counter;
import dev.monotable.Customer;
import dev.monotable.Monotable;
import dev.monotable.model.Operations;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;

/** Tests that wrong uses of the extension and of handles are reported. */
@Timeout(600)
class MisuseTest {
  @MonotableTest
  @Table(Counter.class)
  static class OtherKeys {
    @Test
    @Table(name = "Counter", value = Customer.class)
    void onTheMethod() {}
  }

  @Test
  void twoDeclarationsWithDifferentKeysAreAnError() {
    assertThat(TestRun.of(OtherKeys.class).results())
        .singleElement()
        .asString()
        .contains("@Table on void")
        .contains("the table Counter exists with the keys (")
        .contains("), not (");
  }

  @MonotableTest
  static class TwoExtensions {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    @Test
    void test() {}
  }

  @Test
  void twoExtensionsOnOneClassAreAnError() {
    assertThat(TestRun.of(TwoExtensions.class).results())
        .singleElement()
        .asString()
        .contains("TwoExtensions has two extensions of Monotable");
  }

  static class Unregistered {
    static final MonotableExtension db = MonotableExtension.builder().build();

    @Test
    void test() {
      db.client().listTables();
    }
  }

  @Test
  void theMessageNamesAFieldThatIsNotRegistered() {
    assertThat(TestRun.of(Unregistered.class).results())
        .singleElement()
        .asString()
        .contains("JUnit does not know this extension: annotate Unregistered.db with");
  }

  @MonotableTest
  static class RawTable {
    @Test
    void test(@SuppressWarnings("rawtypes") DynamoDbTable table) {}
  }

  @Test
  void aRawTableIsToldWhatToDeclare() {
    assertThat(TestRun.of(RawTable.class).results())
        .singleElement()
        .asString()
        .contains("declare it as DynamoDbTable<Order>");
  }

  @MonotableTest
  static class Unchecked {
    @Test
    @AccessPattern("orders of a customer")
    void one() {}

    @Test
    @AccessPattern("orders of a customer")
    void two() {}
  }

  @Test
  void anAccessPatternThatChecksNothingSaysSo() {
    TestRun run = TestRun.of(Unchecked.class);

    assertThat(run.results()).hasSize(2).allMatch(result -> result.endsWith("SUCCESSFUL"));
    assertThat(run.errors())
        .containsOnlyOnce("@AccessPattern(\"orders of a customer\") checks nothing");
  }

  @Execution(ExecutionMode.CONCURRENT)
  static class Concurrent {
    @RegisterExtension static final MonotableExtension db = MonotableExtension.builder().build();

    @Test
    void theOnlyTestThatRuns() {
      assertThatThrownBy(() -> CompletableFuture.runAsync(() -> db.client().listTables()).join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("cannot know to which of the parallel tests this thread belongs");
    }
  }

  @Test
  void aThreadWithoutATestIsRejectedIfTestsMayRunInParallel() {
    assertThat(
            TestRun.of(Map.of("junit.jupiter.execution.parallel.enabled", "true"), Concurrent.class)
                .results())
        .containsExactly("theOnlyTestThatRuns(): SUCCESSFUL");
  }

  static List<Consumer<Monotable>> methods() {
    return List.of(
        Monotable::client,
        Monotable::endpoint,
        Monotable::engine,
        Monotable::clock,
        Monotable::requests,
        Monotable::clearRequests,
        Monotable::report,
        Monotable::faults,
        Monotable::snapshot,
        Monotable::fork,
        Monotable::reset,
        Monotable::setResetPoint,
        Monotable::expireNow,
        db -> db.dump(),
        db -> db.dump("Counter"),
        db -> db.dumpJson("Counter"),
        db -> db.load("more.json"),
        db -> db.stream("Counter"),
        db -> db.pattern("one"),
        db -> db.createTable("Counter", Counter.class));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void eachMethodThrowsAfterClose(Consumer<Monotable> method) {
    Monotable open = Monotable.create();
    Monotable following = Monotable.following(() -> open);
    following.close();
    assertThatThrownBy(() -> method.accept(following))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the handle is closed");
    open.close();
    assertThatThrownBy(() -> method.accept(open))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the database is closed");
  }

  @Test
  void anImpossibleFaultIsAnError() {
    try (Monotable db = Monotable.create()) {
      assertThatThrownBy(() -> db.faults().on(Operations.PUT_ITEM).unprocessed(3))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "PutItem never has the fault Unprocessed[parts=3, share=1.0];"
                  + " BatchExecuteStatement, BatchGetItem, BatchWriteItem may have it");
    }
  }

  @Test
  void theReportNamesRulesThatNeverMatched() {
    try (Monotable db = Monotable.builder().table(Counter.class).create()) {
      db.faults().on(Operations.PUT_ITEM).table("Contuer").throttle();
      db.faults().on(Operations.QUERY).table("Counter").index("byName").serverError();
      db.faults().on(Operations.SCAN).table("Counter").times(2);
      db.client().listTables();

      assertThat(db.report())
          .contains("(never matched): there is no table Contuer\n")
          .contains("(never matched): the table Counter has no index byName\n")
          .contains("whose last method is missing:\n  Scan, table Counter, 2 times\n");
    }
  }
}
