package dev.monotable.http;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.limits.Delays;
import dev.monotable.json.DatabaseName;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.OperationCaller;
import dev.monotable.json.schema.SchemaException;
import dev.monotable.json.schema.SchemaFiles;
import dev.monotable.json.schema.SchemaTable;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Serves as the command line says, until the process is told to stop. */
final class Serving {
  private final ServeOptions options;
  private final HeapGuard heap = new HeapGuard();

  private Serving(ServeOptions options) {
    this.options = options;
  }

  /**
   * Serves, and returns when the server has stopped or could not start.
   *
   * @return the exit code: 0, or 1 after a line on {@code err} that says why
   */
  static int run(ServeOptions options, PrintStream out, PrintStream err) {
    MonotableServer server;
    try {
      server = start(options);
    } catch (SchemaException e) {
      err.println(e.getMessage());
      return 1;
    } catch (IOException e) {
      err.println(
          "monotable: cannot listen on "
              + options.host
              + ":"
              + options.port
              + ": "
              + e.getMessage());
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "monotable-stop"));
    out.println("Monotable listens on " + server.endpoint());
    server.awaitClose();
    return 0;
  }

  /** The server that the options describe, its tables made. */
  static MonotableServer start(ServeOptions options) throws SchemaException, IOException {
    return new Serving(options).start();
  }

  private MonotableServer start() throws SchemaException, IOException {
    return MonotableServer.start(
        exchange(),
        ServerConfig.builder()
            .host(options.host)
            .port(options.port)
            .idleTimeout(Duration.ofSeconds(options.idleTimeoutSeconds))
            .requestTimeout(Duration.ofSeconds(options.requestTimeoutSeconds))
            .build());
  }

  private Exchange exchange() throws SchemaException {
    ExchangeConfig config =
        ExchangeConfig.standard().withDefaultRegion(options.region).withEdition(options.wording);
    List<SchemaTable> tables =
        options.schemas.isEmpty()
            ? List.of()
            : SchemaFiles.reader()
                .withParameters(options.parameters)
                .withRegion(options.region)
                .withAccount(options.account)
                .load(options.schemas);
    // Made even if every pair of credentials gets its own: it shows that the tables can be made.
    OperationCaller first = database(databaseConfig(options.region), tables);
    return options.splitByCredentials
        ? Exchange.splitByCredentials(name -> databaseOf(name, tables), config)
        : new Exchange(first, config);
  }

  /** The region of its ARNs is that of the credentials; so is the account, if the key is one. */
  private OperationCaller databaseOf(DatabaseName name, List<SchemaTable> tables) {
    EngineConfig.Builder config = databaseConfig(name.region());
    if (name.accessKey().matches("[0-9]{12}")) {
      config.account(name.accessKey());
    }
    try {
      return database(config, tables);
    } catch (SchemaException e) {
      throw new IllegalStateException("the tables could be created once", e);
    }
  }

  private EngineConfig.Builder databaseConfig(String region) {
    EngineConfig.Builder config =
        EngineConfig.builder()
            .edition(options.wording)
            .region(region)
            .account(options.account)
            .delays(options.delays.build());
    if (options.ttlSweepSeconds == 0) {
      config.ttlSweep(EngineConfig.TtlSweep.ON_DEMAND);
    } else {
      config.ttlSweepInterval(Duration.ofSeconds(options.ttlSweepSeconds));
    }
    return config;
  }

  private OperationCaller database(EngineConfig.Builder config, List<SchemaTable> tables)
      throws SchemaException {
    EngineConfig built = config.build();
    MonotableEngine engine = MonotableEngine.create(built);
    if (!tables.isEmpty()) {
      engine.restore(made(built, tables));
    }
    return heap.guard(engine::call);
  }

  /** A database with the tables, which are there at once whatever is to take time later. */
  private static Snapshot made(EngineConfig config, List<SchemaTable> tables)
      throws SchemaException {
    EngineConfig atOnce = config.toBuilder().delays(Delays.NONE).build();
    try (MonotableEngine engine = MonotableEngine.create(atOnce)) {
      for (SchemaTable table : tables) {
        table.createIn(engine::call);
      }
      return engine.snapshot();
    }
  }
}
