package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PrincipalRoutesTest extends ControlFixture {
  private static final String READER =
      "{\\\"Version\\\":\\\"2012-10-17\\\",\\\"Statement\\\":[{\\\"Effect\\\":\\\"Allow\\\","
          + "\\\"Action\\\":\\\"dynamodb:ListTables\\\",\\\"Resource\\\":\\\"*\\\"}]}";

  private static String key(Answer created) {
    return created.body().replaceFirst("\\{\"accessKeyId\":\"(\\w+)\".*", "$1");
  }

  @Test
  void policiesDecideAboutTheRequestsOfAPrincipal() throws Exception {
    String database = create("{}");
    createTable(database);
    Answer created =
        post(
            "/databases/" + database + "/principals",
            "{\"name\":\"reader\",\"policies\":[\"" + READER + "\"]}");
    String key = key(created);

    assertThat(created)
        .isEqualTo(
            new Answer(
                201,
                "{\"accessKeyId\":\""
                    + key
                    + "\",\"secretAccessKey\":\"monotable\",\"arn\":"
                    + "\"arn:aws:iam::000000000000:user/reader\",\"region\":\"us-east-1\","
                    + "\"endpoint\":\""
                    + endpoint()
                    + "\"}"));
    assertThat(dynamo(key, "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
    assertThat(dynamo(key, "Scan", "{\"TableName\":\"Things\"}").body())
        .contains("AccessDeniedException", "user/reader", "dynamodb:Scan");
    assertThat(dynamo(database, "Scan", "{\"TableName\":\"Things\"}").status()).isEqualTo(200);
    assertThat(get("/databases/" + database + "/principals").body())
        .isEqualTo(
            "{\"principals\":[{\"accessKeyId\":\""
                + key
                + "\",\"arn\":\"arn:aws:iam::000000000000:user/reader\"}]}");

    assertThat(
            send("DELETE", "/databases/" + database + "/principals/" + key, null, Map.of())
                .status())
        .isEqualTo(204);
    assertThat(dynamo(key, "ListTables", "{}").body()).contains("UnrecognizedClientException");
  }

  @Test
  void aPrincipalWithoutPoliciesMayDoEverything() throws Exception {
    createTable("any");
    String key = key(post("/databases/default/principals", "{\"role\":\"app\",\"name\":\"s\"}"));

    assertThat(dynamo(key, "Scan", "{\"TableName\":\"Things\"}").status()).isEqualTo(200);
    assertThat(get("/databases/default/principals").body())
        .contains("arn:aws:sts::000000000000:assumed-role/app/s");
  }

  @Test
  void thePolicyOfATableDecidesToo() throws Exception {
    createTable("any");
    String key = key(post("/databases/default/principals", "{}"));
    String policy =
        "{\\\"Statement\\\":{\\\"Effect\\\":\\\"Deny\\\",\\\"Principal\\\":\\\"*\\\","
            + "\\\"Action\\\":\\\"dynamodb:Scan\\\",\\\"Resource\\\":\\\"*\\\"}}";
    assertThat(
            dynamo(
                    key,
                    "PutResourcePolicy",
                    "{\"ResourceArn\":\"arn:aws:dynamodb:us-east-1:000000000000:table/Things\","
                        + "\"Policy\":\""
                        + policy
                        + "\"}")
                .status())
        .isEqualTo(200);

    assertThat(dynamo(key, "Scan", "{\"TableName\":\"Things\"}").body())
        .contains("AccessDeniedException", "with an explicit deny in a resource-based policy");
    assertThat(dynamo(key, "DescribeTable", "{\"TableName\":\"Things\"}").status()).isEqualTo(200);
  }

  @Test
  void anInvalidPolicyIsRejectedWithItsPlace() throws Exception {
    Answer answer =
        post("/databases/default/principals", "{\"policies\":[\"{\\\"Statement\\\": 1}\"]}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("policies[0]:1:");
    assertThat(get("/databases/default/principals").body()).isEqualTo("{\"principals\":[]}");
  }

  @Test
  void aKeyEndsWithItsDatabase() throws Exception {
    String database = create("{}");
    String key = key(post("/databases/" + database + "/principals", "{}"));
    assertThat(dynamo(key, "ListTables", "{}").status()).isEqualTo(200);

    send("DELETE", "/databases/" + database, null, Map.of());

    assertThat(dynamo(key, "ListTables", "{}").body()).contains("UnrecognizedClientException");
  }
}
