package dev.monotable.pattern;

import dev.monotable.engine.MonotableEngine;

/** A database that knows who sends its requests. */
public interface SendingDatabase {
  /** Returns the senders that are running. */
  Senders senders();

  /** Returns the engine. */
  MonotableEngine engine();
}
