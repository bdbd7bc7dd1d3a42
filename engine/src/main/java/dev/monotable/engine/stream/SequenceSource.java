package dev.monotable.engine.stream;

/** Issues ascending sequence numbers. */
@FunctionalInterface
public interface SequenceSource {
  /** Returns a number that is greater than all earlier ones. */
  long nextSequenceNumber();
}
