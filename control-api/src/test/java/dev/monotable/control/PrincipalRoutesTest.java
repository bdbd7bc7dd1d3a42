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
  void whatIsAllowedAndNeverUsedIsReported() throws Exception {
    String database = create("{}");
    createTable(database);
    String policy =
        "{\\\"Version\\\":\\\"2012-10-17\\\",\\\"Statement\\\":[{\\\"Sid\\\":\\\"Own\\\",\\\"Effect\\\":"
            + "\\\"Allow\\\",\\\"Action\\\":[\\\"dynamodb:Scan\\\",\\\"dynamodb:*TimeToLive\\\"],"
            + "\\\"Resource\\\":\\\"*\\\"}]}";
    String path = "/databases/" + database + "/principals";
    String key = key(post(path, "{\"name\":\"reader\",\"policies\":[\"" + policy + "\"]}"));
    dynamo(key, "Scan", "{\"TableName\":\"Things\"}");
    dynamo(key, "DeleteTable", "{\"TableName\":\"Things\"}"); // denied, so not a use

    assertThat(get(path + "/" + key))
        .isEqualTo(
            new Answer(
                200,
                "{\"accessKeyId\":\""
                    + key
                    + "\",\"arn\":\"arn:aws:iam::000000000000:user/reader\","
                    + "\"used\":[{\"action\":\"dynamodb:Scan\",\"resource\":"
                    + "\"arn:aws:dynamodb:us-east-1:000000000000:table/Things\"}],"
                    + "\"unused\":[{\"statement\":\"statement Own at policies[0]:1:38\","
                    + "\"actions\":[\"dynamodb:DescribeTimeToLive\",\"dynamodb:UpdateTimeToLive\"]}],"
                    + "\"draft\":\"{\\n  \\\"Version\\\": \\\"2012-10-17\\\",\\n  \\\"Statement\\\": [\\n"
                    + "    {\\n      \\\"Effect\\\": \\\"Allow\\\",\\n      \\\"Action\\\": [\\n"
                    + "        \\\"dynamodb:Scan\\\"\\n      ],\\n      \\\"Resource\\\":"
                    + " \\\"arn:aws:dynamodb:us-east-1:000000000000:table/Things\\\"\\n"
                    + "    }\\n  ]\\n}\\n\"}"));
    assertThat(get("/databases/" + database + "/report?format=markdown").body())
        .contains(
            "### Allowed and never used\n\n- `arn:aws:iam::000000000000:user/reader`, statement Own"
                + " at policies\\[0\\]:1:38: dynamodb:DescribeTimeToLive,"
                + " dynamodb:UpdateTimeToLive\n");

    dynamo(key, "DescribeTimeToLive", "{\"TableName\":\"Things\"}");
    post(path, "{}"); // may do everything, so no policy is too wide
    assertThat(get("/databases/" + database + "/report").body())
        .contains("Allowed and never used", "dynamodb:UpdateTimeToLive")
        .doesNotContain("dynamodb:DescribeTimeToLive", "dynamodb:PutItem");

    send("DELETE", path + "/" + key, null, Map.of());
    assertThat(get("/databases/" + database + "/report").body())
        .doesNotContain("Allowed and never used");
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
  void aPolicyCanUseTagsAndOtherKeysOfItsPrincipal() throws Exception {
    createTable("any");
    String policy =
        "{\\\"Version\\\":\\\"2012-10-17\\\",\\\"Statement\\\":{\\\"Effect\\\":\\\"Allow\\\","
            + "\\\"Action\\\":\\\"dynamodb:GetItem\\\",\\\"Resource\\\":\\\"*\\\",\\\"Condition\\\":"
            + "{\\\"ForAllValues:StringEquals\\\":{\\\"dynamodb:LeadingKeys\\\":"
            + "\\\"${aws:PrincipalTag/kind}#${cognito-identity.amazonaws.com:sub}\\\"}}}}";
    String key =
        key(
            post(
                "/databases/default/principals",
                "{\"policies\":[\""
                    + policy
                    + "\"],\"tags\":{\"kind\":\"USER\"},"
                    + "\"context\":{\"cognito-identity.amazonaws.com:sub\":\"7\"}}"));

    assertThat(getThing(key, "USER#7")).isEqualTo(new Answer(200, "{}"));
    assertThat(getThing(key, "USER#8").body()).contains("AccessDeniedException");
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
