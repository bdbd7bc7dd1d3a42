package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a design with scenarios, whole. */
class ScenarioReportTest {
  private static final Path DESIGN =
      Path.of("src/test/resources/dev/monotable/design/outlook/scenarios.yaml");

  @Test
  void theScenariosAreText() throws Exception {
    ExpectedFile.assertContains("scenarios.txt", ExampleReport.text(report()));
  }

  @Test
  void theScenariosAreMarkdown() throws Exception {
    ExpectedFile.assertContains("scenarios.md", ExampleReport.markdown(report()));
  }

  @Test
  void theScenariosAreJson() throws Exception {
    ExpectedFile.assertContains("scenarios.json", ExampleReport.json(report()));
  }

  @Test
  void theScenariosAreASectionOfThePage() throws Exception {
    String page = ExampleReport.page(report());
    int from = page.indexOf("<section id=\"scenarios\"");
    ExpectedFile.assertContains(
        "scenarios.html", page.substring(from, page.indexOf("</section>\n", from) + 11));
    assertThat(page).contains("<li><a href=\"#scenarios\">Scenarios</a></li>");
  }

  @Test
  void theScenariosAreReadBackEqual(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("report.json");
    ReportFile.write(report(), file);
    assertThat(ReportJson.read(file)).isEqualTo(report());
  }

  private static DesignReport report() throws Exception {
    try (DesignLab lab = DesignLab.of(DesignFile.read(DESIGN))) {
      return lab.report(ReportOptions.standard().withVersion("1.0"));
    }
  }
}
