package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegionRoutesTest extends ControlFixture {
  private static final String REPLICA =
      "{\"TableName\":\"Things\",\"ReplicaUpdates\":[{\"Create\":{\"RegionName\":\"eu-west-1\"}}]}";

  private static final String STRONG =
      "{\"TableName\":\"Things\",\"MultiRegionConsistency\":\"STRONG\","
          + "\"ReplicaUpdates\":[{\"Create\":{\"RegionName\":\"us-east-2\"}}],"
          + "\"GlobalTableWitnessUpdates\":[{\"Create\":{\"RegionName\":\"us-west-2\"}}]}";
  private static final String DELETION = "{\"TableName\":\"Things\",\"Key\":" + item("b") + "}";

  @Test
  void aTestPausesCutsAndResumesTheReplicationOfATable() throws Exception {
    String key = create("{}");
    String replication = "/databases/" + key + "/replication";
    createTable(key);
    assertThat(dynamo(key, "UpdateTable", REPLICA).status()).isEqualTo(200);

    assertThat(get("/databases/" + key + "/regions").body())
        .isEqualTo(
            "{\"regions\":[{\"region\":\"us-east-1\",\"id\":\""
                + key
                + "\"},{\"region\":\"eu-west-1\",\"id\":\""
                + key
                + "@eu-west-1\"}]}");
    assertThat(
            patch(
                    replication,
                    "{\"source\":\"us-east-1\",\"target\":\"eu-west-1\",\"paused\":true,"
                        + "\"delay\":\"PT2S\"}")
                .body())
        .isEqualTo(links("\"paused\":true,\"cut\":false,\"delay\":\"PT2S\",\"pending\":0"));
    putThing(key, "a");
    assertThat(get(replication).body())
        .isEqualTo(links("\"paused\":true,\"cut\":false,\"delay\":\"PT2S\",\"pending\":1"));
    assertThat(patch(replication, "{\"paused\":false,\"deliver\":true}").body())
        .isEqualTo(links("\"paused\":false,\"cut\":false,\"delay\":\"PT2S\",\"pending\":0"));
    assertThat(get("/databases/" + key + "%40eu-west-1").body()).contains("\"items\":1");
    assertThat(patch(replication, "{\"delay\":\"PT0S\",\"cut\":\"eu-west-1\"}").body())
        .contains("\"cut\":true");
    assertThat(patch(replication, "{\"reconnect\":\"eu-west-1\"}").body())
        .doesNotContain("\"cut\":true");
  }

  /** Returns the state of both directions; the first is as at the beginning. */
  private static String links(String second) {
    return "{\"links\":[{\"source\":\"eu-west-1\",\"target\":\"us-east-1\",\"paused\":false,\"cut\":false,"
        + "\"delay\":\"PT0S\",\"pending\":0},{\"source\":\"us-east-1\",\"target\":\"eu-west-1\","
        + second
        + "}]}";
  }

  @Test
  void aRegionWithoutAQuorumFails() throws Exception {
    String key = create("{}");
    String replication = "/databases/" + key + "/replication";
    createTable(key);
    assertThat(dynamo(key, "UpdateTable", STRONG).status()).isEqualTo(200);
    putThing(key, "a");

    assertThat(patch(replication, "{\"cut\":\"us-east-2\"}").status()).isEqualTo(200);
    putThing(key, "b");
    assertThat(get(replication).body()).contains("\"target\":\"us-east-2\"", "\"pending\":1");
    assertThat(patch(replication, "{\"cut\":\"us-west-2\"}").status())
        .isEqualTo(200); // the witness
    assertThat(dynamo(key, "DeleteItem", DELETION).status()).isEqualTo(500);
    assertThat(patch(replication, "{\"reconnect\":\"us-west-2\"}").status()).isEqualTo(200);
    assertThat(dynamo(key, "DeleteItem", DELETION).status()).isEqualTo(200);
    assertThat(patch(replication, "{\"paused\":false}").body()).doesNotContain("\"cut\":true");
    assertThat(get(replication).body()).doesNotContain("\"pending\":1");
  }

  @Test
  void aDatabaseIsCreatedWithRegions() throws Exception {
    String key = create("{\"regions\":[\"eu-west-1\"]}");
    createTable(key);

    assertThat(get("/databases/" + key + "%40eu-west-1").body()).contains("\"tables\":[]");
    assertThat(post("/databases/" + key + "/regions", "{\"region\":\"ap-east-1\"}").body())
        .isEqualTo("{\"region\":\"ap-east-1\",\"id\":\"" + key + "@ap-east-1\"}");
  }

  @Test
  void aDatabaseIsCreatedWithTheReplicasOfAFile() throws Exception {
    String schema =
        "{\"schema\":{\"t.yaml\":\"TableName: Things\\nBillingMode: PAY_PER_REQUEST\\n"
            + "KeySchema: [{AttributeName: PK, KeyType: HASH}]\\n"
            + "AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]\\n"
            + "ReplicaUpdates: [{Create: {RegionName: eu-west-1}}]\"},"
            + "\"seed\":{\"Things.json\":\"[{\\\"PK\\\": \\\"a\\\"}]\"}}";
    String key = create(schema);
    String european = get("/databases/" + key + "%40eu-west-1").body();
    assertThat(european).contains("\"items\":1");

    putThing(key, "b");
    assertThat(post("/databases/" + key + "/reset", "").status()).isEqualTo(204);
    assertThat(get("/databases/" + key + "%40eu-west-1").body()).contains("\"items\":1");
  }

  @Test
  void anUnknownRegionIsRejected() throws Exception {
    String key = create("{}");

    assertThat(post("/databases/" + key + "/regions", "{\"region\":\"?\"}").status())
        .isEqualTo(400);
    assertThat(patch("/databases/" + key + "/replication", "{\"cut\":\"eu-west-1\"}").status())
        .isEqualTo(400);
    assertThat(patch("/databases/" + key + "/replication", "{\"source\":\"eu-west-1\"}").body())
        .contains("'source' and 'target' need each other");
  }
}
