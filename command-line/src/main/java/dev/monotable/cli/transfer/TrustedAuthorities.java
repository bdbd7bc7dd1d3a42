package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the authorities whose certificates are accepted. */
final class TrustedAuthorities {
  @Option(
      order = 40,
      names = "--ca-bundle",
      paramLabel = "FILE",
      description = "Trust these certificates (PEM). Default: those of Java, or AWS_CA_BUNDLE.")
  private @Nullable Path file;

  /**
   * Opens an endpoint whose certificate these authorities confirm, with the credentials of the
   * environment.
   *
   * @param url a URL, {@code aws} or {@code aws:REGION}
   * @param region the Region; null if the URL, the environment or the profile names it
   * @param profile the profile of the AWS CLI; null for the usual sources of credentials
   */
  EndpointClient open(String url, @Nullable String region, @Nullable String profile) {
    return EndpointClient.of(new EndpointConfig(url, region, profile, file, System.getenv()));
  }
}
