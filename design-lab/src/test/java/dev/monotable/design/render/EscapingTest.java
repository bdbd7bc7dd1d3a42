package dev.monotable.design.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.finding.Evidence;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import dev.monotable.design.model.AcceptedFinding;
import dev.monotable.design.report.AccessColumn;
import dev.monotable.design.report.CollectionItem;
import dev.monotable.design.report.CollectionItem.ItemAttribute;
import dev.monotable.design.report.CollectionView;
import dev.monotable.design.report.CollectionView.ItemCollection;
import dev.monotable.design.report.ContractRow;
import dev.monotable.design.report.CostShare;
import dev.monotable.design.report.Coverage;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.Forecast;
import dev.monotable.design.report.ObservedTotals;
import dev.monotable.design.report.PatternCell;
import dev.monotable.design.report.PatternMatrix;
import dev.monotable.design.report.PatternRow;
import dev.monotable.design.report.ReportHeader;
import dev.monotable.design.report.ReportSummary;
import dev.monotable.design.report.RequestRow;
import dev.monotable.design.report.Verdict;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and values of tests and items stay text in every format. */
class EscapingTest {
  private static final String ATTACK =
      "</script><img src=x onerror=alert(1)>\"'`|[x](javascript:alert(1))@team\u001b[31m\u202e{{}}";

  /** A report in which every text is an attack. */
  static DesignReport report() {
    Evidence evidence = new Evidence(ATTACK, ATTACK);
    FindingType type =
        new FindingType(
            "attack",
            Severity.ERROR,
            ATTACK,
            ATTACK,
            "https://docs.aws.amazon.com/\"><img onerror=alert(1)>",
            ATTACK);
    CollectionItem item =
        new CollectionItem(
            ATTACK, List.of(ATTACK), List.of(new ItemAttribute(ATTACK, ATTACK, ATTACK)), 1L);
    return new DesignReport(
        new ReportHeader(
            ATTACK,
            ATTACK,
            ATTACK,
            null,
            true,
            new ObservedTotals(1, 1, 1, 1, null, null, 0),
            new ReportSummary(1, 1, 0, 1, 0, 0, 1, null)),
        new PatternMatrix(
            List.of(new AccessColumn(ATTACK, null), new AccessColumn(ATTACK, ATTACK)),
            List.of(
                new PatternRow(
                    ATTACK,
                    ATTACK,
                    Coverage.PARTLY_OBSERVED,
                    ATTACK,
                    null,
                    List.of(new PatternCell(ATTACK, List.of(ATTACK), 1, 1, 1)),
                    List.of(
                        new RequestRow(
                            ATTACK,
                            ATTACK,
                            1,
                            null,
                            null,
                            List.of(evidence),
                            Map.of(ATTACK, 1L)))))),
        List.of(
            new CollectionView(
                ATTACK,
                null,
                List.of(ATTACK),
                List.of(ATTACK),
                true,
                List.of(new ItemCollection(List.of(ATTACK), List.of(item), Map.of(ATTACK, 2L))),
                0)),
        List.of(new ContractRow(ATTACK, ATTACK, false, ATTACK, List.of(evidence))),
        List.of(
            Finding.of(type, ATTACK, ATTACK, List.of(evidence)),
            Finding.of(type, ATTACK, ATTACK, List.of())
                .withAccepted(new AcceptedFinding("attack", null, ATTACK))),
        new Forecast(null, List.of(), List.of(), List.of(ATTACK), null, null, List.of()),
        List.of(ATTACK),
        List.of(new DesignReport.UnusedAccess(ATTACK, ATTACK, List.of(ATTACK))),
        new Verdict(ATTACK, List.of(1), List.of(new CostShare(ATTACK, BigDecimal.ONE)), ATTACK));
  }

  @Test
  void aPageContainsOnlyTheElementsOfItsTemplates() {
    String page = ExampleReport.page(report());
    assertThat(page).doesNotContain("<img", "\u001b", "\u202e", "javascript:alert(1)\"");
    assertThat(page).contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;`");
    // Nothing is loaded, and the one script is that of the page.
    assertThat(Pattern.compile("<script").matcher(page).results()).hasSize(1);
    assertThat(
            Pattern.compile("<[a-z][^>]*\\s(src|srcset|on[a-z]+|style)=")
                .matcher(page.replaceAll("\"[^\"]*\"", "\"\""))
                .find())
        .isFalse();
  }

  @Test
  void aPageForbidsEverythingButItsOwnStyleAndScript() {
    assertThat(ExampleReport.page(report()))
        .containsPattern(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;;"
                + " style-src &#39;sha256-[A-Za-z0-9+/=]{44}&#39;;"
                + " script-src &#39;sha256-[A-Za-z0-9+/=]{44}&#39;;"
                + " base-uri &#39;none&#39;; form-action &#39;none&#39;\">");
  }

  @Test
  void textForATerminalContainsNoControlCharacters() {
    assertThat(ExampleReport.text(report())).contains("\\u001b[31m\\u202e");
    assertThat(ExampleReport.text(report()).chars())
        .noneMatch(c -> (c < ' ' && c != '\n') || c == 0x202e);
  }

  @Test
  void markdownMentionsNobodyAndFormatsNothing() {
    String markdown =
        ExampleReport.markdown(report()).replaceAll("(?<![\\\\`])(`+)(?!`).*?(?<!`)\\1(?!`)", "");
    assertThat(markdown).doesNotContain("<img", "@team", "[x](", "</script");
  }

  @Test
  void jsonKeepsEveryCharacter(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("report.json");
    ReportFile.write(report(), file);
    assertThat(ReportJson.read(file)).isEqualTo(report());
  }
}
