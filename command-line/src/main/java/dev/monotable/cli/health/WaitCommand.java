package dev.monotable.cli.health;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.DurationConverter;
import dev.monotable.cli.terminal.ExitCode;
import dev.monotable.cli.terminal.ShellCommand;
import dev.monotable.text.DurationText;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until an endpoint answers: the command {@code wait}. */
@Command(
    name = "wait",
    description = "Waits until an endpoint answers.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 if it answers, 1 after the timeout, " + ExitCode.OF_FILES})
public final class WaitCommand extends ShellCommand {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_CHECK_MILLIS = 10_000;

  @Parameters(
      index = "0",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8000",
      description = "The endpoint. Default: ${DEFAULT-VALUE}.")
  private String url = "http://127.0.0.1:8000";

  @Option(
      order = 1,
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description = "Wait at most this long, such as 30s. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ZERO;

  /** Creates the command. */
  public WaitCommand() {}

  @Override
  protected int run() {
    URI endpoint = HealthCheck.endpoint("the endpoint", url);
    long start = System.nanoTime();
    while (true) {
      long left = timeout.toNanos() - (System.nanoTime() - start);
      try {
        HealthCheck.run(
            endpoint, (int) Math.max(1, Math.min(LONGEST_CHECK_MILLIS, left / 1_000_000)));
        return 0;
      } catch (IOException e) {
        if (System.nanoTime() - start >= timeout.toNanos()) {
          throw new CommandException(
              ExitCode.NO,
              endpoint
                  + " did not answer within "
                  + DurationText.of(timeout)
                  + ": "
                  + HealthCheck.reason(e));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
