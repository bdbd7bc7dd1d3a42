package dev.monotable.cli.control;

import dev.monotable.cli.terminal.CommandGroup;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands about the faults that a database injects. */
@Command(
    name = "fault",
    description = "Adds, lists and removes rules that inject faults into requests.",
    subcommands = {FaultCommand.Add.class, FaultCommand.ListAll.class, FaultCommand.Remove.class})
public final class FaultCommand extends CommandGroup {
  /** Creates the command. */
  public FaultCommand() {}

  /** Adds a rule. */
  @Command(
      name = "add",
      description = "Adds a rule that injects a fault, and prints its ID.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Add extends ControlCommand {
    @Parameters(
        index = "0",
        paramLabel = "FAULT",
        description =
            "throttle, unprocessed, serverError, serverErrorAfterwards, dropConnection,"
                + " dropConnectionAfterwards, latency, realLatency, transactionConflict,"
                + " transactionInProgress, pagesOf, staleReads, laggingIndex, lateRecords or"
                + " repeatedRecords.")
    private String fault = "";

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "DURATION",
        converter = DurationConverter.class,
        description =
            "The delay of latency, realLatency and lateRecords, or how old the state of staleReads"
                + " and laggingIndex is, such as 500ms.")
    private @Nullable Duration duration;

    @Option(
        order = 1,
        names = "--operation",
        paramLabel = "NAME",
        description = "Only this operation, such as PutItem.")
    private @Nullable String operation;

    @Option(order = 2, names = "--table", paramLabel = "TABLE", description = "Only this table.")
    private @Nullable String table;

    @Option(order = 3, names = "--index", paramLabel = "INDEX", description = "Only this index.")
    private @Nullable String index;

    @Option(
        order = 4,
        names = "--key",
        paramLabel = "JSON",
        description = "Only items with this partition key or primary key, in DynamoDB JSON.")
    private @Nullable String key;

    @Option(order = 5, names = "--times", paramLabel = "N", description = "End after N faults.")
    private @Nullable Long times;

    @Option(
        order = 6,
        names = "--after",
        paramLabel = "N",
        description = "Let N matching requests pass first.")
    private @Nullable Long after;

    @Option(
        order = 7,
        names = "--probability",
        paramLabel = "P",
        description = "The probability of the fault for each matching request, at most 1.")
    private @Nullable Double probability;

    @Option(
        order = 8,
        names = "--seed",
        paramLabel = "N",
        description = "The seed of all draws from now on. The rules that exist are removed.")
    private @Nullable Long seed;

    @Option(
        order = 9,
        names = "--limit",
        paramLabel = "LIMIT",
        description = "For throttle: the limit that is exceeded.")
    private @Nullable String limit;

    @Option(
        order = 10,
        names = "--parts",
        paramLabel = "N",
        description = "For unprocessed: how many parts of a batch at most. Default: 1.")
    private @Nullable Integer parts;

    @Option(
        order = 11,
        names = "--items",
        paramLabel = "N",
        description = "For pagesOf: how many items a page has at most.")
    private @Nullable Integer items;

    @Option(
        order = 12,
        names = "--commits",
        paramLabel = "N",
        description = "For staleReads and laggingIndex: how many commits the state is old.")
    private @Nullable Integer commits;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse added =
          client.send("POST", ControlClient.ofDatabase(database.id(), "faults"), body());
      if (!printsJson(added)) {
        out().println(added.require("id"));
      }
      return 0;
    }

    private Map<String, Object> body() {
      return ControlClient.members(
          "fault", fault,
          "operation", operation,
          "table", table,
          "index", index,
          "key", key == null ? null : tree(key),
          "times", times,
          "after", after,
          "probability", probability,
          "seed", seed,
          "limit", limit,
          "parts", parts,
          "items", items,
          "commits", commits,
          "duration", duration);
    }

    private static FileValue tree(String json) {
      return FileReaders.read(Path.of("--key"), new BufferedReader(new StringReader(json)));
    }
  }

  /** Lists the rules. */
  @Command(
      name = "list",
      description = "Lists the rules with the requests that they have matched.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class ListAll extends ControlCommand {
    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse all = client.send("GET", ControlClient.ofDatabase(database.id(), "faults"));
      if (!printsJson(all)) {
        print(
            new TextTable("ID", "MATCHED", "INJECTED", "RULE")
                .rows(all.list("faults"), "id", "matched", "injected", "name"));
      }
      return 0;
    }
  }

  /** Removes rules. */
  @Command(
      name = "remove",
      description = "Removes rules.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class Remove extends ControlCommand {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "The IDs of the rules.")
    private List<String> ids = List.of();

    @Option(order = 1, names = "--all", description = "Remove all rules of the database.")
    private boolean all;

    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      require(all == ids.isEmpty(), "needs the IDs of rules, or --all");
      if (all) {
        client.send("DELETE", ControlClient.ofDatabase(database.id(), "faults"));
      }
      for (String id : ids) {
        client.send("DELETE", ControlClient.ofDatabase(database.id(), "faults", id));
      }
      return 0;
    }
  }
}
