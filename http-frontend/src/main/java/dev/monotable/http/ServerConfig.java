package dev.monotable.http;

import dev.monotable.http.access.AllowedHosts;
import dev.monotable.http.access.AllowedOrigins;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The address and the limits of a {@link MonotableServer}. All sizes are in bytes. */
public final class ServerConfig {
  private static final int MEBI = 1 << 20;
  private static final int MAX_HEADER_BYTES = 16 << 10;
  private static final int MAX_REQUEST_LINE_BYTES = 16 << 10;

  private static final String LOOPBACK = "127.0.0.1";

  /** The settings of this configuration, which nobody else refers to. */
  private final Builder settings;

  private ServerConfig(Builder settings) {
    this.settings = settings;
    int port = settings.port;
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be between 0 and 65535: " + port);
    }
    requirePositive(settings.threads, "threads");
    requirePositive(settings.maxPartialBodyBytes, "maxPartialBodyBytes");
    requirePositive(settings.maxConnections, "maxConnections");
    requirePositive(settings.idleTimeout.toNanos(), "idleTimeout");
    requirePositive(settings.requestTimeout.toNanos(), "requestTimeout");
    if (settings.shutdownGrace.isNegative()) {
      throw new IllegalArgumentException("shutdownGrace must not be negative");
    }
    settings.allowedOrigins.forEach(AllowedOrigins::requireOrigin);
    settings.allowedHosts.forEach(AllowedHosts::requireName);
  }

  /** Returns the address to listen on, a host name or an IP address; 127.0.0.1 by default. */
  public String host() {
    String host = settings.host;
    return host == null ? LOOPBACK : host;
  }

  /**
   * Returns whether the server also listens on ::1, with the same port: so it is unless a host was
   * set.
   */
  boolean listensOnBothLoopbacks() {
    return settings.host == null;
  }

  /**
   * Returns the port to listen on; 8000 by default. 0 picks a free port, which {@link
   * MonotableServer#endpoint()} returns.
   */
  public int port() {
    return settings.port;
  }

  /**
   * Returns the number of event loops, which also run the operations; by default one per processor
   * and at most eight.
   */
  public int threads() {
    return settings.threads;
  }

  /**
   * Returns the maximum memory of all partially received bodies together. Above it, connections are
   * not read until memory is released. One body at a time may exceed the maximum, so that bodies
   * that wait for each other's memory still complete.
   */
  public long maxPartialBodyBytes() {
    return settings.maxPartialBodyBytes;
  }

  /** Returns the maximum size of all headers of a request. */
  public int maxHeaderBytes() {
    return MAX_HEADER_BYTES;
  }

  /** Returns the maximum size of a request line. */
  public int maxRequestLineBytes() {
    return MAX_REQUEST_LINE_BYTES;
  }

  /**
   * Returns the maximum number of open connections; 10,000 by default. For a connection above it,
   * the one that is idle longest is closed. If each of them has a request in progress, the new one
   * gets a response with status 503 and is closed.
   */
  public int maxConnections() {
    return settings.maxConnections;
  }

  /** Returns how long a connection without a request stays open; five minutes by default. */
  public Duration idleTimeout() {
    return settings.idleTimeout;
  }

  /**
   * Returns how long a request may take to arrive, from its first byte to its last; 30 seconds by
   * default.
   */
  public Duration requestTimeout() {
    return settings.requestTimeout;
  }

  /**
   * Returns how long {@link MonotableServer#close()} waits for requests that have begun to arrive;
   * five seconds by default.
   */
  public Duration shutdownGrace() {
    return settings.shutdownGrace;
  }

  /**
   * Returns the origins whose web pages may use the server, such as {@code
   * https://app.example.com}, in addition to those on this machine; {@code *} means every origin.
   * Empty by default.
   */
  public List<String> allowedOrigins() {
    return settings.allowedOrigins;
  }

  /**
   * Returns the host names by which clients may address the server, in addition to {@code
   * localhost} and IP addresses; {@code *} means every name. If empty, as by default, these are no
   * further names if the server listens on the loopback interface, and every name otherwise.
   */
  public List<String> allowedHosts() {
    return settings.allowedHosts;
  }

  /** Returns the certificate of a server that accepts HTTPS only; null for HTTP, the default. */
  public @Nullable ServerTls tls() {
    return settings.tls;
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
  public static final class Builder implements Cloneable {
    private @Nullable String host;
    private int port = 8000;
    private int threads = Math.min(Runtime.getRuntime().availableProcessors(), 8);
    private long maxPartialBodyBytes = Math.max(Runtime.getRuntime().maxMemory() / 8, 32 * MEBI);
    private int maxConnections = 10_000;
    private Duration idleTimeout = Duration.ofMinutes(5);
    private Duration requestTimeout = Duration.ofSeconds(30);
    private Duration shutdownGrace = Duration.ofSeconds(5);
    private List<String> allowedOrigins = List.of();
    private List<String> allowedHosts = List.of();
    private @Nullable ServerTls tls;

    private Builder() {}

    /** Sets {@link ServerConfig#host()}; the server then listens on no other address. */
    public Builder host(String value) {
      host = Objects.requireNonNull(value, "host");
      return this;
    }

    /** Sets {@link ServerConfig#port()}. */
    public Builder port(int value) {
      port = value;
      return this;
    }

    /** Sets {@link ServerConfig#threads()}. */
    public Builder threads(int value) {
      threads = value;
      return this;
    }

    /** Sets {@link ServerConfig#maxPartialBodyBytes()}. */
    public Builder maxPartialBodyBytes(long value) {
      maxPartialBodyBytes = value;
      return this;
    }

    /** Sets {@link ServerConfig#maxConnections()}. */
    public Builder maxConnections(int value) {
      maxConnections = value;
      return this;
    }

    /** Sets {@link ServerConfig#idleTimeout()}. */
    public Builder idleTimeout(Duration value) {
      idleTimeout = value;
      return this;
    }

    /** Sets {@link ServerConfig#requestTimeout()}. */
    public Builder requestTimeout(Duration value) {
      requestTimeout = value;
      return this;
    }

    /** Sets {@link ServerConfig#shutdownGrace()}. */
    public Builder shutdownGrace(Duration value) {
      shutdownGrace = value;
      return this;
    }

    /** Sets {@link ServerConfig#allowedOrigins()}. */
    public Builder allowedOrigins(List<String> value) {
      allowedOrigins = List.copyOf(value);
      return this;
    }

    /** Sets {@link ServerConfig#allowedHosts()}. */
    public Builder allowedHosts(List<String> value) {
      allowedHosts = List.copyOf(value);
      return this;
    }

    /** Sets {@link ServerConfig#tls()}. */
    public Builder tls(@Nullable ServerTls value) {
      tls = value;
      return this;
    }

    /**
     * Builds the configuration.
     *
     * @throws IllegalArgumentException if a value is out of range, or not an origin or host name
     */
    public ServerConfig build() {
      try {
        return new ServerConfig((Builder) clone());
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
