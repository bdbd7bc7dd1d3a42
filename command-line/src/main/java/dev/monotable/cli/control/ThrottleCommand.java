package dev.monotable.cli.control;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets a database throttle: the command {@code throttle}. */
@Command(
    name = "throttle",
    description =
        "Lets a database throttle requests that exceed the throughput of their table, index or"
            + " partition, by its clock, or no longer. Prints whether it does.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ThrottleCommand extends ControlCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "on|off",
      description =
          "on begins as if all tables had been idle until now. By default, nothing changes.")
  private @Nullable String state;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ThrottleCommand() {}

  @Override
  int run(ControlClient client) {
    require(state == null || state.equals("on") || state.equals("off"), "throttle takes on or off");
    String path = ControlClient.ofDatabase(database.id(), "throttling");
    ControlResponse result =
        state == null
            ? client.send("GET", path)
            : client.send("PATCH", path, Map.of("enabled", state.equals("on")));
    if (!printsJson(result)) {
      out().println("true".equals(result.require("enabled")) ? "on" : "off");
    }
    return 0;
  }
}
