package dev.monotable.http;

import dev.monotable.engine.request.CommitTicket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The response of a connection that must not be sent until the log of the database has what it
 * depends on. There is at most one, because the connection is held meanwhile. All methods but
 * {@link #done} run on the event loop of the channel.
 */
final class CommitWait {
  private final ServerState server;
  private final LoopState loop;
  private final Channel channel;
  private final Runnable whenDone;

  private @Nullable ByteBuf response;
  private @Nullable CommitTicket ticket;
  private boolean keepAlive;

  /**
   * @param whenDone is run on the event loop when the response may be taken; not if memory runs out
   */
  CommitWait(ServerState server, LoopState loop, Channel channel, Runnable whenDone) {
    this.server = server;
    this.loop = loop;
    this.channel = channel;
    this.whenDone = whenDone;
  }

  /**
   * Keeps the current reply until the log has what it depends on. Returns false if the log has that
   * already, or has failed: then the reply may be sent, and may have become an error.
   */
  boolean begin(boolean staysOpen, boolean withBody) {
    if (!loop.reply().ticket().whenDone(this::done)) {
      loop.reply().awaitCommit();
      return false;
    }
    response = loop.encodeReply(channel.alloc(), staysOpen, withBody);
    ticket = loop.reply().takeTicket();
    keepAlive = staysOpen;
    return true;
  }

  /** Notifies the event loop. Runs on the thread of the log. */
  private void done() {
    try {
      channel.eventLoop().execute(whenDone);
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      // The next tick finds it done, or the server has stopped.
    }
  }

  /** Returns whether there is a response that may be taken. */
  boolean isDone() {
    return ticket != null && ticket.isDone();
  }

  /** Returns whether the connection is to stay open after the response. */
  boolean keepAlive() {
    return keepAlive && !server.stopping();
  }

  /**
   * Returns the response, or an error if the log has failed. It must be {@linkplain #isDone done}.
   */
  ByteBuf take() {
    ByteBuf taken = response;
    CommitTicket of = ticket;
    if (taken == null || of == null) {
      throw new IllegalStateException("no response waits for the log");
    }
    response = null;
    ticket = null;
    loop.reply().reset();
    if (loop.reply().awaitCommit(of)) {
      return taken;
    }
    taken.release();
    return loop.encodeReply(channel.alloc(), keepAlive(), true);
  }

  /** Releases the response, which cannot be sent any more. */
  void drop() {
    ByteBuf dropped = response;
    if (dropped != null) {
      response = null;
      ticket = null;
      dropped.release();
    }
  }
}
