package dev.monotable.cli.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.cli.serve.TlsEndpoint;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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
      assertThat(run(new HealthcheckCommand(), server.endpoint().toString())).isZero();
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
        .startsWith("monotable: http://127.0.0.1:1 did not answer within 0s: ")
        .hasLineCount(1);
  }

  @Test
  void aServerWithTlsIsHealthy(@TempDir Path directory) throws Exception {
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
        TlsEndpoint server = TlsEndpoint.start(engine, directory)) {
      assertThat(run(new HealthcheckCommand(), "--port=" + server.port(), "--tls")).isZero();
      assertThat(run(new HealthcheckCommand(), "--port=" + server.port(), "--tls-certificate=x"))
          .isZero();
      assertThat(run(new WaitCommand(), server.url())).isZero();
      assertThat(err.toString()).isEmpty();

      assertThat(run(new HealthcheckCommand(), "--port=" + server.port())).isEqualTo(1);
      assertThat(err.toString())
          .isEqualTo(
              "monotable: http://127.0.0.1:"
                  + server.port()
                  + " is not healthy: it does not speak HTTP"
                  + System.lineSeparator());
    }
  }

  @Test
  void anInvalidUrlIsOneLine() {
    for (String url :
        List.of(
            "localhost:8000", "http:///", "http://", "a b", "ftp://x", "8000", "http://x:70000")) {
      err.getBuffer().setLength(0);
      assertThat(run(new WaitCommand(), url)).isEqualTo(2);
      assertThat(err.toString())
          .isEqualTo(
              "monotable: Invalid value for the endpoint: '"
                  + url
                  + "' is not a URL such as http://127.0.0.1:8000"
                  + System.lineSeparator());
      err.getBuffer().setLength(0);
      assertThat(run(new HealthcheckCommand(), url)).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("monotable: Invalid value for the endpoint: '" + url + "'")
          .hasLineCount(1);
    }
  }

  @Test
  void aHostThatIsUnknownIsReported() {
    assertThat(run(new HealthcheckCommand(), "http://host.invalid:8000")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "monotable: http://host.invalid:8000 is not healthy: the host is unknown"
                + System.lineSeparator());
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
              () -> run(new WaitCommand(), "http://127.0.0.1:" + port, "--timeout=5m"));
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
    return new CommandLine(command)
        .setErr(new PrintWriter(err, true))
        .setParameterExceptionHandler(
            (invalid, line) -> {
              invalid.getCommandLine().getErr().println(invalid.getMessage());
              return 2;
            })
        .execute(arguments);
  }
}
