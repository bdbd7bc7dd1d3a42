package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.pattern.SendingDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** A class or a test that has a database. JUnit closes it with the context that it belongs to. */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
abstract class DatabaseScope implements AutoCloseable, CloseableResource {
  /** The scope that was current on the thread before this one. */
  @Nullable DatabaseScope previous;

  /** Returns the database, which is opened by the first call. */
  abstract Monotable database();

  /** Returns whether the database may be opened, because its data is known. */
  boolean isStarted() {
    return true;
  }

  /** Returns a database that knows the declared tables: that of the class until a test starts. */
  Monotable declaring() {
    return database();
  }

  /** Returns the handle that parameters refer to. Its clients stay the same. */
  abstract Monotable handle();

  /**
   * Returns the report of the requests of this scope, for a failure.
   *
   * @return null if there are no requests, or reports are turned off
   */
  abstract @Nullable String findReport();

  @Override
  public abstract void close();

  /**
   * Returns a fork for another test, whose requests do not belong to the senders of the original.
   */
  static Monotable forkFor(Monotable database) {
    Monotable fork = database.fork();
    if (fork instanceof SendingDatabase sending) {
      sending.separate();
    }
    return fork;
  }

  /** Closes two handles, the second even if closing the first fails. */
  static void close(@Nullable Monotable first, @Nullable Monotable second) {
    try {
      if (first != null) {
        first.close();
      }
    } finally {
      if (second != null) {
        second.close();
      }
    }
  }
}
