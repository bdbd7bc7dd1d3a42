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
