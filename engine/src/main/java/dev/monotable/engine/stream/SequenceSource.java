package dev.monotable.engine.stream;

/** Issues ascending sequence numbers. */
@FunctionalInterface
public interface SequenceSource {
  long nextSequenceNumber();
}
