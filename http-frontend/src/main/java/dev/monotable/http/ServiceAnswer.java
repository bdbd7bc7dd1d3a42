package dev.monotable.http;

import dev.monotable.json.HttpReply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a service that comes later, or piece by piece. The connection is held meanwhile.
 * All methods run on the event loop of the channel.
 */
final class ServiceAnswer {
  private final ServerState server;
  private final Channel channel;
  private final HttpRequest head;
  private final HttpReply reply;
  private final Runnable onProgress;
  private @Nullable OutgoingStream stream;
  private boolean streamEnded;

  ServiceAnswer(
      ServerState server, Channel channel, HttpRequest head, HttpReply reply, Runnable onProgress) {
    this.server = server;
    this.channel = channel;
    this.head = head;
    this.reply = reply;
    this.onProgress = onProgress;
  }

  /**
   * Sends the head of a stream, or begins to wait.
   *
   * @param whenDone is run on any thread when {@link #isDone} has become true
   * @return false if there are too many streams
   */
  boolean begin(Runnable whenDone) {
    if (!isStream()) {
      if (!reply.lateAnswer().whenComplete(whenDone)) {
        whenDone.run();
      }
      return true;
    }
    if (!server.streams().tryAcquire()) {
      reply.streamSource().ended();
      return false;
    }
    boolean chunked = head.protocolVersion().minorVersion() > 0;
    OutgoingStream opened =
        new OutgoingStream(
            channel,
            reply.streamSource(),
            chunked,
            onProgress,
            () -> {
              streamEnded = true;
              whenDone.run();
            });
    stream = opened;
    channel.writeAndFlush(
        server.newEncoder().encodeStreamHead(channel.alloc(), reply, chunked),
        channel.voidPromise());
    opened.open();
    return true;
  }

  boolean isStream() {
    return reply.kind() == HttpReply.Kind.STREAM;
  }

  /** Returns whether the answer is complete, or the stream has ended. */
  boolean isDone() {
    return isStream() ? streamEnded : reply.lateAnswer().isComplete();
  }

  /** Repeats what was lost because memory had run out. Returns whether the answer is complete. */
  boolean tick() {
    OutgoingStream open = stream;
    if (open != null) {
      open.tick();
    }
    return isDone();
  }

  HttpRequest head() {
    return head;
  }

  HttpReply reply() {
    return reply;
  }

  /** Takes the late answer. Returns whether it is short, so that {@link #encode} may be called. */
  boolean take() {
    reply.lateAnswer().take(reply);
    return reply.kind() == HttpReply.Kind.COMPLETE;
  }

  /** Returns the late answer as a response. */
  ByteBuf encode(boolean keepAlive) {
    return server
        .newEncoder()
        .encode(channel.alloc(), reply, keepAlive, head.method() != HttpMethod.HEAD);
  }

  /** Returns what ends the body of the stream. */
  ByteBuf lastBytes() {
    OutgoingStream ended = stream;
    if (ended == null) {
      throw new IllegalStateException("there is no stream");
    }
    return ended.lastBytes();
  }

  /** Ends this, because the connection or the stream has ended. */
  void drop() {
    OutgoingStream open = stream;
    if (open != null) {
      if (open.close()) {
        server.streams().release();
      }
    } else if (!isStream()) {
      reply.lateAnswer().abandon();
    }
  }
}
