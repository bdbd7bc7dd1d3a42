package dev.monotable.cli.endpoint;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The address of an endpoint, and the credentials of its caller.
 *
 * @param url a URL such as {@code http://127.0.0.1:8000}, or {@code aws} or {@code aws:REGION}
 * @param region the Region; null for that of the URL, of the environment or of the profile
 * @param profile the profile of the AWS CLI; null for the usual sources of credentials
 * @param authority certificates in PEM that are trusted in addition; null for none
 * @param environment the environment variables; empty ones count as not set, as for the AWS CLI
 */
public record EndpointConfig(
    String url,
    @Nullable String region,
    @Nullable String profile,
    @Nullable Path authority,
    Map<String, String> environment) {
  public EndpointConfig {
    environment =
        environment.entrySet().stream()
            .filter(variable -> !variable.getValue().isEmpty())
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns the configuration of a URL. */
  public static EndpointConfig of(String url) {
    return new EndpointConfig(url, null, null, null, Map.of());
  }

  /** Returns the URL of an endpoint for which no option names one. */
  public static String defaultUrl() {
    String variable = System.getenv("AWS_ENDPOINT_URL_DYNAMODB");
    return variable == null || variable.isEmpty() ? "http://127.0.0.1:8000" : variable;
  }
}
