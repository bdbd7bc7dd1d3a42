package dev.monotable.cli.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code database fork}. */
@Command(
    name = "fork",
    description =
        "Creates a database that begins with the data and the time of another one, and prints its"
            + " ID.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class DatabaseForkCommand extends NewDatabaseCommand {
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

  /** Creates the command. */
  public DatabaseForkCommand() {}

  @Override
  void addStart(Map<String, Object> body) {
    body.put("from", id == null ? DatabaseOption.fallback() : id);
    if (snapshot != null) {
      body.put("snapshot", snapshot);
    }
  }
}
