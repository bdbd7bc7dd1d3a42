package dev.monotable.pattern;

import dev.monotable.engine.MonotableEngine;

/** A database that knows who sends its requests. */
public interface SendingDatabase {
  /** Returns the senders that are running. */
  Senders senders();

  /** Gives this fork senders of its own instead of those of the original. */
  void separate();

  /** Returns the engine. */
  MonotableEngine engine();
}
