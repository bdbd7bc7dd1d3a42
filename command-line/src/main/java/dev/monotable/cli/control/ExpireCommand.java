package dev.monotable.cli.control;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Deletes expired items: the command {@code expire}. */
@Command(
    name = "expire",
    description =
        "Deletes the items of a database whose time to live has expired, and prints how many they"
            + " were.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ExpireCommand extends ControlCommand {
  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ExpireCommand() {}

  @Override
  int run(ControlClient client) {
    ControlResponse result = client.send("POST", ControlClient.ofDatabase(database.id(), "expire"));
    if (!printsJson(result)) {
      out().println(result.require("deleted"));
    }
    return 0;
  }
}
