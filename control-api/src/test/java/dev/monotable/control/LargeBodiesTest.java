package dev.monotable.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.stream.kinesis.KinesisDeliveries;
import dev.monotable.testing.RawConnection;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests whose bodies need memory, and what is kept of them. */
class LargeBodiesTest extends ControlFixture {
  private static final int DESIGN = 1 << 20;

  /** Room for two and a half. */
  private static final int DESIGNS = 5 << 19;

  private String key;
  private volatile boolean full;

  @BeforeEach
  void createDatabase() throws Exception {
    key = create("{}");
    createTable(key);
  }

  @Override
  DatabaseControls controls() {
    return new DatabaseControls(1_000, Long.MAX_VALUE, DESIGNS, KinesisDeliveries.none());
  }

  @Override
  boolean hasRoom(long bytes) {
    return !full;
  }

  private String path(String end) {
    return "/databases/" + key + end;
  }

  /** Returns a request that loads items. */
  private static String seed(int from, int count) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < from + count; i++) {
      lines.append("{\\\"PK\\\":\\\"k").append(i).append("\\\"}\\n");
    }
    return "{\"seed\":{\"Things.json\":\"" + lines + "\"}}";
  }

  @ParameterizedTest
  @CsvSource({"POST,/load", "PUT,/design", "POST,/faults"})
  void haveATemporaryErrorWhenTheHeapIsFull(String method, String end) throws Exception {
    full = true;

    HttpResponse<String> answer = response(method, path(end), seed(0, 500), Map.of());

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .isEqualTo(
            error(
                "Unavailable",
                "The server's memory is full: drop databases, delete items, send smaller files, or"
                    + " start it with a larger heap (JAVA_OPTS=-Xmx...)"));
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(post(path("/load"), seed(0, 1)).status()).isEqualTo(200);
    full = false;
    assertThat(post(path("/load"), seed(0, 500)).body())
        .isEqualTo("{\"tablesCreated\":0,\"itemsPut\":500,\"itemsDeleted\":0,\"notices\":[]}");
  }

  @Test
  void thatAreTooLongAreRejectedInTheFormOfTheApi() throws Exception {
    try (RawConnection connection = RawConnection.open(endpoint())) {
      RawConnection.Answer answer =
          connection
              .send(
                  "POST "
                      + ControlApi.PATH
                      + path("/load")
                      + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16777217\r\n\r\n")
              .read();

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.text()).isEqualTo(error("RequestTooLarge", "The body is too long."));
    }
  }

  @Test
  void pagesOfOtherOriginsAreRejectedInTheFormOfTheApi() throws Exception {
    Answer answer = send("GET", "/databases", null, Map.of("Origin", "https://a.b"));

    assertThat(answer)
        .isEqualTo(
            new Answer(
                403,
                error(
                    "Forbidden",
                    "Monotable accepts requests to this path from its own pages only, and rejects"
                        + " those of web pages of the origin https://a.b.")));
  }

  @Test
  void loadsOfADatabaseFollowEachOther() throws Exception {
    List<CompletableFuture<Answer>> loads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      String body = seed(i * 1_000, 1_000);
      loads.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return post(path("/load"), body);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }));
    }

    for (CompletableFuture<Answer> load : loads) {
      assertThat(load.get(4, TimeUnit.MINUTES))
          .isEqualTo(
              new Answer(
                  200,
                  "{\"tablesCreated\":0,\"itemsPut\":1000,\"itemsDeleted\":0,\"notices\":[]}"));
    }
    assertThat(getThing(key, "k15999")).isEqualTo(found("k15999"));
  }

  // ---- declared designs ----

  private Answer declare(String database, int characters) throws Exception {
    String start =
        "design: Shop\\ntables:\\n  Things:\\n    partitionKey: PK\\n    entities:\\n      Gadget:\\n"
            + "        keys:\\n          PK: THING#{id}\\n        description: ";
    int length = start.replace("\\n", "n").length();
    String content = start + "x".repeat(characters - length);
    return send(
        "PUT", "/databases/" + database + "/design", "{\"content\":\"" + content + "\"}", Map.of());
  }

  @Test
  void aDesignIsBounded() throws Exception {
    assertThat(declare(key, DESIGN).status()).isEqualTo(200);
    assertThat(declare(key, DESIGN + 1))
        .isEqualTo(
            new Answer(
                413,
                error("RequestTooLarge", "A design has at most 1048576 characters, not 1048577")));
  }

  /** A fork shares the design of its database. */
  @Test
  void allDesignsTogetherAreBounded() throws Exception {
    String second = create("{}");
    assertThat(declare(key, DESIGN).status()).isEqualTo(200);
    assertThat(declare(key, DESIGN).status()).isEqualTo(200);
    assertThat(declare(second, DESIGN).status()).isEqualTo(200);
    String fork = create("{\"from\":\"" + key + "\"}");
    assertThat(get("/databases/" + fork + "/design").body()).startsWith("design: Shop\n");
    String third = create("{}");

    assertThat(declare(third, DESIGN))
        .isEqualTo(
            new Answer(
                409,
                error(
                    "LimitExceeded",
                    "The designs of all databases have at most 2621440 characters together; those"
                        + " of the others have 2097152, this one 1048576")));
    assertThat(declare(third, DESIGN / 2).status()).isEqualTo(200);

    assertThat(delete("/databases/" + second).status()).isEqualTo(204);
    assertThat(declare(third, DESIGN).status()).isEqualTo(200);
    assertThat(delete(path("/design")).status()).isEqualTo(204);
    assertThat(declare(fork, DESIGN).status()).isEqualTo(200);
  }

  // ---- fault rules ----

  @Test
  void aFaultRuleIsBounded() throws Exception {
    String fault = "{\"fault\":\"serverError\",";
    assertThat(post(path("/faults"), fault + "\"table\":\"" + "x".repeat(2_049) + "\"}"))
        .isEqualTo(
            new Answer(400, error("InvalidRequest", "A name has more than 2048 characters")));
    assertThat(post(path("/faults"), fault + "\"key\":" + item("x".repeat(16 << 10)) + "}"))
        .isEqualTo(new Answer(400, error("InvalidRequest", "'key' has more than 16384 bytes")));
    assertThat(post(path("/faults"), fault + "\"key\":" + item("x".repeat(2_048)) + "}").status())
        .isEqualTo(201);
  }
}
