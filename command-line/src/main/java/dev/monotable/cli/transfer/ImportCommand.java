package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.cli.terminal.Progress;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.formats.item.SeedWriter;
import dev.monotable.formats.schema.SchemaFiles;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes files into tables: the command {@code import}. */
@Command(
    name = "import",
    description =
        "Writes the items of files into the tables of an endpoint: DynamoDB JSON, plain JSON, JSON"
            + " lines, Ion, CSV, exports to S3, with gzip or zstd, and directories that 'monotable"
            + " export' has written, whose tables are created.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 after an import, " + ExitCode.OF_SERVERS})
public final class ImportCommand extends ShellCommand {
  private static final String DEFINITION = ".table.json";

  @Mixin private final EndpointOptions endpoint = new EndpointOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "[TABLE=]FILE",
      description =
          "Files or directories. TABLE is needed if neither the content nor the name of a file"
              + " names the table, and there are several.")
  private List<String> files = new ArrayList<>();

  @Option(
      order = 2,
      names = "--schema",
      paramLabel = "FILE",
      split = ",",
      description =
          "Create the tables that these files define first, as 'monotable serve --schema'; can be"
              + " repeated. A table that exists is left as it is.")
  private List<Path> schemas = new ArrayList<>();

  @Option(
      order = 3,
      names = "--rate",
      paramLabel = "ITEMS",
      defaultValue = "0",
      description = "Write at most this many items per second. By default, there is no limit.")
  private long rate;

  @Option(order = 4, names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** Creates the command. */
  public ImportCommand() {}

  @Override
  protected int run() throws IOException, DataFileException {
    require(rate >= 0, "Invalid value for option '--rate': must be at least 0");
    EndpointClient target = endpoint.open();
    List<Path> definitions = new ArrayList<>(schemas);
    List<SeedFile> seeds = new ArrayList<>();
    for (String file : files) {
      add(SeedFile.parse(file), definitions, seeds);
    }
    LoadSummary summary;
    List<String> missing;
    try (Progress progress = Progress.start("import", 0, !json && Progress.isTerminal())) {
      EndpointDatabase database = new EndpointDatabase(target, new ItemRate(rate), progress);
      SeedWriter writer = new SeedWriter(database);
      if (!definitions.isEmpty()) {
        for (SchemaTable table :
            SchemaFiles.reader().withRegion(target.region()).load(definitions)) {
          writer.create(table);
        }
      }
      for (SeedFile seed : seeds) {
        writer.write(seed);
      }
      database.flush();
      summary = writer.summary();
      missing = database.notices();
    } catch (EndpointException e) {
      // An item of a file is the cause of a request that is invalid.
      throw e.is("ValidationException")
          ? new InvalidArgumentException(String.valueOf(e.getMessage()))
          : e;
    }
    missing.forEach(this::warn);
    summary.notices().forEach(this::warn);
    String tables = String.valueOf(summary.tablesCreated());
    String puts = String.valueOf(summary.itemsPut());
    String deletes = String.valueOf(summary.itemsDeleted());
    out()
        .println(
            json
                ? "{\"tablesCreated\":"
                    + tables
                    + ",\"itemsPut\":"
                    + puts
                    + ",\"itemsDeleted\":"
                    + deletes
                    + "}"
                : tables + " tables created, " + puts + " items written, " + deletes + " deleted");
    return 0;
  }

  /** Adds a file, or what an export has written into a directory. */
  private static void add(SeedFile file, List<Path> definitions, List<SeedFile> seeds)
      throws IOException {
    List<Path> ofExport = new ArrayList<>();
    if (Files.isDirectory(file.path())) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(file.path(), "*" + DEFINITION)) {
        found.forEach(ofExport::add);
      }
    }
    ofExport.sort(null);
    if (ofExport.isEmpty()) {
      seeds.add(file);
      return;
    }
    for (Path definition : ofExport) {
      definitions.add(definition);
      String name = String.valueOf(definition.getFileName());
      String table = name.substring(0, name.length() - DEFINITION.length());
      Path items = findItems(file.path(), table);
      if (items != null) {
        seeds.add(new SeedFile(items, table));
      }
    }
  }

  /**
   * Returns the file or directory with the items of a table in an export; null if it does not
   * exist.
   *
   * @throws IOException if several exports wrote into the directory
   */
  private static @Nullable Path findItems(Path directory, String table) throws IOException {
    Path items = null;
    for (String format : List.of("", ".jsonl", ".ion", ".csv")) {
      for (String compression : List.of("", ".gz", ".zst")) {
        Path file = directory.resolve(table + format + compression);
        // Only the directory of an export in the layout of S3 has no extension.
        boolean exists = format.isEmpty() ? Files.isDirectory(file) : Files.isRegularFile(file);
        if (!exists || (format.isEmpty() && !compression.isEmpty())) {
          continue;
        }
        if (items != null) {
          throw new IOException(
              directory
                  + " has the items of the table "
                  + table
                  + " twice, in "
                  + items.getFileName()
                  + " and "
                  + file.getFileName());
        }
        items = file;
      }
    }
    return items;
  }
}
