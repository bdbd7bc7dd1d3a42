package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.formats.file.InvalidContentException;
import dev.monotable.formats.file.Notice;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two endpoints: the command {@code diff}. */
@Command(
    name = "diff",
    description =
        "Compares the tables of two DynamoDB endpoints, definitions and items, or their responses"
            + " to captured requests.",
    sortOptions = false,
    footer = {
      "",
      "Exit codes: 0 without a difference, 1 with differences, 2 if an option is invalid or an"
          + " endpoint fails."
    })
public final class DiffCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

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

  @Option(
      order = 6,
      names = "--ca-bundle",
      paramLabel = "FILE",
      description = "Trust these certificates (PEM). Default: those of Java, or AWS_CA_BUNDLE.")
  private @Nullable Path authority;

  @Option(
      order = 31,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean help;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try {
      EndpointClient first = open(left);
      EndpointClient second = open(right);
      long differences;
      if (requests != null) {
        RequestDiff diff = new RequestDiff(first, second, out::println);
        Notice missing = diff.replay(requests);
        differences = diff.differences();
        if (missing != null) {
          spec.commandLine().getErr().println("monotable: " + missing);
        }
        out.println(diff.summary());
      } else {
        TreeSet<String> names = new TreeSet<>(tables);
        if (tables.isEmpty()) {
          names.addAll(DefinedTable.names(first));
          names.addAll(DefinedTable.names(second));
        }
        TableDiff diff = new TableDiff(first, second, most, out::println);
        diff.tables(List.copyOf(names), !schemaOnly);
        differences = diff.differences();
        out.println(names.size() + " tables, " + differences + " differences");
      }
      return differences == 0 ? 0 : 1;
    } catch (InvalidContentException e) {
      spec.commandLine().getErr().println("monotable: " + e.at() + ": " + e.reason());
    } catch (EndpointException | TransferException e) {
      spec.commandLine().getErr().println("monotable: " + e.getMessage());
    }
    return CommandLine.ExitCode.USAGE;
  }

  private EndpointClient open(String url) {
    return EndpointClient.of(new EndpointConfig(url, null, profile, authority, System.getenv()));
  }
}
