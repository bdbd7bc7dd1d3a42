package dev.monotable.junit;

import dev.monotable.Monotable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * A database that is closed at the end of a test run, such as that of all classes that choose
 * {@link Isolation#SHARED}.
 */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
final class ClosedAtTheEnd implements AutoCloseable, CloseableResource {
  private final Monotable database;
  private boolean setUp;

  ClosedAtTheEnd(Monotable database) {
    this.database = database;
  }

  Monotable database() {
    return database;
  }

  /**
   * Prepares the database for a class.
   *
   * @param declarations adds what the class declares
   * @param once runs after the declarations of the first class, or of the next one if it has failed
   */
  synchronized void prepare(Runnable declarations, Runnable once) {
    declarations.run();
    if (!setUp) {
      once.run();
      setUp = true;
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
