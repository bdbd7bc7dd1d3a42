package dev.monotable.cli.control;

import dev.monotable.cli.terminal.CommandGroup;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.TextFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about the databases of a server. */
@Command(
    name = "database",
    description = "Creates, lists, forks, compares, resets and drops databases of a server.",
    subcommands = {
      DatabaseCommand.Create.class,
      DatabaseCommand.ListAll.class,
      DatabaseCommand.Show.class,
      DatabaseCommand.Fork.class,
      DatabaseCommand.Diff.class,
      DatabaseCommand.Reset.class,
      DatabaseCommand.Drop.class
    })
public final class DatabaseCommand extends CommandGroup {
  private static final int MAX_FILE_BYTES = 64 << 20;

  /** Creates the command. */
  public DatabaseCommand() {}

  /** What a new database is called, and how it is printed. */
  static final class NewDatabaseOptions {
    @Option(
        order = 1,
        names = "--name",
        paramLabel = "NAME",
        description = "A unique name. If a database has it, that database is the result.")
    private @Nullable String name;

    @Option(
        order = 2,
        names = "--expire-after",
        paramLabel = "DURATION",
        converter = DurationConverter.class,
        description = "End the database when it was not used for this time, such as 30m.")
    private @Nullable Duration expireAfter;

    @Option(
        order = 20,
        names = "--env",
        description =
            "Print commands of a shell that set the variables of the AWS CLI and the SDKs, for"
                + " eval.")
    private boolean env;

    private Map<String, Object> body() {
      return ControlClient.members("name", name, "expireAfter", expireAfter);
    }
  }

  /** A command that creates a database. */
  abstract static class Creating extends ControlCommand {
    @Mixin private final NewDatabaseOptions options = new NewDatabaseOptions();

    /** Adds what the database begins with. */
    abstract void addStart(Map<String, Object> body) throws IOException;

    @Override
    final int run(ControlClient client) throws IOException {
      Map<String, Object> body = options.body();
      addStart(body);
      ControlResponse created = client.send("POST", ControlClient.path("databases"), body);
      if (options.env) {
        printVariables(created);
      } else if (!printsJson(created)) {
        out().println(created.require("id"));
      }
      return 0;
    }

    private void printVariables(ControlResponse created) {
      String endpoint = created.require("endpoint");
      String region = created.require("region");
      variable("AWS_ENDPOINT_URL_DYNAMODB", endpoint);
      variable("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", endpoint);
      variable("AWS_ACCESS_KEY_ID", created.require("accessKeyId"));
      variable("AWS_SECRET_ACCESS_KEY", created.require("secretAccessKey"));
      variable("AWS_REGION", region);
      variable("AWS_DEFAULT_REGION", region);
    }

    private void variable(String name, String value) {
      boolean plain = value.matches("[A-Za-z0-9:/._\\[\\]-]+");
      out()
          .println(
              "export " + name + "=" + (plain ? value : "'" + value.replace("'", "'\\''") + "'"));
    }
  }

  /** Creates a database. */
  @Command(
      name = "create",
      description = "Creates a database and prints its ID, which is its access key.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Create extends Creating {
    @Option(
        order = 3,
        names = "--region",
        paramLabel = "REGION",
        description = "The Region in the ARNs of its tables. Default: that of the server.")
    private @Nullable String region;

    @Option(
        order = 7,
        names = "--regions",
        paramLabel = "REGION",
        split = ",",
        description = "Give these Regions tables of their own; can be repeated.")
    private List<String> regions = new ArrayList<>();

    @Option(
        order = 4,
        names = "--schema",
        paramLabel = "FILE",
        split = ",",
        description =
            "Create the tables of these files, instead of those of the server; can be repeated.")
    private List<Path> schemas = new ArrayList<>();

    @Option(
        order = 5,
        names = "--seed",
        paramLabel = "[TABLE=]FILE",
        split = ",",
        description =
            "Write the items of these files, instead of those of the server; can be repeated. TABLE"
                + " is needed if neither the content nor the name of a file names the table, and"
                + " there are several.")
    private List<String> seeds = new ArrayList<>();

    @Option(
        order = 6,
        names = "--parameter",
        paramLabel = "NAME=VALUE",
        description =
            "Set a parameter of the templates, or an option of serverless.yml such as stage; can be"
                + " repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Override
    void addStart(Map<String, Object> body) throws IOException {
      if (region != null) {
        body.put("region", region);
      }
      if (!regions.isEmpty()) {
        body.put("regions", regions);
      }
      addFiles(body, "schema", schemas.stream().map(SeedFile::of).toList());
      addFiles(body, "seed", seeds.stream().map(SeedFile::parse).toList());
      if (!parameters.isEmpty()) {
        body.put("parameters", parameters);
      }
    }

    private void addFiles(Map<String, Object> body, String member, List<SeedFile> files)
        throws IOException {
      Map<String, String> contents = new LinkedHashMap<>();
      for (SeedFile file : files) {
        // An equals sign in the name of a file is none after the name of a table.
        String plain = String.valueOf(file.path().getFileName()).replace('=', '_');
        String name = file.table() == null ? plain : file.table() + "=" + plain;
        if (contents.put(name, content(file.path())) != null) {
          throw invalid("two files of --" + member + " are called " + name);
        }
      }
      if (!contents.isEmpty()) {
        body.put(member, contents);
      }
    }

    private String content(Path file) throws IOException {
      try (var in = TextFile.bytes(file)) {
        byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        if (bytes.length > MAX_FILE_BYTES) {
          throw invalid(
              file + " has more than " + MAX_FILE_BYTES + " bytes; use 'monotable import'");
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw invalid(file + " is not text in UTF-8");
      }
    }
  }

  /** Forks a database. */
  @Command(
      name = "fork",
      description =
          "Creates a database that begins with the data and the time of another one, and prints its"
              + " ID.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Fork extends Creating {
    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "ID",
        description =
            "The other database. Default: AWS_ACCESS_KEY_ID, if a server has issued it, or"
                + " 'default'.")
    private @Nullable String id;

    @Option(
        order = 3,
        names = "--snapshot",
        paramLabel = "NAME",
        description = "Begin with the data of this snapshot of the other database.")
    private @Nullable String snapshot;

    @Override
    void addStart(Map<String, Object> body) {
      body.put("from", id == null ? DatabaseOption.fallback() : id);
      if (snapshot != null) {
        body.put("snapshot", snapshot);
      }
    }
  }

  /** Lists the databases. */
  @Command(
      name = "list",
      description = "Lists the databases of a server.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class ListAll extends ControlCommand {
    @Override
    int run(ControlClient client) {
      ControlResponse all = client.send("GET", ControlClient.path("databases"));
      if (!printsJson(all)) {
        TextTable table = new TextTable("ID", "NAME", "REGION", "EXPIRES AFTER");
        for (Mapping database : all.list("databases")) {
          table.row(
              ControlResponse.shown(database, "id"),
              ControlResponse.shown(database, "name"),
              ControlResponse.shown(database, "region"),
              ControlResponse.duration(database, "expireAfter"));
        }
        print(table);
      }
      return 0;
    }
  }

  /** Shows the tables of a database. */
  @Command(
      name = "show",
      description = "Lists the tables of a database.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Show extends ControlCommand {
    @Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "ID",
        description =
            "The database. Default: AWS_ACCESS_KEY_ID, if a server has issued it, or 'default'.")
    private @Nullable String id;

    @Override
    int run(ControlClient client) {
      ControlResponse database =
          client.send("GET", ControlClient.ofDatabase(id == null ? DatabaseOption.fallback() : id));
      if (!printsJson(database)) {
        print(
            new TextTable("TABLE", "ITEMS", "BYTES")
                .rows(database.list("tables"), "name", "items", "bytes"));
      }
      return 0;
    }
  }

  /** Compares a database with a snapshot or another database. */
  @Command(
      name = "diff",
      description =
          "Prints the items of a database that were added (+), removed (-) and changed (~) since a"
              + " snapshot, or compared with another database.",
      sortOptions = false,
      footer = {
        "",
        "Exit codes: 0 without a difference, 1 with differences, " + ExitCode.OF_SERVERS
      })
  static final class Diff extends ControlCommand {
    @Parameters(
        index = "0",
        paramLabel = "FROM",
        description = "The name of a snapshot, or the ID of another database.")
    private String from = "";

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Option(
        order = 2,
        names = "--count",
        paramLabel = "ITEMS",
        description = "Print at most this many items. Default: 1000.")
    private @Nullable String count;

    @Override
    int run(ControlClient client) {
      ControlResponse difference =
          client.send(
              "GET",
              ControlClient.ofDatabase(database.id(), "diff")
                  + ControlClient.query("from", from, "count", count));
      List<Mapping> tables = difference.list("tables");
      boolean complete = !"false".equals(ControlResponse.text(difference.json(), "complete"));
      if (!printsJson(difference)) {
        for (Mapping table : tables) {
          DifferenceText.print(table, out());
        }
        if (!complete) {
          warn("there are more differences, or too many items to compare");
        }
      }
      return tables.isEmpty() && complete ? 0 : ExitCode.NO;
    }
  }

  /** Resets a database. */
  @Command(
      name = "reset",
      description =
          "Sets the data of a database back to how it began, and removes its requests and faults.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Reset extends ControlCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The database, such as 'default'.")
    private String id = "";

    @Override
    int run(ControlClient client) {
      printsJson(client.send("POST", ControlClient.ofDatabase(id, "reset")));
      return 0;
    }
  }

  /** Drops databases. */
  @Command(
      name = "drop",
      description = "Ends databases. Their access keys are invalid then.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Drop extends ControlCommand {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "The databases.")
    private List<String> ids = List.of();

    @Option(
        order = 1,
        names = "--all",
        description = "End all databases with an issued access key, which needs the token.")
    private boolean all;

    @Override
    int run(ControlClient client) {
      require(all == ids.isEmpty(), "needs the IDs of databases, or --all");
      if (all) {
        client.send("DELETE", ControlClient.path("databases"));
      }
      for (String id : ids) {
        client.send("DELETE", ControlClient.ofDatabase(id));
      }
      return 0;
    }
  }
}
