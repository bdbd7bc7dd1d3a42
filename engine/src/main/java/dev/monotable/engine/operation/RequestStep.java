package dev.monotable.engine.operation;

import java.util.function.Consumer;

/**
 * One step of parsing a request: a check, or the compilation of a part, at its place in AWS's
 * order.
 *
 * @param rule what the step demands, as a sentence
 * @param source where the rule or its place in the order was observed
 * @param run takes the step; throws if the request breaks the rule
 * @param <P> the parser that the step works on
 */
public record RequestStep<P>(String rule, String source, Consumer<P> run) {
  public RequestStep {
    if (rule.isBlank() || source.isBlank()) {
      throw new IllegalArgumentException("a step names its rule and its source");
    }
  }

  /** A step that {@code parser} takes. */
  public static <P> RequestStep<P> step(String rule, String source, Consumer<P> run) {
    return new RequestStep<>(rule, source, run);
  }
}
