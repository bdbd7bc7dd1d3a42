package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlApiTest extends ControlFixture {
  @TempDir private Path buckets;

  @Override
  EngineConfig.Builder config() {
    return super.config().tableFiles(new BucketFiles(new BucketFolders(buckets)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|/databases|[1]|400|InvalidRequest|The body must be a JSON object",
        "POST|/databases|{\"a\":|400|InvalidRequest|not JSON: Unexpected end-of-input"
            + " within/between Object entries (line 1, column 6 of the body)",
        "POST|/databases|{\"nam\":\"a\"}|400|InvalidRequest|unknown member 'nam'; known are from,"
            + " snapshot, name, region, regions, schema, seed, parameters, expireAfter (line 1,"
            + " column 2 of the body)",
        "POST|/databases|{\"name\":1}|400|InvalidRequest|'name' is invalid: '1'; a string is needed"
            + " (line 1, column 9 of the body)",
        "POST|/databases|{\"region\":\"US\"}|400|InvalidRequest|a Region consists of 1 to 25 small"
            + " letters, digits and hyphens: US",
        "POST|/databases|{\"from\":\"x\"}|404|UnknownDatabase|There is no database 'x', or it has"
            + " ended",
        "GET|/databases/x/clock||404|UnknownDatabase|There is no database 'x', or it has ended",
        "GET|/nothing||404|UnknownRoute|There is no /nothing; /_monotable/v1/openapi.json lists"
            + " what there is",
        "PUT|/databases||405|MethodNotAllowed|/databases accepts DELETE, GET, POST only",
        "GET|/databases?a=b||400|InvalidRequest|Unknown parameter 'a' of listDatabases",
        "GET|/databases/default/requests?count=0||400|InvalidRequest|'count' must be a number from"
            + " 1 to 1000, not '0'",
        "GET|/databases/default/requests?count=1&count=2||400|InvalidRequest|The parameter 'count'"
            + " is given twice",
        "GET|/databases/%zz||400|InvalidRequest|The path or query has an invalid escape sequence"
      })
  void anErrorHasOneForm(
      String method, String path, String body, int status, String type, String message)
      throws Exception {
    assertThat(new RawRequest(method, path, body).send(endpoint()))
        .isEqualTo(new Answer(status, error(type, message.replace("\"", "\\\""))));
  }

  @Test
  void theServerIsReady() throws Exception {
    Answer ready = new Answer(200, "{\"status\":\"ready\",\"version\":\"1.0\"}");
    assertThat(get("/ready")).isEqualTo(ready);
    assertThat(get("/health")).isEqualTo(ready);
    assertThat(get(":/health").body()).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
  }

  @Test
  void aLeaseIsRenewed() throws Exception {
    assertThat(post("/lease", null)).isEqualTo(new Answer(204, ""));
    assertThat(renewals).hasValue(1);
  }

  @Test
  void metricsCountFromTheFirstCallOn() throws Exception {
    assertThat(get("/metrics").status()).isEqualTo(200);
    String key = create("{}");
    createTable(key);
    putThing(key, "a");
    getThing(key, "a");
    getThing("any", "a");

    assertThat(get("/metrics").body().lines())
        .contains(
            "monotable_connections 1.0",
            "monotable_consumed_capacity_units_total{kind=\"read\",operation=\"GetItem\"} 0.5",
            "monotable_consumed_capacity_units_total{kind=\"write\",operation=\"PutItem\"} 1.0",
            "monotable_databases 2.0",
            "monotable_errors_total{error=\"ResourceNotFoundException\",operation=\"GetItem\"} 1.0",
            "monotable_item_bytes 3.0",
            "monotable_items 1.0",
            "monotable_request_duration_seconds_count{operation=\"GetItem\"} 2",
            "monotable_requests_total{operation=\"CreateTable\"} 1.0",
            "monotable_requests_total{operation=\"GetItem\"} 2.0",
            "monotable_requests_total{operation=\"PutItem\"} 1.0");
  }

  @Test
  void bulkOperationsAreCountedByTheirBytes() throws Exception {
    assertThat(get("/metrics").status()).isEqualTo(200);
    Path files = Files.createDirectory(buckets.resolve("files"));
    Files.writeString(
        files.resolve("in"), "{\"Item\":" + item("a") + "}\n{\"Item\":" + item("bc") + "}\n");
    String key = create("{}");
    createTable(key);
    Answer begun =
        dynamo(
            key,
            "StartBulkPutItems",
            "{\"TableName\":\"Things\",\"InputS3Configuration\":{\"S3Bucket\":\"files\","
                + "\"S3KeyPrefix\":\"in\",\"InputFormat\":\"DYNAMODB_JSON\"},"
                + "\"OutputS3Configuration\":{\"S3Bucket\":\"files\","
                + "\"S3KeyPrefix\":\"out\",\"OutputType\":[\"ERROR\"]}}");
    assertThat(begun.status()).as(begun.body()).isEqualTo(200);
    time.advance(Duration.ofSeconds(1));

    assertThat(get("/metrics").body().lines())
        .contains(
            "monotable_bulk_put_bytes_total 7.0",
            "monotable_items 2.0",
            "monotable_requests_total{operation=\"StartBulkPutItems\"} 1.0")
        .noneMatch(line -> line.startsWith("monotable_consumed_capacity_units_total{"));
  }

  @Test
  void pagesOfOtherOriginsAreRejected() throws Exception {
    Map<String, String> other = Map.of("Origin", "http://localhost:3000");
    assertThat(send("POST", "/databases", "{}", other).status()).isEqualTo(403);
    assertThat(send("GET", "/databases", null, Map.of("Sec-Fetch-Site", "same-site")).status())
        .isEqualTo(403);
    assertThat(send("GET", "/databases", null, Map.of("Origin", endpoint().toString())).status())
        .isEqualTo(200);
    assertThat(get("/databases").body()).contains("default").doesNotContain("MTDB");
  }
}
