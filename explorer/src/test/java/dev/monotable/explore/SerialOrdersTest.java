package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the verdict on serial results with final states that the test compares by itself. */
class SerialOrdersTest {
  private static final int PROGRAMS = 60;
  private static final int REQUESTS = 5;
  private static final int MAX_EXECUTIONS = 20;
  private static final Execution.Settings SETTINGS = Execution.Settings.of(Duration.ofSeconds(5));
  private static final Execution.Start START = start();

  private static Execution.Start start() {
    MonotableEngine engine = MonotableEngine.create(EngineConfig.builder().seed(1).build());
    engine.call(Operations.CREATE_TABLE, RandomProgram.TABLE);
    Calls.put(engine::call, "Things", item("PK: a, SK: '1', g: g1"));
    Calls.put(engine::call, "Things", item("PK: b, SK: '2', g: g0"));
    return Execution.Start.of(engine);
  }

  /** Returns the items of all tables, each as text, sorted. */
  private static String state(MonotableEngine engine) {
    List<String> items = new ArrayList<>();
    for (String table : Calls.tableNames(engine::call)) {
      items.add(table);
      Calls.scan(engine::call, table)
          .forEach(item -> items.add(table + new TreeMap<>(item.toMap())));
    }
    return new TreeSet<>(items).toString();
  }

  private static String stateAfter(List<Piece> pieces, List<Integer> order) {
    try (Execution execution = new Execution(START, pieces, SETTINGS)) {
      execution.run(
          (step, enabled, last) ->
              enabled.stream()
                  .min(
                      (a, b) -> Integer.compare(order.indexOf(a.piece()), order.indexOf(b.piece())))
                  .orElseThrow());
      return state(execution.database());
    }
  }

  private static Set<String> serialStates(List<Piece> pieces) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      all.add(i);
    }
    Set<String> states = new TreeSet<>();
    for (List<Integer> order : SerialOrders.permutations(all)) {
      states.add(stateAfter(pieces, order));
    }
    return states;
  }

  /** Returns a program and an execution on which the verdict is wrong; null if there is none. */
  private static @Nullable String findWrong(long seed, Predicate<String> isCompared) {
    SplittableRandom random = new SplittableRandom(seed);
    int serial = 0;
    int other = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomProgram(random, REQUESTS);
      List<List<String>> answers = new ArrayList<>();
      for (int piece = 0; piece < program.size(); piece++) {
        answers.add(new ArrayList<>());
      }
      List<Piece> pieces = program.pieces(answers);
      Set<String> states = serialStates(pieces);
      SerialOrders orders = new SerialOrders(START, pieces, SETTINGS, Set.of(), isCompared);
      Search search = new Search(Search.ALL, Search.UNBOUNDED);
      boolean more = true;
      for (int run = 0; run < MAX_EXECUTIONS && more; run++) {
        try (Execution execution = new Execution(START, pieces, SETTINGS)) {
          List<@Nullable ObservedRequest> observed = execution.observe();
          execution.run(search);
          more = search.next(execution.steps());
          boolean isSerial = states.contains(state(execution.database()));
          serial += isSerial ? 1 : 0;
          other += isSerial ? 0 : 1;
          String difference =
              orders.findDifference(
                  SerialOrders.Result.of(execution, pieces, observed), execution.ends());
          if (isSerial != (difference == null)) {
            return program + ": " + difference;
          }
        }
      }
    }
    assertThat(serial).isPositive();
    assertThat(other).isPositive();
    return null;
  }

  @Seeded
  void theVerdictIsThatOfStatesComparedItemByItem(long seed) {
    assertThat(findWrong(seed, table -> true)).isNull();
  }

  @Test
  void withoutOneTableTheVerdictIsWrong() {
    assertThat(findWrong(48, table -> !table.equals("New"))).isNotNull();
    assertThat(findWrong(48, table -> !table.equals("Things"))).isNotNull();
  }
}
