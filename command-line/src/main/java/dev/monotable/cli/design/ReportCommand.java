package dev.monotable.cli.design;

import dev.monotable.cli.control.DatabaseOption;
import dev.monotable.cli.control.ServerOptions;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.design.DesignLab;
import dev.monotable.design.cost.PriceFile;
import dev.monotable.design.cost.PriceList;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.Design;
import dev.monotable.design.outlook.SameTrafficMaker;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.render.ReportFormat;
import dev.monotable.design.render.ReportJson;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.EngineConfig;
import dev.monotable.text.DataFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the report of recorded requests. */
@Command(
    name = "report",
    sortOptions = false,
    description =
        "Reports what requests say about a design, recorded ones or those to a running server:"
            + " access patterns by index, item collections, findings, cost and heat.",
    footer = {
      "",
      "Exit codes: 0 if the report was written, 1 if --fail-on applies, " + ExitCode.OF_SERVERS,
    })
public final class ReportCommand extends ShellCommand {
  private static final int WIDTH = 100;

  /** All earlier reports are in memory at once. */
  private static final int MAX_BASES = 100;

  @Parameters(
      paramLabel = "RECORDING",
      arity = "0..*",
      description =
          "Files that the server wrote with --record, in this order; or one report in JSON, to"
              + " write it in another format or to compare it. Without a file, the report is that"
              + " of the design alone, or without --design that of the requests that a running"
              + " server keeps.")
  private List<Path> recordings = List.of();

  @Option(
      names = "--design",
      paramLabel = "FILE",
      description =
          "Design file, or a model of NoSQL Workbench or of the DynamoDB MCP server. Without it,"
              + " entities and access patterns are derived from the requests.")
  private @Nullable Path design;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description =
          "Another design file. The report then compares both designs under the same traffic:"
              + " units, cost, limits and item collections of each access pattern. Access patterns,"
              + " entities and variables of equal names are the same. Needs --design.")
  private @Nullable Path against;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text, json, markdown or html. Default: what the name of --output ends with, otherwise"
              + " text.")
  private @Nullable String format;

  @Mixin private final TextOutput output = new TextOutput();

  @Option(
      names = "--base",
      paramLabel = "REPORT",
      description =
          "Earlier report in JSON. The report, in markdown or text, is then of what changed since;"
              + " in html, it begins with that, and in json, it contains that as well. Can be"
              + " repeated: what changed is since the newest one, and the history is shown as"
              + " well.")
  private List<Path> bases = List.of();

  @Option(
      names = "--region",
      paramLabel = "REGION",
      defaultValue = ReportOptions.DEFAULT_REGION,
      description = "Region whose prices are used. Default: ${DEFAULT-VALUE}.")
  private String region = ReportOptions.DEFAULT_REGION;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "File with prices: in the form of prices.yaml, or a price list that AWS publishes.")
  private @Nullable Path prices;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description =
          "error or warning: exit with 1 if there is a finding of this severity or a higher one"
              + " that the design does not accept, or a broken contract.")
  private @Nullable String failOn;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final DatabaseOption database = new DatabaseOption();

  /** Creates the command. */
  public ReportCommand() {}

  @Override
  protected int run() throws DataFileException {
    ReportFormat chosen = format();
    Severity limit = limit();
    DesignReport report = report();
    output.write(text(report, chosen), out());
    return fails(report, limit) ? ExitCode.NO : 0;
  }

  // ---- options ----

  private ReportFormat format() {
    ReportFormat chosen = ReportFormat.TEXT;
    Path file = output.file();
    if (format != null) {
      chosen = requireFormat(format);
    } else if (file != null) {
      ReportFormat named = ReportFormat.find(file);
      if (named == null) {
        throw invalid("--output must end with .html, .json, .md or .txt, or --format be given");
      }
      chosen = named;
    }
    if (bases.size() > MAX_BASES) {
      throw invalid("--base can be given " + MAX_BASES + " times at most");
    }
    return chosen;
  }

  private ReportFormat requireFormat(String name) {
    for (ReportFormat each : ReportFormat.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    throw invalid("Invalid value for option '--format': must be text, json, markdown or html");
  }

  private @Nullable Severity limit() {
    if (failOn == null) {
      return null;
    }
    return switch (failOn) {
      case "error" -> Severity.ERROR;
      case "warning" -> Severity.WARNING;
      default -> throw invalid("Invalid value for option '--fail-on': must be error or warning");
    };
  }

  private PriceList prices() throws DataFileException {
    PriceFile file = prices == null ? PriceFile.bundled() : PriceFile.read(prices);
    PriceList list = file.find(region);
    if (list == null) {
      throw invalid(
          "Invalid value for option '--region': there are prices of "
              + String.join(", ", file.regions()));
    }
    return list;
  }

  // ---- the report ----

  private DesignReport report() throws DataFileException {
    require(against == null || design != null, "--against needs --design");
    if (recordings.isEmpty() && design == null) {
      require(prices == null, "--prices needs a recording or --design");
      return ReportJson.read(server.open().report(database.id()));
    }
    boolean made =
        recordings.stream().anyMatch(file -> ReportFormat.find(file) == ReportFormat.JSON);
    if (made && (recordings.size() > 1 || design != null)) {
      throw invalid("a report in JSON cannot be combined with recordings or --design");
    }
    return made ? ReportJson.read(recordings.get(0)) : replayed();
  }

  private DesignReport replayed() throws DataFileException {
    Design declared = design == null ? null : DesignFile.read(design, this::warn);
    ReportOptions options =
        ReportOptions.standard()
            .withPrices(prices())
            .withDate(EngineConfig.DEFAULT.clock().instant());
    String version = ReportCommand.class.getPackage().getImplementationVersion();
    if (version != null) {
      options = options.withVersion(version);
    }
    try (DesignLab lab = DesignLab.of(declared)) {
      for (Path recording : recordings) {
        lab.replay(recording).forEach(this::warn);
      }
      DesignReport report = lab.report(options);
      return against == null || declared == null
          ? report
          : report.withAgainst(
              new SameTrafficMaker(options.prices(), options.cost())
                  .make(declared, DesignFile.read(against, this::warn), lab.ledger()));
    }
  }

  private String text(DesignReport report, ReportFormat chosen) throws DataFileException {
    List<DesignReport> all = new ArrayList<>();
    for (Path base : bases) {
      all.add(ReportJson.read(base));
    }
    if (chosen != ReportFormat.TEXT) {
      return ReportFile.text(report, all, chosen);
    }
    boolean color = output.file() == null && spec().commandLine().getColorScheme().ansi().enabled();
    int width = color ? spec().usageMessage().autoWidth(true).width() : WIDTH;
    return ReportFile.forTerminal(report, all, width, color);
  }

  private static boolean fails(DesignReport report, @Nullable Severity limit) {
    if (limit == null) {
      return false;
    }
    boolean found = !report.open(Severity.ERROR).isEmpty() || !report.broken().isEmpty();
    return found || (limit == Severity.WARNING && !report.open(Severity.WARNING).isEmpty());
  }
}
