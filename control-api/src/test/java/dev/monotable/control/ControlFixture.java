package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.database.Databases;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A server with the control API, and a client of both of its services. */
@Timeout(300)
abstract class ControlFixture {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final String TABLE =
      "{\"TableName\":\"Things\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
          + "\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
          + "\"BillingMode\":\"PAY_PER_REQUEST\"}";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern ID = Pattern.compile("\"id\":\"(MTDB[A-Z2-7]{16})\"");

  final ManualTime time = new ManualTime(START);
  final AtomicInteger renewals = new AtomicInteger();
  private MonotableServer server;
  Databases databases;
  DatabaseControls controls;

  /** A status and a body. */
  record Answer(int status, String body) {}

  /** Returns who may use the API of this test. */
  ControlAccess access() {
    return ControlAccess.local("secret");
  }

  /** Returns whether unsigned requests may reset the shared database. */
  boolean aliases() {
    return false;
  }

  /** Returns the configuration of each database. */
  EngineConfig.Builder config() {
    return EngineConfig.builder().clock(time).scheduler(time).seed(1);
  }

  /** Returns the maximum number of databases. */
  int maxDatabases() {
    return 20;
  }

  /** Returns what the API keeps for each database. */
  DatabaseControls controls() {
    return new DatabaseControls(1_000);
  }

  /** Returns whether the heap has room for a number of bytes. */
  boolean hasRoom(long bytes) {
    return true;
  }

  @BeforeEach
  void start() throws IOException {
    controls = controls();
    EngineConfig config = config().build();
    databases = Databases.share(identity -> config, maxDatabases(), config);
    ControlConfig control =
        new ControlConfig(
            databases,
            controls,
            access(),
            aliases(),
            false,
            ControlConfig.ANY_SECRET,
            new ControlConfig.Server(
                "http", "1.0", () -> 1, renewals::incrementAndGet, this::hasRoom, copy -> {}));
    Map<String, HttpService> services = new HashMap<>();
    for (String path : Aliases.PATHS) {
      services.put(path, new Aliases(control));
    }
    services.put(ControlApi.PATH, new ControlApi(control));
    server =
        MonotableServer.start(
            new Exchange(databases, ExchangeConfig.standard()),
            services,
            ServerConfig.builder().port(0).build());
  }

  @AfterEach
  void stop() {
    server.close();
    databases.close();
  }

  URI endpoint() {
    return server.endpoint();
  }

  // ---- the control API ----

  Answer get(String path) throws Exception {
    return send("GET", path, null, Map.of());
  }

  Answer post(String path, String body) throws Exception {
    return send("POST", path, body, Map.of());
  }

  Answer put(String path) throws Exception {
    return send("PUT", path, null, Map.of());
  }

  Answer patch(String path, String body) throws Exception {
    return send("PATCH", path, body, Map.of());
  }

  Answer delete(String path) throws Exception {
    return send("DELETE", path, null, Map.of());
  }

  /** Sends a request to a path of the API, or to another path of the server after a colon. */
  Answer send(String method, String path, String body, Map<String, String> headers)
      throws Exception {
    HttpResponse<String> response = response(method, path, body, headers);
    return new Answer(response.statusCode(), response.body());
  }

  HttpResponse<String> response(
      String method, String path, String body, Map<String, String> headers) throws Exception {
    String target = path.startsWith(":") ? path.substring(1) : ControlApi.PATH + path;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint().resolve(target))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  /** Creates a database and returns its ID, which is its access key. */
  String create(String body) throws Exception {
    Answer answer = post("/databases", body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    Matcher id = ID.matcher(answer.body());
    assertThat(id.find()).as(answer.body()).isTrue();
    return id.group(1);
  }

  // ---- DynamoDB ----

  Answer dynamo(String accessKey, String operation, String body) throws Exception {
    HttpResponse<String> response = dynamoResponse(accessKey, operation, body);
    return new Answer(response.statusCode(), response.body());
  }

  HttpResponse<String> dynamoResponse(String accessKey, String operation, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint().resolve("/"))
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Date", "20260101T000000Z")
            .header("Authorization", signature(accessKey))
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  static String signature(String accessKey) {
    return "AWS4-HMAC-SHA256 Credential="
        + accessKey
        + "/20260101/us-east-1/dynamodb/aws4_request,"
        + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0";
  }

  void createTable(String accessKey) throws Exception {
    assertThat(dynamo(accessKey, "CreateTable", TABLE).status()).isEqualTo(200);
  }

  void putThing(String accessKey, String key) throws Exception {
    assertThat(
            dynamo(accessKey, "PutItem", "{\"TableName\":\"Things\",\"Item\":" + item(key) + "}"))
        .isEqualTo(new Answer(200, "{}"));
  }

  Answer getThing(String accessKey, String key) throws Exception {
    return dynamo(accessKey, "GetItem", "{\"TableName\":\"Things\",\"Key\":" + item(key) + "}");
  }

  static Answer found(String key) {
    return new Answer(200, "{\"Item\":" + item(key) + "}");
  }

  static final Answer NOTHING = new Answer(200, "{}");

  static String item(String key) {
    return "{\"PK\":{\"S\":\"" + key + "\"}}";
  }

  static String error(String type, String message) {
    return "{\"error\":\"" + type + "\",\"message\":\"" + message + "\"}";
  }
}
