package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.cli.endpoint.TrustedAuthorities;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that call one endpoint. */
final class EndpointOptions {
  @Option(
      order = 1,
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "The endpoint; 'aws' or 'aws:REGION' for AWS. Default: AWS_ENDPOINT_URL_DYNAMODB, or"
              + " http://127.0.0.1:8000.")
  private @Nullable String endpoint;

  @Option(
      order = 21,
      names = "--region",
      paramLabel = "REGION",
      description = "The Region of the endpoint, if its URL does not name it.")
  private @Nullable String region;

  @Option(
      order = 22,
      names = "--profile",
      paramLabel = "PROFILE",
      description = "The profile of the AWS CLI whose credentials are used.")
  private @Nullable String profile;

  @Mixin private final TrustedAuthorities authorities = new TrustedAuthorities();

  EndpointClient open() {
    return authorities.open(
        endpoint == null ? EndpointConfig.defaultUrl() : endpoint, region, profile);
  }
}
