package dev.monotable.cli.serve;

import dev.monotable.cli.option.OptionSources;
import dev.monotable.cli.terminal.LabelConverter;
import dev.monotable.durability.SyncMode;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.database.Databases;
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
import picocli.CommandLine.Option;

/**
 * The options of the server, with their default values. Those whose values are checked are set by
 * {@link ServeCommand}.
 */
final class ServeOptions {
  static final Duration STREAM_RETENTION = Duration.ofHours(24);

  int port = 8000;

  /** The address to listen on; null for both loopback addresses. */
  @Nullable String host;

  List<String> allowedOrigins = List.of();
  List<String> allowedHosts = List.of();

  /** The wording of errors; null for that of the Region. */
  @Option(
      order = 3,
      names = "--wording",
      paramLabel = "WORDING",
      converter = WordingConverter.class,
      description =
          "Wording of error messages: that of a region such as eu-north-1, regional (eu-west-2), or"
              + " classic (AWS until May 2026). Default: that of --region.")
  @Nullable Wording wording;

  @Option(
      order = 4,
      names = "--schema",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Create the tables that these files define: CloudFormation and SAM templates, cdk.out,"
              + " serverless.yml, terraform show -json, NoSQL Workbench models, CreateTable"
              + " requests or the output of DescribeTable.")
  List<Path> schemas = List.of();

  /** Files with policies, each {@code [KEY=]FILE}; empty if every access key may do everything. */
  @Option(
      order = 70,
      names = "--policies",
      paramLabel = "[KEY=]FILE",
      arity = "1..*",
      description =
          "Allow only what IAM policies allow, with the messages of AWS. FILE is a policy, for the"
              + " access key KEY or for all others; a template of --schema's formats, whose roles"
              + " are access keys by their names; or a list of principals. Without it, every key"
              + " may do everything.")
  List<String> policies = List.of();

  List<SeedFile> seeds = List.of();

  @Option(
      order = 6,
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "Set a parameter of the templates, or an option of serverless.yml such as stage; can be"
              + " repeated.")
  Map<String, String> parameters = Map.of();

  String region = EngineConfig.DEFAULT.region();
  List<String> regions = List.of();
  String account = EngineConfig.DEFAULT.account();

  @Option(
      order = 9,
      names = "--split-by-credentials",
      description =
          "Use a separate database for each pair of access key and region. Its ARNs contain that"
              + " region, and the access key as the account if it has 12 digits. By default, all"
              + " requests share one database.")
  boolean splitByCredentials;

  int maxDatabases = Databases.DEFAULT_MAX;

  @Option(
      order = 14,
      names = "--throttle",
      description =
          "Throttle requests that exceed the throughput of their table, index or partition, as on"
              + " AWS. By default, nothing is throttled; the command throttle changes it.")
  boolean throttle;

  /** The interval at which expired items are removed; zero to keep them forever. */
  Duration ttlSweep = Duration.ofSeconds(1);

  Duration streamRetention = STREAM_RETENTION;
  final Delays.Builder delays = Delays.builder();
  Duration idleTimeout = Duration.ofMinutes(5);
  Duration requestTimeout = Duration.ofSeconds(30);

  @Option(
      order = 19,
      names = "--record",
      paramLabel = "FILE",
      description =
          "Record all requests in this file, as JSON lines compressed with gzip, for reports on the"
              + " design of the tables. The file is replaced if it exists, and has at most 512 MB.")
  @Nullable Path record;

  @Nullable Path capture;
  final Limits.Builder limits = Limits.builder();

  @Option(
      order = 23,
      names = "--log",
      paramLabel = "FORM",
      converter = LogFormConverter.class,
      description =
          "Print each request: 'requests' prints lines for people, 'json' a JSON object on each"
              + " line. By default, requests are not printed.")
  @Nullable LogForm log;

  @Option(
      order = 26,
      names = "--tls",
      description =
          "Accept HTTPS only. Without --tls-certificate, a certificate is generated once, and the"
              + " authority for the clients is written to DIR/authority.pem.")
  boolean tls;

  @Option(
      order = 27,
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Use this certificate: PEM with its chain, together with --tls-key, or PKCS #12.")
  @Nullable Path tlsCertificate;

  @Option(
      order = 28,
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key of the certificate: PEM, PKCS #8.")
  @Nullable Path tlsKey;

  @Option(
      order = 29,
      names = "--tls-password",
      paramLabel = "PASSWORD",
      description =
          "The password of the key or of the PKCS #12 file; best given as MONOTABLE_TLS_PASSWORD.")
  String tlsPassword = "";

  @Option(
      order = 30,
      names = "--tls-directory",
      paramLabel = "DIR",
      description =
          "The directory of the generated certificate. Default: .monotable/tls in the home"
              + " directory.")
  @Nullable Path tlsDirectory;

  /** Whether the control API also answers if others can reach the server. */
  @Option(
      order = 32,
      names = "--control",
      description =
          "Let the control API answer although other machines can reach the server. Each request"
              + " needs a token: the one in MONOTABLE_CONTROL_TOKEN, or one that is generated and"
              + " printed.")
  boolean control;

  @Option(
      order = 34,
      names = "--control-aliases",
      description =
          "Let POST /_localstack/state/reset and /moto-api/reset empty the database that all access"
              + " keys share.")
  boolean controlAliases;

  /** Whether event source mappings may call functions on other machines. */
  @Option(
      order = 35,
      names = "--remote-functions",
      description =
          "Let event source mappings of the control API call functions on other machines.")
  boolean remoteFunctions;

  /** The facts that a client of the control API needs; null without one. */
  @Nullable String controlToken;

  /** Whether there is no console; one also needs a control API that answers. */
  @Option(
      order = 42,
      names = "--no-console",
      description = "Serve no console, the pages in the browser at /_monotable/.")
  boolean noConsole;

  boolean consoleReadOnly;

  /** The number of requests that the control API keeps for each database. */
  int requests = 1_000;

  /** Whether it keeps them from the start. */
  boolean keepsRequests;

  /** Whether the signatures of requests are verified. */
  boolean auth;

  /** The files with the access keys that may sign. */
  @Option(
      order = 51,
      names = "--keys",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "The access keys that --auth accepts: a credentials file of the AWS CLI, or a CSV file of"
              + " the IAM console. By default, a key is generated for each run, and a line"
              + " 'export ...' names the files with it.")
  List<Path> keys = List.of();

  /** The directory of a generated key; null for a temporary directory. */
  @Option(
      order = 52,
      names = "--keys-directory",
      paramLabel = "DIR",
      description =
          "Directory for the files 'credentials' and 'config' with the generated key. Default: a"
              + " temporary one.")
  @Nullable Path keysDirectory;

  /** Whether the access key of AWS's documentation may sign. */
  @Option(
      order = 53,
      names = "--example-key",
      description =
          "Let --auth accept the key of AWS's documentation, AKIAIOSFODNN7EXAMPLE. No other key is"
              + " generated then.")
  boolean exampleKey;

  @Option(
      order = 37,
      names = "--exit-with-parent",
      description = "End when the process ends that has started the server.")
  boolean exitWithParent;

  /** Whether tools that start DynamoDB Local have to find what they wait for. */
  @Option(
      order = 41,
      names = "--dynamodb-local",
      description =
          "Start as DynamoDB Local does, for tools that wait for it: print its first lines, and"
              + " reject GET / with status 400. Set if the jar is started by the name"
              + " DynamoDBLocal.jar.")
  boolean dynamoDbLocal;

  /** After which time without a renewal the server ends; null for never. */
  @Nullable Duration lease;

  /** The directory of the data; null to keep it in memory only. */
  @Option(
      order = 20,
      names = "--data",
      paramLabel = "DIR",
      description =
          "Keep the data in this directory, which one server at a time can use. --schema and"
              + " --seed only apply to a new database. By default, all data is in memory only.")
  @Nullable Path data;

  /** Null for the default, so that a server without a data directory does not load the class. */
  @Option(
      order = 21,
      names = "--sync",
      paramLabel = "MODE",
      converter = SyncConverter.class,
      description =
          "What a write waits for with --data: always (the disk has it), 100ms (the operating"
              + " system has it, and the disk 100 ms later), or os (the operating system has it)."
              + " An acknowledged write survives the end of the server in each mode, and a power"
              + " failure with always. Default: 100ms.")
  @Nullable SyncMode sync;

  @Option(
      order = 22,
      names = "--repair",
      description =
          "Start although a file of --data is damaged: keep what is whole, and set the damaged file"
              + " aside under another name.")
  boolean repair;

  /** The buckets of exports, imports and bulk operations; null if there are none. */
  @Nullable ObjectStore buckets;

  /** The URL of Kinesis, to which destinations are written; null if they are not written. */
  @Option(
      order = 54,
      names = "--kinesis-endpoint",
      paramLabel = "URL",
      description =
          "Write the changes of tables with a Kinesis destination to Kinesis at this URL, such as"
              + " http://127.0.0.1:4567, with the credentials of the environment. Without it, they"
              + " wait in the database until they are 24 hours old.")
  @Nullable String kinesisEndpoint;

  /** The number of times that a record is written to Kinesis again although it was accepted. */
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
      case "bulk-put" -> delays.bulkPut(duration);
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

  /** Converts the label of a sync mode. */
  static final class SyncConverter extends LabelConverter<SyncMode> {
    SyncConverter() {
      super(List.of("always", "100ms", "os"), SyncMode::find);
    }
  }

  /** Converts the label of a form of the log. */
  static final class LogFormConverter extends LabelConverter<LogForm> {
    LogFormConverter() {
      super(List.of("requests", "json"), LogForm::find);
    }
  }

  /** Converts the label of a wording. */
  static final class WordingConverter extends LabelConverter<Wording> {
    WordingConverter() {
      super(List.of("regional", "classic", "a region"), Wording::find);
    }
  }
}
