package dev.monotable.design.heat;

/** A partition: a range of positions in a {@link KeySpace}, with what happened to it. */
final class Partition {
  final double from;
  final double to;
  final double readUnits;
  final double writeUnits;

  /** What it stores. */
  double bytes;

  /** For how long it has been hot. */
  double hotSeconds;

  /** A split for heat was tried, and would not have helped. */
  boolean stuck;

  /** It is larger than a partition may be, and cannot be split. */
  boolean full;

  Partition(KeySpace space, double from, double to, double bytes) {
    this.from = from;
    this.to = to;
    this.bytes = bytes;
    this.readUnits = space.between(KeySpace.READS, from, to);
    this.writeUnits = space.between(KeySpace.WRITES, from, to);
  }
}
