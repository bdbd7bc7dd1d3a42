package dev.monotable.design.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.DesignLab;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.heat.ThrottleCause;
import dev.monotable.design.model.Design;
import dev.monotable.design.outlook.ScenarioOutlook.Stage;
import dev.monotable.design.outlook.ScenarioOutlook.Throttling;
import dev.monotable.design.report.ReportOptions;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One scenario of each kind, calculated by hand.
 *
 * <p>A month has 2,628,000 seconds. 100 writes of a unit a second cost $164.25, 100 reads of 10
 * items of 1,000 bytes (3 steps of 4 KB, 1.5 units) $49.275. 1,000,000 messages of 1,100 bytes are
 * $0.256114, 1,000 entries of 200 bytes $0.000047. All that is $378.031161, of which $377.775 are
 * requests.
 */
class ScenarioMakerTest {
  private static final Path DESIGN =
      Path.of("src/test/resources/dev/monotable/design/outlook/scenarios.yaml");

  private static final String CAPACITY = "    provisioned: {readUnits: 10, writeUnits: 200}\n";
  private static final LargestCollection ROOM =
      new LargestCollection("Rooms", "ROOM#{roomId}", 1_000, 1_000_000);

  @TempDir private Path directory;

  /**
   * The other 999 rooms and the large one have 1.099 times the requests, $213.525 × 1.099, and
   * 1,099,000 messages. The large room has 10 writes a second, all in one partition.
   */
  @Test
  void aLargeTenant() throws Exception {
    assertThat(outlook("a large room", CAPACITY, ""))
        .isEqualTo(
            new ScenarioOutlook(
                "a large room",
                "One of 1,000 values of roomId has 100 times the items and requests of the average."
                    + " In keys, LARGE stands for it.",
                List.of(
                    new Stage(
                        null,
                        new BigDecimal("399.195491"),
                        null,
                        new Throttling(
                            false,
                            null,
                            0,
                            new ThrottleLimit(
                                100, // 1,000 / 10
                                "Rooms",
                                "ROOM#LARGE",
                                ThrottleCause.PARTITION_WRITES,
                                "send (a large room)")),
                        new LargestCollection("Rooms", "ROOM#LARGE", 100_000, 100_000_000)))));
  }

  /**
   * 500 writes a second to the log, of which 200 are provisioned. 60,000 saved units are used up
   * after 200 seconds; of 1,800,000 units, 780,000 are served in the hour. The hour costs $377.775
   * × 5 / 730.
   */
  @Test
  void aLaunch() throws Exception {
    assertThat(outlook("launch"))
        .isEqualTo(
            new ScenarioOutlook(
                "launch",
                "For 1 hour, all requests are 5 times as frequent as on average, which costs $2.07"
                    + " more than usual.",
                List.of(
                    new Stage(
                        null,
                        new BigDecimal("380.10116"),
                        new BigDecimal("2.5875"),
                        new Throttling(
                            true,
                            200,
                            0.566667,
                            new ThrottleLimit(0.4, "Log", null, ThrottleCause.TABLE_WRITES, "log")),
                        ROOM))));
  }

  /** 200 writes a second to the log are as many as are provisioned. */
  @Test
  void aLaunchOfOnePattern() throws Exception {
    Stage stage = outlook("noisy log").stages().get(0);
    Throttling throttling = stage.throttling();
    assertThat(throttling).isNotNull();
    assertThat(throttling.throttled()).isFalse();
    assertThat(throttling.limit().factor()).isEqualTo(1);
    assertThat(stage.event()).isEqualTo("4.455"); // ($213.525 + 2 × $164.25) × 6 / 730
  }

  /**
   * 6,000 writes a second beside the usual 100: the four partitions of the table serve 4,000. Of
   * 6,250 units, 2,100 are throttled. 3,600,000 units cost $2.25, and 4,600,000 messages are stored
   * afterwards.
   */
  @Test
  void aBulkLoad() throws Exception {
    ScenarioOutlook outlook = outlook("import");
    Throttling throttling = outlook.stages().get(0).throttling();
    assertThat(throttling).isNotNull();
    assertThat(outlook)
        .isEqualTo(
            new ScenarioOutlook(
                "import",
                "3,600,000 items of Message are put in 10m by BatchWriteItem. The cost of a month"
                    + " is that of the months after it.",
                List.of(
                    new Stage(
                        null,
                        new BigDecimal("378.95317"),
                        new BigDecimal("2.25"),
                        new Throttling(
                            true,
                            0,
                            0.336,
                            new ThrottleLimit(
                                throttling.limit().factor(), // depends on the place of the keys
                                "Rooms",
                                null,
                                ThrottleCause.PARTITION_WRITES,
                                "import")),
                        ROOM))));
    assertThat(throttling.limit().factor()).isBetween(0.6, 0.656); // 4,000 / 6,100 at most
  }

  @Test
  void aBulkLoadWithoutAPrice() throws Exception {
    assertThat(outlook("import in bulk"))
        .isEqualTo(
            new ScenarioOutlook(
                "import in bulk",
                "3,600,000 items of Message are put in 10m by StartBulkPutItems. The cost of a"
                    + " month is that of the months after it. Bulk operations are charged by the"
                    + " bytes that they put, 3.35 GB here; no price of a GB was found. Whether they"
                    + " are throttled is not known.",
                List.of(new Stage(null, new BigDecimal("378.95317"), null, null, ROOM))));
  }

  /** The log needs 200 units in the first year, as many as are provisioned, then 400 and 800. */
  @Test
  void growth() throws Exception {
    assertThat(outlook("growth"))
        .isEqualTo(
            new ScenarioOutlook(
                "growth",
                "For 3 years, each year has 2 times the requests, items and keys of the year"
                    + " before.",
                List.of(
                    year(1, "756.062321", 1),
                    year(2, "1512.124641", 0.5),
                    year(3, "3024.249282", 0.25))));
  }

  /** The messages of a day double with the requests, as the number of days does not. */
  @Test
  void growthWithoutMoreDays() throws Exception {
    Path file = directory.resolve("days.yaml");
    Files.writeString(
        file,
        """
        design: Days
        tables:
          Days:
            partitionKey: PK
            sortKey: SK
            entities:
              Message:
                keys: {PK: "{day}", SK: "{messageId}"}
                count: 36_500
                bytes: 100
        patterns:
          messages of a day:
            operation: Query
            key: PK = {day}
            frequency: 1/s
            distribution: uniform over 365
        scenarios:
          growth:
            growth: {times: 2}
        """);
    try (DesignLab lab = DesignLab.of(DesignFile.read(file))) {
      List<Stage> years =
          lab.report(ReportOptions.standard()).forecast().scenarios().get(0).stages();
      assertThat(years)
          .extracting(Stage::largest)
          .containsExactly(
              new LargestCollection("Days", "{day}", 200, 20_000),
              new LargestCollection("Days", "{day}", 400, 40_000),
              new LargestCollection("Days", "{day}", 800, 80_000));
    }
  }

  private static Stage year(int year, String month, double factor) {
    return new Stage(
        year,
        new BigDecimal(month),
        null,
        new Throttling(
            factor < 1,
            null,
            0,
            new ThrottleLimit(factor, "Log", null, ThrottleCause.TABLE_WRITES, "log")),
        ROOM);
  }

  private ScenarioOutlook outlook(String name) throws Exception {
    return outlook(name, CAPACITY, CAPACITY);
  }

  private ScenarioOutlook outlook(String name, String from, String to) throws Exception {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, Files.readString(DESIGN).replace(from, to));
    Design design = DesignFile.read(file);
    try (DesignLab lab = DesignLab.of(design)) {
      return lab.report(ReportOptions.standard()).forecast().scenarios().stream()
          .filter(each -> each.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }
}
