package dev.monotable.design.ledger;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of one shape, as evidence.
 *
 * @param first the first requests, and the first of each test, as far as there was room
 * @param byTrait the first requests with each trait
 */
public record RequestSamples(
    List<RequestSample> first, Map<RequestTrait, List<RequestSample>> byTrait) {
  /** No requests. */
  public static final RequestSamples NONE = new RequestSamples(List.of(), Map.of());

  public RequestSamples {
    first = List.copyOf(first);
    Map<RequestTrait, List<RequestSample>> copy = new EnumMap<>(RequestTrait.class);
    byTrait.forEach((trait, each) -> copy.put(trait, List.copyOf(each)));
    byTrait = Collections.unmodifiableMap(copy);
  }

  /** Returns the first requests with a trait, or the first ones if none was kept. */
  public List<RequestSample> of(RequestTrait trait) {
    return byTrait.getOrDefault(trait, first);
  }
}
