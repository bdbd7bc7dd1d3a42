package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.formats.export.ItemFormat;
import dev.monotable.formats.file.FileCompression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes tables into files: the command {@code export}. */
@Command(
    name = "export",
    description =
        "Writes tables of an endpoint into a directory: for each table TABLE.table.json with its"
            + " definition, and its items. 'monotable import' reads the directory.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 after an export, 1 if it failed, 2 if an option is invalid."})
public final class ExportCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

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

  @Option(
      order = 31,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean help;

  @Override
  public Integer call() {
    String invalid =
        s3 && (format == ItemFormat.CSV || compression != FileCompression.GZIP)
            ? "--s3 needs json or ion, compressed with gzip"
            : segments < 1 || segments > 1000
                ? "Invalid value for option '--segments': must be between 1 and 1000"
                : null;
    if (invalid != null) {
      throw new CommandLine.ParameterException(spec.commandLine(), invalid);
    }
    try {
      export(endpoint.open());
      return CommandLine.ExitCode.OK;
    } catch (FileSystemException e) {
      report(e.getFile() + ": cannot be written: " + e.getClass().getSimpleName());
    } catch (IOException | EndpointException | UncheckedIOException | TransferException e) {
      report(e.getMessage());
    }
    return 1;
  }

  private void report(@Nullable String message) {
    spec.commandLine().getErr().println("monotable: " + message);
  }

  private void export(EndpointClient source) throws IOException, TransferException {
    Instant time = time();
    TransferResult result = new TransferResult();
    for (String name : tables.isEmpty() ? DefinedTable.names(source) : tables) {
      DefinedTable table = DefinedTable.find(source, name);
      if (table == null) {
        throw new TransferException("the table " + name + " does not exist at " + source.url());
      }
      try (Progress progress =
          Progress.start(name, table.itemCount(), !json && Progress.isTerminal())) {
        TableExport export = new TableExport(source, table, directory, progress);
        result.add(name, s3 ? export.s3(format, segments, time) : export.file(format, compression));
      }
    }
    result.print(spec.commandLine().getOut(), json);
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
  static final class FormatConverter implements CommandLine.ITypeConverter<ItemFormat> {
    @Override
    public ItemFormat convert(String name) {
      return switch (name) {
        case "json" -> ItemFormat.DYNAMODB_JSON;
        case "ion" -> ItemFormat.ION;
        case "csv" -> ItemFormat.CSV;
        default ->
            throw new CommandLine.TypeConversionException("'" + name + "' is not json, ion or csv");
      };
    }
  }

  /** Converts the name of a compression. */
  static final class CompressionConverter implements CommandLine.ITypeConverter<FileCompression> {
    @Override
    public FileCompression convert(String name) {
      return switch (name) {
        case "none" -> FileCompression.NONE;
        case "gzip" -> FileCompression.GZIP;
        case "zstd" -> FileCompression.ZSTD;
        default ->
            throw new CommandLine.TypeConversionException(
                "'" + name + "' is not gzip, zstd or none");
      };
    }
  }
}
