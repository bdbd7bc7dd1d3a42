package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AliasesTest extends ControlFixture {
  @Test
  void concernTheDatabaseOfTheSigningKey() throws Exception {
    String key = create("{}");
    createTable(key);
    createTable("any");
    Map<String, String> signed = Map.of("Authorization", signature(key));

    assertThat(send("DELETE", ":/_aws/dynamodb/expired", null, signed))
        .isEqualTo(new Answer(200, "{\"ExpiredItems\": 0}"));
    assertThat(send("POST", ":/_localstack/state/reset", null, signed).status()).isEqualTo(200);
    assertThat(dynamo(key, "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[]}");
    assertThat(dynamo("any", "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
    assertThat(get(":/_localstack/health"))
        .isEqualTo(
            new Answer(
                200, "{\"services\":{\"dynamodb\":\"running\",\"dynamodbstreams\":\"running\"}}"));
  }

  @Test
  void areForbiddenWithoutASignature() throws Exception {
    createTable("any");
    String message =
        "The request is not signed, so it would concern the database 'default'. Start the server"
            + " with --control-aliases to allow that, or call POST"
            + " /_monotable/v1/databases/default/reset";
    for (String path : new String[] {":/_localstack/state/reset", ":/moto-api/reset"}) {
      assertThat(post(path, null)).isEqualTo(new Answer(403, error("Forbidden", message)));
    }
    assertThat(dynamo("any", "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
    assertThat(get(":/moto-api/data.json").status()).isEqualTo(404);
  }
}
