package dev.monotable.design.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.ledger.LedgerTotals;
import dev.monotable.design.ledger.PagingCounts;
import dev.monotable.design.ledger.ReadCounts;
import dev.monotable.design.ledger.RequestCounts;
import dev.monotable.design.ledger.RequestSamples;
import dev.monotable.design.ledger.WriteCounts;
import dev.monotable.design.load.PatternLoad.Surcharges;
import dev.monotable.design.load.StreamLoad.StreamReader;
import dev.monotable.design.load.UsageRate.Per;
import dev.monotable.design.model.Action;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.Traffic;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.IndexChange;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests how declared and observed loads become one. */
class WorkloadEstimateTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void aDeclaredDesignIsEstimatedFromItsSizes() {
    WorkloadEstimate estimate = WorkloadEstimate.of(ChatDesign.design(), null, 720);

    assertThat(estimate.workload().tables())
        .containsExactly(
            new TableLoad(
                "Chat",
                false,
                10_110_000,
                497, // (10,000,000 x 500 + 10,000 x 300 + 100,000 x 200) / 10,110,000
                List.of(new IndexLoad("GSI1", false, 100_000, 200)),
                null,
                new TableLoad.Features(
                    1,
                    true,
                    BigDecimal.ZERO,
                    BigDecimal.ZERO,
                    BigDecimal.ZERO,
                    List.of(new StreamLoad(StreamReader.LAMBDA, UsageRate.of(4, Per.SECOND))),
                    // 10,000,000 messages that live 365 days: 30 of them a month.
                    UsageRate.of("821917.8082191781", Per.MONTH))));
    assertThat(estimate.workload().patterns())
        .containsExactly(
            new PatternLoad(
                "send a message",
                rate("100.0", Per.SECOND),
                List.of(write(null, "2.0"), write(null, "2.0")),
                new Surcharges(true, false)),
            new PatternLoad(
                "newest messages",
                rate("400.0", Per.SECOND),
                // 50 x 500 bytes are 7 steps of 4 KB.
                List.of(read(null, "3.50")),
                Surcharges.NONE),
            new PatternLoad(
                "join a room",
                rate("10.0", Per.SECOND),
                List.of(write(null, "1"), write("GSI1", "1")),
                Surcharges.NONE),
            new PatternLoad(
                "rooms by date",
                rate("1.0", Per.HOUR),
                List.of(read("GSI1", "0.50")),
                Surcharges.NONE));
    assertThat(estimate.notes())
        .containsExactly("The stream of Chat is read by Lambda, as far as is known; that is free.");
  }

  @Test
  void onlyAPatternThatConsistsOfTransactionsIsTransactional() {
    Design chat = ChatDesign.design();
    DeclaredPattern send = chat.patterns().get(0);
    DeclaredPattern join = chat.patterns().get(2);
    DeclaredPattern mixed =
        new DeclaredPattern(
            "send and join",
            null,
            List.of(send.requests().get(0), join.requests().get(0)),
            send.traffic(),
            send.budget());
    Design design = new Design("Chat", null, chat.tables(), List.of(mixed), List.of());

    assertThat(WorkloadEstimate.of(design, null, 720).workload().patterns())
        .extracting(PatternLoad::surcharges)
        .containsExactly(Surcharges.NONE);
  }

  @Test
  void aTransactionOfStatementsCostsAsMuchAsOneOfActions() {
    Design chat = ChatDesign.design();
    DeclaredPattern send = chat.patterns().get(0);
    List<PatternRequest> statements = new ArrayList<>();
    for (PatternRequest request : send.requests()) {
      Shape shape = request.shape();
      statements.add(
          new PatternRequest(
              Shape.of(
                  "ExecuteTransaction",
                  shape.action(),
                  shape.table(),
                  null,
                  String.valueOf(shape.key())),
              request.times(),
              request.items()));
    }
    DeclaredPattern same =
        new DeclaredPattern(send.name(), null, statements, send.traffic(), send.budget());

    assertThat(load(chat, same)).isEqualTo(load(chat, send));
  }

  private static List<PatternLoad> load(Design chat, DeclaredPattern pattern) {
    Design design = new Design("Chat", null, chat.tables(), List.of(pattern), List.of());
    return WorkloadEstimate.of(design, null, 720).workload().patterns();
  }

  @Test
  void theLargerOfMeasuredAndDeclaredUnitsCounts() {
    Shape join = shape("PutItem", Action.PUT, "PK = USER#{} and SK = ROOM#{}");
    Shape declared = ChatDesign.design().patterns().get(1).requests().get(0).shape();
    Shape newest = declared.withKey(declared.key().shape());
    Ledger ledger =
        ledger(
            START.plusSeconds(1_000),
            written(
                join,
                4,
                List.of(
                    new ConsumedUnits("Chat", null, 0, 6),
                    new ConsumedUnits("Chat", "GSI1", 0, 2))),
            entry(newest, 10, List.of(new ConsumedUnits("Chat", null, 5, 0))));

    WorkloadEstimate estimate = WorkloadEstimate.of(ChatDesign.design(), ledger, 720);

    // A put consumes 1.5 units, more than its 200 bytes; half of the puts write an index entry.
    assertThat(estimate.workload().patterns().get(2).accesses())
        .isEqualTo(List.of(write(null, "1.5"), write("GSI1", "0.5")));
    // 50 messages of 500 bytes are 3.5 units, more than the half of the test's short messages.
    assertThat(estimate.workload().patterns().get(1).accesses())
        .isEqualTo(List.of(read(null, "3.5")));
    assertThat(estimate.notes())
        .contains(
            "By the declared sizes, requests consume more than was observed; the larger number"
                + " counts. A use of \"newest messages\": 3.5 instead of 0.5 units.");
    assertThat(
            WorkloadEstimate.observed(ChatDesign.design(), ledger, 720)
                .workload()
                .patterns()
                .get(1)
                .accesses())
        .isEqualTo(List.of(read(null, "0.5")));
  }

  @Test
  void aFrequencyIsNeverInvented() {
    Design declared = ChatDesign.design();
    DeclaredPattern join = declared.patterns().get(2);
    Design design =
        new Design(
            "Chat",
            null,
            declared.tables(),
            List.of(
                new DeclaredPattern(
                    join.name(), null, join.requests(), Traffic.UNKNOWN, join.budget())),
            List.of());
    Ledger ledger =
        ledger(
            START.plusSeconds(8),
            entry(
                shape("PutItem", Action.PUT, "PK = USER#{} and SK = ROOM#{}"),
                4,
                List.of(new ConsumedUnits("Chat", null, 0, 4))),
            entry(
                shape("GetItem", Action.GET, "PK = TEAM#{} and SK = PROFILE"),
                2,
                List.of(new ConsumedUnits("Chat", null, 1, 0))));

    WorkloadEstimate estimate = WorkloadEstimate.of(design, ledger, 720);

    assertThat(estimate.workload().patterns())
        .extracting(PatternLoad::rate)
        .containsExactly(rate("0", Per.MONTH), rate("0", Per.MONTH));
    assertThat(estimate.notes())
        .contains(
            "How often \"join a room\" runs is not declared, so it is in neither the cost nor the"
                + " heat. Declare it, such as frequency: 10/s.",
            "1 form of requests belongs to no access pattern. How often they run is not known, so"
                + " they are in neither the cost nor the heat.");
  }

  @Test
  void aLedgerAloneHasUnitsWithoutFrequencies() {
    Shape get = shape("GetItem", Action.GET, "PK = USER#{} and SK = PROFILE");
    Ledger observed =
        new Ledger(
            List.of(entry(get, 2, List.of(new ConsumedUnits("Chat", null, 1, 0)))),
            List.of(),
            ChatDesign.design().tables(),
            List.of(),
            List.of(),
            new LedgerTotals(2, START, START, Set.of(), 0, List.of()));

    WorkloadEstimate estimate = WorkloadEstimate.of(null, observed, 720);

    assertThat(estimate.workload().patterns())
        .containsExactly(
            new PatternLoad(
                "GetItem Chat PK = USER#{} and SK = PROFILE",
                rate("0", Per.MONTH),
                List.of(new AccessLoad("Chat", null, units("0.5"), units("0"))),
                Surcharges.NONE));
  }

  private static Shape shape(String operation, Action action, String key) {
    return Shape.of(operation, action, "Chat", null, key);
  }

  private static Ledger ledger(Instant to, LedgerEntry... entries) {
    return new Ledger(
        List.of(entries),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        new LedgerTotals(1, START, to, Set.of(), 0, List.of()));
  }

  private static LedgerEntry entry(Shape shape, long requests, List<ConsumedUnits> units) {
    return new LedgerEntry(
        shape,
        new RequestCounts(requests, requests, Map.of(), 0, 1, Map.of()),
        ReadCounts.NONE,
        PagingCounts.NONE,
        WriteCounts.NONE,
        units,
        RequestSamples.NONE);
  }

  /** Returns writes half of which added an entry to GSI1. */
  private static LedgerEntry written(Shape shape, long requests, List<ConsumedUnits> units) {
    LedgerEntry entry = entry(shape, requests, units);
    return new LedgerEntry(
        shape,
        entry.requests(),
        entry.reads(),
        entry.paging(),
        new WriteCounts(
            requests,
            requests,
            0,
            0,
            0,
            Map.of("GSI1", Map.of(IndexChange.Kind.ADDED, requests / 2))),
        units,
        RequestSamples.NONE);
  }

  private static UsageRate rate(String count, Per per) {
    return UsageRate.of(count, per);
  }

  private static AccessLoad read(String index, String units) {
    return AccessLoad.read("Chat", index, units(units));
  }

  private static AccessLoad write(String index, String units) {
    return AccessLoad.write("Chat", index, units(units));
  }

  private static BigDecimal units(String units) {
    return new BigDecimal(units);
  }
}
