package dev.monotable.cli.container;

import dev.monotable.cli.health.HealthCheck;
import dev.monotable.text.OneLine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;

/**
 * The health check of the container image, which has no shell and no HTTP client. It runs every few
 * seconds, so it loads little: neither the parser of the command line nor Netty, and TLS only if
 * the server uses it.
 */
public final class ContainerHealth {
  private static final int TIMEOUT_MILLIS = 2_500;
  private static final String HEALTHY = "HTTP/1.1 200";
  private static final String LOOPBACK = "127.0.0.1";

  private ContainerHealth() {}

  /**
   * Exits with 0 if the server in this container is ready, and with 1 otherwise.
   *
   * @param args empty; the environment variables of the server are used
   */
  public static void main(String[] args) {
    int code = check(System.getenv(), System.err);
    if (code != 0) {
      System.exit(code);
    }
  }

  /**
   * Checks the server.
   *
   * @param environment may have {@code MONOTABLE_PORT}, {@code MONOTABLE_HOST}, {@code
   *     MONOTABLE_TLS} and {@code MONOTABLE_TLS_CERTIFICATE}. HTTPS is also tried without them,
   *     because {@code --tls} can be an argument of the server.
   * @param err receives a line with the reason if the server is not healthy
   * @return the exit code
   */
  public static int check(Map<String, String> environment, PrintStream err) {
    String port = value(environment, "PORT");
    // Kubernetes sets it to a URL if there is a service with the name monotable.
    port = port.isEmpty() || port.contains("://") ? "8000" : port;
    String host = value(environment, "HOST");
    host = host.isEmpty() || host.equals("0.0.0.0") || host.equals("::") ? LOOPBACK : host;
    boolean secure =
        isTrue(value(environment, "TLS")) || !value(environment, "TLS_CERTIFICATE").isEmpty();
    String status;
    try {
      int number = Integer.parseInt(port);
      status = HealthCheck.status(host, number, secure, HealthCheck.READY, TIMEOUT_MILLIS);
      if (!secure && !status.startsWith("HTTP/")) {
        status = HealthCheck.status(host, number, true, HealthCheck.READY, TIMEOUT_MILLIS);
      }
    } catch (IOException | IllegalArgumentException e) {
      err.println(
          "monotable: port " + port + ": " + OneLine.message(String.valueOf(e.getMessage())));
      return 1;
    }
    if (!status.equals(HEALTHY)) {
      err.println("monotable: port " + port + " answered '" + status + "'");
      return 1;
    }
    return 0;
  }

  /** Returns the value of a variable of the server; empty if it is not set. */
  private static String value(Map<String, String> environment, String name) {
    String value = environment.get("MONOTABLE_" + name);
    return value == null ? "" : value.strip();
  }

  private static boolean isTrue(String value) {
    return value.equalsIgnoreCase("true")
        || value.equals("1")
        || value.equalsIgnoreCase("yes")
        || value.equalsIgnoreCase("on");
  }
}
