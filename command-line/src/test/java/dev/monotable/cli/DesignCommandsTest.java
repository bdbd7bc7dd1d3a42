package dev.monotable.cli;

import static dev.monotable.testing.Calls.get;
import static dev.monotable.testing.Calls.put;
import static dev.monotable.testing.Calls.scan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignTables;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Entity;
import dev.monotable.design.recording.Recording;
import dev.monotable.design.render.ReportJson;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.PatternRow;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests reports and drafts of recorded requests. */
@Timeout(600)
class DesignCommandsTest {
  private static final String DESIGN =
      """
      design: Notes
      tables:
        Notes:
          partitionKey: PK
          entities:
            Note:
              keys: {PK: "NOTE#{id}"}
              attributes: {text: S}
              count: 1000
              bytes: 200
      patterns:
        read a note:
          operation: GetItem
          table: Notes
          key: PK = NOTE#{id}
          frequency: 100/s
          budget: {maxReadUnits: 0.5}
        write a note:
          operation: PutItem
          table: Notes
          key: PK = NOTE#{id}
          frequency: 10/s
      """;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path design;

  @BeforeEach
  void writeDesign() throws Exception {
    design = directory.resolve("design.yaml");
    Files.writeString(design, DESIGN);
  }

  @Test
  void aReportInJsonIsReadBack() throws Exception {
    Path file = directory.resolve("target/report.json");
    assertThat(execute("report", recording(false), "--design", text(design), "-o", text(file)))
        .isZero();
    assertThat(err.toString()).isEmpty();
    DesignReport report = ReportJson.read(file);
    assertThat(report.header().title()).isEqualTo("Notes");
    assertThat(report.matrix().rows())
        .extracting(PatternRow::coverage)
        .containsExactly(Coverage.OBSERVED, Coverage.OBSERVED);
  }

  @Test
  void aReportIsPrintedAsText() throws Exception {
    assertThat(execute("report", recording(false), "--design=" + design)).isZero();
    assertThat(out.toString())
        .startsWith("Notes\nThis design ")
        .contains("\n\n  2 of 2 access patterns observed\n")
        .doesNotContain("\u001b");
  }

  @Test
  void theNameOfTheOutputDecidesTheFormat() throws Exception {
    Path page = directory.resolve("report.html");
    assertThat(execute("report", recording(false), "-o", text(page))).isZero();
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
    Path markdown = directory.resolve("report.md");
    assertThat(execute("report", recording(false), "-o", text(markdown))).isZero();
    assertThat(Files.readString(markdown)).startsWith("## Observed requests\n");
  }

  @Test
  void whatChangedSinceTheBaseIsReported() throws Exception {
    Path base = directory.resolve("base.json");
    execute("report", recording(false), "--design=" + design, "-o", text(base));
    assertThat(
            execute(
                "report",
                recording(true),
                "--design=" + design,
                "--base=" + base,
                "--format=markdown"))
        .isZero();
    assertThat(out.toString())
        .startsWith("## Notes: changes\n")
        .contains("| Scan Notes | new, undeclared: Scan `Notes` | 0.5 |  |\n");
    Path page = directory.resolve("changes.html");
    assertThat(
            execute(
                "report",
                recording(true),
                "--design=" + design,
                "--base=" + base,
                "-o",
                text(page)))
        .isZero();
    assertThat(Files.readString(page))
        .contains(
            "<tr><th scope=\"row\"><bdi>Scan Notes</bdi></th><td class=\"text\">new, undeclared:"
                + " Scan <code>Notes</code></td><td class=\"number\">0.5</td>"
                + "<td class=\"number\"></td></tr>");
  }

  @Test
  void aDesignIsComparedWithAnotherOne() throws Exception {
    Path other = directory.resolve("other.yaml");
    Files.writeString(
        other,
        DESIGN
            .replace("design: Notes", "design: Notes with an index")
            .replace(
                "    partitionKey: PK\n",
                "    partitionKey: PK\n    indexes: {ByText: {partitionKey: text}}\n")
            .replace("{PK: \"NOTE#{id}\"}", "{PK: \"NOTE#{id}\", text: \"{text}\"}")
            .replace("frequency: 100/s", "frequency: 1/s"));
    assertThat(execute("report", "--design=" + design, "--against=" + other)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString())
        .contains(
            // The entries of the index: 26,280,000 write units for $16.43, and 0.0003 GB.
            "  · The other design costs $16.43 more a month on demand.\n",
            "\n  read a note             0.5                          $16.43 ",
            "\n  write a note                        1 → 2   $16.43 → $32.85 ");
    assertThat(execute("report", recording(false), "--design=" + design, "--against=" + other))
        .isZero();
    assertThat(out.toString())
        .contains("  2 of 2 access patterns observed\n")
        .contains("  · The other design costs $16.43 more a month on demand.\n");
    assertWrong("--against needs --design", "report", recording(false), "--against=" + other);
    assertThat(
            execute("report", "--design=" + design, "--against=" + text(directory.resolve("no"))))
        .isEqualTo(2);
    Path made = directory.resolve("made.json");
    execute("report", "--design=" + design, "--against=" + other, "-o", text(made));
    assertThat(execute("report", text(made))).isZero();
    assertThat(out.toString()).contains("“Notes” is compared with “Notes with an index”");
  }

  @Test
  void theHistoryOfSeveralBasesIsReported() throws Exception {
    Path first = directory.resolve("first.json");
    Path second = directory.resolve("second.json");
    execute("report", recording(false), "--design=" + design, "-o", text(first));
    execute("report", recording(true), "--design=" + design, "-o", text(second));
    Path page = directory.resolve("history.html");
    assertThat(
            execute(
                "report",
                recording(true),
                "--design=" + design,
                "--base=" + second,
                "--base=" + first,
                "-o",
                text(page)))
        .isZero();
    assertThat(Files.readString(page)).contains("<h2 id=\"history-title\">", "3 reports, ");
    List<String> many = new ArrayList<>(List.of("report", recording(true), "--format=html"));
    for (int i = 0; i < 101; i++) {
      many.add("--base=" + first);
    }
    assertWrong("--base can be given 100 times at most", many.toArray(new String[0]));
  }

  @Test
  void aDesignIsExported() throws Exception {
    assertThat(execute("design", "export", text(design), "--format=cloudformation")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            {
              "AWSTemplateFormatVersion" : "2010-09-09",
              "Description" : "Notes",
              "Resources" : {
                "Notes" : {
                  "Type" : "AWS::DynamoDB::Table",
                  "Properties" : {
                    "TableName" : "Notes",
                    "AttributeDefinitions" : [ {
                      "AttributeName" : "PK",
                      "AttributeType" : "S"
                    } ],
                    "KeySchema" : [ {
                      "AttributeName" : "PK",
                      "KeyType" : "HASH"
                    } ],
                    "BillingMode" : "PAY_PER_REQUEST"
                  }
                }
              }
            }
            """);
    Path model = directory.resolve("model.json");
    assertThat(execute("design", "export", text(design), "--format=workbench", "-o", text(model)))
        .isZero();
    Design read = DesignFile.read(model);
    assertThat(read.tables().get(0).entities()).extracting(Entity::name).contains("Note");
    Path file = directory.resolve("exported.yaml");
    assertThat(execute("design", "export", text(design), "--format=design", "-o", text(file)))
        .isZero();
    assertThat(DesignFile.read(file)).isEqualTo(DesignFile.read(design));
    assertWrong(
        "Invalid value for option '--format': must be cloudformation, workbench or design",
        "design",
        "export",
        text(design),
        "--format=terraform");
  }

  @Test
  void aReportInJsonIsComparedWithTheBase() throws Exception {
    Path base = directory.resolve("base.json");
    Path current = directory.resolve("current.json");
    execute("report", recording(false), "--design=" + design, "-o", text(base));
    execute("report", recording(true), "--design=" + design, "-o", text(current));
    assertThat(execute("report", text(current), "--base=" + base)).isZero();
    assertThat(out.toString())
        .contains("  · Scan Notes: new, undeclared: Scan Notes, read units 0.5\n");
    Path compared = directory.resolve("compared.json");
    assertThat(execute("report", text(current), "--base=" + base, "-o", text(compared))).isZero();
    assertThat(ReportJson.read(compared)).isEqualTo(ReportJson.read(current));
    assertThat(Files.readString(compared))
        .contains("\n  \"changes\": {\n    \"patterns\": [\n")
        .contains("\n    \"found\": [\n      {\n        \"type\": {\n          \"id\": \"scan\"")
        .contains("\n  \"history\": {\n    \"reports\": [\n");
    assertWrong(
        "a report in JSON cannot be combined with recordings or --design",
        "report",
        text(current),
        "--design=" + design);
  }

  @Test
  void aFindingOrABrokenContractFailsIfThatWasAskedFor() throws Exception {
    assertThat(execute("report", recording(false), "--design=" + design, "--fail-on=warning"))
        .isZero();
    Files.writeString(design, DESIGN.replace("maxReadUnits: 0.5", "maxReadUnits: 0.1"));
    assertThat(execute("report", recording(false), "--design=" + design)).isZero();
    assertThat(execute("report", recording(false), "--design=" + design, "--fail-on=error"))
        .isEqualTo(1);
    assertThat(out.toString())
        .contains("BROKEN read a note\n  0.5 read units, at most 0.1 allowed\n");
  }

  @Test
  void invalidOptionsAndFilesAreReported() throws Exception {
    String recording = recording(false);
    assertWrong(
        "Invalid value for option '--format': must be text, json, markdown or html",
        "report",
        recording,
        "--format=pdf");
    assertWrong(
        "Invalid value for option '--fail-on': must be error or warning",
        "report",
        recording,
        "--fail-on=advice");
    assertWrong(
        "--output must end with .html, .json, .md or .txt, or --format be given",
        "report",
        recording,
        "--output=report.pdf");
    Path missing = directory.resolve("missing.gz");
    assertThat(execute("report", text(missing))).isEqualTo(2);
    assertThat(err.toString()).contains("missing.gz").contains("monotable: ");
    assertThat(execute("report", recording, "--region=mars-1")).isEqualTo(2);
    assertThat(err.toString()).contains("there are prices of us-east-1");
    assertThat(execute("design")).isEqualTo(2);
  }

  @Test
  void aDraftIsADesignFile() throws Exception {
    Path drafted = directory.resolve("drafted.yaml");
    String recording = recording(false);
    assertThat(execute("design", "init", recording, "-o", text(drafted), "--name=Notes")).isZero();
    Design read = DesignFile.read(drafted);
    assertThat(read.name()).isEqualTo("Notes");
    assertThat(read.tables().get(0).entities()).hasSize(1);
    assertThat(read.patterns()).hasSize(2);
    assertThat(execute("design", "init", recording, "-o", text(drafted))).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "monotable: " + drafted + " exists; --force replaces it" + System.lineSeparator());
    assertThat(execute("design", "init", recording, "-o", text(drafted), "--force")).isZero();
    assertThat(execute("design", "init", recording)).isZero();
    assertThat(out.toString()).contains("design: My design\n");
  }

  /** Records requests that write and read a note. */
  private String recording(boolean scan) throws Exception {
    Path file = directory.resolve(scan ? "scan.gz" : "requests.gz");
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        Recording recording = Recording.create(file, 1 << 20, () -> RequestContext.NONE)) {
      DesignTables.create(DesignFile.read(design), engine);
      recording.listenTo(engine);
      Item key = Item.of("PK", "NOTE#1");
      put(engine::call, "Notes", Item.of("PK", "NOTE#1", "text", "tea"));
      get(engine::call, "Notes", key);
      if (scan) {
        scan(engine::call, "Notes");
      }
    }
    return file.toString();
  }

  private static String text(Path path) {
    return path.toString();
  }

  private void assertWrong(String message, String... line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("monotable: " + message + System.lineSeparator());
  }

  private int execute(String... line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLines commands = CommandLines.of(line, Map.of());
    commands
        .parser()
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return commands.execute();
  }
}
