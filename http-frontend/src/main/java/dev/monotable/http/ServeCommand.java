package dev.monotable.http;

import dev.monotable.engine.error.Edition;
import java.math.BigDecimal;
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

/** The whole command line. */
@Command(
    name = "monotable",
    description = "Serves an in-memory database that answers as Amazon DynamoDB does.",
    versionProvider = ServeCommand.Version.class,
    usageHelpWidth = 100,
    sortOptions = false,
    // Methods have no order of their own, so each option says its own.
    abbreviateSynopsis = true,
    footer = {
      "",
      "Exit codes: 0 after --help and --version, 1 if it cannot serve, 2 if an option is wrong.",
    })
final class ServeCommand implements Callable<Integer> {
  private final ServeOptions options = new ServeOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      order = 1,
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8000",
      description = "Port to listen on; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
  void port(int port) {
    require(port >= 0 && port <= 65_535, "--port", "between 0 and 65535");
    options.port = port;
  }

  @Option(
      order = 2,
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on; 0.0.0.0 lets other machines in. Default: ${DEFAULT-VALUE}.")
  void host(String host) {
    options.host = host;
  }

  @Option(
      order = 3,
      names = "--wording",
      paramLabel = "EDITION",
      defaultValue = "2026-10",
      converter = Wording.class,
      description =
          "Wording of error messages: 2026-10, which AWS uses now, or classic, which it used until"
              + " June 2026. Default: ${DEFAULT-VALUE}.")
  void wording(Edition wording) {
    options.wording = wording;
  }

  @Option(
      order = 4,
      names = "--schema",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Create the tables of these files first: CloudFormation templates (YAML or JSON, as cdk"
              + " synth prints them) or CreateTable requests (JSON or YAML).")
  void schemas(List<Path> schemas) {
    options.schemas = schemas;
  }

  @Option(
      order = 5,
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description = "Value of a parameter of the templates; may be repeated.")
  void parameters(Map<String, String> parameters) {
    options.parameters = parameters;
  }

  @Option(
      order = 6,
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Region in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  void region(String region) {
    options.region = region;
  }

  @Option(
      order = 7,
      names = "--account",
      paramLabel = "ACCOUNT",
      defaultValue = "000000000000",
      description = "Account in ARNs and templates, 12 digits. Default: ${DEFAULT-VALUE}.")
  void account(String account) {
    require(account.matches("[0-9]{12}"), "--account", "12 digits");
    options.account = account;
  }

  @Option(
      order = 8,
      names = "--split-by-credentials",
      description =
          "Give each pair of access key and region a database of its own, with that region in its"
              + " ARNs, and a key of 12 digits as their account; otherwise all requests share one,"
              + " whatever their credentials.")
  void splitByCredentials(boolean split) {
    options.splitByCredentials = split;
  }

  @Option(
      order = 9,
      names = "--ttl-sweep",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description =
          "How long expired items stay at most; 0 never removes them. Default: ${DEFAULT-VALUE}.")
  void ttlSweep(int seconds) {
    require(seconds >= 0, "--ttl-sweep", "at least 0");
    options.ttlSweepSeconds = seconds;
  }

  @Option(
      order = 10,
      names = "--delay",
      paramLabel = "WHAT=TIME",
      description =
          "Seconds that something takes, as it does on AWS; may be repeated. WHAT is create-table,"
              + " update-table, delete-table, create-index, delete-index, ttl, or transaction: how"
              + " long its items are held. Nothing takes any time by default.")
  void delays(Map<String, BigDecimal> seconds) {
    for (Map.Entry<String, BigDecimal> delay : seconds.entrySet()) {
      require(delay.getValue().signum() >= 0, "--delay", "at least 0 seconds");
      Duration duration = Duration.ofMillis(delay.getValue().movePointRight(3).longValue());
      require(options.delay(delay.getKey(), duration), "--delay", "of something in this help");
    }
  }

  @Option(
      order = 11,
      names = "--idle-timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "Close connections that ask nothing for so long. Default: ${DEFAULT-VALUE}.")
  void idleTimeout(int seconds) {
    require(seconds > 0, "--idle-timeout", "at least 1");
    options.idleTimeoutSeconds = seconds;
  }

  @Option(
      order = 12,
      names = "--request-timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "Give up requests that take longer than this to arrive. Default: ${DEFAULT-VALUE}.")
  void requestTimeout(int seconds) {
    require(seconds > 0, "--request-timeout", "at least 1");
    options.requestTimeoutSeconds = seconds;
  }

  @Option(
      order = 13,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean help;

  @Option(
      order = 14,
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean version;

  /** What was said; for a parsed command line. */
  ServeOptions options() {
    return options;
  }

  @Override
  public Integer call() {
    return Serving.run(options, System.out, System.err);
  }

  private void require(boolean right, String name, String bounds) {
    if (!right) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Invalid value for option '" + name + "': must be " + bounds);
    }
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
