package dev.monotable.design.render;

import static dev.monotable.testing.Notation.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The outputs in {@code docs/design-lab.md} are those of its commands. */
class DesignLabGuideTest {
  private static final String TABLE = "MainTable";

  @Test
  void theOutputsInTheGuideAreTheOutputsOfItsCommands() throws Exception {
    DesignReport base = report(ExampleDesign.ORDERS::send);
    DesignReport flawed = report(DesignLabGuideTest::sendWithScan);
    DesignReport mended = report(ExampleDesign.ORDERS::send);
    String guide = Files.readString(Path.of("..", "docs", "design-lab.md"));
    assertThat(guide)
        .contains(
            "```\n" + ReportFile.text(base, ReportFormat.TEXT) + "```\n",
            "```markdown\n" + ExampleReport.markdown(flawed, base) + "```\n",
            "```markdown\n" + ExampleReport.markdown(mended, base) + "```\n");
  }

  /** Reads the orders of a day by a Scan, as a developer might who does not know the index. */
  private static void sendWithScan(MonotableEngine engine) {
    Requests to = new Requests(engine);
    to.put(
        TABLE,
        Item.of("PK", "USER#123456789", "SK", "PROFILE"),
        order("123456789", "20240625"),
        order("123456789", "20240626"),
        order("987654321", "20240625"));
    to.query(TABLE, null, "PK = 'USER#123456789'");
    engine.call(
        Operations.SCAN,
        ScanInput.builder()
            .tableName(TABLE)
            .filterExpression("begins_with(SK, :day)")
            .expressionAttributeValues(Item.of(":day", "ORDER#20240625"))
            .build());
  }

  private static Item order(String user, String date) {
    return item(
        "PK: USER#{0}, SK: ORDER#{1}, GSI1PK: ORDER_DATE#{1}, GSI1SK: ORDER#{1}", user, date);
  }

  private static DesignReport report(Consumer<MonotableEngine> requests) {
    try (MonotableEngine engine = ExampleDesign.ORDERS.engine();
        DesignLab lab = DesignLab.of(ExampleDesign.ORDERS.design())) {
      lab.listenTo(engine);
      requests.accept(engine);
      return lab.report(ReportOptions.standard());
    }
  }
}
