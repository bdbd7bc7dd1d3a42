package dev.monotable.cli.container;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The health check of the container image, which has no shell and no HTTP client. It runs every few
 * seconds, so it loads nothing but a socket: neither the parser of the command line nor Netty.
 */
public final class ContainerHealth {
  private static final int TIMEOUT_MILLIS = 2_500;
  private static final String HEALTHY = "HTTP/1.1 200";

  private ContainerHealth() {}

  /**
   * Exits with 0 if the server in this container answers, and with 1 otherwise.
   *
   * @param args empty; the port is the environment variable {@code MONOTABLE_PORT}, or 8000
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
   * @param environment may have {@code MONOTABLE_PORT}
   * @param err receives a line with the reason if the server is not healthy
   * @return the exit code
   */
  public static int check(Map<String, String> environment, PrintStream err) {
    String port = environment.getOrDefault("MONOTABLE_PORT", "8000");
    if (port.contains("://")) {
      // Kubernetes sets it to a URL if there is a service with the name monotable.
      port = "8000";
    }
    String status;
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)),
          TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      status =
          new String(
              socket.getInputStream().readNBytes(HEALTHY.length()), StandardCharsets.US_ASCII);
    } catch (IOException | NumberFormatException e) {
      err.println("monotable: port " + port + ": " + e.getMessage());
      return 1;
    }
    if (!status.equals(HEALTHY)) {
      err.println("monotable: port " + port + " answered '" + status + "'");
      return 1;
    }
    return 0;
  }
}
