package dev.monotable.http;

import java.time.Duration;
import java.util.Objects;

/**
 * Where a {@link MonotableServer} listens and what it allows a client. All sizes are in bytes.
 *
 * @param host the address to bind, a name or a literal; nothing beyond loopback unless told to
 * @param port the port to bind; 0 takes a free one, which {@link MonotableServer#endpoint()} tells
 * @param threads how many event loops answer requests; operations run on them
 * @param maxBodyBytes the longest request body; AWS's limit is 16 MB
 * @param maxHalfBodyBytes how much memory all bodies that have not wholly arrived may take
 *     together, beyond which connections are not read until some is free again. One body at a time
 *     may go beyond it, so that bodies waiting for each other's memory come to an end
 * @param maxHeaderBytes the longest header block of a request
 * @param maxRequestLineBytes the longest request line
 * @param maxConnections how many connections may be open; more are answered 503 and closed
 * @param idleTimeout how long a connection without a request stays open
 * @param requestTimeout how long a request may take to arrive from its first byte to its last
 * @param shutdownGrace how long {@link MonotableServer#close()} waits for requests that have begun
 */
public record ServerConfig(
    String host,
    int port,
    int threads,
    int maxBodyBytes,
    long maxHalfBodyBytes,
    int maxHeaderBytes,
    int maxRequestLineBytes,
    int maxConnections,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration shutdownGrace) {
  private static final int MEBI = 1 << 20;

  public ServerConfig {
    Objects.requireNonNull(host, "host");
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be between 0 and 65535: " + port);
    }
    requirePositive(threads, "threads");
    requirePositive(maxBodyBytes, "maxBodyBytes");
    requirePositive(maxHalfBodyBytes, "maxHalfBodyBytes");
    requirePositive(maxHeaderBytes, "maxHeaderBytes");
    requirePositive(maxRequestLineBytes, "maxRequestLineBytes");
    requirePositive(maxConnections, "maxConnections");
    requirePositive(idleTimeout.toNanos(), "idleTimeout");
    requirePositive(requestTimeout.toNanos(), "requestTimeout");
    if (shutdownGrace.isNegative()) {
      throw new IllegalArgumentException("shutdownGrace must not be negative");
    }
  }

  /** 127.0.0.1:8000 with AWS's limits and an event loop for each processor, at most eight. */
  public static ServerConfig standard() {
    Runtime runtime = Runtime.getRuntime();
    return new ServerConfig(
        "127.0.0.1",
        8000,
        Math.min(runtime.availableProcessors(), 8),
        16 * MEBI,
        Math.max(runtime.maxMemory() / 8, 32 * MEBI),
        16 << 10,
        8 << 10,
        10_000,
        Duration.ofMinutes(5),
        Duration.ofSeconds(30),
        Duration.ofSeconds(5));
  }

  public ServerConfig withHost(String newHost) {
    return new ServerConfig(
        newHost,
        port,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withPort(int newPort) {
    return new ServerConfig(
        host,
        newPort,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withThreads(int newThreads) {
    return new ServerConfig(
        host,
        port,
        newThreads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withMaxHalfBodyBytes(long max) {
    return new ServerConfig(
        host,
        port,
        threads,
        maxBodyBytes,
        max,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withMaxConnections(int max) {
    return new ServerConfig(
        host,
        port,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        max,
        idleTimeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withIdleTimeout(Duration timeout) {
    return new ServerConfig(
        host,
        port,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        timeout,
        requestTimeout,
        shutdownGrace);
  }

  public ServerConfig withRequestTimeout(Duration timeout) {
    return new ServerConfig(
        host,
        port,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        timeout,
        shutdownGrace);
  }

  public ServerConfig withShutdownGrace(Duration grace) {
    return new ServerConfig(
        host,
        port,
        threads,
        maxBodyBytes,
        maxHalfBodyBytes,
        maxHeaderBytes,
        maxRequestLineBytes,
        maxConnections,
        idleTimeout,
        requestTimeout,
        grace);
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive: " + value);
    }
  }
}
