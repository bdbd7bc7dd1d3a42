package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.json.ReplyStream;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.testing.Calls;
import dev.monotable.testing.RawConnection;
import dev.monotable.value.Item;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestRoutesTest extends ControlFixture {
  private static final String SINCE = "\"since\":\"2026-01-01T00:00:00Z\"}";
  private static final String NONE = "{\"requests\":[],\"dropped\":0," + SINCE;

  private String key;
  private String requests;

  @BeforeEach
  void createDatabase() throws Exception {
    key = create("{}");
    requests = "/databases/" + key + "/requests";
    createTable(key);
  }

  @Test
  void requestsAreKeptFromTheFirstCallOn() throws Exception {
    assertThat(get(requests)).isEqualTo(new Answer(200, NONE));
    putThing(key, "a");
    getThing(key, "a");
    dynamo(key, "GetItem", "{\"TableName\":\"Things\",\"Key\":{}}");

    assertThat(entries(get(requests).body()))
        .containsExactly(
            "{\"number\":1,\"time\":\"2026-01-01T00:00:00Z\",\"operation\":\"PutItem\",\"tables\":[\"Things\"],\"summary\":\"PutItem"
                + " Things a: 1 write unit, MS\","
                + "\"itemsRead\":0,\"itemsReturned\":0,\"bytesRead\":0,\"readUnits\":0,"
                + "\"writeUnits\":1,\"ms\":MS}",
            "{\"number\":2,\"time\":\"2026-01-01T00:00:00Z\",\"operation\":\"GetItem\",\"tables\":[\"Things\"],\"summary\":\"GetItem"
                + " Things a: 1 of 1 items, 3 bytes, 0.5 read units,"
                + " MS\",\"itemsRead\":1,\"itemsReturned\":1,\"bytesRead\":3,"
                + "\"readUnits\":0.5,\"writeUnits\":0,\"ms\":MS}",
            "{\"number\":3,\"time\":\"2026-01-01T00:00:00Z\",\"operation\":\"GetItem\",\"tables\":"
                + "[\"Things\"],\"summary\":\"GetItem Things: ValidationException, MS\","
                + "\"itemsRead\":0,\"itemsReturned\":0,\"bytesRead\":0,\"readUnits\":0,"
                + "\"writeUnits\":0,\"ms\":MS,\"error\":\"ValidationException\",\"message\":\"The"
                + " provided key element does not match the schema\"}");
    assertThat(delete(requests)).isEqualTo(new Answer(204, ""));
    assertThat(get(requests).body()).isEqualTo(NONE);
  }

  /** Returns the entries of a page, without the time that they took. */
  private static List<String> entries(String page) {
    String list = page.substring("{\"requests\":[".length(), page.lastIndexOf(']'));
    List<String> entries = new ArrayList<>();
    for (String entry : list.split("(?<=\\}),(?=\\{\"number\")")) {
      entries.add(entry.replaceAll("\"ms\":[0-9.]+", "\"ms\":MS").replaceAll("[0-9.]+ ms", "MS"));
    }
    return entries;
  }

  @Test
  void requestsAreFilteredAndPaged() throws Exception {
    get(requests);
    for (int i = 0; i < 5; i++) {
      putThing(key, "k" + i);
      getThing(key, "k" + i);
    }
    dynamo(key, "GetItem", "{\"TableName\":\"Other\",\"Key\":" + item("a") + "}");

    String first = get(requests + "?operation=GetItem&table=Things&count=3").body();
    assertThat(numbers(first)).containsExactly(2L, 4L, 6L);
    assertThat(first).endsWith("\"next\":6,\"dropped\":0," + SINCE);
    String second = get(requests + "?operation=GetItem&table=Things&count=3&after=6").body();
    assertThat(numbers(second)).containsExactly(8L, 10L);
    assertThat(second).endsWith("],\"dropped\":0," + SINCE);
    assertThat(numbers(get(requests + "?error=any").body())).containsExactly(11L);
    assertThat(numbers(get(requests + "?error=ResourceNotFoundException").body()))
        .containsExactly(11L);
    assertThat(numbers(get(requests + "?index=ByAuthor").body())).isEmpty();
  }

  private static List<Long> numbers(String page) {
    Matcher number = Pattern.compile("\"number\":([0-9]+)").matcher(page);
    List<Long> numbers = new ArrayList<>();
    while (number.find()) {
      numbers.add(Long.valueOf(number.group(1)));
    }
    return numbers;
  }

  @Test
  void onlyTheLastRequestsAreKept() throws Exception {
    get(requests);
    for (int i = 0; i < 1_010; i++) {
      getThing(key, "a");
    }

    String page = get(requests + "?count=1000").body();
    assertThat(numbers(page)).hasSize(1_000).startsWith(11L).endsWith(1_010L);
    assertThat(page).endsWith("\"dropped\":10," + SINCE);
  }

  @Test
  void eachRequestIsAnEvent() throws Exception {
    try (RawConnection connection = RawConnection.open(endpoint())) {
      connection.send(
          "GET "
              + ControlApi.PATH
              + "/databases/"
              + key
              + "/events HTTP/1.1\r\nHost: localhost\r\n"
              + "\r\n");
      String head = connection.readUntil(": requests\n\n");
      assertThat(head).startsWith("HTTP/1.1 200").contains("text/event-stream");
      putThing(key, "a");
      String event = connection.readUntil("\n\n");
      assertThat(event).contains("event: request\ndata: {\"number\":1,").contains("\"PutItem\"");
    }
  }

  /** A client that reads when the test lets it. */
  private static final class Reader implements ReplyStream {
    private final List<String> read = new ArrayList<>();
    private boolean reads;

    @Override
    public boolean write(byte[] bytes) {
      if (reads) {
        read.add(new String(bytes, StandardCharsets.UTF_8));
      }
      return reads;
    }

    @Override
    public void end() {}

    @Override
    public boolean isOpen() {
      return true;
    }
  }

  /** A request with its items can be large, so those that wait are bounded by their size. */
  @Test
  void theRequestsThatWaitForAClientAreFewIfTheyAreLarge() {
    MonotableEngine engine = databases.findId(key).engine();
    WatchedRequests requests = new WatchedRequests(new RequestLog(1, 1), START, bytes -> {});
    AutoCloseable unused = engine.observe(requests);
    EventStream events = new EventStream(requests);
    Reader client = new Reader();
    events.opened(client);
    for (int i = 0; i < 5; i++) {
      Calls.put(
          engine::call,
          "Things",
          Item.parse(
              "{\"PK\":{\"S\":\"" + i + "\"},\"V\":{\"S\":\"" + "x".repeat(120_000) + "\"}}"));
    }

    client.reads = true;
    events.writable();

    assertThat(client.read).hasSize(3);
    assertThat(client.read.get(0)).startsWith("event: request\ndata: {\"number\":1,");
    assertThat(client.read.get(1)).startsWith("event: request\ndata: {\"number\":2,");
    assertThat(client.read.get(2)).isEqualTo("event: omitted\ndata: 3\n\n");
  }

  /** Events that fit into no buffer are left out, and an event says how much that was. */
  @Test
  void aClientThatDoesNotReadGetsTheNumberOfOmittedRequests() throws Exception {
    int requests = 10_000;
    try (RawConnection connection = RawConnection.open(endpoint())) {
      connection.send(
          "GET "
              + ControlApi.PATH
              + "/databases/"
              + key
              + "/events HTTP/1.0\r\nHost: localhost\r\n\r\n"); // without chunks
      connection.readUntil(": requests\n\n");
      MonotableEngine engine = databases.findId(key).engine();
      GetItemInput read =
          GetItemInput.builder()
              .tableName("Things")
              .key(Item.parse("{\"PK\":{\"S\":\"" + "a".repeat(2_000) + "\"}}"))
              .build();
      for (int i = 0; i < requests; i++) {
        engine.call(Operations.GET_ITEM, read);
      }

      int sent = 0;
      int omitted = 0;
      while (sent + omitted < requests) {
        String event = connection.readUntil("\n\n");
        if (event.startsWith("event: request\n")) {
          sent++;
        } else {
          omitted += Integer.parseInt(event.replace("event: omitted\ndata: ", "").strip());
        }
      }
      assertThat(sent + omitted).isEqualTo(requests);
      assertThat(omitted).isPositive();

      engine.call(Operations.GET_ITEM, read);
      assertThat(connection.readUntil("\n\n"))
          .startsWith("event: request\ndata: {\"number\":" + (requests + 1) + ",");
    }
  }

  @Test
  void theReportJudgesTheRequests() throws Exception {
    get("/databases/" + key + "/report");
    for (int i = 0; i < 300; i++) {
      putThing(key, "a" + i);
      dynamo(
          key,
          "Scan",
          "{\"TableName\":\"Things\",\"FilterExpression\":\"PK ="
              + " :p\",\"ExpressionAttributeValues\":{\":p\":{\"S\":\"a1\"}}}");
    }

    Answer json = get("/databases/" + key + "/report?format=json");
    assertThat(json.status()).isEqualTo(200);
    assertThat(json.body()).contains("\"monotableReport\": 1").contains("scan");
    assertThat(get("/databases/" + key + "/report?format=json")).isEqualTo(json);
    assertThat(get("/databases/" + key + "/report").body()).contains("Scan");
    assertThat(get("/databases/" + key + "/report?format=html").body())
        .startsWith("<!DOCTYPE html>");
    assertThat(get("/databases/" + key + "/report?format=pdf"))
        .isEqualTo(
            new Answer(
                400, error("InvalidRequest", "'format' must be text, json, markdown or html")));
  }

  @Test
  void aRequestIsExplained() throws Exception {
    get(requests);
    putThing(key, "a");
    putThing(key, "b");
    dynamo(
        key,
        "Scan",
        "{\"TableName\":\"Things\",\"FilterExpression\":\"PK = :p\",\"ExpressionAttributeValues\":"
            + "{\":p\":{\"S\":\"a\"}}}");

    String put = get(requests + "/1").body();
    assertThat(withoutEntry(put))
        .isEqualTo(
            "\"request\":{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"}}},"
                + "\"capacity\":[{\"table\":\"Things\",\"readUnits\":0,\"writeUnits\":1}],"
                + "\"parts\":[{\"kind\":\"itemWritten\",\"table\":\"Things\",\"key\":{\"PK\":{\"S\":\"a\"}},"
                + "\"write\":{\"kind\":\"put\",\"applied\":true,\"after\":{\"PK\":{\"S\":\"a\"}},"
                + "\"indexChanges\":[]},\"units\":1}],\"omittedParts\":0,\"enough\":[],\"findings\":[]}");
    String scan = get(requests + "/3").body();
    assertThat(withoutEntry(scan))
        .contains(
            "\"parts\":[{\"kind\":\"pageRead\",\"table\":\"Things\",\"read\":{\"keyConditions\":[],"
                + "\"filter\":\"PK = \\\"a\\\"\",\"consistent\":false,\"backward\":false,"
                + "\"evaluated\":2,\"returned\":1,\"bytes\":6},\"units\":0.5}],\"omittedParts\":0,"
                + "\"enough\":[\"a Query of Things with the key condition PK = \\\"a\\\"");
    assertThat(get(requests + "/4"))
        .isEqualTo(new Answer(404, error("UnknownRequest", "No request 4 is kept")));
    assertThat(get(requests + "/x"))
        .isEqualTo(new Answer(404, error("UnknownRequest", "No request x is kept")));
  }

  private static String withoutEntry(String explanation) {
    return explanation.substring(explanation.indexOf("\"request\":"));
  }

  @Test
  void theRequestsOfTheConsoleItselfAreNotKept() throws Exception {
    get(requests);
    URI root = endpoint().resolve("/");
    for (String pattern : List.of(WatchedRequests.CONSOLE, "other")) {
      HttpRequest request =
          HttpRequest.newBuilder(root)
              .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
              .header("Content-Type", "application/x-amz-json-1.0")
              .header("X-Amz-Date", "20260101T000000Z")
              .header("Authorization", signature(key))
              .header("x-monotable-pattern", pattern)
              .POST(BodyPublishers.ofString("{}"))
              .build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
    }

    assertThat(numbers(get(requests).body())).containsExactly(1L);
  }

  @Test
  void aDesignIsDraftedByTheRequests() throws Exception {
    get(requests);
    putThing(key, "THING#1");

    Answer draft = get("/databases/" + key + "/design?name=Draft%20of%20things");
    assertThat(draft.status()).isEqualTo(200);
    assertThat(draft.body()).contains("Draft of things").contains("Things");
  }

  @Test
  void aDeclaredDesignIsWhatTheReportIsAbout() throws Exception {
    String path = "/databases/" + key;
    get(requests);
    putThing(key, "THING#1");
    assertThat(get(path + "/entities").body())
        .startsWith(
            "{\"declared\":false,\"name\":\"My design\",\"entities\":[{\"table\":\"Things\",");
    String design =
        "design: Shop\\n"
            + "tables:\\n"
            + "  Things:\\n"
            + "    partitionKey: PK\\n"
            + "    entities:\\n"
            + "      Gadget:\\n"
            + "        description: What is sold.\\n"
            + "        keys:\\n"
            + "          PK: THING#{id}\\n"
            + "patterns:\\n"
            + "  add a gadget:\\n"
            + "    operation: PutItem\\n"
            + "    key: PK = THING#{id}\\n";
    String described =
        "{\"declared\":true,\"name\":\"Shop\",\"entities\":[{\"table\":\"Things\",\"name\":\"Gadget\",\"description\":\"What"
            + " is sold.\",\"keys\":{\"PK\":\"THING#{id}\"},\"constants\":{}}],\"patterns\":[\"add"
            + " a gadget\"]";

    assertThat(send("PUT", path + "/design", "{\"content\":\"" + design + "\"}", Map.of()))
        .isEqualTo(new Answer(200, described + ",\"notices\":[]}"));

    assertThat(get(path + "/entities")).isEqualTo(new Answer(200, described + "}"));
    assertThat(get(path + "/report").body()).contains("Shop").contains("✓ add a gadget");
    assertThat(get(path + "/design").body()).startsWith("design: Shop\n");
    String fork = create("{\"from\":\"" + key + "\"}");
    assertThat(get("/databases/" + fork + "/entities")).isEqualTo(new Answer(200, described + "}"));
    assertThat(delete(path + "/design")).isEqualTo(new Answer(204, ""));
    assertThat(get(path + "/entities").body()).startsWith("{\"declared\":false,");
  }

  @Test
  void anInvalidDesignIsReportedWithItsLine() throws Exception {
    String path = "/databases/" + key + "/design";
    Answer invalid =
        send("PUT", path, "{\"file\":\"my.yaml\",\"content\":\"design: x\\nnone: 1\"}", Map.of());
    assertThat(invalid.status()).isEqualTo(422);
    assertThat(invalid.body()).startsWith("{\"error\":\"InvalidFile\",\"message\":\"my.yaml:");
    assertThat(send("PUT", path, "{\"file\":\"../a/b.yaml\",\"content\":\"x\"}", Map.of()).status())
        .isEqualTo(400);
    assertThat(send("PUT", path, "{\"file\":\"a/b.yaml\",\"content\":\"x\"}", Map.of()))
        .isEqualTo(new Answer(400, error("InvalidRequest", "'a/b.yaml' must have no slash")));
  }
}
