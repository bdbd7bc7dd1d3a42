package dev.monotable.engine.stream;

/** Gives sequence numbers, each once and each greater than those before. */
@FunctionalInterface
public interface SequenceSource {
  long nextSequenceNumber();
}
