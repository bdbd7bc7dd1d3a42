package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ListenersTest {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);

  @AfterEach
  void close() {
    engine.close();
  }

  private MonotableServer start(ServerConfig.Builder config) throws IOException {
    return MonotableServer.start(new Exchange(engine, ExchangeConfig.standard()), config.build());
  }

  private static InetAddress address(String text) throws IOException {
    return InetAddress.getAllByName(text)[0];
  }

  private static boolean hasIpv6() {
    try (ServerSocket socket = new ServerSocket(0, 1, address("::1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static String health(String host, int port) throws Exception {
    URI uri = URI.create("http://" + host + ":" + port + "/");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void aServerListensOnBothLoopbackAddresses() throws Exception {
    assumeTrue(hasIpv6());
    try (MonotableServer server = start(ServerConfig.builder().port(0))) {
      int port = server.port();
      assertThat(server.addresses())
          .containsExactly(
              new InetSocketAddress(address("127.0.0.1"), port),
              new InetSocketAddress(address("::1"), port));
      assertThat(server.endpoint()).isEqualTo(URI.create("http://127.0.0.1:" + port));
      assertThat(health("[::1]", port)).isEqualTo(health("127.0.0.1", port)).startsWith("healthy");
    }
  }

  @Test
  void aServerWithAHostListensOnNoOtherAddress() throws IOException {
    try (MonotableServer server = start(ServerConfig.builder().host("127.0.0.1").port(0))) {
      assertThat(server.addresses())
          .containsExactly(new InetSocketAddress(address("127.0.0.1"), server.port()));
    }
  }

  @Test
  void thePortMustBeFreeForBothAddresses() throws IOException {
    assumeTrue(hasIpv6());
    try (ServerSocket other = new ServerSocket(0, 1, address("::1"))) {
      int port = other.getLocalPort();
      assertThatThrownBy(() -> start(ServerConfig.builder().port(port)))
          .isInstanceOf(IOException.class)
          .hasMessage("Address already in use ([::1]:" + port + ")");
      start(ServerConfig.builder().host("127.0.0.1").port(port)).close();
    }
  }

  @Test
  void aClosedServerListensOnNoAddress() throws IOException {
    int port;
    try (MonotableServer server = start(ServerConfig.builder().port(0))) {
      port = server.port();
    }
    start(ServerConfig.builder().port(port)).close();
  }
}
