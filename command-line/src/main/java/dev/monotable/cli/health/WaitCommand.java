package dev.monotable.cli.health;

import dev.monotable.cli.terminal.CommandException;
import dev.monotable.cli.terminal.ShellCommand;
import java.io.IOException;
import java.net.URI;
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
    footer = {"", "Exit codes: 0 if it answers, 1 after the timeout, 2 if an option is invalid."})
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
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Wait at most this long. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  /** Creates the command. */
  public WaitCommand() {
    super(1);
  }

  @Override
  protected int run() {
    URI endpoint = HealthCheck.endpoint("the endpoint", url);
    require(
        seconds >= 0 && seconds <= HealthCheck.MAX_SECONDS,
        "Invalid value for option '--timeout': must be between 0 and " + HealthCheck.MAX_SECONDS);
    long start = System.nanoTime();
    long timeout = TimeUnit.SECONDS.toNanos(seconds);
    while (true) {
      long left = TimeUnit.NANOSECONDS.toMillis(timeout - (System.nanoTime() - start));
      try {
        HealthCheck.run(endpoint, (int) Math.max(1, Math.min(LONGEST_CHECK_MILLIS, left)));
        return 0;
      } catch (IOException e) {
        if (System.nanoTime() - start >= timeout) {
          throw new CommandException(
              endpoint + " did not answer within " + seconds + " s: " + HealthCheck.reason(e));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
