package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseRoutesTest extends ControlFixture {
  @Test
  void aDatabaseIsSeenByItsAccessKeyAlone() throws Exception {
    Answer created = post("/databases", null);
    String key = created.body().replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");

    assertThat(created)
        .isEqualTo(
            new Answer(
                201,
                "{\"id\":\"KEY\",\"accessKeyId\":\"KEY\",\"secretAccessKey\":\"monotable\","
                        .replace("KEY", key)
                    + "\"region\":\"us-east-1\",\"endpoint\":\"http://127.0.0.1:"
                    + endpoint().getPort()
                    + "\"}"));
    assertThat(key).matches("MTDB[A-Z2-7]{16}");
    createTable(key);
    putThing(key, "a");
    assertThat(getThing(key, "a")).isEqualTo(found("a"));
    assertThat(getThing("any", "a").status()).isEqualTo(400);
  }

  @Test
  void aForkBeginsWithTheDataOfItsOriginal() throws Exception {
    String original = create("{}");
    createTable(original);
    putThing(original, "a");
    String fork = create("{\"from\":\"" + original + "\"}");
    putThing(fork, "b");
    putThing(original, "c");

    assertThat(getThing(fork, "a")).isEqualTo(found("a"));
    assertThat(getThing(original, "b")).isEqualTo(NOTHING);
    assertThat(getThing(fork, "c")).isEqualTo(NOTHING);
    assertThat(post("/databases/" + fork + "/reset", null)).isEqualTo(new Answer(204, ""));
    assertThat(getThing(fork, "b")).isEqualTo(NOTHING);
    assertThat(getThing(fork, "a")).isEqualTo(found("a"));
  }

  @Test
  void aDatabaseBeginsWithItsFiles() throws Exception {
    String key =
        create(
            """
            {"region": "eu-west-1",
             "schema": {"app.yaml": "Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {\
            TableName: Things, BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: \
            PK, AttributeType: S}], KeySchema: [{AttributeName: PK, KeyType: HASH}]}}}"},
             "seed": {"Things.json": "[{\\"PK\\": \\"a\\"}]"}}
            """);

    assertThat(getThing(key, "a")).isEqualTo(found("a"));
    putThing(key, "b");
    assertThat(post("/databases/" + key + "/reset", null)).isEqualTo(new Answer(204, ""));
    assertThat(get("/databases/" + key))
        .isEqualTo(
            new Answer(
                200,
                "{\"id\":\""
                    + key
                    + "\",\"region\":\"eu-west-1\",\"tables\":[{\"name\":\"Things\",\"items\":1,"
                    + "\"bytes\":3}]}"));
  }

  @Test
  void aSeedMayNameItsTable() throws Exception {
    String key = create("{}");
    createTable(key);
    dynamo(
        key,
        "CreateTable",
        "{\"TableName\":\"Others\",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":"
            + "[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":"
            + "[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}]}");
    String load = "/databases/" + key + "/load";

    assertThat(
            post(
                load,
                "{\"seed\":{\"Things=a.csv\":\"PK\\na\\n\","
                    + "\"Things=rows/b.csv\":\"PK\\nb\\n\",\"Others=a.csv\":\"PK\\nc\\n\"}}"))
        .isEqualTo(
            new Answer(
                200, "{\"tablesCreated\":0,\"itemsPut\":3,\"itemsDeleted\":0,\"notices\":[]}"));
    assertThat(getThing(key, "a")).isEqualTo(found("a"));
    assertThat(getThing(key, "b")).isEqualTo(found("b"));
    assertThat(post(load, "{\"seed\":{\"a.csv\":\"PK\\na\\n\"}}"))
        .isEqualTo(
            new Answer(
                422,
                error(
                    "InvalidFile",
                    "a.csv: the table of its items is unknown: give TABLE=FILE; the tables are"
                        + " Others, Things")));
    assertThat(post(load, "{\"seed\":{\"Things=\":\"PK\\na\\n\"}}"))
        .isEqualTo(new Answer(400, error("InvalidRequest", "'Things=' is not the name of a file")));
  }

  @Test
  void aNameLeadsToTheSameDatabaseAgain() throws Exception {
    String key = create("{\"name\":\"test-1\"}");
    Answer again = post("/databases", "{\"name\":\"test-1\"}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body()).contains("\"id\":\"" + key + "\",\"name\":\"test-1\"");
    assertThat(get("/databases"))
        .isEqualTo(
            new Answer(
                200,
                "{\"databases\":[{\"id\":\"default\",\"region\":\"us-east-1\"},{\"id\":\""
                    + key
                    + "\",\"name\":\"test-1\",\"region\":\"us-east-1\"}]}"));
  }

  @Test
  void aKeyThatHasEndedNeverSeesAnotherDatabase() throws Exception {
    String key = create("{}");
    assertThat(delete("/databases/" + key)).isEqualTo(new Answer(204, ""));
    assertThat(delete("/databases/" + key)).isEqualTo(new Answer(204, ""));

    assertThat(dynamo(key, "ListTables", "{}"))
        .isEqualTo(
            new Answer(
                400,
                "{\"__type\":\"com.amazon.coral.service#UnrecognizedClientException\",\"message\":"
                    + "\"The database of the access key "
                    + key
                    + " has ended, or never existed\"}"));
    assertThat(get("/databases/" + key))
        .isEqualTo(
            new Answer(
                404,
                error("UnknownDatabase", "There is no database '" + key + "', or it has ended")));
  }

  @Test
  void anUnusedDatabaseExpires() throws Exception {
    String key = create("{\"expireAfter\":\"30m\"}");
    for (int i = 0; i < 3; i++) {
      time.advance(Duration.ofSeconds(1));
      time.advance(Duration.ofMinutes(29));
      assertThat(dynamo(key, "ListTables", "{}").status()).isEqualTo(200);
    }
    time.advance(Duration.ofSeconds(1));
    time.advance(Duration.ofMinutes(30));

    assertThat(dynamo(key, "ListTables", "{}").status()).isEqualTo(400);
  }

  @Test
  void tooManyDatabasesAreAnErrorThatNamesTheOption() throws Exception {
    for (int i = 1; i < maxDatabases(); i++) {
      create("{}");
    }

    assertThat(post("/databases", "{}"))
        .isEqualTo(
            new Answer(
                409,
                error(
                    "LimitExceeded",
                    "Monotable has the maximum of 20 databases. Delete some, or start it with a"
                        + " larger --max-databases")));
  }

  @Test
  void theSharedDatabaseIsResetByItsNameOnly() throws Exception {
    createTable("any");
    assertThat(delete("/databases/default"))
        .isEqualTo(
            new Answer(
                409,
                error(
                    "NotDroppable",
                    "The database 'default' belongs to all access keys; POST .../reset empties"
                        + " it")));
    assertThat(post("/databases/default/reset", null)).isEqualTo(new Answer(204, ""));
    assertThat(dynamo("any", "ListTables", "{}")).isEqualTo(new Answer(200, "{\"TableNames\":[]}"));
  }

  @Test
  void allDatabasesAtOnceNeedTheToken() throws Exception {
    String key = create("{}");
    createTable("any");

    assertThat(delete("/databases").status()).isEqualTo(401);
    assertThat(send("DELETE", "/databases", null, Map.of("x-monotable-token", "wrong")).status())
        .isEqualTo(401);
    assertThat(send("DELETE", "/databases", null, Map.of("x-monotable-token", "secret")))
        .isEqualTo(new Answer(204, ""));
    assertThat(dynamo(key, "ListTables", "{}").status()).isEqualTo(400);
    assertThat(dynamo("any", "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
  }
}
