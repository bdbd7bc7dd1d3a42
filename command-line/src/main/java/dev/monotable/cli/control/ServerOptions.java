package dev.monotable.cli.control;

import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.cli.endpoint.TrustedAuthorities;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which server a command controls. */
public final class ServerOptions {
  @Option(
      order = 80,
      names = "--endpoint",
      paramLabel = "URL",
      description = "The server. Default: AWS_ENDPOINT_URL_DYNAMODB, or http://127.0.0.1:8000.")
  private @Nullable String endpoint;

  @Option(
      order = 82,
      names = {"--token", "--control-token"},
      paramLabel = "TOKEN",
      description =
          "The token of a server that other machines can reach; best given as"
              + " MONOTABLE_CONTROL_TOKEN.")
  private @Nullable String token;

  @Mixin private final TrustedAuthorities authorities = new TrustedAuthorities();

  /** Creates the options. */
  public ServerOptions() {}

  /** Returns the control API of the server, without calling it. */
  public ControlClient open() {
    return open(endpoint == null ? EndpointConfig.defaultUrl() : endpoint);
  }

  /** Returns the control API of another server, without calling it. */
  ControlClient open(String url) {
    return new ControlClient(authorities.connect(url), token);
  }

  /** Returns whether an option names the server. */
  boolean isGiven() {
    return endpoint != null;
  }
}
