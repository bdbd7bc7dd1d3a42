package dev.monotable.benchmark.chat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import java.nio.charset.StandardCharsets;

/** An engine in this JVM that holds the chat design, and the exchange in front of it. */
public final class ChatServer implements AutoCloseable {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final HttpReply reply = new HttpReply();
  private final PreparedRequest request = new PreparedRequest();

  private ChatServer() {}

  /** No table yet. */
  public static ChatServer empty() {
    return new ChatServer();
  }

  /** The table of a design. */
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
   * Sends a request and answers its reply, which is valid until the next one.
   *
   * @throws IllegalStateException if the request fails
   */
  public HttpReply call(String target, byte[] body) {
    exchange.handle(request.with(target, body), reply);
    if (reply.status() != 200) {
      throw new IllegalStateException(
          target
              + " answered "
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
