package dev.monotable.cli.control;

import dev.monotable.cli.terminal.CommandGroup;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.text.FileValue.Mapping;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the Kinesis destinations of tables: the command {@code kinesis-destination}. */
@Command(
    name = "kinesis-destination",
    description = "Lists the Kinesis destinations of tables, and writes to them.",
    subcommands = {KinesisDestinationCommand.ListAll.class, KinesisDestinationCommand.Drain.class})
public final class KinesisDestinationCommand extends CommandGroup {
  private static final String PATH = "kinesis-destinations";

  /** Creates the command. */
  public KinesisDestinationCommand() {}

  /** Lists the destinations. */
  @Command(
      name = "list",
      description =
          "Lists the Kinesis destinations of all tables, with how many changes they have not"
              + " received, and why the last attempt to write to them has failed.",
      sortOptions = false,
      footer = {"", ControlCommand.EXIT_CODES})
  static final class ListAll extends ControlCommand {
    @Mixin private final DatabaseOption database = new DatabaseOption();

    @Override
    int run(ControlClient client) {
      ControlResponse all = client.send("GET", ControlClient.ofDatabase(database.id(), PATH));
      if (!printsJson(all)) {
        TextTable table = new TextTable("TABLE", "STREAM", "STATUS", "WAITING", "FAILURE");
        for (Mapping each : all.list("kinesisDestinations")) {
          table.row(
              ControlResponse.shown(each, "table"),
              ControlResponse.shown(each, "streamArn"),
              ControlResponse.shown(each, "status"),
              ControlResponse.shown(each, "waiting"),
              ControlResponse.shown(each, "failure"));
        }
        print(table);
      }
      return 0;
    }
  }

  /** Writes all changes. */
  @Command(
      name = "drain",
      description =
          "Writes all changes of a database to the Kinesis destinations of its tables, and prints"
              + " how many records were written. Needs a server with --kinesis-endpoint.",
      sortOptions = false,
      footer = {
        "",
        "Exit codes: 0 if all was written, 1 if not all was written in time, " + ExitCode.OF_SERVERS
      })
  static final class Drain extends ControlCommand {
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
              ControlClient.ofDatabase(database.id(), PATH, "drain"),
              ControlClient.members("timeout", timeout));
      if (!printsJson(result)) {
        out().println(result.require("written") + " records");
      }
      return 0;
    }
  }
}
