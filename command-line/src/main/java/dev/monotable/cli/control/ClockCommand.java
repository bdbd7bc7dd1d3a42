package dev.monotable.cli.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows or sets the clock of a database: the command {@code clock}. */
@Command(
    name = "clock",
    description =
        "Shows the clock of a database, after setting it, if an option says so: --set first, then"
            + " --advance, then --freeze or --run.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ClockCommand extends ControlCommand {
  @Option(
      order = 1,
      names = "--set",
      paramLabel = "TIME",
      description = "Set the clock, such as 2026-01-01T00:00:00Z.")
  private @Nullable String set;

  @Option(
      order = 2,
      names = "--advance",
      paramLabel = "DURATION",
      description = "Advance the clock, such as P40D or PT15M.")
  private @Nullable String advance;

  @Option(order = 3, names = "--freeze", description = "Let the clock stand still.")
  private boolean freeze;

  @Option(order = 4, names = "--run", description = "Let the clock continue.")
  private boolean run;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ClockCommand() {}

  @Override
  int run(ControlClient client) {
    require(!freeze || !run, "--freeze excludes --run");
    Map<String, Object> change =
        ControlClient.members(
            "set", set, "advance", advance, "frozen", freeze || run ? freeze : null);
    String path = ControlClient.ofDatabase(database.id(), "clock");
    ControlResponse clock =
        change.isEmpty() ? client.send("GET", path) : client.send("PATCH", path, change);
    if (!printsJson(clock)) {
      boolean frozen = "true".equals(clock.require("frozen"));
      out().println(clock.require("now") + (frozen ? " (frozen)" : ""));
    }
    return 0;
  }
}
