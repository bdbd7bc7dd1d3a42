package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.model.Design;
import dev.monotable.design.outlook.SameTrafficMaker;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of two designs under the same traffic, whole. */
class AgainstReportTest {
  private static final Path DESIGNS = Path.of("src/test/resources/dev/monotable/design/outlook");

  @Test
  void theComparisonIsText() throws Exception {
    ExpectedFile.assertContains("against.txt", ExampleReport.text(report()));
  }

  @Test
  void theComparisonIsMarkdown() throws Exception {
    ExpectedFile.assertContains("against.md", ExampleReport.markdown(report()));
  }

  @Test
  void theComparisonIsJson() throws Exception {
    ExpectedFile.assertContains("against.json", ExampleReport.json(report()));
  }

  @Test
  void theComparisonIsASectionOfThePage() throws Exception {
    String page = ExampleReport.page(report());
    int from = page.indexOf("<section id=\"against\"");
    ExpectedFile.assertContains(
        "against.html", page.substring(from, page.indexOf("</section>\n", from) + 11));
    assertThat(page).contains("<li><a href=\"#against\">Against another design</a></li>");
  }

  @Test
  void theComparisonIsReadBackEqual(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("report.json");
    ReportFile.write(report(), file);
    assertThat(ReportJson.read(file)).isEqualTo(report());
  }

  private static DesignReport report() throws Exception {
    Design design = DesignFile.read(DESIGNS.resolve("by-user.yaml"));
    Design other = DesignFile.read(DESIGNS.resolve("by-state.yaml"));
    ReportOptions options = ReportOptions.standard().withVersion("1.0");
    try (DesignLab lab = DesignLab.of(design)) {
      return lab.report(options)
          .withAgainst(
              new SameTrafficMaker(options.prices(), options.cost())
                  .make(design, other, lab.ledger()));
    }
  }
}
