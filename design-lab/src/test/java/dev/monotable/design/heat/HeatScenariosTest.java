package dev.monotable.design.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.monotable.design.heat.HeatSimulation.Run;
import dev.monotable.design.heat.KeyDistribution.Uniform;
import dev.monotable.design.heat.KeyDistribution.Zipf;
import dev.monotable.design.load.ChatDesign;
import dev.monotable.design.load.WorkloadEstimate;
import dev.monotable.engine.partition.HeatModel;
import dev.monotable.engine.partition.TableCapacity.OnDemand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how a design becomes scenarios, from declared and from observed distributions. */
class HeatScenariosTest {
  private static final WorkloadEstimate CHAT = WorkloadEstimate.of(ChatDesign.design(), null, 730);

  private static final SortKeyAccess MESSAGES = SortKeyAccess.LATEST.under("MESSAGE#");

  @Test
  void aTableHasAScenarioWithTheTrafficOfEachRequest() {
    Zipf rooms = new Zipf(10_000, 1);
    assertThat(HeatScenarios.of(CHAT, null).get(0))
        .isEqualTo(
            new HeatScenario(
                "Chat",
                OnDemand.NEW,
                false,
                10_110_000.0 * 497,
                0,
                List.of(
                    room("send a message", rooms, MESSAGES, 1_000, 0, 200),
                    room(
                        "send a message",
                        rooms,
                        SortKeyAccess.ONE_ITEM.under("METADATA"),
                        1,
                        0,
                        200),
                    room("newest messages", rooms, MESSAGES, 1_000, 1_400, 0),
                    new KeyTraffic(
                        "join a room",
                        "USER#{}",
                        new Uniform(10_000),
                        SortKeyAccess.SPREAD.under("ROOM#"),
                        10,
                        0,
                        10))));
  }

  @Test
  void aGlobalIndexHasAScenarioOfItsOwn() {
    assertThat(HeatScenarios.of(CHAT, null)).hasSize(2);
    assertThat(HeatScenarios.of(CHAT, null).get(1))
        .isEqualTo(
            new HeatScenario(
                "Chat.GSI1",
                OnDemand.NEW,
                false,
                100_000.0 * 200,
                0,
                List.of(
                    new KeyTraffic(
                        "join a room",
                        "ROOMS#{}",
                        new Uniform(10_000),
                        SortKeyAccess.LATEST,
                        10,
                        0,
                        10),
                    new KeyTraffic(
                        "rooms by date",
                        "ROOMS#{}",
                        new Uniform(10_000),
                        SortKeyAccess.SPREAD,
                        10,
                        0.5 / 3_600,
                        0))));
  }

  private static KeyTraffic room(
      String pattern, Zipf rooms, SortKeyAccess access, double items, double reads, double writes) {
    return new KeyTraffic(pattern, "ROOM#{}", rooms, access, items, reads, writes);
  }

  /** A tenth of all writes goes to the most frequent of 10,000 rooms: 1 / (1 + 1/2 + 1/3 + ...). */
  @Test
  void theMostFrequentRoomThrottlesFirst() {
    HeatScenario chat = HeatScenarios.of(CHAT, null).get(0);

    HeatReport report = HeatSimulation.run(chat, Run.minutes(10), HeatModel.DEFAULT);

    double harmonic = 0;
    for (int i = 1; i <= 10_000; i++) {
      harmonic += 1.0 / i;
    }
    assertThat(report.timeline().firstThrottle()).isNull();
    assertThat(report.settled().key()).isEqualTo("ROOM#{} (1)");
    assertThat(report.settled().cause()).isEqualTo(ThrottleCause.PARTITION_READS);
    assertThat(report.settled().factor()).isCloseTo(3_000 / (1_400 / harmonic), within(1e-9));
    assertThat(report.hottest().get(0).key()).isEqualTo("ROOM#{} (1)");
  }
}
