package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.operation;
import static dev.monotable.testing.ThingRequests.putItem;
import static dev.monotable.testing.ThingRequests.putItemBody;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.access.AllowedHosts;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.RawConnection.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which web pages may use the server, over real sockets. */
@Timeout(600)
class WebAccessTest extends MonotableServerFixture {
  private static final String EXPOSED =
      "x-amzn-RequestId,x-amz-crc32,x-amzn-ErrorType,x-amzn-ErrorMessage,Date,x-monotable-fault";

  /** The headers of every reply. */
  private static final Set<String> ORDINARY =
      Set.of(
          "Server",
          "Date",
          "Content-Type",
          "Connection",
          "x-amzn-RequestId",
          "x-amz-crc32",
          "Content-Length");

  private static Map<String, String> additional(Answer answer) {
    Map<String, String> headers = new HashMap<>(answer.headers());
    headers.keySet().removeAll(ORDINARY);
    return headers;
  }

  private static String preflight(String origin, String moreHeaders) {
    return "OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: "
        + origin
        + "\r\nAccess-Control-Request-Method: POST\r\n"
        + "Access-Control-Request-Headers: content-type,x-amz-target\r\n"
        + moreHeaders
        + "\r\n";
  }

  private static String putFrom(String origin) {
    return operation("PutItem", "Origin: " + origin + "\r\n", putItemBody("a", "1"));
  }

  private static String forbidden(String message) {
    return "{\"__type\":\"com.amazon.coral.service#AccessDeniedException\",\"Message\":\""
        + message
        + "\"}";
  }

  private static String forbiddenOrigin(String origin) {
    return forbidden(
        "Monotable rejects requests of web pages of the origin "
            + origin
            + ". To allow the origin, start Monotable with --cors and the origin.");
  }

  private static String forbiddenHost(String host) {
    return forbidden(
        "Monotable rejects requests to the host name "
            + host
            + ", because a web page can let any name resolve to this machine. To allow the name,"
            + " start Monotable with --allowed-host and the name.");
  }

  @Nested
  class Origins {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "http://localhost",
          "http://localhost:3000",
          "https://localhost:65535",
          "http://app.localhost:5173",
          "http://127.0.0.1:8000",
          "https://127.255.255.254",
          "http://[::1]:3000",
          "http://[::1]",
        })
    void onThisMachineAreAllowed(String origin) throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer asked = connection.send(preflight(origin, "")).read();
      Answer called = connection.send(putFrom(origin)).read();

      assertThat(asked.status()).isEqualTo(200);
      assertThat(asked.text()).isEmpty();
      assertThat(additional(asked))
          .isEqualTo(
              Map.of(
                  "Access-Control-Allow-Origin", origin,
                  "Vary", "Origin",
                  "Access-Control-Expose-Headers", EXPOSED,
                  "Access-Control-Allow-Headers", "content-type,x-amz-target",
                  "Access-Control-Allow-Methods", "POST",
                  "Access-Control-Max-Age", "172800"));
      assertThat(called.text()).isEqualTo("{}");
      assertThat(additional(called))
          .isEqualTo(
              Map.of(
                  "Access-Control-Allow-Origin", origin,
                  "Vary", "Origin",
                  "Access-Control-Expose-Headers", EXPOSED));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "http://example.com",
          "https://example.com",
          "null",
          "http://localhost.example.com",
          "http://example.com:localhost",
          "http://notlocalhost",
          "http://.localhost",
          "http://localhost@example.com",
          "http://localhost:80@example.com",
          "http://example.com/.localhost",
          "http://127.0.0.1.example.com",
          "http://127.0.0.1.2",
          "http://127.0.0",
          "http://127.0.0.256",
          "http://127.0.0.1.",
          "http://128.0.0.1",
          "http://192.168.0.1",
          "http://[::2]",
          "http://[::1",
          "http://[::1]x",
          "http://",
          "ftp://localhost",
          "file://",
          "localhost",
          "whatever",
        })
    void onOtherMachinesAreRejectedBeforeTheRequestIsExecuted(String origin) throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer asked = connection.send(preflight(origin, "")).read();
      Answer called = connection.send(putFrom(origin)).read();

      assertThat(asked.status()).isEqualTo(403);
      assertThat(additional(asked)).isEmpty();
      assertThat(called.status()).isEqualTo(403);
      assertThat(called.text()).isEqualTo(forbiddenOrigin(origin));
      assertThat(additional(called)).isEmpty();
      assertThat(text(connection.send(getItem("a")))).isEqualTo("{}");
    }

    /** A page that the server itself has sent, such as the console, at an address of the server. */
    @Test
    void ofTheServerAreAllowedAtItsAddressesAndConfiguredNames() throws Exception {
      ServerConfig config = config().allowedHosts(List.of("dynamodb.test", "*")).build();
      RawConnection connection = connect(serve(config));

      for (String host : List.of("192.168.0.1:8000", "[fe80::1]:8000", "dynamodb.test:8000")) {
        assertThat(connection.send(putFromPageOf("http://" + host, host)).read().text())
            .as(host)
            .isEqualTo("{}");
      }
      for (String host : List.of("evil.example:8000", "192.168.0.1.evil.example")) {
        assertThat(connection.send(putFromPageOf("http://" + host, host)).read().status())
            .as(host)
            .isEqualTo(403);
      }
      for (String origin : List.of("https://192.168.0.1:8000", "http://192.168.0.1:80")) {
        assertThat(connection.send(putFromPageOf(origin, "192.168.0.1:8000")).read().status())
            .as(origin)
            .isEqualTo(403);
      }
    }

    private static String putFromPageOf(String origin, String host) {
      return putFrom(origin).replace("Host: localhost", "Host: " + host);
    }

    @Test
    void ofFormsAreRejected() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer =
          connection
              .send(
                  "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://example.com\r\n"
                      + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}")
              .read();

      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.text()).isEqualTo(forbiddenOrigin("https://example.com"));
    }

    @Test
    void areRejectedWithTheStartOfALongValue() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer = connection.send(putFrom("https://" + "x".repeat(5_000))).read();

      assertThat(answer.text()).isEqualTo(forbiddenOrigin("https://" + "x".repeat(192) + "..."));
    }

    @Test
    void mayReachAPrivateNetworkIfTheyAreAllowed() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer =
          connection
              .send(
                  preflight("http://localhost", "Access-Control-Request-Private-Network: true\r\n"))
              .read();

      assertThat(answer.headers()).containsEntry("Access-Control-Allow-Private-Network", "true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://app.example.com", "http://b.example:81", "null"})
    void thatAreConfiguredAreAllowed(String origin) throws Exception {
      ServerConfig config =
          config()
              .allowedOrigins(
                  List.of("HTTPS://App.Example.com:443/", "http://b.example:81", "null"))
              .build();
      RawConnection connection = connect(serve(config));

      Answer answer = connection.send(putFrom(origin)).read();
      Answer local = connection.send(putFrom("http://localhost")).read();
      Answer other = connection.send(putFrom("https://b.example")).read();

      assertThat(answer.text()).isEqualTo("{}");
      assertThat(answer.headers())
          .containsEntry("Access-Control-Allow-Origin", origin)
          .containsEntry("Vary", "Origin");
      assertThat(local.status()).isEqualTo(200);
      assertThat(other.status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://app.example.com", "http://localhost:1", "null", "whatever"})
    void areAllAllowedIfConfigured(String origin) throws Exception {
      RawConnection connection =
          connect(serve(config().allowedOrigins(List.of("https://a.example", "*")).build()));

      Answer answer = connection.send(putFrom(origin)).read();

      assertThat(answer.text()).isEqualTo("{}");
      assertThat(additional(answer))
          .isEqualTo(
              Map.of("Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", EXPOSED));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"example.com", "", "https://", "https://a/b", "https://*.a", "https://a b"})
    void mustBeOriginsInTheConfiguration(String origin) {
      assertThatThrownBy(() -> config().allowedOrigins(List.of(origin)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "'" + origin + "' is not an origin such as https://app.example.com, null, or *");
    }
  }

  @Nested
  class Hosts {
    private String putTo(String host) {
      return putItem("a", "1").replace("Host: localhost", "Host: " + host);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "localhost",
          "LocalHost:8000",
          "db.localhost:8000",
          "127.0.0.1:8000",
          "10.1.2.3",
          "[::1]:8000",
          "[fe80::1:2]",
          "[::ffff:127.0.0.1]",
          "",
        })
    void thatNoPageCanHaveAreAllowed(String host) throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      assertThat(text(connection.send(putTo(host)))).isEqualTo("{}");
      assertThat(text(connection.send(putTo(host)))).isEqualTo("{}");
    }

    @Test
    void mayBeMissing() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      assertThat(connection.send("GET / HTTP/1.0\r\n\r\n").read().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "example.com",
          "example.com:8000",
          "dynamodb.localhost.localstack.cloud",
          "dynamodb.us-east-1.amazonaws.com",
          "127.0.0.1.example.com",
          "localhost.example.com",
          "localhost:x",
          "[::1",
          "[::g]",
          "1234",
          "host.docker.internal",
        })
    void thatAreOtherNamesAreRejectedBeforeTheRequestIsExecuted(String host) throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer put = connection.send(putTo(host)).read();
      Answer get = connection.send("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").read();

      assertThat(put.status()).isEqualTo(403);
      assertThat(put.text()).isEqualTo(forbiddenHost(AllowedHosts.name(host)));
      assertThat(get.status()).isEqualTo(403);
      assertThat(text(connection.send(getItem("a")))).isEqualTo("{}");
    }

    @Test
    void areRejectedWithTheNameThatTheOptionNeeds() throws Exception {
      RawConnection connection = connect(serve(CONFIG));

      Answer answer = connection.send(putTo("db.test:8000")).read();

      assertThat(answer.text()).isEqualTo(forbiddenHost("db.test"));
    }

    @Test
    void thatAreConfiguredAreAllowed() throws Exception {
      ServerConfig config = config().allowedHosts(List.of("Dynamodb.test", "db")).build();
      RawConnection connection = connect(serve(config));

      assertThat(text(connection.send(putTo("dynamodb.TEST:8000")))).isEqualTo("{}");
      assertThat(text(connection.send(putTo("db")))).isEqualTo("{}");
      assertThat(connection.send(putTo("other")).read().status()).isEqualTo(403);
    }

    @Test
    void areAllAllowedIfConfigured() throws Exception {
      RawConnection connection = connect(serve(config().allowedHosts(List.of("*")).build()));

      assertThat(text(connection.send(putTo("example.com")))).isEqualTo("{}");
    }

    @Test
    void areAllAllowedIfOtherMachinesCanConnect() throws Exception {
      URI endpoint = serve(config().host("0.0.0.0").build());
      RawConnection connection = connect(URI.create("http://127.0.0.1:" + endpoint.getPort()));

      assertThat(text(connection.send(putTo("dynamodb:8000")))).isEqualTo("{}");
    }

    @Test
    void areRestrictedIfConfiguredThoughOtherMachinesCanConnect() throws Exception {
      URI endpoint = serve(config().host("0.0.0.0").allowedHosts(List.of("dynamodb")).build());
      RawConnection connection = connect(URI.create("http://127.0.0.1:" + endpoint.getPort()));

      assertThat(text(connection.send(putTo("dynamodb:8000")))).isEqualTo("{}");
      assertThat(connection.send(putTo("example.com")).read().status()).isEqualTo(403);
    }

    @Test
    void includeTheNameToListenOn() throws IOException {
      AllowedHosts hosts = AllowedHosts.of(List.of(), "Db.test", InetAddress.getLoopbackAddress());

      assertThat(hosts.allow("db.test:8000")).isTrue();
      assertThat(hosts.allow("other.test:8000")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"a:80", "''", "a..b", "a/b", "[::1]", "*.a"})
    void mustBeNamesInTheConfiguration(String name) {
      assertThatThrownBy(() -> config().allowedHosts(List.of(name)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "'" + name + "' is not a host name such as dynamodb.test, without a port, or *");
    }
  }
}
