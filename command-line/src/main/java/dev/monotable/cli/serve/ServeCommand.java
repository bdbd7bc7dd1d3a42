package dev.monotable.cli.serve;

import dev.monotable.cli.capture.RequestCapture;
import dev.monotable.cli.endpoint.BucketEndpoint;
import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.HelpOptions;
import dev.monotable.engine.database.Databases;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.http.NettySettings;
import dev.monotable.http.ServerConfig;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the server: the command {@code serve}, which is also the default. */
@Command(
    name = "monotable",
    description = "Runs an in-memory database that is compatible with Amazon DynamoDB.",
    usageHelpWidth = 100,
    sortOptions = false,
    // Reflection returns methods in no particular order, so each option has an explicit order.
    abbreviateSynopsis = true,
    footer = {
      "",
      "'monotable --help all' lists all options, 'monotable help COMMAND' those of a command.",
      "Exit codes: 0 after --help and --version, 2 if an option or a file is invalid, 3 if the"
          + " server cannot start for another reason, such as a port in use.",
    })
public final class ServeCommand implements Callable<Integer> {
  @Mixin private final ServeOptions options = new ServeOptions();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      order = 1,
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8000",
      description = "Port to listen on; 0 picks a free port. Default: ${DEFAULT-VALUE}.")
  void port(int port) {
    require(port >= 0 && port <= 65_535, "--port", "between 0 and 65535");
    options.port = port;
  }

  @Option(
      order = 2,
      names = "--host",
      paramLabel = "HOST",
      description =
          "Address to listen on; 0.0.0.0 accepts connections from other machines. Default:"
              + " 127.0.0.1 and ::1.")
  void host(String host) {
    require(!host.isEmpty(), "--host", "a host name or an address");
    options.host = host;
  }

  @Option(
      order = 5,
      names = "--seed",
      paramLabel = "[TABLE=]FILE",
      arity = "1..*",
      description =
          "Write the items of these files: DynamoDB JSON, plain JSON, JSON lines, CSV, exports to"
              + " S3, NoSQL Workbench models. TABLE is needed if neither the content nor the name"
              + " of the file names the table, and there are several.")
  void seeds(List<String> seeds) {
    options.seeds = seeds.stream().map(SeedFile::parse).toList();
    require(
        options.seeds.stream().noneMatch(seed -> seed.path().toString().isEmpty()),
        "--seed",
        "[TABLE=]FILE");
  }

  @Option(
      order = 8,
      names = "--account",
      paramLabel = "ACCOUNT",
      defaultValue = "000000000000",
      description = "Account in ARNs and templates, 12 digits. Default: ${DEFAULT-VALUE}.")
  void account(String account) {
    require(account.matches("[0-9]{12}"), "--account", "12 digits");
    options.account = account;
  }

  @Option(
      order = 10,
      names = "--max-databases",
      paramLabel = "N",
      defaultValue = "" + Databases.DEFAULT_MAX,
      description =
          "Maximum number of databases, those of --split-by-credentials and of the control API;"
              + " requests for further ones fail. Default: ${DEFAULT-VALUE}.")
  void maxDatabases(int max) {
    require(max > 0, "--max-databases", "at least 1");
    options.maxDatabases = max;
  }

  @Option(
      order = 11,
      names = "--ttl-sweep",
      paramLabel = "DURATION",
      defaultValue = "1s",
      converter = DurationConverter.class,
      description =
          "Interval at which expired items are removed, such as 500ms; 0 keeps them forever."
              + " Default: ${DEFAULT-VALUE}.")
  void ttlSweep(Duration interval) {
    require(interval.isZero() || interval.toMillis() > 0, "--ttl-sweep", "0, or at least 1ms");
    options.ttlSweep = interval;
  }

  @Option(
      order = 13,
      names = "--delay",
      paramLabel = "WHAT=DURATION",
      converter = {TextConverter.class, DurationConverter.class},
      description =
          "Delay a change, such as create-table=6s, as on AWS; can be repeated. WHAT is"
              + " create-table, update-table, delete-table, create-index, delete-index, ttl,"
              + " import-table, export-table, bulk-put, or transaction (how long it holds its"
              + " items). Default: no delays.")
  void delays(Map<String, Duration> delays) {
    for (Map.Entry<String, Duration> delay : delays.entrySet()) {
      require(
          options.delay(delay.getKey(), delay.getValue()),
          "--delay",
          "create-table, update-table, delete-table, create-index, delete-index, ttl, import-table,"
              + " export-table, bulk-put or transaction, followed by '=' and a duration");
    }
  }

  @Option(
      order = 15,
      names = "--idle-timeout",
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationConverter.class,
      description =
          "Close connections without requests after this time. Default: ${DEFAULT-VALUE}.")
  void idleTimeout(Duration time) {
    require(time.toSeconds() > 0, "--idle-timeout", "at least 1s");
    options.idleTimeout = time;
  }

  @Option(
      order = 16,
      names = "--request-timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description =
          "Reject requests that are not received completely within this time. Default:"
              + " ${DEFAULT-VALUE}.")
  void requestTimeout(Duration time) {
    require(time.toSeconds() > 0, "--request-timeout", "at least 1s");
    options.requestTimeout = time;
  }

  @Option(
      order = 17,
      names = "--cors",
      paramLabel = "ORIGIN",
      split = ",",
      description =
          "Allow web pages of these origins, such as https://app.example.com, to use the database;"
              + " '*' allows all pages, 'null' those without an origin, such as files. Can be"
              + " repeated. By default, only pages on this machine are allowed: localhost and"
              + " loopback addresses, any port.")
  void allowedOrigins(List<String> origins) {
    require(ServerConfig.builder().allowedOrigins(origins));
    options.allowedOrigins = origins;
  }

  @Option(
      order = 33,
      names = "--control-token",
      paramLabel = "TOKEN",
      description =
          "Token of the control API. Prefer the variable: other users of this machine can see"
              + " options.")
  void controlToken(String token) {
    require(token.length() >= 8, "--control-token", "at least 8 characters");
    options.controlToken = token;
  }

  @Option(
      order = 36,
      names = "--requests",
      paramLabel = "N",
      description =
          "Keep the last N requests of each database from the start. By default, the last 1000 are"
              + " kept from when the console is opened, or the control API is asked for them.")
  void requests(int count) {
    require(count > 0 && count <= 1_000_000, "--requests", "from 1 to 1000000");
    options.requests = count;
    options.keepsRequests = true;
  }

  @Option(
      order = 38,
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "End when POST /_monotable/v1/lease was not called for this time. Default: never.")
  void lease(Duration time) {
    require(time.toSeconds() > 0, "--lease", "at least 1s");
    options.lease = time;
  }

  @Option(
      order = 18,
      names = "--allowed-host",
      paramLabel = "NAME",
      split = ",",
      description =
          "Accept requests to these host names; '*' accepts all names. Can be repeated. localhost"
              + " and IP addresses are always accepted. By default, no other names are accepted if"
              + " --host is a loopback address, and all names otherwise.")
  void allowedHosts(List<String> names) {
    require(ServerConfig.builder().allowedHosts(names));
    options.allowedHosts = names;
  }

  @Option(
      order = 39,
      names = "--s3",
      paramLabel = "DIR",
      description =
          "Use the folders in this directory as buckets of exports, imports and bulk operations:"
              + " the object KEY is the file DIR/BUCKET/KEY. By default, buckets are in memory, and"
              + " clients of Amazon S3 use them at the endpoint http://HOST:PORT/_monotable/s3.")
  void s3(Path directory) {
    setBuckets(new BucketFolders(directory));
  }

  @Option(
      order = 40,
      names = "--s3-endpoint",
      paramLabel = "URL",
      description =
          "Use the buckets of an endpoint that is compatible with Amazon S3 for exports,"
              + " imports and bulk operations. Credentials and the Region are found as by the"
              + " AWS CLI.")
  void s3Endpoint(String url) {
    try {
      setBuckets(BucketEndpoint.of(url, System.getenv()));
    } catch (CommandException e) {
      throw new ParameterException(
          spec.commandLine(), "Invalid value for option '--s3-endpoint': " + e.getMessage(), e);
    }
  }

  private void setBuckets(ObjectStore buckets) {
    require(options.buckets == null, "--s3 cannot be combined with --s3-endpoint");
    options.buckets = buckets;
  }

  @Option(
      order = 24,
      names = "--capture",
      paramLabel = "FILE",
      description =
          "Write all requests into this file, as JSON lines compressed with gzip, for 'monotable"
              + " diff --requests'. The file must not exist, or be empty. It has at most 2 GB"
              + " before compression.")
  void capture(Path file) {
    require(!RequestCapture.hasContent(file), "--capture", "a new file; " + file + " exists");
    options.capture = file;
  }

  @Option(
      order = 25,
      names = "--limits",
      paramLabel = "NAME=NUMBER",
      description =
          "Change a limit of AWS, such as item.max-bytes=1000 or read.max-page-bytes=4096, to reach"
              + " it with little data; can be repeated.")
  void limits(Map<String, Long> numbers) {
    for (Map.Entry<String, Long> limit : numbers.entrySet()) {
      try {
        LimitNames.set(options.limits, limit.getKey(), limit.getValue());
      } catch (IllegalArgumentException e) {
        throw new ParameterException(
            spec.commandLine(), "Invalid value for option '--limits': " + e.getMessage(), e);
      }
    }
  }

  @Option(
      order = 12,
      names = "--stream-retention",
      paramLabel = "DURATION",
      defaultValue = "24h",
      converter = DurationConverter.class,
      description =
          "Time for which stream records are kept, unless their memory, an eighth of the heap, is"
              + " full. Default: ${DEFAULT-VALUE}.")
  void streamRetention(Duration time) {
    require(
        time.toSeconds() > 0 && time.toNanosPart() == 0,
        "--stream-retention",
        "whole seconds, and at least 1s");
    options.streamRetention = time;
  }

  @Option(
      order = 55,
      names = "--kinesis-duplicates",
      paramLabel = "PART",
      description =
          "Write this part of the records to Kinesis twice, such as 0.1, as happens now and then on"
              + " AWS. Default: 0.")
  void kinesisDuplicates(double part) {
    require(part >= 0 && part <= 1, "--kinesis-duplicates", "between 0 and 1");
    options.kinesisDuplicates = part;
  }

  @Option(
      order = 50,
      names = "--auth",
      paramLabel = "MODE",
      description =
          "sigv4 verifies the signature of each request as AWS does, and the control API asks for"
              + " its token. By default, any credentials are accepted.")
  void auth(String mode) {
    require(mode.equals("sigv4"), "--auth", "sigv4");
    options.auth = true;
  }

  @Option(
      order = 43,
      names = "--console",
      paramLabel = "MODE",
      description =
          "What the console offers: full, or read-only for nothing that changes a database."
              + " Default: full.")
  void console(String mode) {
    require(mode.equals("full") || mode.equals("read-only"), "--console", "full or read-only");
    options.consoleReadOnly = mode.equals("read-only");
  }

  @Option(
      order = 7,
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Region in ARNs and templates. Default: ${DEFAULT-VALUE}.")
  void region(String region) {
    // As the AWS SDKs, which use it in host names.
    require(
        region.matches("(?!-)[A-Za-z0-9-]{1,63}(?<!-)"),
        "--region",
        "letters, digits and hyphens, such as eu-west-1");
    options.region = region;
  }

  @Option(
      order = 49,
      names = "--regions",
      paramLabel = "LIST",
      description =
          "Give these Regions tables of their own, such as eu-west-1,ap-east-1. By default, all"
              + " Regions see the same tables, until a table gets a replica.")
  void regions(String list) {
    List<String> regions = List.of(list.split(",", -1));
    for (String region : regions) {
      require(region.matches("[a-z0-9-]{1,25}"), "--regions", "names such as eu-west-1");
    }
    options.regions = regions;
  }

  @Option(
      order = 31,
      names = "--config",
      paramLabel = "FILE",
      description =
          "Read options from this YAML file; its names are those of the options, without the"
              + " hyphens. Environment variables such as MONOTABLE_TTL_SWEEP, and the command line,"
              + " take precedence.")
  @SuppressWarnings("UnusedVariable") // read by OptionSources
  private @Nullable Path config;

  @Mixin
  @SuppressWarnings("UnusedVariable") // read by picocli
  private final HelpOptions help = new HelpOptions();

  /**
   * Runs the server if the command line and the environment have no other options than {@code
   * --port} and {@code --host}. Most have none, and loading the complete parser takes a fifth of
   * the start.
   *
   * @return the exit code, or -1 if the complete parser is needed
   */
  public static int runIfPlain(
      String[] arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
    ServeOptions plain = ServeOptions.findPlain(arguments, environment);
    return plain == null ? -1 : run(plain, out, err);
  }

  /** Returns the options, after the command line has been parsed. */
  ServeOptions options() {
    return options;
  }

  @Override
  public Integer call() {
    // A recording has one definition of each table name.
    require(
        options.record == null || !options.splitByCredentials,
        "--record cannot be combined with --split-by-credentials");
    require(
        options.tlsKey == null || options.tlsCertificate != null,
        "--tls-key needs --tls-certificate");
    require(options.data != null || !options.repair, "--repair needs --data");
    require(options.data != null || options.sync == null, "--sync needs --data");
    require(options.auth || options.keys.isEmpty(), "--keys needs --auth");
    require(options.auth || options.keysDirectory == null, "--keys-directory needs --auth");
    require(options.auth || !options.exampleKey, "--example-key needs --auth");
    require(
        options.keysDirectory == null || (!options.exampleKey && options.keys.isEmpty()),
        "--keys-directory is for a generated key; with --keys or --example-key there is none");
    return run(options, System.out, System.err);
  }

  private static int run(ServeOptions options, PrintStream out, PrintStream err) {
    NettySettings.apply(err);
    NettySettings.loadInBackground();
    return ServerLauncher.run(options, out, err);
  }

  private void require(boolean valid, String name, String bounds) {
    require(valid, "Invalid value for option '" + name + "': must be " + bounds);
  }

  private void require(boolean valid, String message) {
    if (!valid) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  /** Reports the exception of a configuration that rejects the value of an option. */
  private void require(ServerConfig.Builder config) {
    try {
      ServerConfig unused = config.build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Returns a text as it is: the name before an equals sign. */
  static final class TextConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return text;
    }
  }
}
