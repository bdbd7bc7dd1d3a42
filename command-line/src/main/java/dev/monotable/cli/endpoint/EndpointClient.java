package dev.monotable.cli.endpoint;

import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.ClientCodec;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.TextFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Calls the operations of an endpoint. Errors that may pass are retried with growing pauses. Safe
 * for use by multiple threads.
 */
public final class EndpointClient {
  /** A response as it came, whether or not it is an error. */
  public record Reply(int status, byte[] body) {}

  private static final Pattern AWS_HOST =
      Pattern.compile("(?:.*[.])?dynamodb[.]([a-z0-9-]+)[.]amazonaws[.]com.*");
  private static final Set<String> TRANSIENT =
      Set.of(
          "InternalServerError",
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ServiceUnavailable",
          "ThrottlingException");
  private static final int ATTEMPTS = 12;
  private static final int TIMEOUTS = 2;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 20_000;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(2);

  /**
   * The most bytes of a response. BatchGetItem returns 16 MB of items, and JSON escapes each of
   * their bytes by at most six.
   */
  private static final int MOST_BYTES = 100 << 20;

  private final URI uri;
  private final String region;
  private final RequestSigner signer;
  private final HttpClient client;
  private final Duration timeout;
  private final InstantSource clock = InstantSource.system();
  private final SplittableRandom random = new SplittableRandom(System.nanoTime());

  /** Whether DynamoDB has answered. Until then, a failure is hardly one that passes. */
  private volatile boolean answered;

  private EndpointClient(
      URI uri, String region, RequestSigner signer, HttpClient client, Duration timeout) {
    this.timeout = timeout;
    this.uri = uri;
    this.region = region;
    this.signer = signer;
    this.client = client;
  }

  /**
   * Opens an endpoint, without calling it.
   *
   * @throws EndpointException if the URL is invalid, or there are no credentials for AWS
   */
  public static EndpointClient of(EndpointConfig config) {
    return of(config, REQUEST_TIMEOUT);
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
    URI uri;
    try {
      uri = URI.create(url.contains("://") ? url : "http://" + url);
    } catch (IllegalArgumentException e) {
      throw invalid(url);
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean http = scheme.equals("http") || scheme.equals("https");
    if (uri.getHost() == null || !http || uri.getPort() > 65_535) {
      throw invalid(url);
    }
    if (uri.getPath().isEmpty()) {
      uri = uri.resolve("/");
    }
    Credentials credentials = sources.find();
    if (credentials == null) {
      if (AWS_HOST.matcher(uri.getHost()).matches()) {
        throw new EndpointException(
            "",
            "no credentials for "
                + uri.getHost()
                + ": set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile");
      }
      credentials = Credentials.ANY;
    }
    return new EndpointClient(
        uri, region, new RequestSigner(credentials, region), client(config), timeout);
  }

  private static InvalidArgumentException invalid(String url) {
    return new InvalidArgumentException("'" + url + "' is not a URL such as http://127.0.0.1:8000");
  }

  private static String region(EndpointConfig config, CredentialSources sources) {
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

  private static HttpClient client(EndpointConfig config) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    String bundle = config.environment().get("AWS_CA_BUNDLE");
    Path authority =
        config.authority() != null ? config.authority() : bundle == null ? null : Path.of(bundle);
    if (authority != null) {
      client.sslContext(trusting(authority));
    }
    return client.build();
  }

  private static SSLContext trusting(Path authority) {
    if (Files.isDirectory(authority)) {
      throw new InvalidArgumentException(authority + ": is a directory");
    }
    try (InputStream in = TextFile.bytes(authority)) {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      int count = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority" + count++, each);
      }
      if (count == 0) {
        throw new GeneralSecurityException("the file is empty");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new InvalidArgumentException(authority + ": " + FileFailure.reason(e));
    } catch (GeneralSecurityException e) {
      throw new InvalidArgumentException(authority + ": no certificates in PEM: " + e.getMessage());
    }
  }

  /** Returns the URL, without a final slash. */
  public String url() {
    return uri.toString().replaceFirst("/$", "");
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
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/x-amz-json-1.0");
    headers.put("x-amz-target", target);
    String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    signer.sign(uri.getRawPath(), host, headers, body, clock.instant()).forEach(request::header);
    // The timeout of HttpRequest ends with the head of the response; this one includes its body.
    CompletableFuture<HttpResponse<byte[]>> response =
        client.sendAsync(request.build(), head -> new BoundedBody(MOST_BYTES));
    try {
      HttpResponse<byte[]> complete = response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new Reply(complete.statusCode(), complete.body());
    } catch (TimeoutException e) {
      response.cancel(true);
      throw new HttpTimeoutException("no complete response in " + seconds(timeout));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      response.cancel(true);
      Thread.currentThread().interrupt();
      throw new EndpointException("", "interrupted");
    }
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }

  /** Returns an exception without a name, whose message begins with the URL. */
  public EndpointException failure(String message) {
    return new EndpointException("", url() + ": " + message);
  }

  /** Returns the exception for a failure to reach this endpoint. */
  public EndpointException unreachable(IOException failure) {
    if (failure instanceof BoundedBody.TooLargeException) {
      return failure(String.valueOf(failure.getMessage()));
    }
    return new EndpointException("", url() + " cannot be reached: " + reason(failure));
  }

  private static String reason(IOException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof UnresolvedAddressException) {
        return "the host is unknown";
      }
      if (each instanceof CertificateException) {
        return "its certificate is not accepted ("
            + each.getMessage()
            + "); --ca-bundle names the authorities to trust";
      }
    }
    String message = failure.getMessage();
    if (failure instanceof SSLException) {
      return "TLS failed (" + message + "); does it speak HTTPS?";
    }
    if (failure instanceof ConnectException && message == null) {
      return "the connection was refused";
    }
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** Returns the error of a response. */
  public EndpointException error(Reply reply) {
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    try {
      FileValue value =
          FileReaders.read(Path.of("response"), new BufferedReader(new StringReader(text)));
      Mapping json = FileValue.mapping(value, "an error");
      String type = text(json, "__type");
      if (type != null) {
        String message = text(json, "message");
        String code = type.substring(type.indexOf('#') + 1);
        message = message == null ? text(json, "Message") : message;
        return new EndpointException(
            code, url() + ": " + code + (message == null ? "" : ": " + message));
      }
    } catch (InvalidContentException e) {
      // Not an error of DynamoDB.
    }
    return new EndpointException(
        "", url() + " returned status " + reply.status() + "; is it an endpoint of DynamoDB?");
  }

  private static @Nullable String text(Mapping json, String name) {
    return json.find(name) instanceof Scalar scalar ? scalar.text() : null;
  }
}
