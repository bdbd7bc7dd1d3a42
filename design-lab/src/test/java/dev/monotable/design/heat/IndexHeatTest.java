package dev.monotable.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.DesignLab;
import dev.monotable.design.DesignTables;
import dev.monotable.design.ExampleDesign;
import dev.monotable.design.Requests;
import dev.monotable.design.file.DesignFile;
import dev.monotable.design.load.AccessLoad;
import dev.monotable.design.load.RequestLoad;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.design.model.Design;
import dev.monotable.design.report.HeatSummary;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the heat of an index whose keys are others than those of its table. */
class IndexHeatTest {
  private static final String SCORES =
      """
      design: Scores
      tables:
        Game:
          partitionKey: PK
          sortKey: SK
          indexes:
            board:
              partitionKey: board
              sortKey: {points: N}
          entities:
            Score:
              keys:
                PK: PLAYER#{player}
                SK: LEVEL#{level}
                board: "{season}/{area}/{shard}"
                points: "{points}"
              count: 6_000_000
              perCollection: 3
              bytes: 1_500
      patterns:
        save a score:
          operation: PutItem
          key: PK = PLAYER#{player} and SK = LEVEL#{level}
          frequency: 1_500/s
          distribution: uniform over 2_000_000
        delete a score:
          operation: DeleteItem
          key: PK = PLAYER#{player} and SK = LEVEL#{level}
          frequency: 1/s
          distribution: uniform over 2_000_000
      """;

  private static final String BEST =
      """
        best of a board:
          operation: Query
          index: board
          key: board = {season}/{area}/{shard}
          items: 10
          frequency: 50/s
          distribution: uniform over 60
      """;

  @TempDir private Path directory;

  private Design design(String text) throws Exception {
    return DesignFile.read(Files.writeString(directory.resolve("design.yaml"), text));
  }

  @Test
  void theCollectionsOfAnIndexHaveItsEntriesByItsKeys() throws Exception {
    List<HeatScenario> scenarios =
        HeatScenarios.of(WorkloadEstimate.of(design(SCORES + BEST), null, 730), null);

    assertThat(scenarios).extracting(HeatScenario::name).containsExactly("Game", "Game.board");
    assertThat(scenarios.get(0).traffic()).extracting(KeyTraffic::itemsPerKey).containsOnly(3.0);
    assertThat(scenarios.get(1).traffic())
        .extracting(KeyTraffic::itemsPerKey)
        .containsOnly(100_000.0);
    // The writes go to the 60 boards that the Query declares, not to two million players.
    assertThat(scenarios.get(1).traffic())
        .extracting(KeyTraffic::distribution)
        .containsOnly(new KeyDistribution.Uniform(60));
  }

  /**
   * Two units for each of 1,500 writes a second go to the only board, whose partition has 1,000.
   */
  @Test
  void theOnlyObservedKeyOfAnIndexReceivesAllItsWrites() throws Exception {
    Design design = design(SCORES);
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(design)) {
      DesignTables.create(design, engine);
      lab.listenTo(engine);
      for (int i = 0; i < 20; i++) {
        new Requests(engine).put("Game", score(i));
      }
      HeatSummary heat =
          lab.report(ReportOptions.standard()).forecast().heat().stream()
              .filter(each -> each.target().equals("Game.board"))
              .findFirst()
              .orElseThrow();

      assertThat(heat.atStart().factor()).isCloseTo(1_000 / 3_002.0, within(0.001));
    }
  }

  private static Item score(int number) {
    return Item.of(
        "PK", "PLAYER#" + number, "SK", "LEVEL#1", "board", "season-8/world/1", "points", number);
  }

  @Test
  void deletesThatFindNothingAreNoSampleOfThoseThatDo() throws Exception {
    Design design = design(SCORES);
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(design)) {
      DesignTables.create(design, engine);
      lab.listenTo(engine);
      new Requests(engine).put("Game", score(0));
      for (int i = 0; i < 19; i++) {
        var unused =
            engine.call(
                Operations.DELETE_ITEM,
                DeleteItemInput.builder()
                    .tableName("Game")
                    .key(Item.of("PK", "PLAYER#" + i, "SK", "LEVEL#1"))
                    .build());
      }
      assertThat(ofIndex(WorkloadEstimate.of(design, lab.ledger(), 730))).isEqualByComparingTo("2");
    }
    try (MonotableEngine engine = ExampleDesign.emptyEngine();
        DesignLab lab = DesignLab.of(design)) {
      DesignTables.create(design, engine);
      lab.listenTo(engine);
      var unused =
          engine.call(
              Operations.DELETE_ITEM,
              DeleteItemInput.builder()
                  .tableName("Game")
                  .key(Item.of("PK", "PLAYER#1", "SK", "LEVEL#1"))
                  .build());
      assertThat(ofIndex(WorkloadEstimate.of(design, lab.ledger(), 730))).isEqualByComparingTo("2");
    }
  }

  /** Returns the units of a delete on the index. */
  private static BigDecimal ofIndex(WorkloadEstimate estimate) {
    RequestLoad delete =
        estimate.requests().stream()
            .filter(request -> request.pattern().equals("delete a score"))
            .findFirst()
            .orElseThrow();
    return delete.accesses().stream()
        .filter(access -> "board".equals(access.index()))
        .map(AccessLoad::writeUnits)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @Test
  void theReasonIsThatOfTheTrafficThatIsTheLimit() {
    KeyDistribution one = new KeyDistribution.Uniform(1);
    KeyTraffic newest = new KeyTraffic("newest", "ROOM", one, SortKeyAccess.LATEST, 3, 10, 0);
    KeyTraffic spread = new KeyTraffic("write", "ROOM", one, SortKeyAccess.SPREAD, 3, 0, 9_000);
    KeyTraffic added = new KeyTraffic("add", "ROOM", one, SortKeyAccess.LATEST, 3, 0, 4_000);

    assertThat(afterSplits(newest, spread)).doesNotContain("Its sort keys", "one item");
    assertThat(afterSplits(newest, spread, added))
        .endsWith(" Its sort keys only increase, so all its traffic stays in one partition.");
  }

  private static String afterSplits(KeyTraffic... traffic) {
    HeatScenario scenario = new HeatScenario("Rooms", OnDemand.NEW, false, 0, 0, List.of(traffic));
    return HeatSimulation.run(scenario, HeatSimulation.Run.minutes(1), HeatModel.DEFAULT)
        .statements()
        .get(1);
  }
}
