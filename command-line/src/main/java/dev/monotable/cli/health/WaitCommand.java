package dev.monotable.cli.health;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Waits until an endpoint answers: the command {@code wait}. */
@Command(
    name = "wait",
    description = "Waits until an endpoint answers.",
    sortOptions = false,
    footer = {"", "Exit codes: 0 if it answers, 1 after the timeout, 2 if an option is invalid."})
public final class WaitCommand implements Callable<Integer> {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8000",
      description = "The endpoint. Default: ${DEFAULT-VALUE}.")
  private URI endpoint = URI.create("http://127.0.0.1:8000");

  @Option(
      order = 1,
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Wait at most this long. Default: ${DEFAULT-VALUE}.")
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
    long start = System.nanoTime();
    long timeout = TimeUnit.SECONDS.toNanos(seconds);
    while (true) {
      long left = timeout - (System.nanoTime() - start);
      try {
        HealthCheck.run(
            endpoint, (int) Math.max(1, Math.min(10_000, TimeUnit.NANOSECONDS.toMillis(left))));
        return 0;
      } catch (IOException e) {
        if (System.nanoTime() - start >= timeout) {
          spec.commandLine()
              .getErr()
              .println(
                  "monotable: "
                      + endpoint
                      + " did not answer within "
                      + seconds
                      + " s: "
                      + e.getMessage());
          return 1;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
