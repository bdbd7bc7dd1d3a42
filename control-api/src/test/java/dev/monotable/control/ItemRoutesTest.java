package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ItemRoutesTest extends ControlFixture {
  private String key;
  private String path;

  @BeforeEach
  void createDatabase() throws Exception {
    key = create("{}");
    path = "/databases/" + key + "/describe-item";
    String table =
        "{\"TableName\":\"Books\",\"BillingMode\":\"PAY_PER_REQUEST\",\"KeySchema\":"
            + "[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":"
            + "[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},"
            + "{\"AttributeName\":\"year\",\"AttributeType\":\"N\"},"
            + "{\"AttributeName\":\"author\",\"AttributeType\":\"S\"}],\"GlobalSecondaryIndexes\":["
            + index("ByAuthor", "author", "\"KEYS_ONLY\"")
            + ","
            + index("ByYear", "year", "\"INCLUDE\",\"NonKeyAttributes\":[\"title\"]")
            + "]}";
    assertThat(dynamo(key, "CreateTable", table).status()).isEqualTo(200);
    assertThat(
            dynamo(
                    key,
                    "UpdateTimeToLive",
                    "{\"TableName\":\"Books\",\"TimeToLiveSpecification\":"
                        + "{\"AttributeName\":\"expires\",\"Enabled\":true}}")
                .status())
        .isEqualTo(200);
  }

  private static String index(String name, String attribute, String projection) {
    return "{\"IndexName\":\""
        + name
        + "\",\"KeySchema\":[{\"AttributeName\":\""
        + attribute
        + "\",\"KeyType\":\"HASH\"}],\"Projection\":{\"ProjectionType\":"
        + projection
        + "}}";
  }

  private static String wanted(String pk) {
    return "{\"table\":\"Books\",\"key\":{\"PK\":{\"S\":\"" + pk + "\"}}}";
  }

  @Test
  void anItemIsDescribedWithItsIndexEntriesAndTimeToLive() throws Exception {
    String item =
        "{\"PK\":{\"S\":\"a\"},\"title\":{\"S\":\"t\"},\"year\":{\"N\":\"1965\"},"
            + "\"expires\":{\"N\":\"1767225600.5\"}}";
    dynamo(key, "PutItem", "{\"TableName\":\"Books\",\"Item\":" + item + "}");

    assertThat(post(path, wanted("a")))
        .isEqualTo(
            new Answer(
                200,
                "{\"item\":"
                    + item
                    + ",\"bytes\":30,\"indexEntries\":[{\"index\":\"ByAuthor\",\"bytes\":0},"
                    + "{\"index\":\"ByYear\",\"entry\":{\"PK\":{\"S\":\"a\"},\"year\":{\"N\":\"1965\"},"
                    + "\"title\":{\"S\":\"t\"}},\"bytes\":16}],\"expires\":\"2026-01-01T00:00:00Z\"}"));
  }

  @Test
  void whatDoesNotExistIsReported() throws Exception {
    assertThat(post(path, wanted("b")).body())
        .isEqualTo(
            "{\"bytes\":0,\"indexEntries\":[{\"index\":\"ByAuthor\",\"bytes\":0},"
                + "{\"index\":\"ByYear\",\"bytes\":0}]}");
    assertThat(post(path, wanted("b").replace("Books", "Nothing")))
        .isEqualTo(new Answer(404, error("UnknownTable", "There is no table 'Nothing'")));
    assertThat(post(path, "{\"table\":\"Books\",\"key\":{\"X\":{\"S\":\"b\"}}}"))
        .isEqualTo(
            new Answer(
                400,
                error(
                    "ValidationException", "The provided key element does not match the schema")));
  }

  @Test
  void theHistoryIsThatOfTheWindowOfRecovery() throws Exception {
    String history = wanted("a").replace("}}}", "}},\"history\":true}");
    assertThat(post(path, history).body()).doesNotContain("history");
    dynamo(key, "PutItem", "{\"TableName\":\"Books\",\"Item\":{\"PK\":{\"S\":\"a\"}}}");
    dynamo(
        key,
        "UpdateContinuousBackups",
        "{\"TableName\":\"Books\",\"PointInTimeRecoverySpecification\":"
            + "{\"PointInTimeRecoveryEnabled\":true}}");
    advance();
    dynamo(
        key,
        "PutItem",
        "{\"TableName\":\"Books\",\"Item\":{\"PK\":{\"S\":\"a\"},\"title\":{\"S\":\"t\"}}}");
    advance();
    dynamo(key, "PutItem", "{\"TableName\":\"Books\",\"Item\":{\"PK\":{\"S\":\"b\"}}}");
    advance();
    dynamo(key, "DeleteItem", "{\"TableName\":\"Books\",\"Key\":{\"PK\":{\"S\":\"a\"}}}");

    assertThat(post(path, history))
        .isEqualTo(
            new Answer(
                200,
                "{\"bytes\":0,\"indexEntries\":[{\"index\":\"ByAuthor\",\"bytes\":0},"
                    + "{\"index\":\"ByYear\",\"bytes\":0}],\"history\":{\"earliest\":"
                    + "\"2026-01-01T00:00:00Z\",\"versions\":["
                    + "{\"since\":\"2026-01-01T00:00:03Z\"},"
                    + "{\"since\":\"2026-01-01T00:00:01Z\",\"item\":{\"PK\":{\"S\":\"a\"},"
                    + "\"title\":{\"S\":\"t\"}}},"
                    + "{\"since\":\"2026-01-01T00:00:00Z\",\"item\":{\"PK\":{\"S\":\"a\"}}}],"
                    + "\"complete\":true}}"));
  }

  private void advance() throws Exception {
    patch("/databases/" + key + "/clock", "{\"advance\":\"PT1S\"}");
  }

  @Test
  void nobodyObservesTheRead() throws Exception {
    get("/databases/" + key + "/requests");
    post(path, wanted("a"));

    assertThat(get("/databases/" + key + "/requests").body())
        .isEqualTo("{\"requests\":[],\"dropped\":0,\"since\":\"2026-01-01T00:00:00Z\"}");
  }
}
