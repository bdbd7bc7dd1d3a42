package dev.monotable.benchmark.chat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import java.nio.charset.StandardCharsets;

/** An engine in this JVM that holds the chat design, and its {@link Exchange}. */
public final class ChatServer implements AutoCloseable {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final HttpReply reply = new HttpReply();
  private final PreparedRequest request = new PreparedRequest();

  private ChatServer() {}

  /** Returns a server without tables. */
  public static ChatServer empty() {
    return new ChatServer();
  }

  /** Returns a server with the table and the items of a design. */
  public static ChatServer of(ChatDesign design) {
    ChatServer server = new ChatServer();
    server.call("DynamoDB_20120810.CreateTable", design.createTable());
    for (int i = 0; i < design.items(); i++) {
      server.call(Load.PUT_ITEM.target(), design.putItem(i));
    }
    return server;
  }

  public MonotableEngine engine() {
    return engine;
  }

  public Exchange exchange() {
    return exchange;
  }

  /**
   * Sends a request and returns its reply, which is valid until the next call.
   *
   * @throws IllegalStateException if the request fails
   */
  public HttpReply call(String target, byte[] body) {
    exchange.handle(request.with(target, body), reply);
    if (reply.status() != 200) {
      throw new IllegalStateException(
          target
              + " returned status "
              + reply.status()
              + ": "
              + new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8));
    }
    return reply;
  }

  @Override
  public void close() {
    engine.close();
  }
}
