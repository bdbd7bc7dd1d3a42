package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.TrustedAuthorities;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.cli.terminal.ShellCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies tables from an endpoint to another one: the command {@code copy}. */
@Command(
    name = "copy",
    description =
        "Copies tables with their items, indexes, streams, TTL and tags from a DynamoDB endpoint to"
            + " another one: AWS, Monotable, DynamoDB Local or ScyllaDB Alternator.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 after a copy, " + ExitCode.OF_SERVERS})
public final class CopyCommand extends ShellCommand {
  @Option(
      order = 1,
      names = "--from",
      required = true,
      paramLabel = "URL",
      description =
          "The endpoint to read from, such as http://127.0.0.1:8000; 'aws' or 'aws:REGION' for"
              + " AWS.")
  private String from = "";

  @Option(
      order = 2,
      names = "--to",
      required = true,
      paramLabel = "URL",
      description = "The endpoint to write to.")
  private String to = "";

  @Option(
      order = 3,
      names = "--table",
      paramLabel = "TABLE",
      split = ",",
      description = "Copy these tables only; can be repeated. By default, all.")
  private List<String> tables = new ArrayList<>();

  @Option(order = 4, names = "--schema-only", description = "Copy no items.")
  private boolean schemaOnly;

  @Option(order = 5, names = "--items-only", description = "Copy no definitions of tables.")
  private boolean itemsOnly;

  @Option(
      order = 6,
      names = "--checkpoint",
      paramLabel = "FILE",
      description =
          "Keep the progress in this file, by which the same command continues after an"
              + " interruption.")
  private @Nullable Path checkpoint;

  @Option(
      order = 7,
      names = "--rate",
      paramLabel = "ITEMS",
      defaultValue = "0",
      description = "Write at most this many items per second. By default, there is no limit.")
  private long rate;

  @Option(
      order = 8,
      names = "--segments",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description = "Copy this many segments of a table in parallel. Default: ${DEFAULT-VALUE}.")
  private int segments;

  @Option(
      order = 9,
      names = "--from-profile",
      paramLabel = "PROFILE",
      description = "The profile of the AWS CLI whose credentials read.")
  private @Nullable String fromProfile;

  @Option(
      order = 10,
      names = "--to-profile",
      paramLabel = "PROFILE",
      description = "The profile of the AWS CLI whose credentials write.")
  private @Nullable String toProfile;

  @Option(
      order = 11,
      names = "--from-region",
      paramLabel = "REGION",
      description = "The Region of the endpoint to read from, if its URL does not name it.")
  private @Nullable String fromRegion;

  @Option(
      order = 12,
      names = "--to-region",
      paramLabel = "REGION",
      description = "The Region of the endpoint to write to, if its URL does not name it.")
  private @Nullable String toRegion;

  @Option(order = 14, names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Mixin private final TrustedAuthorities authorities = new TrustedAuthorities();

  /** Whether the same command continues after a failure. */
  private boolean resumable;

  /** Creates the command. */
  public CopyCommand() {}

  @Override
  protected int run() {
    require(!schemaOnly || !itemsOnly, "--schema-only cannot be combined with --items-only");
    require(rate >= 0, "Invalid value for option '--rate': must be at least 0");
    require(
        segments >= 1 && segments <= 1000,
        "Invalid value for option '--segments': must be between 1 and 1000");
    EndpointClient source = authorities.open(from, fromRegion, fromProfile);
    EndpointClient target = authorities.open(to, toRegion, toProfile);
    Checkpoint positions =
        Checkpoint.open(
            checkpoint, source.url() + " to " + target.url() + " in " + segments + " segments");
    resumable = checkpoint != null;
    TableCopy copy = new TableCopy(source, target, segments, new ItemRate(rate), positions);
    TransferResult result = new TransferResult();
    for (DefinedTable table : DefinedTable.all(source, tables)) {
      boolean visible = !json && !schemaOnly && Progress.isTerminal();
      try (Progress progress = Progress.start(table.name(), table.itemCount(), visible)) {
        result.add(table.name(), copy.copy(table, !itemsOnly, !schemaOnly, progress));
      }
    }
    positions.delete();
    copy.notices().forEach(this::warn);
    result.print(out(), json);
    return 0;
  }

  @Override
  protected void fails() {
    if (resumable) {
      warn("the same command continues where this one ended");
    }
  }
}
