package dev.monotable.cli.endpoint;

import dev.monotable.cli.endpoint.EndpointConnection.Reply;
import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.ClientCodec;
import dev.monotable.schema.OperationSchema;
import dev.monotable.stream.http.BoundedBody;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.InvalidContentException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Calls the operations of an endpoint. Errors that may pass are retried with growing pauses. Safe
 * for use by multiple threads.
 */
public final class EndpointClient {
  private static final Pattern AWS_HOST =
      Pattern.compile("(?:.*[.])?dynamodb[.]([a-z0-9-]+)[.]amazonaws[.]com.*");
  private static final Set<String> TRANSIENT =
      Set.of(
          "InternalServerError",
          "ContinuousBackupsUnavailableException", // for some seconds after a table was created
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ServiceUnavailable",
          "ThrottlingException");
  private static final int ATTEMPTS = 12;
  private static final int TIMEOUTS = 2;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 20_000;

  private final EndpointConnection connection;
  private final String region;
  private final RequestSigner signer;
  private final SplittableRandom random = new SplittableRandom(System.nanoTime());

  /** Whether DynamoDB has answered. Until then, a failure is hardly one that passes. */
  private volatile boolean answered;

  private EndpointClient(EndpointConnection connection, String region, RequestSigner signer) {
    this.connection = connection;
    this.region = region;
    this.signer = signer;
  }

  /**
   * Opens an endpoint, without calling it.
   *
   * @throws EndpointException if the URL is invalid, or there are no credentials for AWS
   */
  public static EndpointClient of(EndpointConfig config) {
    return of(config, EndpointConnection.REQUEST_TIMEOUT);
  }

  /**
   * Opens an endpoint, without calling it.
   *
   * @param timeout how long a request may take, with its response
   */
  static EndpointClient of(EndpointConfig config, Duration timeout) {
    CredentialSources sources = new CredentialSources(config.environment(), config.profile());
    String region = region(config, sources);
    String url = config.url();
    if (url.equals("aws") || url.startsWith("aws:")) {
      url = "https://dynamodb." + region + ".amazonaws.com";
    }
    Path authority = config.authority();
    if (authority == null) {
      authority = TrustedAuthorities.ofEnvironment(url, config.environment());
    }
    EndpointConnection connection = EndpointConnection.of(url, authority, timeout);
    String host = connection.uri().getHost();
    Credentials credentials = sources.find();
    if (credentials == null) {
      if (AWS_HOST.matcher(host).matches()) {
        throw new InvalidArgumentException(
            "no credentials for "
                + host
                + ": set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile");
      }
      credentials = Credentials.ANY;
    }
    return new EndpointClient(
        connection, region, new RequestSigner(credentials, region, "dynamodb"));
  }

  /**
   * Returns the Region: that of the configuration, of the URL, of the environment or the profile.
   */
  static String region(EndpointConfig config, CredentialSources sources) {
    if (config.region() != null) {
      return config.region();
    }
    String url = config.url();
    if (url.startsWith("aws:")) {
      return url.substring("aws:".length());
    }
    Matcher host = AWS_HOST.matcher(url.replaceFirst("^https?://", ""));
    if (host.matches()) {
      return host.group(1);
    }
    for (String name : new String[] {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
      String region = config.environment().get(name);
      if (region != null && !region.isEmpty()) {
        return region;
      }
    }
    String ofProfile = sources.findRegion();
    return ofProfile == null ? "us-east-1" : ofProfile;
  }

  /** Returns the URL, without a final slash. */
  public String url() {
    return connection.url();
  }

  /** Returns the Region. */
  public String region() {
    return region;
  }

  /**
   * Calls an operation.
   *
   * @throws EndpointException if the endpoint cannot be reached or returns an error
   */
  public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I request) {
    byte[] body = ClientCodec.encode(operation, request);
    int timeouts = 0;
    for (int attempt = 1; ; attempt++) {
      EndpointException failure;
      try {
        Reply reply = send(operation.target(), body);
        if (reply.status() == 200) {
          answered = true;
          return decode(operation, reply.body());
        }
        failure = error(reply);
        answered |= !failure.code().isEmpty();
        boolean mayPass = answered && reply.status() >= 500 || TRANSIENT.contains(failure.code());
        if (!mayPass || attempt == ATTEMPTS) {
          throw failure;
        }
      } catch (IOException e) {
        timeouts += e instanceof HttpTimeoutException ? 1 : 0;
        boolean mayPass = answered && timeouts < TIMEOUTS;
        if (attempt == ATTEMPTS || !mayPass || !isTransient(e)) {
          throw unreachable(e);
        }
      }
      pause(attempt);
    }
  }

  private static boolean isTransient(IOException failure) {
    return !(failure instanceof SSLException)
        && !(failure instanceof BoundedBody.TooLargeException);
  }

  private <O extends Record> O decode(OperationSchema<?, O> operation, byte[] body) {
    if (body.length == 0) {
      return ClientCodec.decode(operation, "{}".getBytes(StandardCharsets.US_ASCII));
    }
    try {
      return ClientCodec.decode(operation, body);
    } catch (DynamoException e) {
      String reason = e.getMessage() == null ? "it is not JSON" : e.getMessage();
      throw failure("the response of " + operation.name() + " is invalid: " + reason);
    }
  }

  /** Waits longer after each attempt, with jitter. */
  public void pause(int attempt) {
    long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempt, 20));
    long millis;
    synchronized (random) {
      millis = longest / 2 + random.nextLong(longest / 2 + 1);
    }
    LockSupport.parkNanos(Duration.ofMillis(millis).toNanos());
  }

  /**
   * Sends a request once.
   *
   * @param target the value of {@code X-Amz-Target}
   * @throws IOException if the endpoint cannot be reached, or its response is too large or does not
   *     end in time
   */
  public Reply send(String target, byte[] body) throws IOException {
    return connection.call(signer, "application/x-amz-json-1.0", target, body);
  }

  /** Returns an exception without a name, whose message begins with the URL. */
  public EndpointException failure(String message) {
    return connection.failure(message);
  }

  /** Returns the exception for a failure to reach this endpoint. */
  public EndpointException unreachable(IOException failure) {
    return connection.unreachable(failure);
  }

  /** Returns the error of a response. */
  public EndpointException error(Reply reply) {
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    try {
      FileValue value = FileReaders.read(Path.of("response"), text);
      Mapping json = FileValue.mapping(value, "an error");
      String type = json.findText("__type");
      if (type != null) {
        String message = json.findText("message");
        String code = type.substring(type.indexOf('#') + 1);
        message = message == null ? json.findText("Message") : message;
        return new EndpointException(
            code, url() + ": " + code + (message == null ? "" : ": " + message));
      }
    } catch (InvalidContentException e) {
      // Not an error of DynamoDB.
    }
    return new EndpointException(
        "", url() + " returned status " + reply.status() + "; is it an endpoint of DynamoDB?");
  }
}
