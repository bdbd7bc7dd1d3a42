package dev.monotable.cli.control;

import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.text.FileValue.Mapping;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows or changes the replication between the Regions of a database. */
@Command(
    name = "replication",
    description =
        "Shows the replication of global tables between the Regions of a database, after changing"
            + " it, if an option says so. Without --from and --to, --pause, --resume and --delay"
            + " are for all Regions.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ReplicationCommand extends ControlCommand {
  @Option(
      order = 1,
      names = "--pause",
      description = "Send nothing. What is written meanwhile is sent later.")
  private boolean pause;

  @Option(
      order = 2,
      names = "--resume",
      description = "Send again, and connect the Regions that were cut off.")
  private boolean resume;

  @Option(
      order = 3,
      names = "--delay",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Send each change this much later than its write, such as 2s.")
  private @Nullable Duration delay;

  @Option(
      order = 4,
      names = "--from",
      paramLabel = "REGION",
      description = "The Region of the writes; needs --to.")
  private @Nullable String from;

  @Option(
      order = 5,
      names = "--to",
      paramLabel = "REGION",
      description = "The Region that receives them; needs --from.")
  private @Nullable String to;

  @Option(
      order = 6,
      names = "--cut",
      paramLabel = "REGION",
      description = "Cut a Region off: nothing is sent to it or from it.")
  private @Nullable String cut;

  @Option(
      order = 7,
      names = "--reconnect",
      paramLabel = "REGION",
      description = "Connect a Region again that was cut off.")
  private @Nullable String reconnect;

  @Option(
      order = 8,
      names = "--deliver",
      description = "Send everything now, also what is delayed.")
  private boolean deliver;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ReplicationCommand() {}

  @Override
  int run(ControlClient client) {
    require(!pause || !resume, "--pause excludes --resume");
    require((from == null) == (to == null), "--from and --to need each other");
    Map<String, Object> change =
        ControlClient.members(
            "source", from, "target", to, "paused", pause || resume ? pause : null, "delay", delay);
    change.putAll(
        ControlClient.members(
            "cut", cut, "reconnect", reconnect, "deliver", deliver ? true : null));
    String path = ControlClient.ofDatabase(database.id(), "replication");
    ControlResponse result =
        change.isEmpty() ? client.send("GET", path) : client.send("PATCH", path, change);
    if (!printsJson(result)) {
      for (Mapping link : result.list("links")) {
        print(link);
      }
    }
    return 0;
  }

  private void print(Mapping link) {
    String state =
        "true".equals(link.findText("cut"))
            ? "cut"
            : "true".equals(link.findText("paused")) ? "paused" : "running";
    String time = ControlResponse.duration(link, "delay");
    out()
        .println(
            link.findText("source")
                + " -> "
                + link.findText("target")
                + ": "
                + state
                + (time.equals("0s") ? "" : ", delayed by " + time)
                + ", "
                + link.findText("pending")
                + " pending");
  }
}
