package dev.monotable.pattern;

import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;

/** A database that knows who sends its requests. */
public interface SendingDatabase {
  /** Returns the senders that are running. */
  Senders senders();

  /** Gives this fork senders of its own instead of those of the original. */
  void separate();

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

  /** Returns the engine. */
  MonotableEngine engine();
}
