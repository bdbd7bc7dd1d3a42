package dev.monotable.engine.request;

import dev.monotable.engine.observe.ConsumedUnits;
import java.util.List;

/** The consumption of a part of a request. Implemented by the engine. */
public interface AdmissionCharge {
  /** Returns whether the part writes, or tests a condition for a write. */
  boolean isWrite();

  /** Returns the units of the table, and of each index that is read or written. Computed. */
  List<ConsumedUnits> units();
}
