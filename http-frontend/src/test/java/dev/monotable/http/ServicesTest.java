package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.getItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.EchoService.Events;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpService;
import dev.monotable.json.LateAnswer;
import dev.monotable.json.ReplyStream;
import dev.monotable.json.StaticFiles;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services beside DynamoDB: each way to answer, and who may ask. */
@Timeout(600)
class ServicesTest extends MonotableServerFixture {
  private final EchoService echo = new EchoService();
  private MonotableServer server;
  private RawConnection connection;

  @BeforeEach
  void start() throws IOException {
    start(CONFIG);
  }

  private void start(ServerConfig config) throws IOException {
    HttpService pages =
        new StaticFiles(
            ServicesTest.class, "dev/monotable/http/pages", "/_test/pages", Map.of("X-Own", "1"));
    server =
        MonotableServer.start(
            TestExchange.withTable(), Map.of("/_test", echo, "/_test/pages", pages), config);
    opened.add(server);
    connection = connect(server.endpoint());
  }

  private static String get(String path, String... headers) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("", headers) + "\r\n";
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private Answer answer(String request) throws IOException {
    return connection.send(request).read();
  }

  @Nested
  class Paths {
    @ParameterizedTest
    @ValueSource(
        strings = {"/_test", "/_test/", "/_test/a?b", "/_test?b", "/_test/pagesx", "/_test/slow"})
    void ofAServiceLeadToIt(String path) throws IOException {
      Answer answer = answer(post(path, "body"));

      assertThat(answer.text()).isEqualTo("POST " + path + " body");
      assertThat(answer.headers())
          .containsEntry("Content-Type", "text/plain")
          .containsEntry("X-Echo", "yes")
          .doesNotContainKeys("x-amzn-RequestId", "x-amz-crc32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_tes", "/_testing", "/_other", "/_", "/x/_test", "//_test"})
    void ofNoServiceLeadToDynamoDb(String path) throws IOException {
      assertThat(answer(get(path)).text()).isEqualTo("<UnknownOperationException/>\n");
    }

    @Test
    void inAbsoluteFormLeadToTheService() throws IOException {
      assertThat(answer(get("http://localhost/_test/a")).text()).isEqualTo("GET /_test/a ");
    }

    @Test
    void ofAllServicesCanFollowEachOther() throws IOException {
      connection.send(
          get("/_test/1") + getItem("a") + get("/_test/long") + getItem("a") + get("/_test/2"));

      assertThat(connection.read().text()).isEqualTo("GET /_test/1 ");
      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(connection.read().text()).isEqualTo("x".repeat(1 << 20));
      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(connection.read().text()).isEqualTo("GET /_test/2 ");
      await("the memory is released", () -> server.state().responses().used() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"_test", "/_test/", "/_te st", "/", "/_a//b", ""})
    void ofServicesMustBeginWithAnUnderscore(String path) {
      assertThatThrownBy(
              () -> MonotableServer.start(TestExchange.withTable(), Map.of(path, echo), CONFIG))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("'" + path + "' is not the path of a service, such as /_name/v1");
    }
  }

  @Nested
  class Bodies {
    @Test
    void thatAreTooLongForTheServiceAreRejected() throws IOException {
      String longest = "x".repeat(EchoService.MAX_BODY);

      assertThat(answer(post("/_test", longest)).text()).isEqualTo("POST /_test " + longest);
      Answer tooLong = answer(post("/_test", longest + "x"));
      assertThat(tooLong.status()).isEqualTo(413);
      assertThat(tooLong.text()).isEqualTo("rejected: The body is too long.");
      assertThat(tooLong.headers())
          .containsEntry("Connection", "close")
          .doesNotContainKeys("x-amzn-RequestId", "x-amz-crc32");
    }

    @Test
    void thatAreTooLongInChunksAreRejected() throws IOException {
      connection.send(
          "POST /_test HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      connection.send("3e8\r\n" + "x".repeat(1000) + "\r\n1\r\nx\r\n0\r\n\r\n");

      assertThat(connection.read().status()).isEqualTo(413);
    }
  }

  @Nested
  class LateAnswers {
    @Test
    void areGivenByAnotherThread() throws Exception {
      connection.send(get("/_test/late") + getItem("a"));
      LateAnswer late = echo.awaitLate();
      assertThat(late.isEnded()).isFalse();

      assertThat(late.complete(HttpAnswer.of(202, "text/plain", "later"))).isTrue();
      assertThat(late.complete(HttpAnswer.of(200))).isFalse();

      Answer answer = connection.read();
      assertThat(answer.status()).isEqualTo(202);
      assertThat(answer.text()).isEqualTo("later");
      assertThat(connection.read().text()).isEqualTo("{}");
      assertThat(late.isEnded()).isTrue();
    }

    @Test
    void ofRequestsOnOtherThreadsAndOfManyBytesArriveToo() throws Exception {
      connection.send(get("/_test/slow/late"));

      echo.awaitLate().complete(HttpAnswer.of(200, "text/plain", "y".repeat(1 << 20)));

      assertThat(connection.read().text()).isEqualTo("y".repeat(1 << 20));
      await("the memory is released", () -> server.state().responses().used() == 0);
    }

    @Test
    void ofClientsThatHaveGoneAreNotWanted() throws Exception {
      for (String path : List.of("/_test/late", "/_test/slow/late")) {
        RawConnection gone = connect(server.endpoint()).send(get(path));
        LateAnswer late = echo.awaitLate();

        gone.reset();

        await("the answer is not wanted", late::isEnded);
        assertThat(late.complete(HttpAnswer.of(200))).isFalse();
      }
    }

    @Test
    void ofClientsThatHaveEndedTheirOutputAreNotWanted() throws Exception {
      for (String path : List.of("/_test/late", "/_test/slow/late")) {
        RawConnection gone = connect(server.endpoint()).send(get(path));
        gone.endOutput();

        LateAnswer late = echo.awaitLate();

        await("the answer is not wanted", late::isEnded);
        assertThat(gone.closedByServer()).isTrue();
      }
    }

    /** The idle timeout is for connections without a request. */
    @Test
    void mayTakeLongerThanTheIdleTimeout() throws Exception {
      start(config().idleTimeout(Duration.ofSeconds(1)).build());
      connection.send(get("/_test/late"));
      LateAnswer late = echo.awaitLate();
      RawConnection idle = connect(server.endpoint());
      assertThat(idle.closedByServer()).isTrue();
      RawConnection idleAgain = connect(server.endpoint());
      assertThat(idleAgain.closedByServer()).isTrue();

      late.complete(HttpAnswer.of(200, "text/plain", "later"));

      assertThat(connection.read().text()).isEqualTo("later");
    }

    @Test
    void endWhenTheServerStops() throws Exception {
      start(config().shutdownGrace(Duration.ofDays(1)).build());
      connection.send(get("/_test/late"));
      LateAnswer late = echo.awaitLate();
      RawConnection following = connect(server.endpoint());
      following.send(get("/_test/late") + getItem("a"));
      LateAnswer other = echo.awaitLate();

      CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);

      for (RawConnection each : List.of(connection, following)) {
        Answer answer = each.read();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).isEqualTo("rejected: The server stops.");
        assertThat(answer.headers()).containsEntry("Connection", "close");
        assertThat(each.closedByServer()).isTrue();
      }
      closing.get(4, TimeUnit.MINUTES);
      assertThat(late.isEnded()).isTrue();
      assertThat(other.isEnded()).isTrue();
    }
  }

  @Nested
  class Streams {
    @Test
    void areChunked() throws IOException {
      connection.send(get("/_test/short-stream"));

      assertThat(connection.readHead())
          .startsWith("HTTP/1.1 200 OK\n")
          .contains("\nContent-Type: text/plain\n", "\nTransfer-Encoding: chunked\n")
          .doesNotContain("Content-Length");
      assertThat(connection.readToEnd()).isEqualTo("4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n");
    }

    @Test
    void areNotChunkedForOldClients() throws IOException {
      connection.send("GET /_test/short-stream HTTP/1.0\r\n\r\n");

      assertThat(connection.readHead()).doesNotContain("chunked");
      assertThat(connection.readToEnd()).isEqualTo("one two");
    }

    /** Tests that the unread part of a client is bounded, and each event arrives once, in order. */
    @Test
    void goOnAsTheClientReads() throws Exception {
      RawConnection slow = connect(server.endpoint());
      slow.send("GET /_test/events HTTP/1.0\r\n\r\n");
      Events events = echo.awaitStream();
      assertThat(events.refused.await(4, TimeUnit.MINUTES)).isTrue();
      await("the kernel takes no more", () -> isStalled(events));
      int unread = events.written.get();

      slow.readHead();
      for (int i = 0; i < unread + 200; i++) {
        assertThat(slow.read(EchoService.event(i).length())).isEqualTo(EchoService.event(i));
      }

      assertThat(events.written.get()).isGreaterThan(unread);
      events.stream.end();
      await("the source is told", () -> events.ended.getCount() == 0);
      assertThat(events.stream.write(new byte[1])).isFalse();
    }

    /** Returns whether nothing was written for a number of attempts. */
    private boolean isStalled(Events events) {
      int before = events.written.get();
      for (int i = 0; i < 1_000_000; i++) {
        if (events.written.get() != before) {
          return false;
        }
        Thread.onSpinWait();
      }
      return true;
    }

    @Test
    void endWhenTheClientHasGone() throws Exception {
      connection.send(get("/_test/events"));
      Events events = echo.awaitStream();

      connection.close();

      assertThat(events.ended.await(4, TimeUnit.MINUTES)).isTrue();
      assertThat(events.stream.isOpen()).isFalse();
    }

    @Test
    void endWhenTheServerStops() throws Exception {
      connection.send(get("/_test/events"));
      Events events = echo.awaitStream();

      server.close();

      assertThat(events.ended.await(4, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void areBoundedInNumber() throws Exception {
      List<Events> open = new ArrayList<>();
      RawConnection last = connection;
      for (int i = 0; i < 256; i++) {
        last = connect(server.endpoint()).send(get("/_test/events"));
        open.add(echo.awaitStream());
      }

      Answer refused = answer(get("/_test/events"));
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.text()).isEqualTo("rejected: Too many streams are open.");
      assertThat(connection.closedByServer()).isTrue();
      assertThat(echo.awaitStream().ended.getCount()).isZero();
      await("its connection is closed", () -> server.connections() == open.size());

      last.close();
      await("a stream has ended", () -> open.get(255).ended.getCount() == 0);
      connect(server.endpoint()).send(get("/_test/events"));
      Events another = echo.awaitStream();
      assertThat(another.ended.getCount()).isOne();
    }

    @Test
    void refusePiecesThatAreTooLong() throws Exception {
      connection.send(get("/_test/events"));
      Events events = echo.awaitStream();
      await("the stream is open", () -> events.stream != null);

      assertThatThrownBy(() -> events.stream.write(new byte[ReplyStream.MAX_WAITING_BYTES + 1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class Failures {
    @Test
    void areAnsweredWithoutDetails() throws IOException {
      for (String path : List.of("/_test/throw", "/_test/slow/throw")) {
        Answer answer = answer(get(path));

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEqualTo("rejected: Internal server error");
      }
      assertThat(answer(get("/_test/a")).text()).isEqualTo("GET /_test/a ");
    }

    @Test
    void forLackOfMemoryAreTemporary() throws IOException {
      for (String path : List.of("/_test/full", "/_test/slow/full")) {
        Answer answer = answer(get(path));

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).startsWith("rejected: The server's memory is full: ");
      }
    }

    /** Until its path is known, a request is one to DynamoDB. */
    @ParameterizedTest
    @CsvSource({
      "'GET /_test HTTP/1.1\r\nExpect: x\r\nContent-Length: 1\r\n\r\n', 417, rejected: Only",
      "'POST /_test HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n', 400, rejected: The",
      "'GET /_test HTTP/2.0\r\n\r\n', 505, {",
      "'GET /_test HTTP/1.1\r\n a\r\n\r\n', 400, {",
    })
    void haveTheFormOfTheServiceOnceThePathIsKnown(String request, int status, String start)
        throws IOException {
      assertThat(answer(get("/_test/a")).status()).isEqualTo(200);

      Answer answer = answer(request.translateEscapes());

      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.text()).startsWith(start);
    }
  }

  @Nested
  class Files {
    @ParameterizedTest
    @CsvSource({
      "/_test/pages, text/html; charset=utf-8, 38",
      "/_test/pages/, text/html; charset=utf-8, 38",
      "/_test/pages/index.html?v=1, text/html; charset=utf-8, 38",
      "/_test/pages/more/app.js, text/javascript; charset=utf-8, 8",
    })
    void haveATypeALengthAndATag(String path, String type, String length) throws IOException {
      Answer answer = answer(get(path));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers())
          .containsEntry("Content-Type", type)
          .containsEntry("Content-Length", length)
          .containsEntry("X-Own", "1")
          .containsEntry("X-Content-Type-Options", "nosniff");
      String etag = answer.headers().get("ETag");
      assertThat(etag).matches("\"[0-9a-f]{16}\"");

      String again = get(path, "If-None-Match: \"x\", " + etag + "\r\n");
      connection.send(again + get("/_test/a"));
      assertThat(connection.readHead())
          .startsWith("HTTP/1.1 304 Not Modified\n")
          .contains("\nETag: " + etag + "\n")
          .doesNotContain("Content-Length");
      assertThat(connection.read().text()).isEqualTo("GET /_test/a ");
    }

    @Test
    void haveNoBodyForHead() throws IOException {
      connection.send("HEAD /_test/pages/ HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/_test/a"));

      assertThat(connection.readHead()).contains("\nContent-Length: 38\n");
      assertThat(connection.read().text()).isEqualTo("GET /_test/a ");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "/_test/pages/none.html",
          "/_test/pages/more",
          "/_test/pages/more/",
          "/_test/pages/../ServicesTest.class",
          "/_test/pages/more/../index.html",
          "/_test/pages//index.html",
          "/_test/pages/%2e%2e/index.html",
          "/_test/pages/.hidden.html",
          "/_test/pages/a\\b.html",
        })
    void thatDoNotExistAreNotFound(String path) throws IOException {
      assertThat(answer(get(path)).status()).isEqualTo(404);
    }

    @Test
    void areOnlyRead() throws IOException {
      Answer answer = answer(post("/_test/pages/index.html", ""));

      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.headers()).containsEntry("Allow", "GET, HEAD");
    }
  }

  @Nested
  class PagesOfBrowsers {
    private String own() {
      URI endpoint = server.endpoint();
      return "Host: localhost:" + endpoint.getPort() + "\r\n";
    }

    private Answer ask(String... headers) throws IOException {
      return answer("GET /_test/a HTTP/1.1\r\n" + own() + String.join("", headers) + "\r\n");
    }

    @Test
    void ofTheOwnOriginAreAdmitted() throws IOException {
      String origin = "Origin: http://localhost:" + server.port() + "\r\n";

      assertThat(ask(origin).status()).isEqualTo(200);
      assertThat(ask(origin, "Sec-Fetch-Site: same-origin\r\n").status()).isEqualTo(200);
      assertThat(ask("Sec-Fetch-Site: none\r\n").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "http://localhost:1",
          "http://localhost",
          "https://localhost",
          "null",
          "https://a.b"
        })
    void ofOtherOriginsAreRejectedEvenOnThisMachine(String origin) throws IOException {
      Answer answer = ask("Origin: " + origin + "\r\n");

      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.headers()).doesNotContainKey("Access-Control-Allow-Origin");
      assertThat(answer.text()).contains("from its own pages only");
    }

    @Test
    void ofConfiguredOriginsAreRejectedToo() throws IOException {
      start(config().allowedOrigins(List.of("*")).allowedHosts(List.of("*")).build());

      assertThat(ask("Origin: https://a.b\r\n").status()).isEqualTo(403);
    }

    @Test
    void thatDoNotNameTheirOriginAreRecognizedByTheBrowser() throws IOException {
      for (String site : List.of("cross-site", "same-site")) {
        String from = "Sec-Fetch-Site: " + site + "\r\n";
        String link = "Sec-Fetch-Mode: navigate\r\n";

        assertThat(ask(from).status()).isEqualTo(403);
        assertThat(ask(from, link, "Sec-Fetch-Dest: iframe\r\n").status()).isEqualTo(403);
        assertThat(ask(from, link, "Sec-Fetch-Dest: document\r\n").status()).isEqualTo(200);
      }
    }

    /** A name that resolves to this machine is the page's own origin for the browser. */
    @Test
    void ofUnknownNamesAreRejectedThoughOtherMachinesCanConnect() throws IOException {
      start(config().host("0.0.0.0").build());
      String request = "GET /_test/a HTTP/1.1\r\nHost: a.b\r\n";

      assertThat(answer(request + "\r\n").status()).isEqualTo(200);
      assertThat(answer(request + "Origin: http://a.b\r\n\r\n").status()).isEqualTo(403);
    }
  }
}
