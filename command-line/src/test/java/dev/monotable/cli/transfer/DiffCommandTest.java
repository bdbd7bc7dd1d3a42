package dev.monotable.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DiffCommandTest extends EndpointsFixture {
  @TempDir Path directory;

  @Test
  void differencesOfTablesAreListed() {
    createChat(left);
    createPlain(right, "Chat2");
    createPlain(left, "Same");
    createPlain(right, "Same");
    put(left, "Same", "{\"PK\":{\"S\":\"a\"},\"s\":{\"SS\":[\"x\",\"y\"]},\"n\":{\"N\":\"1\"}}");
    put(right, "Same", "{\"n\":{\"N\":\"1.0\"},\"PK\":{\"S\":\"a\"},\"s\":{\"SS\":[\"y\",\"x\"]}}");
    put(left, "Same", "{\"PK\":{\"S\":\"b\"},\"n\":{\"N\":\"1\"}}");
    put(right, "Same", "{\"PK\":{\"S\":\"b\"},\"n\":{\"N\":\"2\"}}");
    put(left, "Same", "{\"PK\":{\"S\":\"c\"}}");
    put(right, "Same", "{\"PK\":{\"S\":\"d\"}}");

    assertThat(run(new DiffCommand(), leftUrl(), rightUrl())).isEqualTo(1);

    assertThat(printed(out))
        .isEqualTo(
            """
            Chat: only at LEFT
            Chat2: only at RIGHT
            Same: the item {"PK":{"S":"b"}} differs
              < {"PK":{"S":"b"},"n":{"N":"1"}}
              > {"PK":{"S":"b"},"n":{"N":"2"}}
            Same: only at RIGHT: {"PK":{"S":"d"}}
            Same: only at LEFT: {"PK":{"S":"c"}}
            3 tables, 5 differences
            """);
    assertThat(run(new DiffCommand(), leftUrl(), rightUrl(), "--table=Same", "--most=0"))
        .isEqualTo(1);
    assertThat(printed(out)).isEqualTo("Same: 3 more items differ\n1 tables, 3 differences\n");
  }

  @Test
  void aTableThatExistsNowhereIsAnError() {
    assertThat(run(new DiffCommand(), leftUrl(), rightUrl(), "--table=Lost")).isEqualTo(2);
    assertThat(printed(err)).isEqualTo("monotable: the table Lost exists at neither endpoint\n");
  }

  @Test
  void differencesOfDefinitionsAreListed() {
    createChat(left);
    createPlain(right, "Chat");

    assertThat(run(new DiffCommand(), leftUrl(), rightUrl(), "--schema-only")).isEqualTo(1);

    assertThat(printed(out))
        .startsWith(
            """
            Chat: AttributeDefinitions differs
              < [{"AttributeName":"GSI1PK","AttributeType":"B"},{"AttributeName":"LSI1SK","AttributeType":"S"},{"AttributeName":"PK","AttributeType":"S"},{"AttributeName":"SK","AttributeType":"N"}]
              > [{"AttributeName":"PK","AttributeType":"S"}]
            Chat: KeySchema differs
              < [{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}]
              > [{"AttributeName":"PK","KeyType":"HASH"}]
            """)
        .contains(
            """
            Chat: BillingMode differs
              < PROVISIONED
              > PAY_PER_REQUEST
            """)
        .endsWith(
            """
            Chat: Tags differs
              < [{"Key":"team","Value":"chat"}]
              > none
            Chat: TimeToLive differs
              < expires
              > none
            1 tables, 10 differences
            """);
  }

  @Test
  void requestsAreReplayed() throws Exception {
    createPlain(left, "Same");
    createPlain(right, "Same");
    put(left, "Same", "{\"PK\":{\"S\":\"a\"}}");
    Path file =
        Files.writeString(
            directory.resolve("requests.jsonl"),
            """
            {"operation":"ListTables","request":{}}
            {"operation":"GetItem","request":{"TableName":"Same","Key":{"PK":{"S":"a"}}}}
            {"operation":"PutItem","request":{"TableName":"Same","Item":{"PK":{"S":"z"}},"ConditionExpression":"attribute_not_exists(PK)"}}
            {"operation":"PutItem","request":{"TableName":"Same","Item":{"PK":{"S":"z"}},"ConditionExpression":"attribute_not_exists(PK)"}}
            {"operation":"DescribeTable","request":{"TableName":"Lost"}}
            """);

    assertThat(run(new DiffCommand(), "--requests", file.toString(), leftUrl(), rightUrl()))
        .isEqualTo(1);
    assertThat(printed(out))
        .isEqualTo(
            file
                + """
                :2:1: GetItem {"Key":{"PK":{"S":"a"}},"TableName":"Same"}
                  < {"Item":{"PK":{"S":"a"}}}
                  > {}
                5 requests, 1 differences
                """);

    Files.writeString(file, "{\"operation\":\"Lunch\",\"request\":{}}\n");
    assertThat(run(new DiffCommand(), "--requests", file.toString(), leftUrl(), rightUrl()))
        .isEqualTo(2);
    assertThat(printed(err))
        .isEqualTo("monotable: " + file + ":1:1: an unknown operation: Lunch\n");
  }
}
