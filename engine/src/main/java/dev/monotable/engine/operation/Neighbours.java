package dev.monotable.engine.operation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The databases of other Regions, for operations on global tables. Implemented by the engine. */
public interface Neighbours {
  /** Returns the database of a Region; null if that Region has none of its own. */
  @Nullable OperationContext find(String region);

  /**
   * Returns the database of a Region, which is created if that Region has none of its own.
   *
   * @throws dev.monotable.engine.error.FaultException if there are too many Regions
   */
  OperationContext require(String region);

  /** Begins to replicate a table of a name, if that has not begun. */
  void link(String table);

  /**
   * The neighbours of one engine. An engine that is not part of a {@code Database} never has any.
   */
  final class Directory {
    private volatile @Nullable Supplier<Neighbours> neighbours;
    private volatile boolean waits;

    /** Sets where the neighbours are found when an operation first needs them. */
    public void set(Supplier<Neighbours> known) {
      neighbours = known;
    }

    /** Lets requests wait until other Regions have what they write. */
    public void await() {
      waits = true;
    }

    /** Returns whether requests may wait until other Regions have what they write. */
    public boolean waits() {
      return waits;
    }

    /** Returns the neighbours; null if the engine stands alone. */
    public @Nullable Neighbours find() {
      Supplier<Neighbours> known = neighbours;
      return known == null ? null : known.get();
    }
  }
}
