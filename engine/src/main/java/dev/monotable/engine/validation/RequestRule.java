package dev.monotable.engine.validation;

import dev.monotable.engine.error.DynamoException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule over several members of a request, such as that {@code Segment} and {@code TotalSegments}
 * come together. Constraints of one member are not rules but lines of the overlay of {@link
 * ModelValidator}.
 *
 * <p>An operation holds its rules in a list, in AWS's order; the first that is broken is answered.
 * A rule has no state; what it needs (limits, messages) it gets when it is made.
 *
 * @param <I> the request
 */
@FunctionalInterface
public interface RequestRule<I> {
  /** What to answer to a request that breaks this rule, or null if it does not. */
  @Nullable DynamoException broken(I request);

  /**
   * Checks rules in order.
   *
   * @throws DynamoException what the first broken rule answers
   */
  static <I> void enforce(List<? extends RequestRule<? super I>> rules, I request) {
    for (int i = 0; i < rules.size(); i++) {
      DynamoException answer = rules.get(i).broken(request);
      if (answer != null) {
        throw answer;
      }
    }
  }
}
