package dev.monotable.cli.endpoint;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the authorities whose certificates are accepted. */
public final class TrustedAuthorities {
  @Option(
      order = 40,
      names = "--ca-bundle",
      paramLabel = "FILE",
      description = "Trust these certificates (PEM). Default: those of Java, or AWS_CA_BUNDLE.")
  private @Nullable Path file;

  /** Creates the option. */
  public TrustedAuthorities() {}

  /**
   * Opens an endpoint whose certificate these authorities confirm, with the credentials of the
   * environment.
   *
   * @param url a URL, {@code aws} or {@code aws:REGION}
   * @param region the Region; null if the URL, the environment or the profile names it
   * @param profile the profile of the AWS CLI; null for the usual sources of credentials
   */
  public EndpointClient open(String url, @Nullable String region, @Nullable String profile) {
    return EndpointClient.of(new EndpointConfig(url, region, profile, file, System.getenv()));
  }

  /** Returns a connection to a server whose certificate these authorities confirm. */
  public EndpointConnection connect(String url) {
    String bundle = System.getenv("AWS_CA_BUNDLE");
    Path ofEnvironment = bundle == null || bundle.isEmpty() ? null : Path.of(bundle);
    return EndpointConnection.of(url, file == null ? ofEnvironment : file);
  }
}
