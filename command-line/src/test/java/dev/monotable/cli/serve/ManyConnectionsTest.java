package dev.monotable.cli.serve;

import static dev.monotable.testing.ThingRequests.found;
import static dev.monotable.testing.ThingRequests.getItem;
import static dev.monotable.testing.ThingRequests.putItem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients with more connections than a server accepts, none of which has a request in progress. The
 * server has a process, and so files, of its own.
 */
@Tag("slow")
@Timeout(600)
class ManyConnectionsTest {
  /** Fifty more than the server accepts. */
  private static final int CONNECTIONS = 10_050;

  private static final String EVENTS =
      "GET /_monotable/v1/databases/default/events HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final List<Socket> sockets = new ArrayList<>();
  private ServerProcess server;

  @BeforeEach
  void start() throws IOException {
    assumeThat(ManagementFactory.getOperatingSystemMXBean())
        .isInstanceOfSatisfying(
            UnixOperatingSystemMXBean.class,
            system ->
                assertThat(system.getMaxFileDescriptorCount()).isGreaterThan(CONNECTIONS + 1_000));
    server = ServerProcess.start("--port", "0");
    try (RawConnection writer = RawConnection.open(server.endpoint())) {
      assertThat(writer.send(ThingRequests.CREATE_TABLE).read().status()).isEqualTo(200);
      assertThat(writer.send(putItem("a", "1")).read().status()).isEqualTo(200);
    }
  }

  @AfterEach
  void end() throws IOException {
    close();
    if (server != null) {
      server.end();
    }
  }

  private void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    sockets.clear();
  }

  @Test
  void connectionsWithoutARequestInProgressKeepNoRequestOut() throws IOException {
    connect("", false);
    connect(getItem("a"), true);
    connect(EVENTS, true);
    connect("POST / HTTP/1.1\r\n", false);
    connect(putItem("a", "2").substring(0, putItem("a", "2").length() - 1), false);
    connect("no request\r\n\r\n", true);
  }

  private void connect(String sent, boolean answered) throws IOException {
    byte[] bytes = sent.getBytes(StandardCharsets.UTF_8);
    byte[] received = new byte[1 << 10];
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = new Socket(server.endpoint().getHost(), server.endpoint().getPort());
      sockets.add(socket);
      socket.setSoLinger(true, 0); // so that its port is free at once
      socket.getOutputStream().write(bytes);
      if (answered) {
        assertThat(socket.getInputStream().read(received)).isPositive();
      }
    }

    try (RawConnection client = RawConnection.open(server.endpoint())) {
      assertThat(client.send(getItem("a")).read().text()).as(sent).isEqualTo(found("a", "1"));
    }
    close();
  }
}
