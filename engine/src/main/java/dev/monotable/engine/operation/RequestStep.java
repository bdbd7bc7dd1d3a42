package dev.monotable.engine.operation;

import java.util.function.Consumer;

/**
 * One step of parsing a request: a check or the compilation of a part. {@link RequestSteps} holds
 * the order.
 *
 * @param rule what the step requires, as a clause
 * @param source where the rule or its place in the order was observed
 * @param run runs the step; throws {@link dev.monotable.engine.error.FaultException} if the request
 *     breaks the rule
 * @param <P> the type of the parser
 */
public record RequestStep<P>(String rule, String source, Consumer<P> run) {
  /** Checks that the rule and its source are stated. */
  public RequestStep {
    if (rule.isBlank() || source.isBlank()) {
      throw new IllegalArgumentException("a step names its rule and its source");
    }
  }

  /** Returns a step. */
  public static <P> RequestStep<P> step(String rule, String source, Consumer<P> run) {
    return new RequestStep<>(rule, source, run);
  }
}
