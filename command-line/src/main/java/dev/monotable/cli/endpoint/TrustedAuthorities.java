package dev.monotable.cli.endpoint;

import java.nio.file.Path;
import java.util.Map;
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
    Path authority = file == null ? ofEnvironment(url, System.getenv()) : file;
    return EndpointConnection.of(url, authority);
  }

  /**
   * Returns the file that the environment names for a URL of HTTPS, as the AWS SDKs do; null for
   * the authorities of Java.
   */
  static @Nullable Path ofEnvironment(String url, Map<String, String> environment) {
    String bundle = environment.getOrDefault("AWS_CA_BUNDLE", "");
    boolean used = !bundle.isEmpty() && url.regionMatches(true, 0, "https:", 0, 6);
    return used ? Path.of(bundle) : null;
  }
}
