package dev.monotable.engine.operation;

import dev.monotable.engine.error.Wording;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.engine.request.CommitTicket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call of an observed request. It collects what the request reads and writes. Most requests
 * have one part, which needs no list. For one thread until the request is complete, then immutable.
 * The engine's event extends it, so that an observed request needs one object for all of this.
 */
public abstract class Observation extends Call {
  private @Nullable RequestPart first;
  private @Nullable More more;

  /** Parts that few requests have. */
  private static final class More {
    /** All parts, including the first; empty if there is one at most. */
    private final List<RequestPart> parts = new ArrayList<>();

    private final List<ConsumedUnits> units = new ArrayList<>(1);
  }

  /**
   * @param admission asks those who admit the request; null if there are none
   * @param ticket receives what the response waits for; null if it waits for nothing
   */
  protected Observation(
      Wording wording, @Nullable RequestAdmission admission, @Nullable CommitTicket ticket) {
    super(wording, admission, ticket);
  }

  @Override
  public final Observation observation() {
    return this;
  }

  /** Adds a part. */
  public final void add(RequestPart part) {
    if (first == null) {
      first = part;
      return;
    }
    List<RequestPart> parts = more().parts;
    if (parts.isEmpty()) {
      parts.add(first);
    }
    parts.add(part);
  }

  /** Adds units that no part consumes, such as those of unprocessed keys. */
  public final void charge(ConsumedUnits units) {
    more().units.add(units);
  }

  private More more() {
    More known = more;
    if (known == null) {
      known = new More();
      more = known;
    }
    return known;
  }

  /** Returns the parts in their order. */
  protected final List<RequestPart> collected() {
    if (first == null) {
      return List.of();
    }
    return more == null || more.parts.isEmpty()
        ? List.of(first)
        : Collections.unmodifiableList(more.parts);
  }

  /** Returns the units that no part consumes. */
  protected final List<ConsumedUnits> otherUnits() {
    return more == null ? List.of() : Collections.unmodifiableList(more.units);
  }
}
