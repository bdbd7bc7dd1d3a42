package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The databases of all Regions, as an operation in one of them sees them.
 *
 * @param own the database of the Region that the request is sent to
 */
record RegionDatabases(OperationContext own, Neighbours.Directory directory) {
  /** Returns the database of a Region; null if that Region has none of its own. */
  @Nullable OperationContext find(String region) {
    if (region.equals(own.region())) {
      return own;
    }
    Neighbours neighbours = directory.find();
    return neighbours == null ? null : neighbours.find(region);
  }

  /** Returns the databases of all Regions: that of the request, then the others. */
  List<OperationContext> all() {
    List<OperationContext> all = new ArrayList<>();
    all.add(own);
    Neighbours neighbours = directory.find();
    if (neighbours != null) {
      for (OperationContext other : neighbours.all()) {
        if (!other.region().equals(own.region())) {
          all.add(other);
        }
      }
    }
    return all;
  }

  /** Begins to replicate a table. */
  void link(String table) {
    Neighbours neighbours = directory.find();
    if (neighbours != null) {
      neighbours.link(table);
    }
  }

  Instant now() {
    return own.clock().instant();
  }
}
