package dev.monotable.http;

import dev.monotable.json.Exchange;
import dev.monotable.json.HttpReply;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.time.InstantSource;

/** What all connections of a server share. Thread-safe. */
final class ServerState {
  private final WebAccess access;
  private final ServerConfig config;
  private final MemoryBudget bodies;
  private final MemoryBudget responses;
  private final LongRequests longRequests;
  private volatile boolean stopping;

  ServerState(WebAccess access, ServerConfig config) {
    this.access = access;
    this.config = config;
    this.bodies = new MemoryBudget(config.maxPartialBodyBytes());
    this.responses = new MemoryBudget(config.maxPartialBodyBytes());
    this.longRequests = new LongRequests(config.threads());
  }

  WebAccess access() {
    return access;
  }

  Exchange exchange() {
    return access.exchange();
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
