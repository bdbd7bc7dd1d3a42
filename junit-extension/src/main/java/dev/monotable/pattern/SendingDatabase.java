package dev.monotable.pattern;

import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.engine.MonotableEngine;
import java.util.List;

/** A database that knows who sends its requests. */
public interface SendingDatabase {
  /** Returns the senders that are running. */
  Senders senders();

  /** Gives this fork senders of its own instead of those of the original. */
  void separate();

  /** Returns the engine. */
  MonotableEngine engine();

  /** Returns what the principals as which tests acted have used, in all Regions. */
  List<PrincipalUsage> usages();
}
