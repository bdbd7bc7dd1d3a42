package dev.monotable.design.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.DesignLab;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.draft.DraftOfRecordingTest;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.model.Design;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the cost of a month on demand, and the factor of the traffic at which a table or index
 * throttles after all splits, with figures by hand: from the sizes and frequencies of a design
 * file, or, without frequencies, from the units that AWS's rules give for each recorded request, at
 * 100 requests a second. A use is one that succeeds, and without a design file each entity has
 * 1,000,000 items.
 *
 * <p>The factors by hand: 16.67 is 1,000 / 60 writes to the only key of a queue. 394.6 and 73.76
 * are the item of a repository with its counters, 13.74 and 172.2 the counter of today of the most
 * frequent link, 120.9 each item of the busiest of 100,000 rooms, 1,000 / (100 / 12.09).
 */
class HandFiguresTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "github, file, 151.45, GitHubTable, 394.6",
    "github, draft, 359.42, GitHubTable, 73.76",
    "github, none, 359.82, GitHubTable, 73.76",
    "priority-queue, file, 269.95, Shipment.queued-position-index, 16.67",
    "priority-queue, draft, 228.29, Shipment.queued-position-index, 17.49",
    "priority-queue, none, 228.37, Shipment.queued-position-index, 17.49",
    "url-shortener, file, 894.65, url-shortener, 13.74",
    "url-shortener, draft, 105.77, url-shortener, 172.2",
    "url-shortener, none, 105.95, url-shortener, 172.2",
    "recurring-payments, file, 21.46, , ",
    "recurring-payments, draft, 513.71, , ",
    "recurring-payments, none, 514.07, , ",
    "mall, file, 4.49, , ",
    "mall, draft, 329.46, , ",
    "mall, none, 329.82, , ",
  })
  void recordingsGiveTheFiguresByHand(
      String name, String mode, double month, @Nullable String target, @Nullable Double factor)
      throws Exception {
    Path recording =
        Path.of(
            Objects.requireNonNull(DraftOfRecordingTest.class.getResource(name + ".gz")).toURI());
    Design design =
        switch (mode) {
          case "file" ->
              DesignFile.read(Path.of("src", "test", "blind", "designs", name, "design.yaml"));
          case "draft" -> draft(recording);
          default -> null;
        };
    try (DesignLab lab = DesignLab.of(design)) {
      lab.replay(recording);
      compare(lab, month, target, factor);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "chat, 711.33, Connect40-Table-dev, 120.9",
    "products, 19.91, ProductTag.relate_id-index, ",
    "orders, 28.54, , "
  })
  void designsGiveTheFiguresByHand(
      String name, double month, @Nullable String target, @Nullable Double factor)
      throws Exception {
    Path file = Path.of("..", "examples", "designs", name, "design.yaml");
    try (DesignLab lab = DesignLab.of(DesignFile.read(file))) {
      compare(lab, month, target, factor);
    }
  }

  private static void compare(
      DesignLab lab, double month, @Nullable String target, @Nullable Double factor) {
    Forecast forecast = lab.report(ReportOptions.standard()).forecast();
    assertThat(Objects.requireNonNull(forecast.cost()).onDemand().total().doubleValue())
        .isCloseTo(month, within(month / 100));
    if (factor != null) {
      assertThat(forecast.heat())
          .filteredOn(heat -> heat.target().equals(target))
          .singleElement()
          .satisfies(
              heat -> assertThat(heat.settled().factor()).isCloseTo(factor, within(factor / 100)));
    }
  }

  private Design draft(Path recording) throws Exception {
    try (DesignLab lab = DesignLab.of(null)) {
      lab.replay(recording);
      String yaml = DesignWriter.yaml(DesignDraft.of("Draft", lab.ledger()));
      return DesignFile.read(Files.writeString(directory.resolve("design.yaml"), yaml));
    }
  }
}
