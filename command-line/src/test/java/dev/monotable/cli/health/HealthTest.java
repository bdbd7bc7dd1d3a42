package dev.monotable.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Tests the commands {@code wait} and {@code healthcheck} with a server. */
@Timeout(600)
class HealthTest {
  private final StringWriter err = new StringWriter();

  @Test
  void aRunningServerIsHealthy() throws Exception {
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        MonotableServer server = serve(engine, 0)) {
      assertThat(run(new HealthcheckCommand(), "--port=" + server.port())).isZero();
      assertThat(run(new HealthcheckCommand(), "--endpoint", server.endpoint().toString()))
          .isZero();
      assertThat(run(new WaitCommand(), server.endpoint().toString())).isZero();
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aClosedPortIsNotHealthy() {
    assertThat(run(new HealthcheckCommand(), "--port=1")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("monotable: http://127.0.0.1:1 is not healthy: ")
        .hasLineCount(1);
    err.getBuffer().setLength(0);
    assertThat(run(new WaitCommand(), "http://127.0.0.1:1", "--timeout=0")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("monotable: http://127.0.0.1:1 did not answer within 0 s: ")
        .hasLineCount(1);
  }

  @Test
  void waitingEndsWhenTheServerStarts() throws Exception {
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      int port;
      try (MonotableServer first = serve(engine, 0)) {
        port = first.port();
      }
      CompletableFuture<Integer> waiting =
          CompletableFuture.supplyAsync(
              () -> run(new WaitCommand(), "http://127.0.0.1:" + port, "--timeout=300"));
      try (MonotableServer server = serve(engine, port)) {
        assertThat(server.port()).isEqualTo(port);
        assertThat(waiting.get()).isZero();
      }
    }
  }

  private static MonotableServer serve(MonotableEngine engine, int port) throws IOException {
    return MonotableServer.start(
        new Exchange(engine, ExchangeConfig.standard()), ServerConfig.builder().port(port).build());
  }

  private int run(Callable<Integer> command, String... arguments) {
    return new CommandLine(command).setErr(new PrintWriter(err, true)).execute(arguments);
  }
}
