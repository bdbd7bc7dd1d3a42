package dev.monotable.design.heat;

import dev.monotable.engine.partition.Partition;
import dev.monotable.engine.partition.UnitKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A range of positions in a {@link KeySpace}. */
final class SimulatedPartition extends Partition<SimulatedPartition> {
  private final KeySpace space;
  final double from;
  final double to;
  final double readUnits;
  final double writeUnits;

  private SimulatedPartition(KeySpace space, double from, double to, double bytes) {
    super(bytes);
    this.space = space;
    this.from = from;
    this.to = to;
    this.readUnits = space.between(UnitKind.READS, from, to);
    this.writeUnits = space.between(UnitKind.WRITES, from, to);
  }

  /** Returns partitions of equal ranges of hashes; keys are placed by hash, so by equal numbers. */
  static List<SimulatedPartition> equal(KeySpace space, int count, double bytes) {
    List<SimulatedPartition> partitions = new ArrayList<>();
    double size = space.size();
    double from = 0;
    for (int i = 1; i <= count; i++) {
      double to = i == count ? size : Math.rint(size * i / count);
      if (to > from) {
        partitions.add(new SimulatedPartition(space, from, to, bytes * (to - from) / size));
        from = to;
      }
    }
    return partitions;
  }

  @Override
  protected double units(int units) {
    return units == UnitKind.READS ? readUnits : writeUnits;
  }

  @Override
  protected @Nullable Halves<SimulatedPartition> halvesOfTraffic(int units) {
    double middle = space.middle(units, from, to);
    return middle < 0 ? null : halvesAt(middle);
  }

  @Override
  protected @Nullable Halves<SimulatedPartition> halvesOfKeys(boolean insideCollections) {
    double middle = (from + to) / 2;
    double boundary = Math.rint(middle);
    if (boundary > from && boundary < to) {
      return halvesAt(boundary);
    }
    return insideCollections && space.isDivisible() ? halvesAt(middle) : null;
  }

  private Halves<SimulatedPartition> halvesAt(double at) {
    double part = (at - from) / (to - from);
    return new Halves<>(
        new SimulatedPartition(space, from, at, bytes() * part),
        new SimulatedPartition(space, at, to, bytes() * (1 - part)));
  }
}
