package dev.monotable.design.published;

import static dev.monotable.design.published.Flaw.flaw;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.finding.Finding;
import dev.monotable.design.published.Flaw.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that advice names keys, indexes, attributes and what they save. */
class AdviceTest {
  private static final Map<String, String> EXPECTED =
      Map.of(
          "TYPEDORM_HR: a user by email with a Scan",
          "Add an index with the partition key email, and query it with email = {}: at"
              + " 1,000,000 items 0.5 instead of 33,558.5 read units a request",
          "TICKETS: free seats by a filter",
          "Add an index with the partition key PK and the sort key holder; it holds only the items"
              + " with holder. Query it with PK = EVENT#{}: in an item collection of 1,000 items"
              + " 0.5 instead of 14 read units a request",
          "DEVICES: escalations with a filter",
          "Query DeviceLog.GSI2 with EscalatedTo = {}, if the order by LogDate is not needed: in an"
              + " item collection of 1,000 items 0.5 instead of 13 read units a request",
          "LEADERBOARD: the index lacks what is read then",
          "Add TopScoreDateTime to the projection of GameScores.GameTitleIndex: 0.5 instead of 2"
              + " read units a request, $0.063 instead of $0.250 for a million in us-east-1",
          "ONETABLE_SAAS: user and usergroup",
          "End the prefix with its delimiter: begins_with(sk, user:)",
          "RELATIONAL: a prefix in lower case",
          "What is written with PK = HR-EMPLOYEE{} has SK = EMPLOYEE{} or QUOTA-{}",
          "COMPLAINTS: an index by state of which only the waiting are read",
          "Give the index a partition key attribute of its own, such as current_stateIndexed, and"
              + " write it only while current_state = waiting; 65 % of the entries are then neither"
              + " written nor stored: 2.55 instead of 3.2 write units a request, $1.59 instead of"
              + " $2.00 for a million in us-east-1",
          "ONETABLE_SAAS: an update in a transaction of one",
          "Send the action as a request of its own: 1.5 instead of 3 write units a request, $0.938"
              + " instead of $1.88 for a million in us-east-1",
          "TYPEDORM_HR: an email is taken after a look",
          "Put with the ConditionExpression attribute_not_exists(PK), without the GetItem before"
              + " it",
          "PAYMENTS: subscriptions are read consistently, long after they were written",
          "Leave out ConsistentRead: 0.5 instead of 1 read unit a request, $0.063 instead of $0.125"
              + " for a million in us-east-1");

  private static List<Flaw> flaws() {
    return Stream.of(PublishedDesign.values()).flatMap(design -> design.flaws().stream()).toList();
  }

  @Test
  void adviceNamesTheKeyConditionTheIndexAndWhatItSaves() throws Exception {
    Map<String, String> advice = new TreeMap<>();
    for (Flaw flaw : flaws()) {
      if (EXPECTED.containsKey(flaw.toString())) {
        List<String> before =
            Flaw.none(flaw.design()).findings(Mode.NONE).stream().map(Flaw::line).toList();
        for (Finding finding : flaw.findings(Mode.NONE)) {
          if (!before.contains(Flaw.line(finding)) && finding.advice() != null) {
            advice.put(flaw.toString(), finding.advice());
          }
        }
      }
    }

    assertThat(advice).isEqualTo(new TreeMap<>(EXPECTED));
  }

  /** The first requests of the form may be without the flaw; the evidence shows those with it. */
  @Test
  void evidenceShowsTheRequestsWithTheFlaw() throws Exception {
    Flaw flaw =
        flaw("most bookings are discarded", "filter-discards-most")
            .in(PublishedDesign.BANKING)
            .after(
                app -> {
                  for (int least : new int[] {-9, -9, -9, -9, 0, 0, 0, 0, 0}) {
                    app.pause();
                    app.find(
                        "PK = {} AND begins_with(SK, 'TX#')",
                        query -> query.filterExpression("amount > {}"),
                        GuideDesigns.account(least < 0 ? 1 : 2),
                        least < 0 ? -9 : 5);
                  }
                });

    List<String> shown = new ArrayList<>();
    for (Finding finding : flaw.findings(Mode.NONE)) {
      if (finding.id().equals("filter-discards-most")) {
        finding.evidence().forEach(each -> shown.add(each.text()));
      }
    }

    assertThat(shown)
        .hasSize(3)
        .allSatisfy(text -> assertThat(text).contains("filter amount > 5: 0 of "));
  }
}
