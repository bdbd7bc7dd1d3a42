package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContributorRoutesTest extends ControlFixture {
  @Test
  void theMostAccessedKeysComeFirst() throws Exception {
    String key = create("{}");
    String contributors = "/databases/" + key + "/contributors";
    createTable(key);
    assertThat(
            dynamo(
                    key,
                    "UpdateContributorInsights",
                    "{\"TableName\":\"Things\",\"ContributorInsightsAction\":\"ENABLE\"}")
                .status())
        .isEqualTo(200);
    putThing(key, "a");
    putThing(key, "b");
    putThing(key, "b");

    assertThat(get(contributors + "?table=Things&count=1"))
        .isEqualTo(
            new Answer(
                200,
                "{\"table\":\"Things\",\"accessedPartitionKeys\":"
                    + "[{\"key\":{\"PK\":{\"S\":\"b\"}},\"count\":2}],\"accessedKeys\":[],"
                    + "\"throttledPartitionKeys\":[],\"throttledKeys\":[]}"));
  }

  @Test
  void metricsHaveTheMostAccessedAndThrottledKeys() throws Exception {
    for (String key : new String[] {create("{}"), create("{}")}) {
      patch("/databases/" + key + "/clock", "{\"frozen\":true}");
      createTable(key);
      change(key, "UpdateContributorInsights", "\"ContributorInsightsAction\":\"ENABLE\"");
      change(key, "UpdateTable", "\"OnDemandThroughput\":{\"MaxWriteRequestUnits\":1}");
      putThing(key, "a");
      patch("/databases/" + key + "/throttling", "{\"enabled\":true}");
      for (int i = 0; i < 301; i++) {
        putThing(key, "b"); // those of this second, and the burst
      }
      String item = "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"b\"}}}";
      assertThat(dynamo(key, "PutItem", item).status()).isEqualTo(400);
    }

    assertThat(get("/metrics").body().lines())
        .filteredOn(line -> line.startsWith("monotable_contributor"))
        .containsExactly(
            "monotable_contributor_capacity_units{index=\"\","
                + "key=\"{\\\"PK\\\":{\\\"S\\\":\\\"a\\\"}}\",table=\"Things\"} 2.0",
            "monotable_contributor_capacity_units{index=\"\","
                + "key=\"{\\\"PK\\\":{\\\"S\\\":\\\"b\\\"}}\",table=\"Things\"} 602.0",
            "monotable_contributor_throttled_requests{index=\"\","
                + "key=\"{\\\"PK\\\":{\\\"S\\\":\\\"b\\\"}}\",table=\"Things\"} 2.0");
  }

  @Test
  void metricsHaveABoundedNumberOfKeysOfBoundedLength() throws Exception {
    String key = create("{}");
    createTable(key);
    change(key, "UpdateContributorInsights", "\"ContributorInsightsAction\":\"ENABLE\"");
    for (int i = 0; i < 20; i++) {
      putThing(key, "k" + i);
    }
    for (int i = 0; i < 3; i++) {
      putThing(key, "long" + i + "x".repeat(1000));
      putThing(key, "long" + i + "x".repeat(1000));
    }

    assertThat(get("/metrics").body().lines())
        .filteredOn(line -> line.startsWith("monotable_contributor"))
        .hasSize(10)
        .allMatch(line -> line.length() < 250)
        .anyMatch(line -> line.contains("long2"));
  }

  private void change(String key, String operation, String members) throws Exception {
    assertThat(dynamo(key, operation, "{\"TableName\":\"Things\"," + members + "}").status())
        .isEqualTo(200);
  }

  @Test
  void aTableWithoutContributorInsightsHasNoContributors() throws Exception {
    String key = create("{}");
    createTable(key);
    putThing(key, "a");

    assertThat(get("/databases/" + key + "/contributors?table=Things"))
        .isEqualTo(
            new Answer(
                200,
                "{\"table\":\"Things\",\"accessedPartitionKeys\":[],\"accessedKeys\":[],"
                    + "\"throttledPartitionKeys\":[],\"throttledKeys\":[]}"));
  }

  @Test
  void theTableIsRequiredAndHasToExist() throws Exception {
    String contributors = "/databases/" + create("{}") + "/contributors";

    assertThat(get(contributors))
        .isEqualTo(
            new Answer(400, "{\"error\":\"InvalidRequest\",\"message\":\"'table' is required\"}"));
    assertThat(get(contributors + "?table=Things").status()).isEqualTo(400);
  }
}
