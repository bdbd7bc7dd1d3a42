package dev.monotable.cli.control;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Sets the data of a database back to a snapshot: the command {@code restore}. */
@Command(
    name = "restore",
    description = "Sets the data of a database back to a snapshot. Its clock continues.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class RestoreCommand extends ControlCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The snapshot.")
  private String name = "";

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public RestoreCommand() {}

  @Override
  int run(ControlClient client) {
    printsJson(
        client.send("POST", ControlClient.ofDatabase(database.id(), "snapshots", name, "restore")));
    return 0;
  }
}
