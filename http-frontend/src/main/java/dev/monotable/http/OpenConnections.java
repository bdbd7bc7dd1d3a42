package dev.monotable.http;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a server, up to a maximum. At the maximum, the connection that is idle
 * longest is closed for a new one. So connections without a request keep no request out, however
 * many there are. Thread-safe.
 *
 * <p>A search compares all connections, so it keeps a part of what it finds for the next new ones.
 * It reads fields of other threads without waiting for them. The event loop of a connection closes
 * it, and only if it is still idle.
 */
final class OpenConnections {
  /** The part of all connections that a search keeps. */
  private static final int PART = 32;

  private final ChannelGroup open;
  private final int max;

  /** The connections that may be closed next. Guarded by this. */
  private final Queue<Idle> next = new ArrayDeque<>();

  /**
   * A connection that was idle when it was found, ordered by which one is closed first.
   *
   * @param nanos how long it was idle
   */
  private record Idle(ConnectionHandler connection, Idleness idleness, long activeAt, long nanos)
      implements Comparable<Idle> {
    @Override
    public int compareTo(Idle other) {
      int order = idleness.compareTo(other.idleness);
      return order != 0 ? order : Long.compare(other.nanos, nanos);
    }

    boolean isStillIdle() {
      return connection.idleness() == idleness && connection.activeAt() == activeAt;
    }
  }

  /** The degree to which the end of a connection would disturb its client, in ascending order. */
  enum Idleness {
    /** No request has begun. */
    WITHOUT_REQUEST,
    /** A request was received in part, a response was not read, or a stream has had no event. */
    WAITS_FOR_CLIENT,
    /** The server works on a request. */
    BUSY
  }

  /**
   * @param open an empty group
   * @param max the number of connections
   */
  OpenConnections(ChannelGroup open, int max) {
    this.open = open;
    this.max = max;
  }

  /**
   * Adds a connection.
   *
   * @return false, without any effect, if each connection has a request in progress
   */
  synchronized boolean add(Channel channel) {
    boolean room = closeDownTo(max - 1);
    if (room) {
      open.add(channel);
    }
    return room;
  }

  /** Closes the connections that are idle longest. Returns false if not enough are idle. */
  private boolean closeDownTo(int count) {
    while (open.size() > count) {
      Idle longest = longestIdle();
      if (longest == null) {
        return false;
      }
      close(longest);
    }
    return true;
  }

  private @Nullable Idle longestIdle() {
    for (boolean searched = false; ; searched = true) {
      Idle found;
      while ((found = next.poll()) != null) {
        if (found.isStillIdle() && open.contains(found.connection().channel())) {
          return found;
        }
      }
      if (searched) {
        return null;
      }
      search();
    }
  }

  private void search() {
    long now = System.nanoTime();
    List<Idle> idle = new ArrayList<>();
    for (Channel channel : open) {
      ConnectionHandler connection = channel.pipeline().get(ConnectionHandler.class);
      if (connection != null && connection.idleness() != Idleness.BUSY) {
        long activeAt = connection.activeAt();
        idle.add(new Idle(connection, connection.idleness(), activeAt, now - activeAt));
      }
    }
    Collections.sort(idle);
    next.addAll(idle.subList(0, Math.min(idle.size(), max / PART + 1)));
  }

  /** Closes a connection, which does not count any more, unless it has become active. */
  private void close(Idle idle) {
    Channel channel = idle.connection().channel();
    open.remove(channel);
    try {
      channel.eventLoop().execute(() -> closeIfIdle(idle));
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      open.add(channel);
      throw e; // which closes the new connection
    }
  }

  /** Keeps a connection that has become active; another one is closed for it. */
  private synchronized void keep(Channel channel) {
    open.add(channel);
    closeDownTo(max);
  }

  private void closeIfIdle(Idle idle) {
    if (idle.isStillIdle()) {
      idle.connection().channel().close();
    } else {
      keep(idle.connection().channel());
    }
  }
}
