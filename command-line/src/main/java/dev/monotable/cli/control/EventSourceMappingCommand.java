package dev.monotable.cli.control;

import dev.monotable.cli.terminal.CommandGroup;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.text.FileValue.Mapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about functions that receive the stream records of a database. */
@Command(
    name = "event-source-mapping",
    description = "Connects the streams of a database with functions behind URLs.",
    subcommands = {
      EventSourceMappingCommand.Create.class,
      EventSourceMappingCommand.ListAll.class,
      EventSourceMappingCommand.Drain.class,
      EventSourceMappingCommand.Delete.class
    })
public final class EventSourceMappingCommand extends CommandGroup {
  private static final String PATH = "event-source-mappings";

  /** Creates the command. */
  public EventSourceMappingCommand() {}

  /** Creates a mapping; the options have the names of the AWS CLI. */
  @Command(
      name = "create",
      description =
          "Connects the stream of a table with a function behind a URL, and prints the ID of the"
              + " mapping. The options are those of 'aws lambda create-event-source-mapping'.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Create extends ControlCommand {
    @Parameters(index = "0", paramLabel = "TABLE", description = "The table.")
    private String table = "";

    @Parameters(
        index = "1",
        paramLabel = "URL",
        description =
            "The function, such as http://127.0.0.1:9000. Without a path, it is that of Lambda's"
                + " runtime interface emulator.")
    private String url = "";

    @Option(
        order = 1,
        names = "--stream-view-type",
        paramLabel = "TYPE",
        description =
            "Enable the stream of the table, such as with NEW_AND_OLD_IMAGES, if it is not enabled.")
    private @Nullable String viewType;

    @Option(
        order = 2,
        names = "--batch-size",
        paramLabel = "N",
        description = "The maximum number of records of a batch. Default: 100.")
    private @Nullable Integer batchSize;

    @Option(
        order = 3,
        names = "--maximum-batching-window-in-seconds",
        paramLabel = "N",
        description = "How long to wait for a full batch. Default: 0.")
    private @Nullable Integer window;

    @Option(
        order = 4,
        names = "--parallelization-factor",
        paramLabel = "N",
        description = "How many batches of a shard are formed at a time. Default: 1.")
    private @Nullable Integer parallelization;

    @Option(
        order = 5,
        names = "--starting-position",
        paramLabel = "POSITION",
        description = "TRIM_HORIZON or LATEST. Default: TRIM_HORIZON.")
    private @Nullable String position;

    @Option(
        order = 6,
        names = "--maximum-retry-attempts",
        paramLabel = "N",
        description =
            "Discard a failed batch after N retries. Default: -1, when its records expire.")
    private @Nullable Integer retries;

    @Option(
        order = 7,
        names = "--maximum-record-age-in-seconds",
        paramLabel = "N",
        description = "Discard older records. Default: -1, never.")
    private @Nullable Integer age;

    @Option(
        order = 8,
        names = "--bisect-batch-on-function-error",
        description = "Split a failed batch into two.")
    private @Nullable Boolean bisect;

    @Option(
        order = 9,
        names = "--function-response-types",
        paramLabel = "TYPE",
        split = ",",
        description = "ReportBatchItemFailures, if the function returns which records have failed.")
    private @Nullable List<String> responseTypes;

    @Option(
        order = 10,
        names = "--tumbling-window-in-seconds",
        paramLabel = "N",
        description = "The length of tumbling windows. Default: 0, without windows.")
    private @Nullable Integer tumbling;

    @Option(
        order = 11,
        names = "--filter",
        paramLabel = "PATTERN",
        description =
            "Deliver only records that match this pattern, such as"
                + " '{\"eventName\":[\"INSERT\"]}'; can be repeated.")
    private List<String> filters = new ArrayList<>();

    @Option(
        order = 12,
        names = "--function-name",
        paramLabel = "NAME",
        description = "The name in the ARN of the function. Default: function.")
    private @Nullable String functionName;

    @Option(
        order = 13,
        names = "--timeout",
        paramLabel = "DURATION",
        converter = DurationConverter.class,
        description = "How long an invocation may take. Default: 1m.")
    private @Nullable Duration timeout;

    @Option(
        order = 14,
        names = "--automatic",
        description = "Deliver in the background, too. By default, only 'drain' delivers.")
    private @Nullable Boolean automatic;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse created =
          client.send("POST", ControlClient.ofDatabase(database.id(), PATH), body());
      if (!printsJson(created)) {
        out().println(created.require("id"));
      }
      return 0;
    }

    private Map<String, Object> body() {
      List<Map<String, String>> patterns = new ArrayList<>();
      filters.forEach(pattern -> patterns.add(Map.of("pattern", pattern)));
      return ControlClient.members(
          "table", table,
          "url", url,
          "streamViewType", viewType,
          "batchSize", batchSize,
          "maximumBatchingWindowInSeconds", window,
          "parallelizationFactor", parallelization,
          "startingPosition", position,
          "maximumRetryAttempts", retries,
          "maximumRecordAgeInSeconds", age,
          "bisectBatchOnFunctionError", bisect,
          "functionResponseTypes", responseTypes,
          "tumblingWindowInSeconds", tumbling,
          "filterCriteria", patterns.isEmpty() ? null : Map.of("filters", patterns),
          "functionName", functionName,
          "timeout", timeout,
          "automatic", automatic);
    }
  }

  /** Lists the mappings. */
  @Command(
      name = "list",
      description = "Lists the mappings of a database.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class ListAll extends ControlCommand {
    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse all = client.send("GET", ControlClient.ofDatabase(database.id(), PATH));
      if (!printsJson(all)) {
        TextTable table = new TextTable("ID", "TABLE", "URL", "INVOCATIONS", "DISCARDED");
        for (Mapping mapping : all.list("eventSourceMappings")) {
          table.row(
              ControlResponse.shown(mapping, "id"),
              mapping.find("settings") instanceof Mapping settings
                  ? ControlResponse.shown(settings, "table")
                  : "",
              mapping.find("settings") instanceof Mapping settings
                  ? ControlResponse.shown(settings, "url")
                  : "",
              ControlResponse.shown(mapping, "invocations"),
              ControlResponse.shown(mapping, "discarded"));
        }
        print(table);
      }
      return 0;
    }
  }

  /** Delivers all records. */
  @Command(
      name = "drain",
      description =
          "Delivers all stream records of a database, and prints how often the function of a mapping"
              + " was invoked, and the batches that were discarded.",
      sortOptions = false,
      footer = {
        "",
        "Exit codes: 0 if all was delivered, 1 if batches were discarded or not all was delivered"
            + " in time, "
            + ExitCode.OF_SERVERS
      })
  static final class Drain extends ControlCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The mapping.")
    private String id = "";

    @Option(
        order = 1,
        names = "--timeout",
        paramLabel = "DURATION",
        converter = DurationConverter.class,
        description = "Give up after this time. Default: 1m.")
    private @Nullable Duration timeout;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse result =
          client.send(
              "POST",
              ControlClient.ofDatabase(database.id(), PATH, id, "drain"),
              ControlClient.members("timeout", timeout));
      List<Mapping> discarded = result.list("discarded");
      if (!printsJson(result)) {
        out().println(result.require("invocations") + " invocations");
        for (Mapping batch : discarded) {
          warn(
              "discarded "
                  + ControlResponse.shown(batch, "batchSize")
                  + " records after "
                  + ControlResponse.shown(batch, "approximateInvokeCount")
                  + " invocations ("
                  + ControlResponse.shown(batch, "condition")
                  + "): "
                  + ControlResponse.shown(batch, "error"));
        }
      }
      return discarded.isEmpty() ? 0 : ExitCode.NO;
    }
  }

  /** Deletes mappings. */
  @Command(
      name = "delete",
      description = "Deletes mappings.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Delete extends ControlCommand {
    @Parameters(arity = "1..*", paramLabel = "ID", description = "The mappings.")
    private List<String> ids = List.of();

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      for (String id : ids) {
        client.send("DELETE", ControlClient.ofDatabase(database.id(), PATH, id));
      }
      return 0;
    }
  }
}
