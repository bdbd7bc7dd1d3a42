package dev.monotable.http;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.Edition;
import dev.monotable.json.DatabaseName;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.OperationCaller;
import dev.monotable.json.schema.SchemaException;
import dev.monotable.json.schema.SchemaFiles;
import dev.monotable.json.schema.SchemaTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line: serves until it is stopped. */
@Command(
    name = "monotable",
    description = "Serves an in-memory database that answers as Amazon DynamoDB does.",
    versionProvider = ServeCommand.Version.class,
    usageHelpWidth = 100,
    sortOptions = false,
    abbreviateSynopsis = true,
    footer = {
      "",
      "Exit codes: 0 after --help and --version, 1 if it cannot serve, 2 if an option is wrong.",
    })
final class ServeCommand implements Callable<Integer> {
  private static final ServerConfig SERVER = ServerConfig.standard();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8000",
      description = "Port to listen on; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on; 0.0.0.0 lets other machines in. Default: ${DEFAULT-VALUE}.")
  private String host = SERVER.host();

  @Option(
      names = "--wording",
      paramLabel = "EDITION",
      defaultValue = "2026-10",
      converter = Wording.class,
      description =
          "Wording of error messages: 2026-10, which AWS uses now, or classic, which it used until"
              + " June 2026. Default: ${DEFAULT-VALUE}.")
  private Edition wording = Edition.V2026_10;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Create the tables of these files first: CloudFormation templates (YAML or JSON, as cdk"
              + " synth prints them) or CreateTable requests (JSON or YAML).")
  private List<Path> schemas = List.of();

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Value of a parameter of the templates; may be repeated.")
  private Map<String, String> parameters = Map.of();

  @Option(
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Region in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  private String region = "us-east-1";

  @Option(
      names = "--split-by-credentials",
      description =
          "Give each pair of access key and region a database of its own; otherwise all requests"
              + " share one, whatever their credentials.")
  private boolean splitByCredentials;

  @Option(
      names = "--ttl-sweep",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description =
          "How long expired items stay at most; 0 never removes them. Default: ${DEFAULT-VALUE}.")
  private int ttlSweep;

  @Option(
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "Close connections that ask nothing for so long. Default: ${DEFAULT-VALUE}.")
  private int idleTimeout;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "Give up requests that take longer than this to arrive. Default: ${DEFAULT-VALUE}.")
  private int requestTimeout;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Override
  public Integer call() throws SchemaException {
    ServerConfig config = serverConfig();
    Exchange exchange = exchange();
    PrintWriter err = spec.commandLine().getErr();
    MonotableServer server;
    try {
      server = MonotableServer.start(exchange, config);
    } catch (IOException e) {
      err.println(
          "monotable: cannot listen on " + config.host() + ":" + config.port() + ": "
              + e.getMessage());
      err.flush();
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "monotable-stop"));
    PrintWriter out = spec.commandLine().getOut();
    out.println("Monotable listens on " + server.endpoint());
    out.flush();
    server.awaitClose();
    return 0;
  }

  private ServerConfig serverConfig() {
    requireOption(port >= 0 && port <= 65_535, "--port", "between 0 and 65535");
    requireOption(idleTimeout > 0, "--idle-timeout", "at least 1");
    requireOption(requestTimeout > 0, "--request-timeout", "at least 1");
    requireOption(ttlSweep >= 0, "--ttl-sweep", "at least 0");
    return SERVER
        .withHost(host)
        .withPort(port)
        .withIdleTimeout(Duration.ofSeconds(idleTimeout))
        .withRequestTimeout(Duration.ofSeconds(requestTimeout));
  }

  private void requireOption(boolean right, String name, String bounds) {
    if (!right) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '" + name + "': must be " + bounds);
    }
  }

  /** What answers requests, its tables made; a file that does not fit makes none. */
  private Exchange exchange() throws SchemaException {
    ExchangeConfig config =
        ExchangeConfig.standard()
            .withDefaultRegion(region)
            .withEdition(wording);
    List<SchemaTable> tables =
        schemas.isEmpty()
            ? List.of()
            : SchemaFiles.reader().withParameters(parameters).withRegion(region).load(schemas);
    OperationCaller first = database(region, tables);
    return splitByCredentials
        ? Exchange.splitByCredentials(name -> databaseOf(name, tables), config)
        : new Exchange(first, config);
  }

  private OperationCaller databaseOf(DatabaseName name, List<SchemaTable> tables) {
    try {
      return database(name.region(), tables);
    } catch (SchemaException e) {
      throw new IllegalStateException("tables that were created once", e);
    }
  }

  private OperationCaller database(String ofRegion, List<SchemaTable> tables)
      throws SchemaException {
    EngineConfig.Builder config = EngineConfig.builder().edition(wording).region(ofRegion);
    if (ttlSweep == 0) {
      config.ttlSweep(EngineConfig.TtlSweep.ON_DEMAND);
    } else {
      config.ttlSweepInterval(Duration.ofSeconds(ttlSweep));
    }
    MonotableEngine engine = MonotableEngine.create(config.build());
    for (SchemaTable table : tables) {
      table.createIn(engine::call);
    }
    return engine::call;
  }

  /** Turns the label of an edition into it. */
  static final class Wording implements ITypeConverter<Edition> {
    @Override
    public Edition convert(String label) {
      Edition edition = Edition.find(label);
      if (edition == null) {
        throw new CommandLine.TypeConversionException(
            "'" + label + "' is neither 2026-10 nor classic");
      }
      return edition;
    }
  }

  /** The version that the jar's manifest tells. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = ServeCommand.class.getPackage().getImplementationVersion();
      return new String[] {"Monotable " + (version == null ? "(not packaged)" : version)};
    }
  }
}
