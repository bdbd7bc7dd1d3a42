package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateRoutesTest extends ControlFixture {
  @Test
  void aDumpCanBeLoaded() throws Exception {
    String key = create("{}");
    createTable(key);
    putThing(key, "a");
    putThing(key, "b");
    String dump = get("/databases/" + key + "/dump").body();
    assertThat(dump)
        .isEqualTo(
            "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"}}}\n"
                + "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"b\"}}}\n");
    assertThat(get("/databases/" + key + "/dump?table=Other"))
        .isEqualTo(new Answer(404, error("UnknownTable", "There is no table 'Other'")));

    String other = create("{}");
    createTable(other);
    String body = "{\"seed\":{\"dump.json\":\"" + dump.replace("\"", "\\\"").replace("\n", "\\n");
    assertThat(post("/databases/" + other + "/load", body + "\"}}"))
        .isEqualTo(
            new Answer(
                200, "{\"tablesCreated\":0,\"itemsPut\":2,\"itemsDeleted\":0,\"notices\":[]}"));
    assertThat(getThing(other, "b")).isEqualTo(found("b"));
  }

  @Test
  void aLongDumpArrivesWhole() throws Exception {
    String key = create("{}");
    createTable(key);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String id = "%04d".formatted(i) + "x".repeat(100);
      putThing(key, id);
      expected.append("{\"TableName\":\"Things\",\"Item\":").append(item(id)).append("}\n");
    }

    assertThat(get("/databases/" + key + "/dump").body()).isEqualTo(expected.toString());
  }

  @Test
  void anErrorInAFileNamesItsPlaceAndChangesNothing() throws Exception {
    String key = create("{}");
    createTable(key);
    String load = "/databases/" + key + "/load";

    assertThat(post(load, "{\"seed\":{\"Things.json\":\"[{\\\"PK\\\": 1}]\"}}"))
        .isEqualTo(
            new Answer(
                422,
                error(
                    "InvalidFile",
                    "Things.json:1:2: One or more parameter values were invalid: Type mismatch for"
                        + " key PK expected: S actual: N")));
    assertThat(post(load, "{\"seed\":{\"../../a.json\":\"[]\"}}"))
        .isEqualTo(
            new Answer(400, error("InvalidRequest", "'../../a.json' is not the name of a file")));
    assertThat(get("/databases/" + key + "/dump").body()).isEmpty();
  }

  @Test
  void aSchemaCannotReadFilesOfTheServer() throws Exception {
    String serverless = "service: s\\nprovider: {name: aws}\\nresources: ${file(/etc/hostname)}\\n";
    Answer answer = post("/databases", "{\"schema\":{\"serverless.yml\":\"" + serverless + "\"}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body())
        .isEqualTo(error("InvalidFile", "/etc/hostname: there is no such file"));
    assertThat(get("/databases").body()).doesNotContain("MTDB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tables/all.yml", "./all.yml"})
  void aSchemaCanNameFilesThatCameWithIt(String file) throws Exception {
    String main = "service: s\\nprovider: {name: aws}\\nresources: ${file(" + file + ")}\\n";
    String tables =
        "Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {TableName: Things, BillingMode:"
            + " PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: PK, AttributeType: S}],"
            + " KeySchema: [{AttributeName: PK, KeyType: HASH}]}}}";
    String key =
        create(
            "{\"schema\":{\"serverless.yml\":\""
                + main
                + "\",\""
                + file
                + "\":\""
                + tables
                + "\"}}");

    assertThat(dynamo(key, "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
  }

  @Test
  void theTemplateOfAStackInAStackIsAmongTheFilesOfTheRequest() throws Exception {
    String root =
        "{\"schema\":{\"root.yml\":\"Resources: {S: {Type: AWS::CloudFormation::Stack, Properties:"
            + " {TemplateURL: %s}}}\\n\",\"./inner.yml\":\"Resources: {T: {Type:"
            + " AWS::DynamoDB::Table, Properties: {TableName: Things, BillingMode: PAY_PER_REQUEST,"
            + " AttributeDefinitions: [{AttributeName: PK, AttributeType: S}], KeySchema:"
            + " [{AttributeName: PK, KeyType: HASH}]}}}\"}}";
    String key = create(root.formatted("inner.yml"));

    assertThat(dynamo(key, "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
    for (String outside : List.of("/etc/hostname", "../../etc/hostname", "https://x/inner.yml")) {
      assertThat(post("/databases", root.formatted(outside)))
          .isEqualTo(
              new Answer(
                  422,
                  error(
                      "InvalidFile",
                      "root.yml:1:1: the template has no DynamoDB table; root.yml:1:13: S has no"
                          + " effect here; its template is not a file beside this one")));
    }
  }

  @Test
  void aTemplateGetsItsParameters() throws Exception {
    String template =
        "Parameters: {Name: {Type: String}}\\n"
            + "Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Ref Name,"
            + " BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: PK,"
            + " AttributeType: S}], KeySchema: [{AttributeName: PK, KeyType: HASH}]}}}";
    String files = "{\"schema\":{\"a.yml\":\"" + template + "\"},\"parameters\":{\"Name\":\"";
    String key = create(files + "Things\"}}");

    assertThat(dynamo(key, "ListTables", "{}").body()).isEqualTo("{\"TableNames\":[\"Things\"]}");
    assertThat(post("/databases/" + key + "/load", files + "Others\"}}").status()).isEqualTo(200);
    assertThat(dynamo(key, "ListTables", "{}").body())
        .isEqualTo("{\"TableNames\":[\"Others\",\"Things\"]}");
  }

  @Test
  void messagesNameFilesAsTheRequestDoes() throws Exception {
    String table =
        "Resources: {T: {Type: AWS::DynamoDB::Table, Properties: {TableName: Things, BillingMode:"
            + " PAY_PER_REQUEST, ImportSourceSpecification: {InputFormat: CSV},"
            + " AttributeDefinitions: [{AttributeName: PK, AttributeType: S}], KeySchema:"
            + " [{AttributeName: PK, KeyType: HASH}]}}}";
    String load = "/databases/" + create("{}") + "/load";

    Answer twice =
        post(load, "{\"schema\":{\"a.yml\":\"" + table + "\",\"b.yml\":\"" + table + "\"}}");
    assertThat(twice)
        .isEqualTo(
            new Answer(
                422,
                error(
                    "InvalidFile",
                    "b.yml:1:13: the table 'Things' is already described at a.yml:1:13")));
    assertThat(post(load, "{\"schema\":{\"a.yml\":\"" + table + "\"}}"))
        .isEqualTo(
            new Answer(
                200,
                "{\"tablesCreated\":1,\"itemsPut\":0,\"itemsDeleted\":0,\"notices\":[\"a.yml:1:107:"
                    + " ImportSourceSpecification has no effect here\"]}"));
  }

  @Test
  void aSnapshotIsRestoredForkedAndCompared() throws Exception {
    String key = create("{}");
    String snapshots = "/databases/" + key + "/snapshots";
    createTable(key);
    putThing(key, "a");
    putThing(key, "b");
    Answer first = new Answer(200, "{\"name\":\"before\",\"taken\":\"2026-01-01T00:00:00Z\"}");
    assertThat(put(snapshots + "/before")).isEqualTo(first);
    assertThat(get(snapshots + "/before")).isEqualTo(first);
    assertThat(get(snapshots)).isEqualTo(new Answer(200, "{\"snapshots\":[" + first.body() + "]}"));
    putThing(key, "c");
    dynamo(key, "DeleteItem", "{\"TableName\":\"Things\",\"Key\":" + item("a") + "}");
    String changed = "{\"PK\":{\"S\":\"b\"},\"v\":{\"N\":\"1\"}}";
    dynamo(key, "PutItem", "{\"TableName\":\"Things\",\"Item\":" + changed + "}");

    assertThat(get("/databases/" + key + "/diff?from=before"))
        .isEqualTo(
            new Answer(
                200,
                "{\"tables\":[{\"table\":\"Things\",\"presence\":\"kept\",\"added\":["
                    + item("c")
                    + "],\"removed\":["
                    + item("a")
                    + "],\"changed\":[{\"before\":"
                    + item("b")
                    + ",\"after\":"
                    + changed
                    + "}]}],\"complete\":true}"));
    assertThat(get("/databases/" + key + "/diff?from=before&count=1").body())
        .endsWith("\"complete\":false}");
    String fork = create("{\"from\":\"" + key + "\",\"snapshot\":\"before\"}");
    assertThat(getThing(fork, "a")).isEqualTo(found("a"));
    assertThat(get("/databases/" + fork + "/diff?from=" + fork).body())
        .isEqualTo("{\"tables\":[],\"complete\":true}");
    assertThat(post(snapshots + "/before/restore", null)).isEqualTo(new Answer(204, ""));
    assertThat(getThing(key, "a")).isEqualTo(found("a"));
    assertThat(getThing(key, "c")).isEqualTo(NOTHING);
    assertThat(delete(snapshots + "/before")).isEqualTo(new Answer(204, ""));
    assertThat(delete(snapshots + "/before")).isEqualTo(new Answer(204, ""));
    assertThat(post(snapshots + "/before/restore", null))
        .isEqualTo(
            new Answer(404, error("UnknownSnapshot", "The database has no snapshot 'before'")));
    assertThat(get("/databases/" + key + "/diff?from=x"))
        .isEqualTo(
            new Answer(
                404, error("UnknownSnapshot", "There is neither a snapshot nor a database 'x'")));
  }

  @Test
  void theNumberOfSnapshotsIsBounded() throws Exception {
    String snapshots = "/databases/" + create("{}") + "/snapshots/";
    int taken = 0;
    Answer answer = put(snapshots + taken);
    while (answer.status() == 200 && taken < 10_000) {
      taken++;
      answer = put(snapshots + taken);
    }

    assertThat(answer.status()).as(answer.body()).isEqualTo(409);
    assertThat(put(snapshots + "0").status()).isEqualTo(200);
    assertThat(put(snapshots + "%20").status()).isEqualTo(400);
  }
}
