package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ExampleDesign;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.DesignReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what is said of a finding whose state differs between two reports. */
class ReportChangesTest {
  private static final FindingType SCAN =
      new FindingType(
          "scan", Severity.WARNING, "a Scan", "It reads all.", "https://example.com", "");

  private static final Finding EXPORT =
      finding("export").withAccepted(new AcceptedFinding("scan", "export", "It runs once a night"));

  private static final DesignReport BASE =
      report(finding("export"), finding("search"), finding("list"));

  private static final DesignReport NOW = report(EXPORT, finding("list"), finding("count"));

  private static Finding finding(String subject) {
    return Finding.of(SCAN, subject, "1 Scan of " + subject, List.of());
  }

  private static DesignReport report(Finding... findings) {
    DesignReport example = ExampleReport.of(ExampleDesign.ORDERS);
    return new DesignReport(
        example.header(),
        example.matrix(),
        example.collections(),
        example.contracts(),
        List.of(findings),
        example.forecast(),
        example.omissions(),
        example.access(),
        example.verdict());
  }

  @Test
  void aFindingIsNewGoneOrAccepted() {
    assertThat(ReportChanges.between(BASE, NOW))
        .isEqualTo(
            new ReportChanges(
                List.of(),
                List.of(finding("count")),
                List.of(finding("search")),
                List.of(EXPORT),
                List.of(),
                List.of(),
                List.of()));
    assertThat(ReportChanges.between(NOW, NOW).isEmpty()).isTrue();
    assertThat(ReportChanges.between(NOW, BASE).found())
        .isEqualTo(List.of(finding("export"), finding("search")));
  }

  @Test
  void eachFormatSaysWhyAFindingIsAccepted() {
    assertThat(ExampleReport.markdown(NOW, BASE))
        .contains(
            """
            ### Findings that are gone

            - WARNING A Scan in `search`

            ### Findings that are accepted now

            - WARNING A Scan in `export`: It runs once a night
            """);
    assertThat(ExampleReport.text(NOW, BASE))
        .contains(
            """
            Findings that are accepted now
              · scan, export: It runs once a night
            """);
    assertThat(ExampleReport.page(NOW, BASE).replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
        .contains(
            "Findings that are accepted now warning A Scan in export 1 Scan of export. Accepted: It"
                + " runs once a night.");
    String json = ExampleReport.json(NOW, BASE);
    assertThat(json.substring(json.indexOf("\"changes\": {")))
        .containsOnlyOnce("\"reason\": \"It runs once a night\"");
  }
}
