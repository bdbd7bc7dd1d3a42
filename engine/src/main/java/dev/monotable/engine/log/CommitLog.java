package dev.monotable.engine.log;

import dev.monotable.api.Experimental;

/**
 * Keeps the commits of one database, such as in files. The log has a thread of its own: it waits
 * until {@link #commitWaiting()} is called, takes what there is from the {@link CommitQueue},
 * writes it, and reports the result. Meanwhile, further commits gather, and are taken together.
 *
 * <p>A commit is visible to readers, and its request is answered, when the log has reported
 * success.
 */
@Experimental
public interface CommitLog extends AutoCloseable {
  /**
   * Begins to log. Called once, before the first commit.
   *
   * @param queue where the commits are taken from
   */
  void start(CommitQueue queue);

  /**
   * Wakes the log, because a commit is waiting after none was. The thread of the commit calls it
   * while other commits wait, so it must return immediately.
   */
  void commitWaiting();

  /**
   * Logs the commits that are waiting, and ends. Later commits fail. A second call does nothing.
   *
   * @throws java.io.UncheckedIOException if commits that have succeeded may be lost. The log has
   *     ended nevertheless
   */
  @Override
  void close();
}
