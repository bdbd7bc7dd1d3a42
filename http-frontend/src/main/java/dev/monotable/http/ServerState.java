package dev.monotable.http;

import dev.monotable.http.access.ConnectionReplies;
import dev.monotable.http.access.WebAccess;
import dev.monotable.json.HttpReply;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;

/** The common state of all connections of a server. Thread-safe. */
final class ServerState {
  /** More responses than this cannot be streams. */
  private static final int MAX_STREAMS = 256;

  private final Router router;
  private final WebAccess access;
  private final ServerConfig config;
  private final Semaphore streams = new Semaphore(MAX_STREAMS);
  private final MemoryBudget bodies;
  private final MemoryBudget responses;
  private final LongRequests longRequests;
  private volatile boolean stopping;

  ServerState(Router router, WebAccess access, ServerConfig config) {
    this(router, access, config, new MemoryBudget(config.maxPartialBodyBytes()));
  }

  /**
   * Creates the state of a server.
   *
   * @param responses the memory budget of large responses
   */
  ServerState(Router router, WebAccess access, ServerConfig config, MemoryBudget responses) {
    this.router = router;
    this.access = access;
    this.config = config;
    this.bodies = new MemoryBudget(config.maxPartialBodyBytes());
    this.responses = responses;
    this.longRequests = new LongRequests(config.threads());
  }

  Router router() {
    return router;
  }

  WebAccess access() {
    return access;
  }

  ConnectionReplies replies() {
    return access.replies();
  }

  /** Returns the permits of responses that are streams. */
  Semaphore streams() {
    return streams;
  }

  ServerConfig config() {
    return config;
  }

  /** Returns the memory budget of request bodies that are not handled yet. */
  MemoryBudget bodies() {
    return bodies;
  }

  /** Returns the memory budget of large responses that are not sent yet. */
  MemoryBudget responses() {
    return responses;
  }

  LongRequests longRequests() {
    return longRequests;
  }

  ReplyEncoder newEncoder() {
    return new ReplyEncoder(InstantSource.system());
  }

  /** Returns whether the server stops: every response from now on closes its connection. */
  boolean stopping() {
    return stopping;
  }

  void stop() {
    stopping = true;
  }

  /** Returns whether a connection stays open after the response to a request. */
  boolean keepsAlive(HttpRequest request, HttpReply reply) {
    if (stopping || reply.closing()) {
      return false;
    }
    String connection = request.headers().get(HttpHeaderNames.CONNECTION);
    if (connection == null) {
      return request.protocolVersion().minorVersion() > 0;
    }
    return HttpHeaderValues.KEEP_ALIVE.contentEqualsIgnoreCase(connection)
        || HttpUtil.isKeepAlive(request);
  }
}
