package dev.monotable.engine.operation;

import java.util.List;

/**
 * The steps of parsing a kind of request, in the order in which AWS reports their violations. A new
 * rule is one more step at its place.
 *
 * @param <P> the parser that the steps work on
 */
public final class RequestSteps<P> {
  private final List<RequestStep<P>> steps;

  private RequestSteps(List<RequestStep<P>> steps) {
    this.steps = steps;
  }

  /** Steps that are taken in this order. */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of copies the array
  public static <P> RequestSteps<P> of(RequestStep<P>... steps) {
    return new RequestSteps<>(List.of(steps));
  }

  /** Takes every step; the first whose rule is broken ends the request. */
  public void run(P parser) {
    // By position: no iterator on the path of every request.
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).run().accept(parser);
    }
  }
}
