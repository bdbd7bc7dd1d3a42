package dev.monotable.junit;

import dev.monotable.Monotable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** A database that is closed at the end of a test run. */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
record ClosedAtTheEnd(Monotable database) implements AutoCloseable, CloseableResource {
  @Override
  public void close() {
    database.close();
  }
}
