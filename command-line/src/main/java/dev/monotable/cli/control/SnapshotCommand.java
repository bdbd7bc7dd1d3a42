package dev.monotable.cli.control;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps the data of a database under a name: the command {@code snapshot}. */
@Command(
    name = "snapshot",
    description =
        "Keeps the present data of a database under a name; without a name, lists its snapshots.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class SnapshotCommand extends ControlCommand {
  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The snapshot.")
  private @Nullable String name;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Option(order = 1, names = "--delete", description = "Delete the snapshot instead.")
  private boolean delete;

  /** Creates the command. */
  public SnapshotCommand() {}

  @Override
  int run(ControlClient client) {
    String id = database.id();
    if (name == null) {
      require(!delete, "--delete needs the name of a snapshot");
      ControlResponse all = client.send("GET", ControlClient.ofDatabase(id, "snapshots"));
      if (!printsJson(all)) {
        print(new TextTable("NAME", "TAKEN").rows(all.list("snapshots"), "name", "taken"));
      }
      return 0;
    }
    printsJson(
        client.send(delete ? "DELETE" : "PUT", ControlClient.ofDatabase(id, "snapshots", name)));
    return 0;
  }
}
