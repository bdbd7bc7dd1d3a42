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
  public static Builder builder() {
    return new Builder();
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be positive: " + value);
    }
  }

  /** Builds a {@link ServerConfig}. */
  public static final class Builder {
    private String host = "127.0.0.1";
    private int port = 8000;
    private int threads = Math.min(Runtime.getRuntime().availableProcessors(), 8);
    private long maxHalfBodyBytes = Math.max(Runtime.getRuntime().maxMemory() / 8, 32 * MEBI);
    private int maxConnections = 10_000;
    private Duration idleTimeout = Duration.ofMinutes(5);
    private Duration requestTimeout = Duration.ofSeconds(30);
    private Duration shutdownGrace = Duration.ofSeconds(5);

    private Builder() {}

    public Builder host(String value) {
      host = value;
      return this;
    }

    public Builder port(int value) {
      port = value;
      return this;
    }

    public Builder threads(int value) {
      threads = value;
      return this;
    }

    public Builder maxHalfBodyBytes(long value) {
      maxHalfBodyBytes = value;
      return this;
    }

    public Builder maxConnections(int value) {
      maxConnections = value;
      return this;
    }

    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    public Builder requestTimeout(Duration value) {
      requestTimeout = value;
      return this;
    }

    public Builder shutdownGrace(Duration value) {
      shutdownGrace = value;
      return this;
    }

    public ServerConfig build() {
      return new ServerConfig(
          host,
          port,
          threads,
          16 * MEBI,
          maxHalfBodyBytes,
          16 << 10,
          8 << 10,
          maxConnections,
          idleTimeout,
          requestTimeout,
          shutdownGrace);
    }
  }
}
