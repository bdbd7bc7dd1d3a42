package dev.monotable.cli.control;

import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.OneLine;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the requests to a database: the command {@code requests}. */
@Command(
    name = "requests",
    description =
        "Lists the last requests to a database, oldest first. They are kept from the first call"
            + " on.",
    sortOptions = false,
    footer = {"", ControlCommand.EXIT_CODES})
public final class RequestsCommand extends ControlCommand {
  @Option(
      order = 1,
      names = "--operation",
      paramLabel = "NAME",
      description = "Only this operation, such as Query.")
  private @Nullable String operation;

  @Option(order = 2, names = "--table", paramLabel = "TABLE", description = "Only this table.")
  private @Nullable String table;

  @Option(order = 3, names = "--index", paramLabel = "INDEX", description = "Only this index.")
  private @Nullable String index;

  @Option(
      order = 4,
      names = "--error",
      paramLabel = "TYPE",
      description = "Only requests with this error type; 'any' for all that failed.")
  private @Nullable String error;

  @Option(
      order = 5,
      names = "--after",
      paramLabel = "NUMBER",
      description = "Only requests after the one with this number.")
  private @Nullable String after;

  @Option(
      order = 6,
      names = "--count",
      paramLabel = "N",
      description = "At most N requests. Default: all that are kept.")
  private @Nullable String count;

  @Option(order = 7, names = "--clear", description = "Forget the requests so far instead.")
  private boolean clear;

  @Option(
      order = 8,
      names = {"-f", "--follow"},
      description = "Print each request as it ends, until Ctrl+C.")
  private boolean follow;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public RequestsCommand() {}

  @Override
  int run(ControlClient client) {
    boolean lists =
        operation != null
            || table != null
            || index != null
            || error != null
            || after != null
            || count != null;
    require(
        !(clear && follow) && !(lists && (clear || follow)),
        "--clear and --follow exclude each other and the options that select requests");
    if (clear) {
      client.send("DELETE", ControlClient.ofDatabase(database.id(), "requests"));
    } else if (follow) {
      client.follow(ControlClient.ofDatabase(database.id(), "events"), this::printEvent);
    } else {
      list(client);
    }
    return 0;
  }

  private void list(ControlClient client) {
    boolean none = true;
    String next = after;
    do {
      String query =
          ControlClient.query(
              "operation", operation,
              "table", table,
              "index", index,
              "error", error,
              "after", next,
              "count", count);
      ControlResponse page =
          client.send("GET", ControlClient.ofDatabase(database.id(), "requests") + query);
      List<Mapping> requests = page.list("requests");
      if (!printsJson(page)) {
        requests.forEach(this::print);
      }
      none &= requests.isEmpty();
      next = page.json().findText("next");
    } while (next != null && count == null);
    if (none) {
      remark("no requests; they are kept from the first call of this command on");
    }
  }

  private void print(Mapping request) {
    String error = request.findText("message");
    out()
        .println(
            OneLine.all(
                request.findText("number")
                    + " "
                    + request.findText("time")
                    + " "
                    + request.findText("summary")
                    + (error == null ? "" : ": " + error)));
  }

  /** Prints a line of a server-sent event, if it has a request. */
  private void printEvent(String line) {
    String data = line.startsWith("data: ") ? line.substring("data: ".length()) : "";
    Mapping request = ControlResponse.find(data);
    if (isJson() && !data.isEmpty()) {
      out().println(data);
    } else if (request != null) {
      print(request);
    } else if (!data.isEmpty()) {
      warn(data + " requests were left out, because they came too fast");
    }
    out().flush();
  }
}
