package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.control.model.ExplorationReport;
import dev.monotable.control.model.ExplorationTurn;
import dev.monotable.control.model.PieceToRun;
import dev.monotable.text.FileReaders;
import dev.monotable.text.RecordCodec;
import java.io.BufferedReader;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ExplorationRoutesTest extends ControlFixture {
  private static final String TWO = "{\"pieces\":[{\"name\":\"ann\"},{\"name\":\"bob\"}]}";
  private static final String ONE = "{\"pieces\":[{\"name\":\"ann\"}]}";

  /** What a piece does with its access key; it ends with a failure if it throws. */
  private interface Code {
    void run(PieceToRun piece) throws Exception;
  }

  /** What checks an execution by the access key of its database; returns why it fails, or null. */
  private interface Check {
    String problem(String accessKey) throws Exception;
  }

  private String database;

  private String explorations() {
    return "/databases/" + database + "/explorations";
  }

  private void createThings() throws Exception {
    database = create("{}");
    createTable(database);
  }

  private static ExplorationTurn turn(Answer answer) throws Exception {
    assertThat(answer.status()).as(answer.body()).isBetween(200, 201);
    return RecordCodec.STRICT.read(
        FileReaders.read(Path.of("turn"), new BufferedReader(new StringReader(answer.body()))),
        ExplorationTurn.class);
  }

  private ExplorationTurn begin(String wanted) throws Exception {
    return turn(post(explorations(), wanted));
  }

  private ExplorationTurn next(ExplorationTurn turn, String body) throws Exception {
    return turn(post(explorations() + "/" + turn.id() + "/turns", body));
  }

  /** Runs all turns of a client. */
  private ExplorationReport explore(String wanted, Code code, Check check) throws Exception {
    ExplorationTurn turn = begin(wanted);
    while (turn.result() == null) {
      for (PieceToRun piece : turn.start()) {
        String path = explorations() + "/" + turn.id() + "/ends";
        new Thread(() -> run(piece, code, path)).start();
      }
      String problem = turn.check() == null ? null : check.problem(turn.check().accessKeyId());
      turn = next(turn, problem == null ? "{}" : "{\"failure\":\"" + problem + "\"}");
    }
    return turn.result();
  }

  private void run(PieceToRun piece, Code code, String path) {
    String end = "\"end\":\"returned\"";
    try {
      code.run(piece);
    } catch (Exception e) {
      end = "\"end\":\"failed\",\"message\":\"" + e.getMessage() + "\"";
    }
    try {
      post(path, "{\"accessKeyId\":\"" + piece.accessKeyId() + "\"," + end + "}");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void book(PieceToRun piece) throws Exception {
    if (getThing(piece.accessKeyId(), "seat").equals(NOTHING)) {
      put(piece, "");
    }
  }

  private Answer put(PieceToRun piece, String condition) throws Exception {
    return dynamo(
        piece.accessKeyId(),
        "PutItem",
        "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"seat\"},\"owner\":{\"S\":\""
            + piece.name()
            + "\"}}"
            + condition
            + "}");
  }

  private void bookSafely(PieceToRun piece) throws Exception {
    put(piece, ",\"ConditionExpression\":\"attribute_not_exists(PK)\"");
  }

  /** Returns a problem if ann, whom the order of the pieces prefers, has lost the seat. */
  private String bobsSeat(String accessKey) throws Exception {
    return getThing(accessKey, "seat").body().contains("bob") ? "bob has the seat" : null;
  }

  @Test
  void anOrderThatFailsTheCheckOfTheClientIsFound() throws Exception {
    createThings();
    ExplorationReport report =
        explore(TWO.replace("]}", "],\"check\":true}"), this::book, this::bobsSeat);
    assertThat(report.found()).isTrue();
    assertThat(report.reason()).isEqualTo("bob has the seat");
    assertThat(report.text()).startsWith("bob has the seat\n\n").contains("PutItem Things");
    assertThat(getThing(database, "seat")).isEqualTo(NOTHING);
  }

  @Test
  void anInvariantThatFailsIsFound() throws Exception {
    createThings();
    String wanted =
        TWO.replace("]}", "],\"invariants\":[\"SELECT * FROM Things WHERE owner = 'bob'\"]}");
    assertThat(explore(wanted, this::book, key -> null).found()).isTrue();
    String serial = TWO.replace("]}", "],\"serial\":[\"owner\"],\"lostWrites\":true}");
    assertThat(explore(serial, this::bookSafely, key -> null).found()).isFalse();
  }

  @Test
  void piecesWhoseOrderDoesNotMatterAreExploredToTheEnd() throws Exception {
    createThings();
    ExplorationReport report =
        explore(TWO.replace("]}", "],\"check\":true}"), this::bookSafely, key -> null);
    assertThat(report)
        .isEqualTo(
            new ExplorationReport(
                false,
                null,
                null,
                null,
                2,
                4,
                List.of(),
                List.of(),
                "Nothing found.\n2 executions, 4 requests held; all orders."));
  }

  @Test
  void aPieceThatFailsAloneIsWrongUsage() throws Exception {
    createThings();
    Code failing =
        piece -> {
          book(piece);
          throw new IllegalStateException("no seat left");
        };
    ExplorationReport report = explore(ONE, failing, key -> null);
    assertThat(report.wrongUsage()).isEqualTo("ann fails although it runs alone: no seat left");
  }

  @Test
  void requestsToTheOriginalAreServedAndNamed() throws Exception {
    createThings();
    ExplorationReport report = explore(ONE, piece -> putThing(database, "x"), key -> null);
    assertThat(report.text())
        .isEqualTo(
            "ann sends no request to the database that is passed to it\n1 request went to the"
                + " original database during the exploration, such as PutItem on Things.");
    assertThat(getThing(database, "x")).isEqualTo(found("x"));
  }

  @Test
  void keysOfAnEndedExecutionAreRejected() throws Exception {
    createThings();
    List<String> keys = new ArrayList<>();
    explore(
        ONE,
        piece -> {
          keys.add(piece.accessKeyId());
          book(piece);
        },
        key -> null);
    assertThat(keys).hasSize(3);
    for (String key : keys) {
      assertThat(getThing(key, "seat").body()).contains("UnrecognizedClientException");
    }
    assertThat(get("/databases").body()).contains(database).doesNotContain(keys.get(0));
  }

  @Test
  void anExplorationEndsWithoutRequests() throws Exception {
    createThings();
    ExplorationTurn turn = begin(ONE);
    PieceToRun piece = turn.start().get(0);
    time.advance(Duration.ofSeconds(59));
    CompletableFuture<Answer> held =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return getThing(piece.accessKeyId(), "seat");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(held.join()).isEqualTo(NOTHING); // it is let go, since it is alone
    time.advance(Duration.ofSeconds(59));
    post(explorations() + "/" + turn.id() + "/ends", end(piece));
    time.advance(Duration.ofSeconds(61));
    assertThat(post(explorations() + "/" + turn.id() + "/turns", "{}"))
        .isEqualTo(
            new Answer(
                404,
                error(
                    "UnknownExploration",
                    "There is no exploration '" + turn.id() + "', or it has ended")));
  }

  private static String end(PieceToRun piece) {
    return "{\"accessKeyId\":\"" + piece.accessKeyId() + "\",\"end\":\"returned\"}";
  }

  @Test
  void anExplorationEndsWithItsClient() throws Exception {
    createThings();
    ExplorationTurn turn = begin(ONE);
    HttpClient client = HttpClient.newHttpClient();
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(
            HttpRequest.newBuilder(
                    URI.create(
                        endpoint() + ControlApi.PATH + explorations() + "/" + turn.id() + "/turns"))
                .POST(BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());
    String key = turn.start().get(0).accessKeyId();
    while (!getThing(key, "seat").equals(NOTHING)) {
      Thread.onSpinWait();
    }
    waiting.cancel(true);
    while (!getThing(key, "seat").body().contains("UnrecognizedClientException")) {
      Thread.onSpinWait();
    }
    assertThat(post(explorations() + "/" + turn.id() + "/turns", "{}").status()).isEqualTo(404);
  }

  @Test
  void theNumberOfExplorationsIsBounded() throws Exception {
    createThings();
    ExplorationTurn first = begin(ONE);
    for (int i = 1; i < ExplorationRoutes.MAX_EXPLORATIONS; i++) {
      begin(ONE);
    }
    assertThat(post(explorations(), ONE))
        .isEqualTo(
            new Answer(409, error("LimitExceeded", "The server runs 16 explorations already")));
    assertThat(delete(explorations() + "/" + first.id())).isEqualTo(new Answer(204, ""));
    begin(ONE);
    assertThat(delete("/databases/" + database).status()).isEqualTo(204);
    time.advance(Duration.ofSeconds(2));
    createThings();
    begin(ONE);
  }

  @Test
  void invalidRequestsAreReported() throws Exception {
    createThings();
    for (Map.Entry<String, String> each :
        Map.of(
                "{\"pieces\":[]}",
                "'pieces' has 1 to 16 pieces, not 0",
                TWO.replace("bob", "ann"),
                "Two pieces are called 'ann'",
                ONE.replace("ann", " "),
                "The name of a piece is one line of 1 to 100 characters",
                ONE.replace("]}", "],\"patience\":\"2m\"}"),
                "'patience' must be positive, and at most PT1M",
                ONE.replace("]}", "],\"executions\":0}"),
                "executions must be at least 1")
            .entrySet()) {
      assertThat(post(explorations(), each.getKey()))
          .isEqualTo(new Answer(400, error("InvalidRequest", each.getValue())));
    }
    assertThat(post(explorations(), ONE.replace("\"}", "\",\"principal\":\"AKIA\"}")).body())
        .isEqualTo(
            error("UnknownPrincipal", "The database has no principal with the access key 'AKIA'"));
  }

  @Test
  void policiesDecideAboutAPiece() throws Exception {
    createThings();
    String created = post("/databases/" + database + "/principals", "{\"policies\":[]}").body();
    String principal = created.replaceFirst("\\{\"accessKeyId\":\"(\\w+)\".*", "$1");
    List<String> answers = new ArrayList<>();
    explore(
        ONE.replace("\"}", "\",\"principal\":\"" + principal + "\"}"),
        piece -> answers.add(getThing(piece.accessKeyId(), "seat").body()),
        key -> null);
    assertThat(answers).hasSize(3).allMatch(each -> each.contains("AccessDeniedException"));
  }

  @Test
  void otherDatabasesAnswerWhileManyRequestsAreHeld() throws Exception {
    createThings();
    int many = 1_000;
    String other = create("{}");
    createTable(other);
    ExplorationTurn turn = begin("{\"pieces\":[{\"name\":\"ann\"}],\"patience\":\"1m\"}");
    String key = turn.start().get(0).accessKeyId();
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      sent.add(
          client.sendAsync(
              HttpRequest.newBuilder(endpoint().resolve("/"))
                  .header("X-Amz-Target", "DynamoDB_20120810.PutItem")
                  .header("Content-Type", "application/x-amz-json-1.0")
                  .header("X-Amz-Date", "20260101T000000Z")
                  .header("Authorization", signature(key))
                  .POST(
                      BodyPublishers.ofString(
                          "{\"TableName\":\"Things\",\"Item\":" + item("k" + i) + "}"))
                  .build(),
              BodyHandlers.ofString()));
    }
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    putThing(other, "x");
    assertThat(getThing(other, "x")).isEqualTo(found("x"));
    for (CompletableFuture<HttpResponse<String>> each : sent) {
      assertThat(each.get().statusCode()).isEqualTo(200);
    }
    assertThat(threads).isLessThan(200);
  }
}
