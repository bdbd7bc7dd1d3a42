package dev.monotable.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelProgressiveFuture;
import io.netty.channel.ChannelProgressiveFutureListener;
import io.netty.channel.ChannelProgressivePromise;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Handles a connection: assembles requests, passes them to {@link WebAccess}, sends the responses
 * in the order of the requests, and limits what a client can use.
 *
 * <p>Most requests arrive in one read, are handled immediately on the event loop, and are answered
 * with one buffer. The responses are flushed when all bytes of a read have been handled. The
 * exceptions are:
 *
 * <ul>
 *   <li>A body that arrives in several reads is collected in a {@link RequestBody}.
 *   <li>The connection is <i>held</i> while the budget of bodies is exhausted, while the client
 *       does not read its responses, while another thread works on a {@link LongRequest}, and until
 *       the log of the database has what a response depends on. A held connection is not read.
 *       Messages that were already decoded, including the failure of an invalid request, wait in
 *       {@link #waiting}.
 *   <li>If a request is rejected, the connection <i>lingers</i> after the response: bytes that the
 *       client still sends are discarded, because closing the connection immediately could destroy
 *       the response in transit.
 *   <li>A client may end its output after a request. The connection is closed after the last
 *       response.
 *   <li>The timer of the event loop calls {@link #tick}, which closes a connection that is idle, or
 *       whose request is not received completely in time.
 * </ul>
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

  /** The connection is held until there is memory for a body. */
  private static final int FOR_MEMORY = 1;

  /** The connection is held until the client reads its responses. */
  private static final int FOR_CLIENT = 2;

  /** The connection is held until {@link #longRequest} is done. */
  private static final int FOR_LONG_REQUEST = 4;

  /** The connection is held until the log has what the response in {@link #commit} depends on. */
  private static final int FOR_COMMIT = 8;

  private enum State {
    OPEN,
    /** The last response has been sent; further bytes are discarded. */
    LINGERING,
    CLOSED
  }

  private final ServerState server;
  private final LoopState loop;
  private final Channel channel;
  private final BoundedRequestDecoder decoder;
  private final IncomingRequest incoming;
  private final CommitWait commit;
  private final ReceivedRequest received = new ReceivedRequest();
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(0);

  private int index = -1;
  private State state = State.OPEN;

  /** The reasons for which the connection is held, or 0. */
  private int held;

  /** Whether the client has ended its output. */
  private boolean inputEnded;

  private @Nullable LongRequest longRequest;

  /** The request whose large response is being sent, and uses memory of the budget. */
  private @Nullable LongRequest unsent;

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
    this.commit = new CommitWait(server, loop, channel, () -> guard(this::sendLogged));
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
    state = State.CLOSED;
    dropInput();
    LongRequest running = longRequest;
    if (running != null) {
      longRequest = null;
      running.abandon();
    }
    commit.drop();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (held != 0 && state == State.OPEN) {
      waiting.add(message);
      channel.config().setAutoRead(false);
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
      release(FOR_CLIENT);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      inputEnded = true;
      if (held == 0) {
        end();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(cause);
  }

  /** Runs work that is not called by the pipeline, which would call {@link #exceptionCaught}. */
  private void guard(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      fail(e);
    }
  }

  /** Closes the connection, because the client has closed it or memory has run out. */
  private void fail(Throwable cause) {
    if (state == State.OPEN) {
      state = State.LINGERING; // what has been received is not handled
    }
    channel.close();
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
    if (state != State.OPEN) {
      ReferenceCountUtil.release(message);
      boolean last = message instanceof LastHttpContent && !decoder.hasPartialRequest();
      if (last && state == State.LINGERING) {
        closeWhenSent();
      }
    } else if (message instanceof HttpRequest newHead) {
      if (newHead.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        reject(HttpError.of(newHead.decoderResult()));
      } else if (newHead.protocolVersion().majorVersion() != 1) {
        reject(HttpError.WRONG_VERSION);
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
      reject(HttpError.of(content.decoderResult()));
    } else if (incoming.isWhole(head, content) && !mayWait(head)) {
      ByteBuf bytes = content.content();
      int length = bytes.readableBytes();
      byte[] room = length == 0 ? NO_BODY : loop.bodyRoom(length);
      bytes.readBytes(room, 0, length);
      incoming.end();
      partial = false;
      handle(head, room, length);
    } else if (checkHead(head)) {
      collect(head, content);
    }
  }

  /** Checks the head of a request whose body is collected. Returns false if it is rejected. */
  private boolean checkHead(HttpRequest head) {
    HttpError error = incoming.check(head);
    if (error != null) {
      reject(error);
    }
    return error == null;
  }

  private void collect(HttpRequest head, HttpContent content) {
    if (incoming.exceeds(content.content())) {
      reject(HttpError.TOO_LARGE);
    } else if (!incoming.append(content.content())) {
      waiting.addFirst(content);
      content.retain();
      hold(FOR_MEMORY);
    } else if (content instanceof LastHttpContent) {
      RequestBody body = incoming.takeBody();
      partial = false;
      if (mayWait(head)) {
        start(LongRequest.ofRequest(this, server, head, body), true);
      } else if (body.length() >= LongRequests.LARGE_BYTES || LongRequests.isLong(head)) {
        start(LongRequest.ofRequest(this, server, head, body), false);
      } else {
        try {
          handle(head, body.bytes(), body.length());
        } finally {
          body.release();
        }
      }
    }
  }

  /** Called on any thread when there may be memory for the body. */
  private void memoryFreed() {
    try {
      channel.eventLoop().execute(() -> guard(() -> release(FOR_MEMORY)));
    } catch (OutOfMemoryError | RejectedExecutionException e) {
      // The next tick tries again.
    }
  }

  // ---- responses ----

  private void handle(HttpRequest head, byte[] bytes, int length) {
    boolean finished;
    received.set(head, channel, bytes, length);
    try {
      finished = server.access().begin(received, loop.reply(), LongRequests.LARGE_BYTES);
    } finally {
      received.clear();
    }
    if (loop.reply().dropped()) {
      closeWhenSent();
    } else if (finished) {
      boolean keepAlive = server.keepsAlive(head, loop.reply());
      boolean withBody = head.method() != HttpMethod.HEAD;
      if (loop.reply().awaitsCommit() && commit.begin(keepAlive, withBody)) {
        // The connection goes on reading until the client sends another request: changing that
        // twice for each write would take two calls of the operating system.
        held |= FOR_COMMIT;
        return;
      }
      write(loop.encodeReply(channel.alloc(), keepAlive, withBody), keepAlive, null);
    } else {
      start(LongRequest.ofReply(this, server, head, loop.takeReply()), false);
    }
  }

  private void sendLogged() {
    if (!commit.isDone()) {
      return;
    }
    if (state != State.OPEN) {
      commit.drop();
      return;
    }
    boolean keepAlive = commit.keepAlive();
    write(commit.take(), keepAlive, null);
    channel.flush();
    release(FOR_COMMIT);
  }

  /** Returns whether a request may wait on the calling thread. */
  private boolean mayWait(HttpRequest head) {
    Set<String> operations = server.exchange().waitingOperations();
    return !operations.isEmpty() && LongRequests.isOneOf(operations, head);
  }

  private void start(LongRequest request, boolean mayWait) {
    longRequest = request;
    hold(FOR_LONG_REQUEST);
    request.start(mayWait);
  }

  /** Called when a long request of this connection is done, even if the connection is closed. */
  void completed(LongRequest request) {
    if (request == longRequest) {
      longRequest = null;
      guard(() -> respond(request));
    } else if (state == State.CLOSED) {
      request.discard();
    }
  }

  private void respond(LongRequest request) {
    ByteBuf response = request.takeResponse();
    if (response == null) {
      if (request.isDropped()) {
        closeWhenSent();
      } else {
        reject(HttpError.INTERNAL);
      }
      return;
    }
    write(response, request.keepAlive() && !server.stopping(), request);
    channel.flush();
    release(FOR_LONG_REQUEST);
  }

  private void write(ByteBuf response, boolean keepAlive, @Nullable LongRequest origin) {
    ChannelPromise sent = channel.voidPromise();
    if (origin != null && origin.reserved() > 0) {
      sent = releasingMemory(origin);
    } else if (!keepAlive) {
      sent = channel.newPromise();
    }
    if (!keepAlive) {
      boolean more = !waiting.isEmpty() || decoder.hasPartialRequest();
      linger();
      channel
          .writeAndFlush(response, sent)
          .addListener(more ? this::endOutput : ChannelFutureListener.CLOSE);
      return;
    }
    channel.write(response, sent);
    if (!channel.isWritable()) {
      channel.flush();
      if (!channel.isWritable()) {
        hold(FOR_CLIENT);
      }
    }
  }

  /** Returns a promise that releases the memory of a large response when it has been sent. */
  private ChannelProgressivePromise releasingMemory(LongRequest origin) {
    unsent = origin;
    return channel
        .newProgressivePromise()
        .addListener(
            new ChannelProgressiveFutureListener() {
              @Override
              public void operationProgressed(
                  ChannelProgressiveFuture future, long sent, long all) {
                activeAt = System.nanoTime();
              }

              @Override
              public void operationComplete(ChannelProgressiveFuture future) {
                unsent = null;
                origin.releaseMemory();
              }
            });
  }

  // ---- holding ----

  private void hold(int reason) {
    held |= reason;
    channel.config().setAutoRead(false);
  }

  private void release(int reason) {
    if ((held & reason) != 0) {
      held &= ~reason;
      if (held == 0 && state == State.OPEN) {
        resume();
      }
    }
  }

  private void resume() {
    Object next;
    while (held == 0 && (next = waiting.poll()) != null) {
      accept(next);
    }
    afterRead();
    if (held != 0 || state != State.OPEN) {
      return;
    }
    if (inputEnded || server.stopping() && !partial) {
      end();
    } else {
      partialSince = activeAt;
      channel.config().setAutoRead(true);
    }
  }

  /** Called when all messages have been handled that have been received so far. */
  private void afterRead() {
    HttpRequest head = incoming.head();
    if (head != null && held == 0 && state == State.OPEN) {
      boolean expectsContinue = incoming.expectsContinue(head);
      if (checkHead(head) && expectsContinue) {
        channel.write(Unpooled.wrappedBuffer(CONTINUE), channel.voidPromise());
      }
    }
    channel.flush();
    if (state != State.OPEN) {
      return;
    }
    activeAt = System.nanoTime();
    boolean nowPartial = incoming.head() != null || decoder.hasPartialRequest();
    if (nowPartial && !partial) {
      partialSince = activeAt;
    }
    partial = nowPartial;
  }

  // ---- endings ----

  /** Sends an error after which the connection is closed. */
  private void reject(HttpError error) {
    linger();
    channel
        .writeAndFlush(loop.encodeRejection(channel.alloc(), error))
        .addListener(this::endOutput);
  }

  /** Discards what the client still sends. */
  private void linger() {
    state = State.LINGERING;
    held = 0;
    activeAt = System.nanoTime();
    dropInput();
    if (!inputEnded) {
      channel.config().setAutoRead(true);
    }
  }

  private void dropInput() {
    incoming.drop();
    partial = false;
    Object next;
    while ((next = waiting.poll()) != null) {
      ReferenceCountUtil.release(next);
    }
  }

  /** Ends the output after the last response. The client then closes the connection. */
  private void endOutput(Future<?> sent) {
    boolean secure = server.config().tls() != null; // TLS ends both directions with one message
    if (inputEnded || secure || !(channel instanceof DuplexChannel duplex)) {
      channel.close();
    } else if (duplex.isActive()) {
      duplex.shutdownOutput();
    }
  }

  /** Closes the connection after the last response, because no further request will come. */
  private void end() {
    if (state == State.OPEN && incoming.head() != null) {
      reject(HttpError.BAD_REQUEST); // the client has ended its output before the end of a request
    } else {
      closeWhenSent();
    }
  }

  private void closeWhenSent() {
    linger();
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Closes the connection as soon as no request is pending. The server must already be marked as
   * stopping.
   */
  void drain() {
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (state == State.OPEN && held == 0 && !partial) {
                guard(this::closeWhenSent);
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
    LongRequest running = longRequest;
    if (running != null) {
      if (running.isDone()) {
        completed(running);
      } else {
        running.memoryFreed();
      }
    } else if (commit.isDone()) {
      sendLogged();
    } else if ((held & FOR_MEMORY) != 0) {
      release(FOR_MEMORY);
    } else if (partial && held == 0 && state == State.OPEN) {
      if (now - partialSince >= server.config().requestTimeout().toNanos()) {
        reject(HttpError.TIMEOUT);
        channel.close();
      }
    } else if (now - activeAt >= quietNanos()) {
      channel.close();
    }
  }

  /** Returns how long the connection may be open without anything being received or sent. */
  private long quietNanos() {
    boolean blocks = state != State.OPEN || unsent != null && server.responses().contended();
    return (blocks ? server.config().requestTimeout() : server.config().idleTimeout()).toNanos();
  }
}
