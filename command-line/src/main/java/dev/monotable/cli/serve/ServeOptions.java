package dev.monotable.cli.serve;

import dev.monotable.cli.option.OptionSources;
import dev.monotable.durability.SyncMode;
import dev.monotable.engine.Databases;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.limits.Limits;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.formats.item.SeedFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of the command line, with their default values. */
final class ServeOptions {
  static final Duration STREAM_RETENTION = Duration.ofHours(24);

  int port = 8000;

  /** The address to listen on; null for both loopback addresses. */
  @Nullable String host;

  List<String> allowedOrigins = List.of();
  List<String> allowedHosts = List.of();

  /** The wording of errors; null for that of the Region. */
  @Nullable Wording wording;

  List<Path> schemas = List.of();

  /** Files with policies, each {@code [KEY=]FILE}; empty if every access key may do everything. */
  List<String> policies = List.of();

  List<SeedFile> seeds = List.of();
  Map<String, String> parameters = Map.of();
  String region = EngineConfig.DEFAULT.region();
  List<String> regions = List.of();
  String account = EngineConfig.DEFAULT.account();
  boolean splitByCredentials;
  int maxDatabases = Databases.DEFAULT_MAX;
  boolean throttle;

  /** The interval at which expired items are removed; zero to keep them forever. */
  Duration ttlSweep = Duration.ofSeconds(1);

  Duration streamRetention = STREAM_RETENTION;
  final Delays.Builder delays = Delays.builder();
  Duration idleTimeout = Duration.ofMinutes(5);
  Duration requestTimeout = Duration.ofSeconds(30);
  @Nullable Path record;
  @Nullable Path capture;
  final Limits.Builder limits = Limits.builder();
  @Nullable LogForm log;
  boolean tls;
  @Nullable Path tlsCertificate;
  @Nullable Path tlsKey;
  String tlsPassword = "";
  @Nullable Path tlsDirectory;

  /** Whether the control API also answers if others can reach the server. */
  boolean control;

  boolean controlAliases;

  /** Whether event source mappings may call functions on other machines. */
  boolean remoteFunctions;

  /** What a client of the control API has to know; null without one. */
  @Nullable String controlToken;

  /** Whether there is a console; it also needs a control API that answers. */
  boolean console = true;

  boolean consoleReadOnly;

  /** How many requests the control API keeps for each database. */
  int requests = 1_000;

  /** Whether it keeps them from the start. */
  boolean keepsRequests;

  /** Whether the signatures of requests are verified. */
  boolean auth;

  /** The files with the access keys that may sign. */
  List<Path> keys = List.of();

  /** Where a generated key is written; null for a temporary directory. */
  @Nullable Path keysDirectory;

  /** Whether the access key of AWS's documentation may sign. */
  boolean exampleKey;

  boolean exitWithParent;

  /** Whether tools that start DynamoDB Local have to find what they wait for. */
  boolean dynamoDbLocal;

  /** After which time without a renewal the server ends; null for never. */
  @Nullable Duration lease;

  /** Where the data is kept; null to keep it in memory only. */
  @Nullable Path data;

  /** Null for the default, so that a server without a data directory does not load the class. */
  @Nullable SyncMode sync;

  boolean repair;

  /** The buckets of exports and imports; null if there are none. */
  @Nullable ObjectStore buckets;

  /** The URL of Kinesis, to which destinations are written; null if they are not written. */
  @Nullable String kinesisEndpoint;

  /** How often a record is written to Kinesis again although it was accepted. */
  double kinesisDuplicates;

  /**
   * Parses a command line and an environment that contain no other options than {@code --port} and
   * {@code --host}. Most contain none, and loading the complete parser takes a fifth of the start.
   *
   * @return the options, or null if the complete parser is needed
   */
  static @Nullable ServeOptions findPlain(String[] arguments, Map<String, String> environment) {
    ServeOptions options = new ServeOptions();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String name = variable.getKey();
      if (name.startsWith(OptionSources.PREFIX)
          && !options.setPlain(
              name.equals(OptionSources.PREFIX + "PORT")
                  ? "--port"
                  : name.equals(OptionSources.PREFIX + "HOST") ? "--host" : name,
              variable.getValue())) {
        return null;
      }
    }
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      String value;
      if (equals >= 0) {
        value = argument.substring(equals + 1);
      } else if (i + 1 < arguments.length) {
        value = arguments[++i];
      } else {
        return null;
      }
      if (!options.setPlain(name, value)) {
        return null;
      }
    }
    return options;
  }

  private boolean setPlain(String name, String value) {
    if (value.isEmpty() || value.startsWith("-")) {
      return false;
    }
    if (name.equals("--port") && isPort(value)) {
      port = Integer.parseInt(value);
      return true;
    }
    if (name.equals("--host")) {
      host = value;
      return true;
    }
    return false;
  }

  /** Sets a delay by its name in the command line; returns false if the name is unknown. */
  boolean delay(String what, Duration duration) {
    switch (what) {
      case "create-table" -> delays.createTable(duration);
      case "update-table" -> delays.updateTable(duration);
      case "delete-table" -> delays.deleteTable(duration);
      case "create-index" -> delays.createIndex(duration);
      case "delete-index" -> delays.deleteIndex(duration);
      case "ttl" -> delays.timeToLive(duration);
      case "import-table" -> delays.importTable(duration);
      case "export-table" -> delays.exportTable(duration);
      case "transaction" -> delays.transaction(duration);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isPort(String text) {
    if (text.length() > 5) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return Integer.parseInt(text) <= 65_535;
  }
}
