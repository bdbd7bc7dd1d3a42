package dev.monotable.cli.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.serve.TlsEndpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ContainerHealthTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void status200IsHealthy() throws Exception {
    assertThat(checkAgainst("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).isZero();
    assertThat(text()).isEmpty();
  }

  @Test
  void anotherStatusIsNotHealthy() throws Exception {
    assertThat(checkAgainst("HTTP/1.1 503 Service Unavailable\r\n\r\n")).isEqualTo(1);
    assertThat(text()).matches("monotable: port [0-9]+ answered 'HTTP/1[.]1 503'\\R");
  }

  @Test
  void aPortWithoutAServerIsNotHealthy() throws Exception {
    try (Socket silent = new Socket()) { // has the port, but does not listen
      silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = silent.getLocalPort();
      assertThat(check(port)).isEqualTo(1);
      assertThat(text()).startsWith("monotable: port " + port + ": ");
    }
  }

  @Test
  void theUrlThatKubernetesSetsIsNoPort() {
    int code =
        ContainerHealth.check(
            Map.of("MONOTABLE_PORT", "tcp://10.0.0.1:8000"), new PrintStream(err, true));
    assertThat(code).isIn(0, 1); // there may be a server
    assertThat(text()).doesNotContain("tcp").doesNotContain("For input string");
  }

  @Test
  void aServerWithTlsIsHealthy(@TempDir Path directory) throws Exception {
    try (TlsEndpoint server = TlsEndpoint.start(directory)) {
      String port = Integer.toString(server.port());
      for (Map<String, String> environment :
          List.of(
              Map.of("MONOTABLE_PORT", port, "MONOTABLE_TLS", "true"),
              Map.of("MONOTABLE_PORT", port, "MONOTABLE_TLS_CERTIFICATE", "/tls/server.p12"),
              Map.of("MONOTABLE_PORT", port, "MONOTABLE_TLS", "false"), // --tls
              Map.of("MONOTABLE_PORT", port, "MONOTABLE_HOST", "0.0.0.0"))) {
        assertThat(ContainerHealth.check(environment, new PrintStream(err, true)))
            .as(environment.toString())
            .isZero();
      }
    }
    assertThat(text()).isEmpty();
  }

  @Test
  void anEmptyPortIsTheDefault() {
    int code = ContainerHealth.check(Map.of("MONOTABLE_PORT", ""), new PrintStream(err, true));
    assertThat(code).isIn(0, 1); // there may be a server
    assertThat(text()).doesNotContain("For input string");
  }

  private int checkAgainst(String response) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answer(server, response));
      answering.start();
      int code = check(server.getLocalPort());
      answering.join();
      return code;
    }
  }

  private static void answer(ServerSocket server, String response) {
    try (Socket socket = server.accept()) {
      socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private int check(int port) {
    return ContainerHealth.check(
        Map.of("MONOTABLE_PORT", Integer.toString(port)), new PrintStream(err, true));
  }

  private String text() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
