package dev.monotable.cli.control;

import dev.monotable.text.FileValue.Mapping;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the keys that Contributor Insights counts: the command {@code contributors}. */
@Command(
    name = "contributors",
    description =
        "Lists the most accessed keys of a table or index, by capacity units, and the most"
            + " throttled ones, by requests, since Contributor Insights was enabled for it.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class ContributorsCommand extends ControlCommand {
  @Parameters(index = "0", paramLabel = "TABLE", description = "The name of the table.")
  private String table = "";

  @Option(
      order = 1,
      names = "--index",
      paramLabel = "INDEX",
      description = "A global index of the table.")
  private @Nullable String index;

  @Option(
      order = 2,
      names = "--count",
      paramLabel = "N",
      description = "At most N keys of each kind. Default: 10.")
  private @Nullable String count;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ContributorsCommand() {}

  @Override
  int run(ControlClient client) {
    String query = ControlClient.query("table", table, "index", index, "count", count);
    ControlResponse result =
        client.send("GET", ControlClient.ofDatabase(database.id(), "contributors") + query);
    if (!printsJson(result)) {
      print("Accessed partition keys", result.list("accessedPartitionKeys"));
      print("Accessed keys", result.list("accessedKeys"));
      print("Throttled partition keys", result.list("throttledPartitionKeys"));
      print("Throttled keys", result.list("throttledKeys"));
    }
    return 0;
  }

  private void print(String title, List<Mapping> entries) {
    if (!entries.isEmpty()) {
      out().println(title + ":");
    }
    for (Mapping entry : entries) {
      String error = ControlResponse.text(entry, "error");
      out()
          .println(
              "  "
                  + ControlResponse.text(entry, "count")
                  + (error == null ? "" : " (at most " + error + " too many)")
                  + " "
                  + DifferenceText.json(entry.find("key")));
    }
  }
}
