package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.getItemBody;
import static dev.monotable.testing.ThingRequests.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that requests are rejected that another reader of the same bytes could understand in
 * another way: RFC 9112, sections 2.2, 3, 5 and 6.3, and RFC 9110, section 5.
 */
@Timeout(600)
class StrictHttpTest extends MonotableServerFixture {
  private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  private static final String POST = start("GetItem");
  private static final String BODY = getItemBody("a");
  private static final String LENGTH = "Content-Length: " + BODY.length() + "\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
  private static final String CHUNKS =
      Integer.toHexString(BODY.length()) + "\r\n" + BODY + "\r\n0\r\n\r\n";

  @Test
  void controlCharactersInTheHeadAreRejected() throws Exception {
    List<String> requests = new ArrayList<>();
    for (int c = 0; c < 128; c++) {
      if (c < ' ' && c != '\t' && c != '\n' || c == 0x7F) {
        char control = (char) c;
        requests.add("GET /a" + control + "b HTTP/1.1\r\nHost: localhost\r\n\r\n");
        requests.add("G" + control + "T / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        requests.add("GET / HTTP/1.1" + control + "\r\nHost: localhost\r\n\r\n");
        requests.add(GET + "Ab" + control + "c: d\r\n\r\n");
        requests.add(GET + "Abc:" + control + "d\r\n\r\n");
        requests.add(GET + "Abc: d" + control + "e\r\n\r\n");
        requests.add(GET + "Abc: d" + control + "\r\n\r\n");
        requests.add(control + GET + "\r\n");
      }
    }
    requests.remove("\r" + GET + "\r\n"); // see aBareLineFeedIsRejected
    assertRejected(requests);
  }

  /** The lines end at different offsets, because the decoder checks eight bytes at a time. */
  @Test
  void controlCharactersAreFoundAtAnyOffset() throws Exception {
    List<String> requests = new ArrayList<>();
    for (int padding = 0; padding < 20; padding++) {
      for (String invalid : List.of("\0", "\u007f", "\r")) {
        requests.add(GET + "Abc: " + "d".repeat(padding) + invalid + "e\r\n\r\n");
        requests.add(
            GET + "Abc: " + "d".repeat(padding) + invalid + "e".repeat(padding) + "\r\n\r\n");
      }
    }
    assertRejected(requests);
  }

  @Test
  void aBareLineFeedIsRejected() throws Exception {
    assertRejected(
        List.of(
            "GET / HTTP/1.1\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\n\r\n",
            GET + "\n",
            GET + "Abc: d\nEfg: h\r\n\r\n",
            "\n" + GET + "\r\n",
            "\r" + GET + "\r\n"));
  }

  @Test
  void invalidHeaderNamesAreRejected() throws Exception {
    List<String> requests = new ArrayList<>();
    for (char c : " \t\"(),/:;<=>?@[\\]{}\u00e9".toCharArray()) {
      if (c != ':') {
        requests.add(GET + "Ab" + c + "c: d\r\n\r\n");
        requests.add(GET + c + "Abc: d\r\n\r\n");
        requests.add(GET + "Abc" + c + ": d\r\n\r\n");
      }
    }
    requests.add(GET + ": d\r\n\r\n");
    requests.add(GET + ":\r\n\r\n");
    requests.add(GET + "Abc\r\n\r\n");
    requests.add(POST + "Transfer-Encoding : chunked\r\n\r\n" + CHUNKS);
    requests.add(POST + "Content-Length : " + BODY.length() + "\r\n\r\n" + BODY);
    assertRejected(requests);
  }

  @Test
  void foldedHeadersAreRejected() throws Exception {
    assertRejected(
        List.of(
            GET + "Abc: d\r\n e\r\n\r\n",
            GET + "Abc: d\r\n\te\r\n\r\n",
            GET + "Abc:\r\n d\r\n\r\n",
            "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
            POST + "Transfer-Encoding:\r\n chunked\r\n\r\n" + CHUNKS));
  }

  @Test
  void ambiguousLengthsAreRejected() throws Exception {
    List<String> requests = new ArrayList<>();
    for (String length :
        List.of("", "+5", "-5", "5 5", "5,5", "5, 6", "0x5", "5a", "a", "5.0", "1e1", "\u0665")) {
      requests.add(POST + "Content-Length: " + length + "\r\n\r\n" + BODY);
    }
    for (String version : List.of("HTTP/1.1", "HTTP/1.0")) {
      String post = POST.replace("HTTP/1.1", version);
      requests.add(post + LENGTH + LENGTH + "\r\n" + BODY);
      requests.add(post + LENGTH + "content-length: 5\r\n\r\n" + BODY);
      requests.add(post + LENGTH + CHUNKED + "\r\n" + CHUNKS);
      requests.add(post + CHUNKED + LENGTH + "\r\n" + CHUNKS);
    }
    requests.add(POST.replace("HTTP/1.1", "HTTP/1.0") + CHUNKED + "\r\n" + CHUNKS);
    for (String coding :
        List.of(
            "identity", "gzip", "chunked, gzip", "chunked, chunked", "xchunked", "\"chunked\"")) {
      requests.add(POST + "Transfer-Encoding: " + coding + "\r\n\r\n" + CHUNKS);
    }
    assertRejected(requests);
  }

  @Test
  void invalidChunksAreRejected() throws Exception {
    List<String> requests = new ArrayList<>();
    for (String chunks :
        List.of(
            "-1\r\n",
            "+1\r\n{\r\n",
            "0x1\r\n{\r\n",
            " 1\r\n{\r\n",
            "1 \r\n{\r\n",
            "1\n{\r\n",
            "1\r\n{}\r\n",
            "1\r\n{\n",
            "100000000\r\n{",
            "\r\n{",
            ";a\r\n{\r\n",
            "g\r\n{\r\n",
            "1\r\n{\r\n\r\n",
            "0\r\n: a\r\n\r\n",
            "0\r\nAbc : a\r\n\r\n",
            "0\r\nAbc: \0\r\n\r\n",
            "0\r\nAbc: a\n\r\n")) {
      requests.add(POST + CHUNKED + "\r\n" + chunks);
    }
    assertRejected(requests);
  }

  @Test
  void aSecondHostIsRejected() throws Exception {
    assertRejected(List.of(GET + "Host: localhost\r\n\r\n", GET + "HOST: other\r\n\r\n"));
  }

  @Test
  void invalidRequestLinesAreRejected() throws Exception {
    assertRejected(
        List.of(
            "GET / HTTP/1.1 \r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1 x\r\nHost: localhost\r\n\r\n",
            "GET /\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\0\r\nHost: localhost\r\n\r\n",
            "(ET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            " GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }

  @Test
  void unusualButValidRequestsAreAccepted() throws Exception {
    URI server = serve(CONFIG);
    List<String> requests =
        List.of(
            "\r\n\r\n" + getItem("a"),
            POST
                + "Abc:\td\t e \t\r\nEmpty:\r\n!#$%&'*+-.^_`|~9: \u00e9\r\n"
                + LENGTH
                + "\r\n"
                + BODY,
            POST + "content-length:" + BODY.length() + "\r\n\r\n" + BODY,
            POST + "Transfer-Encoding: Chunked\r\n\r\n" + CHUNKS,
            POST
                + CHUNKED
                + "\r\n"
                + Integer.toHexString(BODY.length()).toUpperCase(java.util.Locale.ROOT)
                + ";name=value\r\n"
                + BODY
                + "\r\n000\r\nTrailer: a\r\n\r\n");
    for (String request : requests) {
      RawConnection connection = connect(server).send(latin1(request + getItem("a")));
      assertThat(connection.read().text()).as(request).isEqualTo("{}");
      assertThat(connection.read().text()).as(request).isEqualTo("{}");

      RawConnection slow = connect(server);
      for (byte b : latin1(request)) {
        slow.send(new byte[] {b});
      }
      assertThat(slow.read().text()).as(request).isEqualTo("{}");
    }
  }

  /** Each request is sent as a whole, and again in two parts, followed by a valid request. */
  private void assertRejected(List<String> requests) throws Exception {
    URI server = serve(CONFIG);
    for (String request : requests) {
      byte[] bytes = latin1(request + getItem("a"));
      assertRejected(connect(server).send(bytes), request);
      int half = Math.max(1, request.length() - 4);
      RawConnection connection = connect(server).send(bytes, 0, half);
      // The response shows that the server works, and probably that it has received the first part.
      assertThat(connect(server).send(getItem("a")).read().text()).isEqualTo("{}");
      assertRejected(connection.send(bytes, half, bytes.length), request);
    }
  }

  private static void assertRejected(RawConnection connection, String request) throws Exception {
    String description = request.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0");
    Answer answer = connection.read();
    assertThat(answer.status()).as(description).isEqualTo(400);
    assertThat(answer.headers()).as(description).containsEntry("Connection", "close");
    assertThat(connection.closedByServer()).as(description).isTrue();
    connection.close();
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
