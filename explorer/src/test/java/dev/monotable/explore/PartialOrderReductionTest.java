package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.footprint.Footprint;
import dev.monotable.engine.footprint.Span;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the reduction with the enumeration of all orders, on random small programs. */
class PartialOrderReductionTest {
  private static final int PROGRAMS = 1_000;

  /** The programs of which all executions are compared; with 1,000, minutes instead of seconds. */
  private static final int COMPARED = Integer.getInteger("monotable.explorer.programs", 200);

  /** More requests make more orders: with 7, a minute instead of seconds. */
  private static final int REQUESTS = Integer.getInteger("monotable.explorer.requests", 5);

  private static final List<Integer> BOUNDS = List.of(Search.UNBOUNDED, 0, 1, 2);

  private static final Execution.Settings SETTINGS =
      new Execution.Settings(Duration.ofSeconds(5), true, (piece, part) -> true, List.of());

  private static final Execution.Start START = start();

  private static Execution.Start start() {
    ManualTime time = new ManualTime(Instant.ofEpochSecond(RandomProgram.EXPIRED + 1));
    MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().seed(1).clock(time).build());
    engine.call(Operations.CREATE_TABLE, RandomProgram.TABLE);
    Calls.expire(engine::call, "Things", "ttl");
    Calls.put(engine::call, "Things", item("PK: a, SK: '1', g: g1"));
    Calls.put(engine::call, "Things", item("PK: b, SK: '2', g: g0"));
    return Execution.Start.of(engine);
  }

  /**
   * All results of a program.
   *
   * @param outcomes the answers of the pieces and the final data
   */
  private record Results(Set<String> outcomes, int executions) {}

  private static Results explore(RandomProgram program, Search search) {
    Set<String> outcomes = new TreeSet<>();
    int executions = 0;
    List<List<String>> answers = new ArrayList<>();
    for (int i = 0; i < program.size(); i++) {
      answers.add(new ArrayList<>());
    }
    List<Piece> pieces = program.pieces(answers);
    boolean more = true;
    while (more) {
      try (Execution execution = new Execution(START, pieces, SETTINGS)) {
        execution.run(search);
        outcomes.add(answers + " " + data(execution.database()));
        more = search.next(execution.steps());
      }
      executions++;
    }
    assertThat(search.divergence()).isNull();
    return new Results(outcomes, executions);
  }

  private static String data(MonotableEngine engine) {
    StringBuilder text = new StringBuilder();
    for (String table : Calls.tableNames(engine::call)) {
      text.append(table).append(Calls.scan(engine::call, table));
    }
    return text.toString();
  }

  private static Results reduced(
      RandomProgram program, int bound, BiPredicate<Footprint, Footprint> conflict) {
    PartialOrderReduction rule = new PartialOrderReduction(conflict, bound != Search.UNBOUNDED);
    return explore(program, new Search(rule, bound));
  }

  @Seeded
  void theReductionHasTheResultsOfAllOrders(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < COMPARED; i++) {
      RandomProgram program = new RandomProgram(random, REQUESTS);
      for (int bound : BOUNDS) {
        Results all = explore(program, new Search(Search.ALL, bound));
        Results some = reduced(program, bound, Footprint::conflictsWith);
        assertThat(some.outcomes())
            .as("%s with the bound %s", program, bound)
            .isEqualTo(all.outcomes());
        assertThat(some.executions()).isLessThanOrEqualTo(all.executions());
      }
    }
  }

  /** Without any one kind of conflict, the comparison fails for a program. */
  @ParameterizedTest
  @EnumSource
  void eachKindOfConflictIsNeeded(Span.Kind kind) {
    SplittableRandom random = new SplittableRandom(48);
    BiPredicate<Footprint, Footprint> conflict =
        (one, other) -> without(kind, one).conflictsWith(without(kind, other));
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomProgram(random, REQUESTS);
      Results all = explore(program, new Search(Search.ALL, Search.UNBOUNDED));
      Results some = reduced(program, Search.UNBOUNDED, conflict);
      if (!some.outcomes().equals(all.outcomes())) {
        return;
      }
    }
    throw new AssertionError("no program needs conflicts of the kind " + kind);
  }

  /** Without any one kind of choice that needs no fault, results are lost. */
  @ParameterizedTest
  @EnumSource(names = {"STALE", "PART", "EXPIRY"})
  void eachKindOfChoiceIsNeeded(ChoiceKind kind) {
    SplittableRandom random = new SplittableRandom(48);
    Search.Rule rule = new PartialOrderReduction(Footprint::conflictsWith, false);
    Search.Rule without =
        (path, steps) ->
            rule.extend(
                (place, choices) -> {
                  List<Choice> left = new ArrayList<>(choices);
                  left.removeIf(choice -> choice.kind() == kind);
                  path.add(place, left);
                },
                steps);
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomProgram(random, REQUESTS);
      Results all = explore(program, new Search(Search.ALL, Search.UNBOUNDED));
      Results some = explore(program, new Search(without, Search.UNBOUNDED));
      if (!some.outcomes().equals(all.outcomes())) {
        return;
      }
    }
    throw new AssertionError("no program needs choices of the kind " + kind);
  }

  /** Without what is chosen for the sake of the bound, results are lost. */
  @Test
  void aBoundNeedsMoreChoices() {
    SplittableRandom random = new SplittableRandom(48);
    for (int i = 0; i < PROGRAMS; i++) {
      RandomProgram program = new RandomProgram(random, REQUESTS);
      Results all = explore(program, new Search(Search.ALL, 0));
      PartialOrderReduction unbounded = new PartialOrderReduction(Footprint::conflictsWith, false);
      if (!explore(program, new Search(unbounded, 0)).outcomes().equals(all.outcomes())) {
        return;
      }
    }
    throw new AssertionError("no program needs them");
  }

  private static Footprint without(Span.Kind kind, Footprint footprint) {
    List<Span> spans = new ArrayList<>(footprint.spans());
    spans.removeIf(span -> span.kind() == kind);
    return new Footprint(spans);
  }
}
