package dev.monotable.engine.operation;

import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.RequestPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what one request reads and writes. Most requests have one part, which needs no list. For
 * one thread until the request is complete, then immutable. The engine's event extends it, so that
 * an observed request needs one object for both.
 */
public abstract class Observation {
  private @Nullable RequestPart first;
  private @Nullable List<RequestPart> all;
  private @Nullable List<ConsumedUnits> others;

  /** Adds a part. */
  public final void add(RequestPart part) {
    if (first == null) {
      first = part;
      return;
    }
    List<RequestPart> list = all;
    if (list == null) {
      list = new ArrayList<>();
      list.add(first);
      all = list;
    }
    list.add(part);
  }

  /** Adds units that no part consumes, such as those of unprocessed keys. */
  public final void charge(ConsumedUnits units) {
    List<ConsumedUnits> list = others;
    if (list == null) {
      list = new ArrayList<>(1);
      others = list;
    }
    list.add(units);
  }

  /** Returns the parts in their order. */
  protected final List<RequestPart> collected() {
    if (all != null) {
      return Collections.unmodifiableList(all);
    }
    return first == null ? List.of() : List.of(first);
  }

  /** Returns the units that no part consumes. */
  protected final List<ConsumedUnits> otherUnits() {
    return others == null ? List.of() : Collections.unmodifiableList(others);
  }
}
