package dev.monotable.cli.health;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks whether the server on this machine answers: the command {@code healthcheck}. */
@Command(
    name = "healthcheck",
    description = "Checks whether an endpoint answers, for the health check of a container.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 if it answers, 1 if it does not, 2 if an option is invalid."})
public final class HealthcheckCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(
      order = 1,
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8000",
      description = "The port on this machine. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(order = 2, names = "--tls", description = "Connect with HTTPS.")
  private boolean tls;

  @Option(
      order = 3,
      names = "--endpoint",
      paramLabel = "URL",
      description = "The endpoint, instead of a port on this machine.")
  private @Nullable URI endpoint;

  @Option(
      order = 4,
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description = "Wait at most this long for an answer. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      order = 31,
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // read by picocli
  private boolean help;

  @Override
  public Integer call() {
    URI url =
        endpoint == null ? URI.create((tls ? "https" : "http") + "://127.0.0.1:" + port) : endpoint;
    try {
      HealthCheck.run(url, Math.max(1, seconds) * 1000);
      return 0;
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("monotable: " + url + " is not healthy: " + e.getMessage());
      return 1;
    }
  }
}
