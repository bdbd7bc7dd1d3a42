package dev.monotable.design.contract;

import static dev.monotable.design.load.Words.count;

import java.util.List;

/**
 * A contract that a use of an access pattern broke.
 *
 * @param pattern the name of the access pattern
 * @param uses the number of uses that broke it; the breaches are those of the first
 * @param breaches at least one
 */
public record BrokenContract(String pattern, int uses, List<Breach> breaches) {
  public BrokenContract {
    breaches = List.copyOf(breaches);
    if (breaches.isEmpty()) {
      throw new IllegalArgumentException("a broken contract has a breach");
    }
  }

  /** Returns this contract as one that several uses broke. */
  BrokenContract inUses(int number) {
    return new BrokenContract(pattern, number, breaches);
  }

  /**
   * Returns lines for people, such as
   *
   * <pre>
   * The access pattern "messages of a room" breaks its contract:
   *   9 read units, at most 0.5 allowed
   *     Query Chat PK = "ROOM#1" filter status = "open": 3 of 12 items, 9,180 bytes, 1.5 read units
   *     enough: …
   * </pre>
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("The access pattern \"").append(pattern);
    text.append("\" breaks its contract");
    text.append(uses > 1 ? " in " + uses + " uses, first by:" : ":");
    for (Breach breach : breaches) {
      text.append("\n  ").append(breach.statement());
      for (UsedRequest request : breach.requests()) {
        text.append("\n    ").append(request);
      }
      if (breach.moreRequests() > 0) {
        text.append("\n    and ");
        text.append(count(breach.moreRequests(), "more request"));
      }
      for (String enough : breach.enough()) {
        text.append("\n    enough: ").append(enough);
      }
    }
    return text.toString();
  }
}
