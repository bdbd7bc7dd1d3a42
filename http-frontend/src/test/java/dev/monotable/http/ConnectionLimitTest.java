package dev.monotable.http;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.head;
import static dev.monotable.testing.ThingRequests.putItem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.json.HttpAnswer;
import dev.monotable.json.LateAnswer;
import dev.monotable.testing.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients with more connections than a server accepts at a time. */
@Timeout(600)
class ConnectionLimitTest extends MonotableServerFixture {
  /** More than the streams of a server. */
  private static final int MAX = 300;

  private static final String EVENTS = "GET /_test/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String LATE = "GET /_test/late HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final EchoService echo = new EchoService();
  private MonotableServer server;

  private void start(ServerConfig.Builder config) throws IOException {
    server =
        MonotableServer.start(TestExchange.withTable(), Map.of("/_test", echo), config.build());
    opened.add(server);
    try (RawConnection writer = RawConnection.open(server.endpoint())) {
      assertThat(writer.send(putItem("a", "1")).read().text()).isEqualTo("{}");
    }
    await("the connection has ended", () -> server.connections() == 0);
  }

  private RawConnection connect() throws IOException {
    return connect(server.endpoint());
  }

  private RawConnection ask() throws IOException {
    RawConnection connection = connect();
    assertIsServed(connection);
    return connection;
  }

  private static void assertIsServed(RawConnection connection) throws IOException {
    assertThat(connection.send(getItem("a")).read().text()).isEqualTo(found("a", "1"));
  }

  /** The actions of a client on a connection before it waits forever. */
  enum Kind {
    NO_REQUEST {
      @Override
      void begin(RawConnection connection) {}
    },
    A_REQUEST {
      @Override
      void begin(RawConnection connection) throws IOException {
        assertIsServed(connection);
      }
    },
    AN_INVALID_REQUEST {
      @Override
      void begin(RawConnection connection) throws IOException {
        assertThat(connection.send("no request\r\n\r\n").read().status()).isEqualTo(400);
      }
    },
    HALF_A_HEAD {
      @Override
      void begin(RawConnection connection) throws IOException {
        // The response shows that what follows it was read, too.
        assertThat(connection.send(getItem("a") + "POST / HTTP/1.1\r\n").read().text())
            .isEqualTo(found("a", "1"));
      }
    },
    HALF_A_BODY {
      @Override
      void begin(RawConnection connection) throws IOException {
        connection.send(getItem("a") + head("GetItem", "", 100) + "{");
        assertThat(connection.read().text()).isEqualTo(found("a", "1"));
      }
    },
    EVENTS {
      @Override
      void begin(RawConnection connection) throws IOException {
        assertThat(connection.send(ConnectionLimitTest.EVENTS).readHead())
            .containsAnyOf("HTTP/1.1 200 OK\n", "HTTP/1.1 503 Service Unavailable\n");
      }
    };

    abstract void begin(RawConnection connection) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void connectionsWithoutARequestInProgressKeepNoRequestOut(Kind kind) throws IOException {
    start(config().maxConnections(MAX));
    RawConnection first = connect();
    kind.begin(first);
    for (int i = 0; i < MAX + 50; i++) {
      kind.begin(connect());
    }

    for (int i = 0; i < 50; i++) {
      ask();
    }
    assertThat(first.closedByServer() || kind == Kind.EVENTS).isTrue();
    await("the others are closed", () -> server.connections() <= MAX);
  }

  @Test
  void theConnectionThatIsIdleLongestIsClosed() throws IOException {
    start(config().maxConnections(4).threads(2));
    RawConnection first = ask();
    RawConnection second = ask();
    RawConnection third = connect();
    assertIsServed(third);
    RawConnection fourth = ask();
    assertIsServed(first);

    ask();
    assertThat(second.readToEnd()).isEmpty();
    ask();

    assertThat(third.readToEnd()).isEmpty();
    assertIsServed(first);
    assertIsServed(fourth);
  }

  @Test
  void connectionsWithoutARequestAreClosedBeforeUnfinishedOnes() throws Exception {
    start(config().maxConnections(3));
    connect().send(EVENTS);
    EchoService.Events stream = echo.awaitStream();
    RawConnection half = connect();
    Kind.HALF_A_HEAD.begin(half);
    RawConnection idle = ask();

    ask();

    assertThat(idle.readToEnd()).isEmpty();
    assertThat(stream.stream.isOpen()).isTrue();
    half.send(getItem("a").substring("POST / HTTP/1.1\r\n".length()));
    assertThat(half.read().text()).isEqualTo(found("a", "1"));
  }

  /** A server whose connections all wait for its own work has no place for another one. */
  @Test
  void connectionsWithARequestInProgressStay() throws Exception {
    start(config().maxConnections(20));
    List<RawConnection> busy = new ArrayList<>();
    List<LateAnswer> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      busy.add(connect().send(LATE));
      answers.add(echo.awaitLate());
    }

    RawConnection rejected = connect();
    assertThat(rejected.read().text())
        .isEqualTo(
            "{\"__type\":\"com.amazon.coral.service#ServiceUnavailableException\","
                + "\"message\":\"Too many connections are open.\"}");
    assertThat(rejected.closedByServer()).isTrue();

    for (int i = 0; i < 20; i++) {
      answers.get(i).complete(HttpAnswer.of(200, "text/plain", "later"));
      assertThat(busy.get(i).read().text()).isEqualTo("later");
    }
    ask();
  }
}
