package dev.monotable.torture.lincheck;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Generates scenarios from a seed: which operations run before, in parallel and after. Lincheck's
 * own generator would begin with the same scenarios in each run.
 */
final class Scenarios {
  private static final int VALUES = 4;

  private static final List<Method> OPERATIONS =
      Arrays.stream(TableUnderTest.class.getMethods())
          .filter(method -> method.isAnnotationPresent(Operation.class))
          .sorted(Comparator.comparing(Method::getName))
          .toList();

  private final Random random;

  Scenarios(Random random) {
    this.random = random;
  }

  /**
   * Returns a scenario.
   *
   * @param perThread the most operations of each thread
   * @param around the most operations before and after the threads run
   */
  ExecutionScenario next(int threads, int perThread, int around) {
    List<List<Actor>> parallel = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      parallel.add(operations(1 + random.nextInt(perThread)));
    }
    return new ExecutionScenario(
        operations(random.nextInt(around + 1)),
        parallel,
        operations(random.nextInt(around + 1)),
        null);
  }

  private List<Actor> operations(int count) {
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Method operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
      List<Object> arguments = new ArrayList<>();
      for (int j = 0; j < operation.getParameterCount(); j++) {
        arguments.add(random.nextInt(j == 0 ? TableActions.KEYS : VALUES));
      }
      actors.add(new Actor(operation, arguments));
    }
    return actors;
  }
}
