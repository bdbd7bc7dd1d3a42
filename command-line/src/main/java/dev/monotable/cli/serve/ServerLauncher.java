package dev.monotable.cli.serve;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.console.ConsolePages;
import dev.monotable.durability.DataDirectoryException;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Databases;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.http.ServerTls;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a server with the options of the command line. */
final class ServerLauncher {
  /** The form of what the server logs while it runs. */
  private static final String LOG_FORMAT = "java.util.logging.SimpleFormatter.format";

  private final ServeOptions options;
  private final EngineConfig base;
  private final ServerDatabases databases;

  /** The file with the authority of the generated certificate; null without one. */
  private @Nullable Path authority;

  private final ServerServices services;

  /** The access keys that may sign; null if signatures are not verified. */
  private @Nullable ServerKeys keys;

  /** The line that makes a shell use the generated access key; null without one. */
  private @Nullable String export;

  private ServerLauncher(ServeOptions options, EngineConfig base, PrintStream out) {
    this.options = options;
    this.base = base;
    this.databases = new ServerDatabases(options, base, out);
    this.services = new ServerServices(options, databases);
    databases.allowConsole(services::isConsole);
  }

  /**
   * Runs the server until it is stopped or fails to start.
   *
   * @param out receives a line with the endpoint when the server is ready, and one with the console
   * @param err receives one line with the reason if the server cannot start
   * @return the exit code: 0, or why the server cannot start
   */
  static int run(ServeOptions options, PrintStream out, PrintStream err) {
    if (System.getProperty(LOG_FORMAT) == null) {
      System.setProperty(
          LOG_FORMAT, "monotable: %5$s%6$s%n"); // a line, as all others of the server
    }
    ServerLauncher launcher = new ServerLauncher(options, EngineConfig.DEFAULT, out);
    MonotableServer server;
    try {
      server = launcher.start();
      for (String notice : launcher.databases.takeNotices()) {
        err.println("monotable: " + notice);
      }
    } catch (DataFileException e) {
      launcher.closeData(err);
      err.println(e.getMessage());
      return ExitCode.INVALID;
    } catch (CommandException e) {
      launcher.closeData(err);
      err.println("monotable: " + e.getMessage());
      return e.exitCode();
    } catch (UncheckedIOException e) {
      launcher.closeData(err);
      err.println(
          e.getCause() instanceof DataDirectoryException // of another Region
              ? "monotable: " + launcher.reason(e.getCause())
              : "monotable: cannot write to the data directory "
                  + options.data
                  + ": "
                  + e.getMessage());
      return ExitCode.INVALID;
    } catch (OutOfMemoryError e) {
      err.println("monotable: the items need more memory; set JAVA_OPTS=-Xmx8g, for example");
      return ExitCode.INVALID;
    } catch (IOException e) {
      launcher.closeData(err);
      err.println("monotable: " + launcher.reason(e));
      return launcher.exitCode(e);
    }
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> launcher.stop(server, err), "monotable-stop"));
    launcher.announce(server, out, err);
    server.awaitClose();
    return 0;
  }

  /** Prints the addresses of the server, and what its clients need. */
  private void announce(MonotableServer server, PrintStream out, PrintStream err) {
    if (services.newToken() != null) {
      err.println(
          "monotable: requests to the control API need the header x-monotable-token: "
              + services.newToken());
    }
    if (authority != null) {
      err.println("monotable: clients need the certificate authority in " + authority);
    }
    // A reader of JSON lines gets nothing else.
    PrintStream ready = options.log == LogForm.JSON ? err : out;
    if (options.dynamoDbLocal) {
      ready.println(localBanner(options));
    }
    if (export != null) {
      ready.println(export);
    }
    ready.println("Monotable listens on " + server.endpoint());
    if (services.hasConsole()) {
      ready.println("The console is at " + consoleAddress(server));
    }
  }

  private String consoleAddress(MonotableServer server) {
    // No browser opens the address that stands for all of them.
    String address = server.endpoint().toString().replace("//0.0.0.0:", "//127.0.0.1:");
    String token = services.consoleToken();
    return address + ConsolePages.PATH + "/" + (token == null ? "" : "#token=" + token);
  }

  /**
   * Returns the lines that DynamoDB Local prints when it starts, as the READMEs of many projects
   * show them. It prints them before it listens; ours can be relied on.
   */
  private static String localBanner(ServeOptions options) {
    return String.join(
        System.lineSeparator(),
        "Initializing DynamoDB Local with the following configuration:",
        "Port:\t" + options.port,
        "InMemory:\t" + (options.data == null),
        "DbPath:\t" + options.data,
        "SharedDb:\t" + !options.splitByCredentials,
        "shouldDelayTransientStatuses:\t" + !options.delays.build().createIndex().isZero(),
        "CorsParams:\t"
            + (options.allowedOrigins.isEmpty() ? null : String.join(",", options.allowedOrigins)),
        "");
  }

  /** Returns the exit code of a start that failed: whether an option was the cause. */
  private int exitCode(IOException failure) {
    return failure instanceof DataDirectoryException || !hasHost()
        ? ExitCode.INVALID
        : ExitCode.UNREACHABLE;
  }

  /** Returns whether this machine has the address to listen on. */
  private boolean hasHost() {
    if (options.host == null) {
      return true;
    }
    try {
      InetAddress address = InetAddress.getByName(options.host);
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
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
    for (String problem : databases.end()) {
      err.println("monotable: " + problem);
    }
    try {
      if (keys != null) {
        keys.close();
      }
    } catch (IOException e) {
      err.println("monotable: cannot delete the generated key: " + e.getMessage());
    }
  }

  private void closeData(PrintStream err) {
    String problem = databases.closeData();
    if (problem != null) {
      err.println("monotable: " + problem);
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
    return start(options, EngineConfig.DEFAULT);
  }

  /**
   * Starts a server like {@link #start(ServeOptions)}.
   *
   * @param base has the clock and the scheduler of the databases
   */
  static MonotableServer start(ServeOptions options, EngineConfig base)
      throws DataFileException, IOException {
    return new ServerLauncher(options, base, System.out).start();
  }

  private MonotableServer start() throws DataFileException, IOException {
    ServerConfig.Builder config =
        ServerConfig.builder()
            .port(options.port)
            .idleTimeout(options.idleTimeout)
            .requestTimeout(options.requestTimeout)
            .allowedOrigins(options.allowedOrigins)
            .allowedHosts(options.allowedHosts);
    if (options.host != null) {
      config.host(options.host);
    }
    config.tls(tls());
    ExchangeConfig exchange =
        ExchangeConfig.standard()
            .withDefaultRegion(options.region)
            .withRootIsHealthy(!options.dynamoDbLocal)
            .withWording(databases.config(options.region, options.account).wording());
    Databases opened = databases.open();
    if (options.auth) {
      ServerKeys accepted = new ServerKeys(options, opened);
      keys = accepted;
      exchange = exchange.withVerifier(accepted.verifier(base.clock()));
    }
    MonotableServer started =
        MonotableServer.start(
            new Exchange(opened, exchange),
            services.of(opened, keys, base.clock()),
            config.build());
    writeKey(started);
    services.started(started);
    return started;
  }

  /** Writes the generated access key, if there is one. */
  private void writeKey(MonotableServer started) throws DataFileException {
    if (keys == null) {
      return;
    }
    try {
      URI endpoint =
          URI.create(started.endpoint().toString().replace("//0.0.0.0:", "//127.0.0.1:"));
      export = keys.write(options.region, endpoint);
    } catch (IOException e) {
      started.close();
      Path directory = options.keysDirectory;
      throw new DataFileException(
          FilePosition.of(directory == null ? Path.of("") : directory), FileFailure.reason(e));
    }
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
}
