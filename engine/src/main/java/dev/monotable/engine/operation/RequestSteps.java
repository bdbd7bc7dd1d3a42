package dev.monotable.engine.operation;

import java.util.List;

/**
 * The steps of parsing one kind of request, in the order in which AWS reports violations. A new
 * rule is one more step at its place.
 *
 * @param <P> the type of the parser
 */
public final class RequestSteps<P> {
  private final List<RequestStep<P>> steps;

  private RequestSteps(List<RequestStep<P>> steps) {
    this.steps = steps;
  }

  /** Returns the steps in the given order. */
  @SafeVarargs
  @SuppressWarnings("varargs") // List.of copies the array
  public static <P> RequestSteps<P> of(RequestStep<P>... steps) {
    return new RequestSteps<>(List.of(steps));
  }

  /** Runs the steps until one throws. */
  public void run(P parser) {
    // By position: no iterator is allocated on the request path.
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).run().accept(parser);
    }
  }
}
