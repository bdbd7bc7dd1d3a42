package dev.monotable.http;

import dev.monotable.json.HttpReply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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
 *   <li>A body that arrives in several reads is collected in memory of the {@link BodyBudget}.
 *   <li>The connection is <i>held</i> while the budget is exhausted, while the client does not read
 *       its responses, and while another thread runs one of the {@link LongRequests}. A held
 *       connection is not read, and messages that were already decoded wait in {@link #waiting}.
 *   <li>If a request is rejected, the connection <i>lingers</i> after the response: bytes that the
 *       client still sends are discarded, because closing the connection immediately could destroy
 *       the response in transit.
 *   <li>Two timers close the connection, one if it is idle and one if a request is not received
 *       completely. A timer is set once and checks the time when it fires, so a request does not
 *       have to reset it.
 * </ul>
 *
 * <p>All methods run on the event loop of the channel, except {@link #memoryFreed}.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter implements BodyBudget.Claimant {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_BODY = new byte[0];
  private static final int FIRST_BODY_BYTES = 64 << 10;

  /** Enough time to read bytes that the kernel has already received before closing. */
  private static final long DRAIN_MILLIS = 10;

  private enum State {
    OPEN,
    /** The last response has been sent; further bytes are discarded. */
    LINGERING,
    CLOSED
  }

  private final WebAccess access;
  private final ServerConfig config;
  private final BodyBudget budget;
  private final LoopState loop;
  private final BoundedRequestDecoder decoder;
  private final AtomicBoolean stopping;
  private final LongRequests longRequests;
  private final ReceivedRequest request = new ReceivedRequest();
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(0);

  private @Nullable ChannelHandlerContext context;
  private State state = State.OPEN;
  private boolean held;
  private boolean memoryWanted;

  /** Whether another thread runs a request of this connection, which is held meanwhile. */
  private boolean offloaded;

  private @Nullable HttpRequest head;
  private boolean bodyBegun;
  private byte[] body = NO_BODY;
  private int bodyLength;
  private long reserved;

  private long activeAt;
  private boolean partial;
  private long partialSince;
  private boolean partialTimerSet;

  ConnectionHandler(
      WebAccess access,
      ServerConfig config,
      BodyBudget budget,
      LoopState loop,
      BoundedRequestDecoder decoder,
      AtomicBoolean stopping,
      LongRequests longRequests) {
    this.access = access;
    this.config = config;
    this.budget = budget;
    this.loop = loop;
    this.decoder = decoder;
    this.stopping = stopping;
    this.longRequests = longRequests;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    activeAt = System.nanoTime();
    setIdleTimer(ctx, config.idleTimeout().toNanos());
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    state = State.CLOSED;
    head = null;
    endBody();
    releaseWaiting();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (held && state == State.OPEN) {
      waiting.add(message);
    } else {
      accept(ctx, message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    HttpRequest begun = head;
    if (begun != null && !held && state == State.OPEN) {
      beginBody(ctx, begun);
    }
    ctx.flush();
    activeAt = System.nanoTime();
    boolean nowPartial = head != null || decoder.hasPartialRequest();
    if (nowPartial && (!partial || held)) {
      partialSince = activeAt;
      setPartialTimer(ctx, config.requestTimeout().toNanos());
    }
    partial = nowPartial;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (held && !memoryWanted && !offloaded && ctx.channel().isWritable()) {
      resume(ctx);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (!(cause instanceof DecoderException)) {
      ctx.close(); // the client went away
    } else if (state == State.OPEN) {
      reject(ctx, HttpError.BAD_REQUEST);
    }
  }

  /**
   * Closes the connection as soon as no request is pending. The server must already be marked as
   * stopping. Must be called on the event loop.
   */
  void drain(ChannelHandlerContext ctx) {
    if (state == State.OPEN) {
      ctx.executor()
          .schedule(
              () -> {
                if (!partial && !held && ctx.channel().isActive() && state == State.OPEN) {
                  ctx.close();
                }
              },
              DRAIN_MILLIS,
              TimeUnit.MILLISECONDS);
    }
  }

  // ---- requests ----

  private void accept(ChannelHandlerContext ctx, Object message) {
    if (state != State.OPEN) {
      ReferenceCountUtil.release(message);
      if (message instanceof LastHttpContent) {
        ctx.flush();
        ctx.close();
      }
    } else if (message instanceof HttpRequest newHead) {
      if (newHead.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        reject(ctx, error(newHead.decoderResult()));
      } else if (newHead.protocolVersion().majorVersion() != 1) {
        reject(ctx, HttpError.WRONG_VERSION);
      } else {
        head = newHead;
      }
    } else {
      acceptContent(ctx, (HttpContent) message);
    }
  }

  private void acceptContent(ChannelHandlerContext ctx, HttpContent content) {
    HttpRequest current = head;
    if (current == null) {
      content.release();
      return;
    }
    if (content.decoderResult().isFailure()) {
      HttpError error = error(content.decoderResult());
      content.release();
      reject(ctx, error);
      return;
    }
    ByteBuf bytes = content.content();
    int length = bytes.readableBytes();
    if (!bodyBegun && content instanceof LastHttpContent && length <= config.maxBodyBytes()) {
      byte[] room = length == 0 ? NO_BODY : loop.bodyRoom(length);
      bytes.readBytes(room, 0, length);
      content.release();
      head = null;
      answer(ctx, current, room, length);
      return;
    }
    if (!beginBody(ctx, current)) {
      content.release();
      if (content instanceof LastHttpContent) {
        ctx.flush();
        ctx.close();
      }
      return;
    }
    if (bodyLength + (long) length > config.maxBodyBytes()) {
      content.release();
      reject(ctx, HttpError.TOO_LARGE);
      return;
    }
    if (body.length - bodyLength < length && !growBody(bodyLength + length)) {
      memoryWanted = true;
      hold(ctx);
      waiting.addFirst(content);
      return;
    }
    bytes.readBytes(body, bodyLength, length);
    bodyLength += length;
    boolean last = content instanceof LastHttpContent;
    content.release();
    if (last) {
      byte[] whole = body;
      int wholeLength = bodyLength;
      head = null;
      try {
        answer(ctx, current, whole, wholeLength);
      } finally {
        endBody();
      }
    }
  }

  /**
   * Checks the head of a request whose body has not arrived in the same read.
   *
   * @return false if the request was rejected
   */
  private boolean beginBody(ChannelHandlerContext ctx, HttpRequest current) {
    if (bodyBegun) {
      return true;
    }
    bodyBegun = true;
    String length = current.headers().get(HttpHeaderNames.CONTENT_LENGTH);
    if (length != null && declaredTooLarge(length)) {
      reject(ctx, HttpError.TOO_LARGE);
      return false;
    }
    String expectation = current.headers().get(HttpHeaderNames.EXPECT);
    if (expectation != null && current.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
      if (!HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expectation)) {
        reject(ctx, HttpError.EXPECTATION_FAILED);
        return false;
      }
      ctx.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE), ctx.voidPromise());
    }
    return true;
  }

  private boolean declaredTooLarge(String contentLength) {
    // The decoder has checked that this is a number, so many digits mean a large number.
    return contentLength.length() > 18
        || Long.parseLong(contentLength.trim()) > config.maxBodyBytes();
  }

  private boolean growBody(int needed) {
    long wanted = Math.max(FIRST_BODY_BYTES, Math.max(needed, body.length * 2L));
    int capacity = (int) Math.min(wanted, config.maxBodyBytes());
    if (!budget.reserve(this, capacity - reserved)) {
      return false;
    }
    reserved = capacity;
    body = Arrays.copyOf(body, capacity);
    return true;
  }

  private void endBody() {
    bodyBegun = false;
    bodyLength = 0;
    memoryWanted = false;
    if (body.length > 0) {
      body = NO_BODY;
    }
    long back = reserved;
    reserved = 0;
    budget.release(this, back);
  }

  private void answer(ChannelHandlerContext ctx, HttpRequest current, byte[] bytes, int length) {
    if (LongRequests.isLong(current, length)) {
      offload(ctx, current, Arrays.copyOf(bytes, length));
      return;
    }
    if (handle(ctx, request, current, bytes, length, loop.reply())) {
      send(ctx, current, loop.reply());
    } else {
      reject(ctx, HttpError.INTERNAL);
    }
  }

  /**
   * Passes a request to the exchange.
   *
   * @return false if the exchange threw an exception, which is a bug, because it turns its own
   *     failures into replies
   */
  private boolean handle(
      ChannelHandlerContext ctx,
      ReceivedRequest received,
      HttpRequest current,
      byte[] bytes,
      int length,
      HttpReply reply) {
    received.set(current, ctx.channel(), bytes, length);
    try {
      access.handle(received, reply);
      return true;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return false;
    } finally {
      received.clear();
    }
  }

  /** Runs a long request on another thread; the connection is held until the response is sent. */
  private void offload(ChannelHandlerContext ctx, HttpRequest current, byte[] bytes) {
    offloaded = true;
    hold(ctx);
    longRequests.run(new OffloadedRequest(ctx, current, bytes));
  }

  /**
   * A request that another thread handles. That thread runs it first, and the event loop runs it
   * again to send the response. The second run always takes place, because the connection waits for
   * it. Everything that both runs need is allocated in advance, because memory may run out.
   */
  private final class OffloadedRequest implements Runnable {
    private final ChannelHandlerContext ctx;
    private final HttpRequest head;
    private final byte[] bytes;
    private final ReceivedRequest received = new ReceivedRequest();
    private final HttpReply reply = new HttpReply();
    private boolean handled;
    private boolean done;

    OffloadedRequest(ChannelHandlerContext ctx, HttpRequest head, byte[] bytes) {
      this.ctx = ctx;
      this.head = head;
      this.bytes = bytes;
    }

    @Override
    public void run() {
      if (done) {
        offloaded = false;
        if (state == State.OPEN) {
          answer();
        }
        return;
      }
      try {
        handled = handle(ctx, received, head, bytes, bytes.length, reply);
      } finally {
        done = true;
        ctx.executor().execute(this);
      }
    }

    private void answer() {
      if (!handled) {
        reject(ctx, HttpError.INTERNAL);
        return;
      }
      try {
        send(ctx, head, reply);
      } catch (OutOfMemoryError e) {
        ctx.close(); // no memory for the response
        return;
      }
      ctx.flush();
      if (state == State.OPEN && ctx.channel().isWritable()) {
        resume(ctx);
      }
    }
  }

  private void send(ChannelHandlerContext ctx, HttpRequest current, HttpReply reply) {
    if (reply.dropped()) {
      state = State.LINGERING;
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    boolean keepAlive = !stopping.get() && !reply.closing() && keepsAlive(current);
    boolean withBody = current.method() != HttpMethod.HEAD;
    ByteBuf encoded = loop.encodeReply(ctx.alloc(), reply, keepAlive, withBody);
    if (!keepAlive) {
      state = State.LINGERING;
      ctx.writeAndFlush(encoded).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    ctx.write(encoded, ctx.voidPromise());
    Channel channel = ctx.channel();
    if (!channel.isWritable()) {
      ctx.flush();
      if (!channel.isWritable()) {
        hold(ctx);
      }
    }
  }

  private static boolean keepsAlive(HttpRequest current) {
    String connection = current.headers().get(HttpHeaderNames.CONNECTION);
    if (current.protocolVersion().minorVersion() == 0) {
      return connection != null
          && HttpHeaderValues.KEEP_ALIVE.contentEqualsIgnoreCase(connection.trim());
    }
    return connection == null || !HttpHeaderValues.CLOSE.contentEqualsIgnoreCase(connection.trim());
  }

  // ---- detours ----

  private void reject(ChannelHandlerContext ctx, HttpError error) {
    state = State.LINGERING;
    head = null;
    endBody();
    releaseWaiting();
    ctx.writeAndFlush(loop.encodeRejection(ctx.alloc(), access.exchange(), error))
        .addListener(
            done -> {
              if (ctx.channel() instanceof DuplexChannel duplex && duplex.isActive()) {
                duplex.shutdownOutput();
              }
            });
    ctx.channel().config().setAutoRead(true);
    ctx.executor()
        .schedule(
            () -> {
              ctx.close();
            },
            config.requestTimeout().toNanos(),
            TimeUnit.NANOSECONDS);
  }

  private static HttpError error(DecoderResult result) {
    Throwable cause = result.cause();
    if (cause instanceof TooLongHttpLineException) {
      return HttpError.LINE_TOO_LONG;
    }
    return cause instanceof TooLongHttpHeaderException
        ? HttpError.HEADERS_TOO_LARGE
        : HttpError.BAD_REQUEST;
  }

  private void hold(ChannelHandlerContext ctx) {
    held = true;
    ctx.channel().config().setAutoRead(false);
  }

  @Override
  public void memoryFreed() {
    ChannelHandlerContext ctx = context;
    if (ctx == null) {
      return;
    }
    ctx.executor()
        .execute(
            () -> {
              if (held && memoryWanted) {
                memoryWanted = false;
                resume(ctx);
              }
            });
  }

  private void resume(ChannelHandlerContext ctx) {
    held = false;
    Object next;
    while (!held && (next = waiting.poll()) != null) {
      accept(ctx, next);
    }
    channelReadComplete(ctx);
    if (!held && state != State.CLOSED) {
      partialSince = System.nanoTime();
      ctx.channel().config().setAutoRead(true);
    }
  }

  private void releaseWaiting() {
    Object next;
    while ((next = waiting.poll()) != null) {
      ReferenceCountUtil.release(next);
    }
  }

  // ---- timers ----

  private void setIdleTimer(ChannelHandlerContext ctx, long nanos) {
    ctx.executor().schedule(() -> idleTimerFired(ctx), nanos, TimeUnit.NANOSECONDS);
  }

  private void idleTimerFired(ChannelHandlerContext ctx) {
    if (state == State.CLOSED) {
      return;
    }
    long left = config.idleTimeout().toNanos() - (System.nanoTime() - activeAt);
    if (left > 0) {
      setIdleTimer(ctx, left);
    } else if (memoryWanted || offloaded) {
      setIdleTimer(ctx, config.idleTimeout().toNanos());
    } else {
      ctx.close();
    }
  }

  private void setPartialTimer(ChannelHandlerContext ctx, long nanos) {
    if (!partialTimerSet) {
      partialTimerSet = true;
      ctx.executor().schedule(() -> partialTimerFired(ctx), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void partialTimerFired(ChannelHandlerContext ctx) {
    partialTimerSet = false;
    if (!partial || state != State.OPEN) {
      return;
    }
    long left = config.requestTimeout().toNanos() - (System.nanoTime() - partialSince);
    if (held) {
      // The server has stopped reading, so the time starts again when it resumes.
      setPartialTimer(ctx, config.requestTimeout().toNanos());
    } else if (left > 0) {
      setPartialTimer(ctx, left);
    } else {
      reject(ctx, HttpError.TIMEOUT);
      ctx.close();
    }
  }
}
