package dev.monotable.formats.bucket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Collects the bytes of an object, which exists when the stream is closed. */
final class ObjectOutput extends ByteArrayOutputStream {
  private final Destination destination;
  private boolean closed;

  /** Receives the bytes of a whole object. */
  @FunctionalInterface
  interface Destination {
    /** Puts the object. */
    void put(byte[] bytes) throws IOException;
  }

  ObjectOutput(Destination destination) {
    this.destination = destination;
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      destination.put(toByteArray());
    }
  }
}
