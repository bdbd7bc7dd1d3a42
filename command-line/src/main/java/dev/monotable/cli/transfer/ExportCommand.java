package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.LabelConverter;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.formats.export.ItemFormat;
import dev.monotable.text.FileCompression;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes tables into files: the command {@code export}. */
@Command(
    name = "export",
    description =
        "Writes tables of an endpoint into a directory: for each table TABLE.table.json with its"
            + " definition, and its items. 'monotable import' reads the directory.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 after an export, " + ExitCode.OF_SERVERS})
public final class ExportCommand extends ShellCommand {
  @Mixin private final EndpointOptions endpoint = new EndpointOptions();

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The directory, which is created if it does not exist.")
  private Path directory = Path.of("");

  @Option(
      order = 2,
      names = "--table",
      paramLabel = "TABLE",
      split = ",",
      description = "Export these tables only; can be repeated. By default, all.")
  private List<String> tables = new ArrayList<>();

  @Option(
      order = 3,
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "json",
      converter = FormatConverter.class,
      description =
          "json (DynamoDB JSON lines), ion (Amazon Ion) or csv, which loses types. Default:"
              + " ${DEFAULT-VALUE}.")
  private ItemFormat format = ItemFormat.DYNAMODB_JSON;

  @Option(
      order = 4,
      names = "--compress",
      paramLabel = "METHOD",
      defaultValue = "gzip",
      converter = CompressionConverter.class,
      description = "gzip, zstd or none. Default: ${DEFAULT-VALUE}.")
  private FileCompression compression = FileCompression.GZIP;

  @Option(
      order = 5,
      names = "--s3",
      description =
          "Write the items in the layout of DynamoDB's exports to S3, with manifests and"
              + " checksums, as json or ion, compressed with gzip.")
  private boolean s3;

  @Option(
      order = 6,
      names = "--segments",
      paramLabel = "NUMBER",
      defaultValue = "4",
      description =
          "With --s3, read this many segments of a table in parallel, each into a file. Default:"
              + " ${DEFAULT-VALUE}.")
  private int segments;

  @Option(order = 7, names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Creates the command. */
  public ExportCommand() {}

  @Override
  protected int run() throws IOException {
    require(
        !s3 || format != ItemFormat.CSV && compression == FileCompression.GZIP,
        "--s3 needs json or ion, compressed with gzip");
    require(
        segments >= 1 && segments <= 1000,
        "Invalid value for option '--segments': must be between 1 and 1000");
    EndpointClient source = endpoint.open();
    Instant time = time();
    TransferResult result = new TransferResult();
    try (StagedFiles files = StagedFiles.in(directory)) {
      for (DefinedTable table : DefinedTable.all(source, tables)) {
        boolean visible = !json && Progress.isTerminal();
        try (Progress progress = Progress.start(table.name(), table.itemCount(), visible)) {
          TableExport export = new TableExport(source, table, files.directory(), progress);
          result.add(
              table.name(),
              s3 ? export.s3(format, segments, time) : export.file(format, compression));
        }
      }
      files.publish();
    }
    result.print(out(), json);
    return 0;
  }

  /**
   * Returns the time of the export. Reproducible exports set it by {@code SOURCE_DATE_EPOCH}, as
   * reproducible builds do.
   */
  private static Instant time() {
    String epoch = System.getenv("SOURCE_DATE_EPOCH");
    return epoch != null && epoch.matches("[0-9]{1,10}")
        ? Instant.ofEpochSecond(Long.parseLong(epoch))
        : InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Converts the name of a format. */
  static final class FormatConverter extends LabelConverter<ItemFormat> {
    FormatConverter() {
      super(
          List.of("json", "ion", "csv"),
          Map.of("json", ItemFormat.DYNAMODB_JSON, "ion", ItemFormat.ION, "csv", ItemFormat.CSV)
              ::get);
    }
  }

  /** Converts the name of a compression. */
  static final class CompressionConverter extends LabelConverter<FileCompression> {
    CompressionConverter() {
      super(
          List.of("gzip", "zstd", "none"),
          Map.of(
                  "gzip",
                  FileCompression.GZIP,
                  "zstd",
                  FileCompression.ZSTD,
                  "none",
                  FileCompression.NONE)
              ::get);
    }
  }
}
