package dev.monotable.cli.health;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether the server on this machine answers: the command {@code healthcheck}. */
@Command(
    name = "healthcheck",
    description = "Checks whether an endpoint answers, for the health check of a container.",
    sortOptions = false,
    exitCodeOnInvalidInput = ExitCode.NO,
    footer = {
      "",
      "Exit codes, the only ones that Docker knows: 0 if it answers, 1 if it does not, or if an"
          + " option is invalid."
    })
public final class HealthcheckCommand extends ShellCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "URL",
      description = "The endpoint, instead of a port on this machine.")
  private @Nullable String endpoint;

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
      names = "--tls-certificate",
      paramLabel = "FILE",
      hidden = true,
      description = "The certificate of the server; connect with HTTPS.")
  private @Nullable Path certificate;

  @Option(
      order = 4,
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "3s",
      converter = DurationConverter.class,
      description = "Wait at most this long for an answer. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ZERO;

  /** Creates the command. */
  public HealthcheckCommand() {}

  @Override
  protected int run() {
    require(
        port >= 1 && port <= 65_535,
        "Invalid value for option '--port': must be between 1 and 65535");
    long millis = timeout.toMillis();
    require(
        millis >= 1 && millis <= Integer.MAX_VALUE,
        "Invalid value for option '--timeout': must be between 1ms and 24d");
    String scheme = tls || certificate != null ? "https" : "http";
    String url = endpoint == null ? scheme + "://127.0.0.1:" + port : endpoint;
    try {
      HealthCheck.run(HealthCheck.endpoint("the endpoint", url), (int) millis);
      return 0;
    } catch (IOException e) {
      throw new CommandException(ExitCode.NO, url + " is not healthy: " + HealthCheck.reason(e));
    }
  }
}
