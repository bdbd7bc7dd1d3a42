package dev.monotable.benchmark.fork;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.PreparedRequest;
import dev.monotable.control.ControlAccess;
import dev.monotable.control.ControlApi;
import dev.monotable.control.ControlConfig;
import dev.monotable.control.DatabaseControls;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.request.Caller;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A server with the control API in this JVM, whose shared database has the chat design. */
final class ForkServer implements AutoCloseable {
  private static final String SHARED_KEY = "AKID";

  private final Region shared;
  private final Databases databases;
  private final Exchange exchange;
  private final MonotableServer server;
  private final HttpReply reply = new HttpReply();
  private final PreparedRequest request = new PreparedRequest();

  private ForkServer(int maxDatabases) throws IOException {
    EngineConfig config = EngineConfig.DEFAULT;
    this.databases = Databases.share(identity -> config, maxDatabases, config);
    this.shared = databases.find(new Caller.Client(SHARED_KEY, config.region()));
    this.exchange = new Exchange(databases, ExchangeConfig.standard());
    ControlConfig control =
        new ControlConfig(
            databases,
            new DatabaseControls(1_000),
            ControlAccess.local(null),
            false,
            false,
            ControlConfig.ANY_SECRET,
            new ControlConfig.Server(
                "http", "benchmark", () -> 0, null, bytes -> true, copy -> {}));
    this.server =
        MonotableServer.start(
            exchange,
            Map.of(ControlApi.PATH, new ControlApi(control)),
            ServerConfig.builder().port(0).build());
  }

  /** Starts a server with the items of a design, and room for a number of forks. */
  static ForkServer of(ChatDesign design, int forks) throws IOException {
    ForkServer started = new ForkServer(forks + 1);
    started.call(SHARED_KEY, "DynamoDB_20120810.CreateTable", design.createTable());
    for (int i = 0; i < design.items(); i++) {
      started.call(SHARED_KEY, Load.PUT_ITEM.target(), design.putItem(i));
    }
    return started;
  }

  int port() {
    return server.port();
  }

  /** Forks the shared database, and returns the ID of the fork. */
  String fork() {
    return databases.fork(shared, shared.engine().snapshot(), NewDatabase.DEFAULT).id();
  }

  void drop(String id) {
    databases.drop(id);
  }

  int count() {
    return databases.list().size();
  }

  /** Sends a request without a network, to the shared database. */
  void call(String target, byte[] body) {
    call(SHARED_KEY, target, body);
  }

  /** Sends a request without a network, signed with an access key. */
  void call(String accessKey, String target, byte[] body) {
    exchange.handle(request.by(accessKey).with(target, body), reply);
    if (reply.status() != 200) {
      throw new IllegalStateException(
          target + ": " + new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8));
    }
  }

  @Override
  public void close() {
    server.close();
    databases.close();
  }
}
