package dev.monotable.http;

import dev.monotable.http.access.AllowedHosts;
import dev.monotable.http.access.AllowedOrigins;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address and the limits of a {@link MonotableServer}. All sizes are in bytes.
 *
 * @param host the address to listen on, a host name or an IP address; null, the default, for
 *     127.0.0.1 and, with the same port, ::1
 * @param port the port to listen on; 8000 by default. 0 picks a free port, which {@link
 *     MonotableServer#endpoint()} returns
 * @param threads the number of event loops, which also run the operations; by default one per
 *     processor and at most eight
 * @param maxPartialBodyBytes the maximum memory of all partially received bodies together. Above
 *     it, connections are not read until memory is released. One body at a time may exceed the
 *     maximum, so that bodies that wait for each other's memory still complete
 * @param maxConnections the maximum number of open connections; 10,000 by default. For a connection
 *     above it, the one that is idle longest is closed. If each of them has a request in progress,
 *     the new one gets a response with status 503 and is closed
 * @param idleTimeout how long a connection without a request stays open; five minutes by default
 * @param requestTimeout how long a request may take to arrive, from its first byte to its last; 30
 *     seconds by default
 * @param shutdownGrace how long {@link MonotableServer#close()} waits for requests that have begun
 *     to arrive; five seconds by default
 * @param allowedOrigins the origins whose web pages may use the server, such as {@code
 *     https://app.example.com}, in addition to those on this machine; {@code *} means every origin.
 *     Empty by default
 * @param allowedHosts the host names by which clients may address the server, in addition to {@code
 *     localhost} and IP addresses; {@code *} means every name. If empty, as by default, these are
 *     no further names if the server listens on the loopback interface, and every name otherwise
 * @param tls the certificate of a server that accepts HTTPS only; null for HTTP, the default
 */
public record ServerConfig(
    @Nullable String host,
    int port,
    int threads,
    long maxPartialBodyBytes,
    int maxConnections,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration shutdownGrace,
    List<String> allowedOrigins,
    List<String> allowedHosts,
    @Nullable ServerTls tls) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MEBI = 1 << 20;
  private static final int MAX_HEADER_BYTES = 16 << 10;
  private static final int MAX_REQUEST_LINE_BYTES = 16 << 10;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range, or not an origin or host name
   */
  public ServerConfig {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be between 0 and 65535: " + port);
    }
    requirePositive(threads, "threads");
    requirePositive(maxPartialBodyBytes, "maxPartialBodyBytes");
    requirePositive(maxConnections, "maxConnections");
    requirePositive(idleTimeout.toNanos(), "idleTimeout");
    requirePositive(requestTimeout.toNanos(), "requestTimeout");
    if (shutdownGrace.isNegative()) {
      throw new IllegalArgumentException("shutdownGrace must not be negative");
    }
    allowedOrigins = List.copyOf(allowedOrigins);
    allowedOrigins.forEach(AllowedOrigins::requireOrigin);
    allowedHosts = List.copyOf(allowedHosts);
    allowedHosts.forEach(AllowedHosts::requireName);
  }

  /** Returns the address to listen on, a host name or an IP address; 127.0.0.1 by default. */
  @Override
  public String host() {
    return host == null ? LOOPBACK : host;
  }

  /** Returns whether the server also listens on ::1: so it is unless a host was set. */
  boolean listensOnBothLoopbacks() {
    return host == null;
  }

  /** Returns the maximum size of all headers of a request. */
  public int maxHeaderBytes() {
    return MAX_HEADER_BYTES;
  }

  /** Returns the maximum size of a request line. */
  public int maxRequestLineBytes() {
    return MAX_REQUEST_LINE_BYTES;
  }

  /** Returns a builder with the default values. */
  public static Builder builder() {
    return new Builder();
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive: " + value);
    }
  }

  /** Builds a {@link ServerConfig}. */
  public static final class Builder extends ServerConfigBuilder {
    private Builder() {
      port = 8000;
      threads = Math.min(Runtime.getRuntime().availableProcessors(), 8);
      maxPartialBodyBytes = Math.max(Runtime.getRuntime().maxMemory() / 8, 32 * MEBI);
      maxConnections = 10_000;
      idleTimeout = Duration.ofMinutes(5);
      requestTimeout = Duration.ofSeconds(30);
      shutdownGrace = Duration.ofSeconds(5);
      allowedOrigins = List.of();
      allowedHosts = List.of();
    }
  }
}
