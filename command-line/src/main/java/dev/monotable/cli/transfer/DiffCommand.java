package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.TrustedAuthorities;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.Notice;
import dev.monotable.text.OneLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two endpoints: the command {@code diff}. */
@Command(
    name = "diff",
    description =
        "Compares the tables of two DynamoDB endpoints, definitions and items, or their responses"
            + " to captured requests.",
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 without a difference, 1 with differences, " + ExitCode.OF_SERVERS,
    })
public final class DiffCommand extends ShellCommand {
  @Parameters(
      index = "0",
      paramLabel = "URL",
      description =
          "The first endpoint, such as http://127.0.0.1:8000; 'aws' or 'aws:REGION' for AWS.")
  private String left = "";

  @Parameters(index = "1", paramLabel = "URL", description = "The second endpoint.")
  private String right = "";

  @Option(
      order = 1,
      names = "--table",
      paramLabel = "TABLE",
      split = ",",
      description = "Compare these tables only; can be repeated. By default, all of both.")
  private List<String> tables = new ArrayList<>();

  @Option(order = 2, names = "--schema-only", description = "Compare no items.")
  private boolean schemaOnly;

  @Option(
      order = 3,
      names = "--requests",
      paramLabel = "FILE",
      description =
          "Send the requests in this file, which 'monotable serve --capture' writes, to both"
              + " endpoints, one after another, and compare the responses instead of the tables.")
  private @Nullable Path requests;

  @Option(
      order = 4,
      names = "--most",
      paramLabel = "ITEMS",
      defaultValue = "100",
      description = "Print at most this many items of a table. Default: ${DEFAULT-VALUE}.")
  private int most;

  @Option(
      order = 5,
      names = "--profile",
      paramLabel = "PROFILE",
      description = "The profile of the AWS CLI whose credentials are used.")
  private @Nullable String profile;

  @Mixin private final TrustedAuthorities authorities = new TrustedAuthorities();

  /** Creates the command. */
  public DiffCommand() {}

  @Override
  protected int run() {
    EndpointClient first = authorities.open(left, null, profile);
    EndpointClient second = authorities.open(right, null, profile);
    return (requests == null ? tables(first, second) : requests(first, second, requests))
        ? ExitCode.NO
        : 0;
  }

  /** Compares tables; returns whether they differ. */
  private boolean tables(EndpointClient first, EndpointClient second) {
    TreeSet<String> names = new TreeSet<>(tables);
    if (tables.isEmpty()) {
      names.addAll(DefinedTable.names(first));
      names.addAll(DefinedTable.names(second));
    }
    TableDiff diff = new TableDiff(first, second, most, this::print);
    diff.tables(List.copyOf(names), !schemaOnly);
    out().println(names.size() + " tables, " + diff.differences() + " differences");
    return diff.differences() > 0;
  }

  /** Compares the responses to requests; returns whether they differ. */
  private boolean requests(EndpointClient first, EndpointClient second, Path file) {
    RequestDiff diff = new RequestDiff(first, second, this::print);
    Notice missing = diff.replay(file);
    if (missing != null) {
      warn(missing);
    }
    out().println(diff.summary());
    return diff.differences() > 0;
  }

  /** Prints a line, in which an endpoint may have characters that change a terminal. */
  private void print(String line) {
    out().println(OneLine.all(line));
  }
}
