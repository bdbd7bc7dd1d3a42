package dev.monotable.engine.partition;

/** The two kinds of units, as indexes of arrays. */
public final class UnitKind {
  /** Read units. */
  public static final int READS = 0;

  /** Write units. */
  public static final int WRITES = 1;

  /** The number of kinds. */
  public static final int COUNT = 2;

  private UnitKind() {}
}
