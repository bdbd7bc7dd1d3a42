package dev.monotable.http;

import dev.monotable.http.OpenConnections.Idleness;
import dev.monotable.json.HttpService;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Handles a connection: assembles requests, passes them to their {@link HttpService}, sends the
 * responses in the order of the requests, and limits what a client can use.
 *
 * <p>Most requests arrive in one read, are handled immediately on the event loop, and are answered
 * with one buffer. The responses are flushed when all bytes of a read have been handled. A body
 * that arrives in several reads is collected in a {@link RequestBody}. The states of a connection:
 *
 * <pre>
 *                 a request, its response
 *                  ┌───────┐
 *                  ▼       │
 *   opened ──────► OPEN ───┘ ◄──── the last reason has gone ────┐
 *                  │  │                                         │
 *                  │  └── a reason to wait ──────────────────► HELD
 *                  │                                            │
 *                  │ an invalid request, the last response,     │
 *                  │ the end of the client's output, a timeout  │
 *                  ▼                                            │
 *                LINGERING ◄────────────────────────────────────┘
 *                  │ everything is sent, and the client has closed the connection or the time is up
 *                  ▼
 *                CLOSED ◄── from each state: the client closes the connection, memory runs out
 * </pre>
 *
 * {@link Holding} has the reasons to wait and the messages that wait meanwhile; it is held in the
 * states OPEN only. {@link Lingering} has the other states. The timer of the event loop calls
 * {@link #tick}, which closes a connection that is idle, or whose request is not received
 * completely in time, and finds what was not notified because memory had run out.
 *
 * <p>Memory can run out in any of these methods. Then the connection is closed, which releases all
 * that it uses. All methods run on the event loop of the channel.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_BODY = new byte[0];

  /** Enough time to read bytes that the kernel has already received before closing. */
  private static final long DRAIN_MILLIS = 10;

  private final ServerState server;
  private final LoopState loop;
  private final Channel channel;
  private final BoundedRequestDecoder decoder;
  private final IncomingRequest incoming;
  private final Holding holding;
  private final Lingering end;
  private final Responder responder;
  private final ReceivedRequest received = new ReceivedRequest();

  private int index = -1;

  /**
   * When something was received or sent last. Other threads read it, and may get an older value.
   */
  private long activeAt = System.nanoTime();

  private boolean partial;
  private long partialSince;

  ConnectionHandler(
      ServerState server, LoopState loop, Channel channel, BoundedRequestDecoder decoder) {
    this.server = server;
    this.loop = loop;
    this.channel = channel;
    this.decoder = decoder;
    this.incoming = new IncomingRequest(server, this::memoryFreed);
    this.holding = new Holding(channel);
    this.end = new Lingering(channel, server.config().tls() != null, this::stopHandling);
    this.responder = new Responder(this, server, loop, holding, end);
  }

  Channel channel() {
    return channel;
  }

  /** Returns the index of the connection in its {@link LoopState}, or a negative number. */
  int index() {
    return index;
  }

  void setIndex(int newIndex) {
    index = newIndex;
  }

  /** Returns when something was received or sent last. Thread-safe, but may be a moment old. */
  long activeAt() {
    return activeAt;
  }

  /** Returns whether the connection is idle. Thread-safe, but may be a moment old. */
  Idleness idleness() {
    if (!end.isOpen()) {
      return Idleness.WITHOUT_REQUEST;
    }
    if (holding.isHeld()) {
      return holding.isHeldOnlyFor(Holding.FOR_CLIENT) || responder.isStreaming()
          ? Idleness.WAITS_FOR_CLIENT
          : Idleness.BUSY;
    }
    return partial ? Idleness.WAITS_FOR_CLIENT : Idleness.WITHOUT_REQUEST;
  }

  // ---- events of the channel ----

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    loop.add(this);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    loop.remove(this);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end.setClosed();
    dropInput();
    responder.drop();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (holding.isHeld() && end.isOpen()) {
      holding.keep(message);
    } else {
      accept(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    afterRead();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (channel.isWritable()) {
      release(Holding.FOR_CLIENT);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      end.setInputEnded();
      if (responder.awaitsService()) {
        channel.close(); // its client has gone; nothing else would notice
      } else if (!holding.isHeld()) {
        end();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(cause);
  }

  /** Runs work that is not called by the pipeline, which would call {@link #exceptionCaught}. */
  void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      fail(e);
    }
  }

  /** Runs work on the event loop; if that fails, the next tick finds what there is to do. */
  void execute(Runnable work) {
    try {
      channel.eventLoop().execute(() -> guard(work));
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      // The next tick tries again, or the server has stopped.
    }
  }

  /** Closes the connection, because the client has closed it or memory has run out. */
  private void fail(Throwable cause) {
    end.abort();
    if (!(cause instanceof IOException
        || cause instanceof UncheckedIOException
        || cause.getCause() instanceof SSLException // such as a client that speaks HTTP
        || cause instanceof OutOfMemoryError
        || cause instanceof RejectedExecutionException)) {
      InternalLoggerFactory.getInstance(ConnectionHandler.class)
          .error("A connection failed", cause);
    }
  }

  // ---- requests ----

  /** Handles a message, and releases it. */
  private void accept(Object message) {
    if (!end.isOpen()) {
      ReferenceCountUtil.release(message);
      boolean last = BoundedRequestDecoder.isLast(message) && !decoder.hasPartialRequest();
      if (last && end.isLingering()) {
        end.closeWhenSent();
      }
    } else if (message instanceof DefaultHttpRequest newHead) {
      if (newHead.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        reject(HttpError.of(newHead.decoderResult()), null);
      } else if (newHead.protocolVersion().majorVersion() != 1) {
        reject(HttpError.WRONG_VERSION, null);
      } else {
        incoming.begin(newHead);
      }
    } else {
      HttpContent content = (HttpContent) message;
      try {
        acceptContent(content);
      } finally {
        content.release();
      }
    }
  }

  private void acceptContent(HttpContent content) {
    HttpRequest head = incoming.head();
    if (head == null) {
      return;
    }
    if (content.decoderResult().isFailure()) {
      reject(HttpError.of(content.decoderResult()), incoming.service());
    } else if (incoming.isWhole(content) && pace(head) == HttpService.Pace.SHORT) {
      ByteBuf bytes = content.content();
      int length = bytes.readableBytes();
      byte[] room = length == 0 ? NO_BODY : loop.bodyRoom(length);
      bytes.readBytes(room, 0, length);
      incoming.end();
      partial = false;
      responder.handle(incoming.service(), head, room, length);
    } else if (checkHead(head)) {
      collect(head, content);
    }
  }

  /** Returns how long the current request may take. */
  private HttpService.Pace pace(HttpRequest head) {
    received.set(head, channel, NO_BODY, 0);
    try {
      return incoming.service().pace(received);
    } finally {
      received.clear();
    }
  }

  /** Checks the head of a request whose body is collected. Returns false if it is rejected. */
  private boolean checkHead(HttpRequest head) {
    HttpError error = incoming.check(head);
    if (error != null) {
      reject(error, incoming.service());
    }
    return error == null;
  }

  private void collect(HttpRequest head, HttpContent content) {
    if (incoming.exceeds(content.content())) {
      reject(HttpError.TOO_LARGE, incoming.service());
    } else if (!incoming.append(content.content())) {
      holding.keepFirst(content.retain());
      holding.hold(Holding.FOR_MEMORY);
    } else if (BoundedRequestDecoder.isLast(content)) {
      HttpService.Pace pace = pace(head);
      RequestBody body = incoming.takeBody();
      partial = false;
      if (pace != HttpService.Pace.SHORT || body.length() >= LongRequests.LARGE_BYTES) {
        responder.start(head, incoming.service(), body, pace == HttpService.Pace.WAITING);
      } else {
        try {
          responder.handle(incoming.service(), head, body.bytes(), body.length());
        } finally {
          body.release();
        }
      }
    }
  }

  /** Returns whether the client has begun to send something after the current request. */
  boolean hasMore() {
    return holding.hasMessages() || decoder.hasPartialRequest();
  }

  /** Notes that the client has read a part of a response. */
  void progressed() {
    activeAt = System.nanoTime();
  }

  /** Continues when there may be memory for the body. Thread-safe. */
  private void memoryFreed() {
    execute(() -> release(Holding.FOR_MEMORY));
  }

  // ---- holding ----

  /** Removes a reason for which the connection is held. */
  void release(int reason) {
    if (holding.release(reason) && end.isOpen()) {
      resume();
    }
  }

  private void resume() {
    Object next;
    while ((next = holding.next()) != null) {
      accept(next);
    }
    afterRead();
    if (holding.isHeld() || !end.isOpen()) {
      return;
    }
    if (end.inputEnded() || server.stopping() && !partial) {
      end();
    } else {
      partialSince = activeAt;
      channel.config().setAutoRead(true);
    }
  }

  /** Handles the end of the received bytes, after all messages in them. */
  private void afterRead() {
    HttpRequest head = incoming.head();
    if (head != null && !holding.isHeld() && end.isOpen()) {
      boolean expectsContinue = incoming.expectsContinue(head);
      if (checkHead(head) && expectsContinue) {
        channel.write(Unpooled.wrappedBuffer(CONTINUE), channel.voidPromise());
      }
    }
    if (end.isOpen()) {
      // Before the client sees a response, so that what it sends elsewhere afterwards is later.
      activeAt = System.nanoTime();
      boolean nowPartial = incoming.head() != null || decoder.hasPartialRequest();
      if (nowPartial && !partial) {
        partialSince = activeAt;
      }
      partial = nowPartial;
    }
    channel.flush();
  }

  // ---- endings ----

  /**
   * Sends an error after which the connection is closed, because a request was not received.
   *
   * @param service what is behind the path; null if the path is not known
   */
  private void reject(HttpError error, @Nullable HttpService service) {
    end.reject(loop.encodeRejection(channel.alloc(), error, service));
  }

  /** Sends an error after which the connection is closed, in place of the current response. */
  void fail(HttpError error) {
    ByteBuf response = loop.encodeRejection(channel.alloc(), error, incoming.service());
    end.sendLast(response, channel.newPromise(), hasMore());
  }

  /** Drops what was received, because the connection begins to linger. */
  private void stopHandling() {
    activeAt = System.nanoTime();
    holding.end();
    dropInput();
  }

  private void dropInput() {
    incoming.drop();
    partial = false;
    holding.drop();
  }

  /** Closes the connection after the last response, because no further request will come. */
  private void end() {
    if (end.isOpen() && incoming.head() != null) {
      reject(
          HttpError.BAD_REQUEST,
          incoming.service()); // the client has ended its output before the end of a request
    } else {
      end.closeWhenSent();
    }
  }

  /**
   * Closes the connection as soon as no request is pending. What a service answers later, or writes
   * piece by piece, ends at once. The server must already be marked as stopping.
   */
  void drain() {
    guard(responder::endService);
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (end.isLingering() || end.isOpen() && !holding.isHeld() && !partial) {
                guard(end::closeWhenSent);
              }
            },
            DRAIN_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /**
   * Checks the timeouts, and whether a notification was lost because memory had run out. Called
   * regularly.
   *
   * @param now the value of {@link System#nanoTime}
   */
  void tick(long now) {
    guard(() -> check(now));
  }

  private void check(long now) {
    if (responder.tick()) {
      return;
    }
    if (holding.isHeldFor(Holding.FOR_MEMORY)) {
      release(Holding.FOR_MEMORY);
    } else if (partial && !holding.isHeld() && end.isOpen()) {
      if (now - partialSince >= server.config().requestTimeout().toNanos()) {
        reject(HttpError.TIMEOUT, incoming.head() == null ? null : incoming.service());
        channel.close();
      }
    } else if (now - activeAt >= quietNanos()) {
      channel.close();
    }
  }

  /** Returns how long the connection may be open without anything being received or sent. */
  private long quietNanos() {
    boolean blocks = !end.isOpen() || responder.isSendingLong() && server.responses().contended();
    return (blocks ? server.config().requestTimeout() : server.config().idleTimeout()).toNanos();
  }
}
