package dev.monotable.design.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access pattern: what the application does with its tables, such as "messages of a room".
 *
 * @param name unique in the design
 * @param description for people; null without one
 * @param requests its requests, at least one
 * @param traffic how often it is used
 * @param budget what one use may cost
 */
public record DeclaredPattern(
    String name,
    @Nullable String description,
    List<PatternRequest> requests,
    Traffic traffic,
    Budget budget) {
  public DeclaredPattern {
    requests = List.copyOf(requests);
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("an access pattern must have a request");
    }
  }

  /** Returns this pattern with other traffic. */
  public DeclaredPattern withTraffic(Traffic newTraffic) {
    return new DeclaredPattern(name, description, requests, newTraffic, budget);
  }

  /**
   * Returns the request that an observed shape performs, or null. They have the same operation,
   * action, table, index and key condition, without regard to the names of fields, and the same
   * filter if this pattern declares one. A part of an observed key that is constant fits a field,
   * so that {@code SK = METADATA} fits <code>SK = {}</code>.
   */
  public @Nullable PatternRequest find(Shape observed) {
    for (PatternRequest request : requests) {
      if (ShapeMatch.covers(request.shape(), observed)) {
        return request;
      }
    }
    return null;
  }
}
