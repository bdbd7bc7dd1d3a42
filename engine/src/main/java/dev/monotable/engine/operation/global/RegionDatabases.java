package dev.monotable.engine.operation.global;

import dev.monotable.engine.operation.Neighbours;
import dev.monotable.engine.operation.OperationContext;
import java.time.Instant;
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

  Instant now() {
    return own.clock().instant();
  }
}
