package dev.monotable.cli.serve;

import dev.monotable.cli.capture.RequestCapture;
import dev.monotable.durability.DataDirectory;
import dev.monotable.durability.DataDirectoryException;
import dev.monotable.durability.SyncMode;
import dev.monotable.engine.DatabaseName;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Limits;
import dev.monotable.formats.DatabaseLoader;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.http.ServerTls;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.OperationCaller;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a server with the options of the command line. */
final class ServerLauncher {
  /** The name of the database that all credentials share, in a data directory. */
  private static final String SHARED = "shared";

  /** The form of what the server logs while it runs. */
  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  private final ServeOptions options;
  private final HeapGuard heap = new HeapGuard();

  /** What users should know about the files, as text. */
  private final List<String> notices = new ArrayList<>();

  /** Where the data is kept; null in memory. */
  private @Nullable DataDirectory data;

  /** The recording of all databases; null without one. */
  private @Nullable RequestRecording recording;

  /** The log of all databases; null without one. */
  private @Nullable RequestPrinter printer;

  /** The captured requests of all databases; null without them. */
  private @Nullable RequestCapture capture;

  /** The file with the authority of the generated certificate; null without one. */
  private @Nullable Path authority;

  private final PrintStream out;

  private ServerLauncher(ServeOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Runs the server until it is stopped or fails to start.
   *
   * @param out receives one line with the endpoint when the server is ready
   * @param err receives one line with the reason if the server cannot start
   * @return the exit code: 0, or 1 if the server cannot start
   */
  static int run(ServeOptions options, PrintStream out, PrintStream err) {
    if (System.getProperty(LOG_FORMAT) == null) {
      System.setProperty(
          LOG_FORMAT, "monotable: %5$s%6$s%n"); // a line, as all others of the server
    }
    ServerLauncher launcher = new ServerLauncher(options, out);
    MonotableServer server;
    try {
      server = launcher.start();
      for (String notice : launcher.notices) {
        err.println("monotable: " + notice);
      }
    } catch (DataFileException e) {
      launcher.closeData(err);
      err.println(e.getMessage());
      return 1;
    } catch (UncheckedIOException e) {
      launcher.closeData(err);
      err.println(
          "monotable: cannot write to the data directory " + options.data + ": " + e.getMessage());
      return 1;
    } catch (OutOfMemoryError e) {
      err.println("monotable: the items need more memory; set JAVA_OPTS=-Xmx8g, for example");
      return 1;
    } catch (IOException e) {
      launcher.closeData(err);
      err.println("monotable: " + launcher.reason(e));
      return 1;
    }
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> launcher.stop(server, err), "monotable-stop"));
    if (launcher.authority != null) {
      err.println("monotable: clients need the certificate authority in " + launcher.authority);
    }
    // A reader of JSON lines gets nothing else.
    (options.log == LogForm.JSON ? err : out).println("Monotable listens on " + server.endpoint());
    server.awaitClose();
    return 0;
  }

  private String reason(IOException failure) {
    // A handler of its own for this exception would load its class in each start.
    if (failure instanceof DataDirectoryException) {
      return failure.getMessage()
          + (failure.getCause() instanceof IOException cause
              ? ": " + FileFailure.reason(cause)
              : "");
    }
    return "cannot listen on "
        + (options.host == null ? "127.0.0.1" : options.host)
        + ":"
        + options.port
        + ": "
        + failure.getMessage();
  }

  private void stop(MonotableServer server, PrintStream err) {
    server.close();
    closeData(err);
    if (printer != null) {
      printer.close();
    }
    report(recording == null ? null : recording.end(), err);
    report(capture == null ? null : capture.end(), err);
  }

  private static void report(@Nullable String problem, PrintStream err) {
    if (problem != null) {
      err.println("monotable: " + problem);
    }
  }

  private void closeData(PrintStream err) {
    DataDirectory directory = data;
    if (directory != null) {
      try {
        directory.close();
      } catch (IOException e) {
        err.println("monotable: cannot close the data directory: " + e.getMessage());
      }
    }
  }

  /**
   * Starts a server with these options, with its tables and items.
   *
   * @throws DataFileException if a schema or seed file is invalid
   * @throws DataDirectoryException if the data directory cannot be used
   * @throws IOException if the server cannot listen on its address
   */
  static MonotableServer start(ServeOptions options) throws DataFileException, IOException {
    return new ServerLauncher(options, System.out).start();
  }

  private MonotableServer start() throws DataFileException, IOException {
    ServerConfig.Builder config =
        ServerConfig.builder()
            .port(options.port)
            .idleTimeout(Duration.ofSeconds(options.idleTimeoutSeconds))
            .requestTimeout(Duration.ofSeconds(options.requestTimeoutSeconds))
            .allowedOrigins(options.allowedOrigins)
            .allowedHosts(options.allowedHosts);
    if (options.host != null) {
      config.host(options.host);
    }
    config.tls(tls());
    return MonotableServer.start(exchange(), config.build());
  }

  private @Nullable ServerTls tls() throws DataFileException {
    Path certificate = options.tlsCertificate;
    if (certificate == null && !options.tls) {
      return null;
    }
    Path directory =
        options.tlsDirectory == null
            ? Path.of(System.getProperty("user.home"), ".monotable", "tls")
            : options.tlsDirectory;
    try {
      if (certificate != null) {
        return options.tlsKey == null
            ? ServerTls.ofPkcs12(certificate, options.tlsPassword)
            : ServerTls.ofPem(
                certificate,
                options.tlsKey,
                options.tlsPassword.isEmpty() ? null : options.tlsPassword);
      }
      List<String> names = new ArrayList<>(options.allowedHosts);
      names.remove("*");
      if (options.host != null && !options.host.equals("0.0.0.0") && !options.host.equals("::")) {
        names.add(options.host);
      }
      GeneratedCertificate generated =
          new GeneratedCertificate(directory, names, InstantSource.system());
      ServerTls tls = generated.tls();
      authority = generated.authority();
      return tls;
    } catch (IOException e) {
      Path file = certificate == null ? directory : certificate;
      throw new DataFileException(FilePosition.of(file), FileFailure.reason(e));
    }
  }

  private Exchange exchange() throws DataFileException, IOException {
    ExchangeConfig config =
        ExchangeConfig.standard()
            .withDefaultRegion(options.region)
            .withWording(databaseConfig(options.region).build().wording())
            .withMaxDatabases(options.maxDatabases);
    List<SchemaTable> tables =
        options.schemas.isEmpty()
            ? List.of()
            : SchemaFiles.reader()
                .withParameters(options.parameters)
                .withRegion(options.region)
                .withAccount(options.account)
                .load(options.schemas);
    if (options.record != null) {
      recording = RequestRecording.create(options.record);
    }
    if (options.capture != null) {
      capture = RequestCapture.create(options.capture);
    }
    if (options.log != null) {
      printer = new RequestPrinter(options.log, ZoneId.systemDefault(), out);
    }
    if (options.splitByCredentials) {
      // Validates the tables before the first request.
      load(MonotableEngine.create(databaseConfig(options.region).build()), tables);
    }
    if (options.data != null) {
      SyncMode sync = options.sync == null ? SyncMode.EVERY_100_MS : options.sync;
      data = DataDirectory.open(options.data, sync, options.repair);
    }
    return options.splitByCredentials
        ? Exchange.splitByCredentials(name -> databaseOf(name, tables), config)
        : new Exchange(database(SHARED, databaseConfig(options.region), tables), config);
  }

  /**
   * Creates the database of a pair of access key and region. Its ARNs contain that region, and the
   * access key as the account if it has 12 digits.
   */
  private synchronized OperationCaller databaseOf(DatabaseName name, List<SchemaTable> tables) {
    EngineConfig.Builder config = databaseConfig(name.region());
    if (name.accessKey().matches("[0-9]{12}")) {
      config.account(name.accessKey());
    }
    try {
      notices.clear();
      OperationCaller opened = database(name.accessKey() + "/" + name.region(), config, tables);
      notices.forEach(
          notice ->
              System.getLogger(ServerLauncher.class.getName())
                  .log(System.Logger.Level.WARNING, notice));
      return opened;
    } catch (DataFileException e) {
      throw new IllegalStateException("the files were valid when the server started", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EngineConfig.Builder databaseConfig(String region) {
    EngineConfig.Builder config =
        EngineConfig.builder()
            .region(region)
            .account(options.account)
            .limits(limits())
            .delays(options.delays.build());
    if (options.wording != null) {
      config.wording(options.wording);
    }
    if (options.ttlSweepSeconds == 0) {
      config.ttlSweep(EngineConfig.TtlSweep.ON_DEMAND);
    } else {
      config.ttlSweepInterval(Duration.ofSeconds(options.ttlSweepSeconds));
    }
    return config;
  }

  /** Returns the limits; {@code --stream-retention} is another name of one of them. */
  private Limits limits() {
    if (options.streamRetentionSeconds != ServeOptions.STREAM_RETENTION_SECONDS) {
      options.limits.stream(stream -> stream.withRetentionSeconds(options.streamRetentionSeconds));
    }
    return options.limits.build();
  }

  /**
   * Opens or creates a database.
   *
   * @param name in the data directory
   */
  private OperationCaller database(
      String name, EngineConfig.Builder config, List<SchemaTable> tables)
      throws DataFileException, IOException {
    EngineConfig built = config.build();
    DataDirectory directory = data;
    MonotableEngine engine;
    if (directory == null) {
      engine = MonotableEngine.create(built);
      load(engine, tables);
    } else {
      engine = directory.database(name, built);
      if (directory.isNew(name)) {
        fill(engine, tables);
      } else if (!tables.isEmpty() || !options.seeds.isEmpty()) {
        notices.add(
            options.data + " has a database already; --schema and --seed were not applied to it");
      }
      notices.addAll(directory.takeNotices());
    }
    if (recording != null) {
      recording.listenTo(engine);
    }
    if (printer != null) {
      engine.observe(printer);
    }
    if (capture != null) {
      engine.observe(capture);
    }
    heap.guard(engine);
    return OperationCaller.of(engine);
  }

  /** Loads the files into a new database that is kept. It remains new if that fails. */
  private void fill(MonotableEngine engine, List<SchemaTable> tables) throws DataFileException {
    boolean filled = false;
    try {
      load(engine, tables);
      filled = true;
    } finally {
      if (!filled) {
        engine.close();
      }
    }
  }

  private void load(MonotableEngine engine, List<SchemaTable> tables) throws DataFileException {
    if (!tables.isEmpty() || !options.seeds.isEmpty()) {
      LoadSummary loaded = DatabaseLoader.load(engine, tables, options.seeds);
      loaded.notices().forEach(notice -> notices.add(notice.toString()));
    }
  }
}
