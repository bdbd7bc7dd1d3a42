package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.report.DesignReport;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reports of the example designs, whole. */
class ExampleReportsTest {
  @ParameterizedTest
  @EnumSource
  void aReportIsText(ExampleDesign example) {
    ExpectedFile.assertContains(
        name(example, "txt"), ExampleReport.text(ExampleReport.of(example)));
  }

  @ParameterizedTest
  @EnumSource
  void aReportIsJson(ExampleDesign example) {
    ExpectedFile.assertContains(
        name(example, "json"), ExampleReport.json(ExampleReport.of(example)));
  }

  @ParameterizedTest
  @EnumSource
  void aReportIsMarkdown(ExampleDesign example) {
    ExpectedFile.assertContains(
        name(example, "md"), ExampleReport.markdown(ExampleReport.of(example)));
  }

  @ParameterizedTest
  @EnumSource
  void aReportIsReadBackEqual(ExampleDesign example, @TempDir Path directory)
      throws IOException, DataFileException {
    DesignReport report = ExampleReport.of(example);
    Path file = directory.resolve("report.json");
    ReportFile.write(report, file);
    assertThat(ReportJson.read(file)).isEqualTo(report);
  }

  private static String name(ExampleDesign example, String extension) {
    return example.name().toLowerCase(Locale.ROOT) + "." + extension;
  }
}
