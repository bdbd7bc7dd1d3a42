package dev.monotable.cli.endpoint;

import dev.monotable.cli.terminal.InvalidArgumentException;
import dev.monotable.stream.http.BoundedBody;
import dev.monotable.text.FileFailure;
import dev.monotable.text.TextFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests to a server, each once. Does not follow redirects. Safe for use by multiple
 * threads.
 */
public final class EndpointConnection {
  /** The time that a request may take, with its response. */
  static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(2);

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /**
   * The most bytes of a response. BatchGetItem returns 16 MB of items, and JSON escapes each of
   * their bytes by at most six.
   */
  private static final int MOST_BYTES = 100 << 20;

  private static final int MOST_BYTES_OF_LINE = 1 << 20;

  private final URI uri;
  private final HttpClient client;
  private final Duration timeout;

  /** A response as it came, whether or not it is an error. */
  public record Reply(int status, byte[] body) {}

  private EndpointConnection(URI uri, HttpClient client, Duration timeout) {
    this.uri = uri;
    this.client = client;
    this.timeout = timeout;
  }

  /**
   * Returns the connection to a URL, without connecting.
   *
   * @param url a URL; without a scheme, it is that of HTTP
   * @param authority certificates in PEM that are trusted instead of those of Java; null for none
   * @throws InvalidArgumentException if the URL or the file is invalid
   */
  public static EndpointConnection of(String url, @Nullable Path authority) {
    return of(url, authority, REQUEST_TIMEOUT);
  }

  /**
   * Returns the connection to a URL, without connecting.
   *
   * @param timeout how long a request may take, with its response
   */
  static EndpointConnection of(String url, @Nullable Path authority, Duration timeout) {
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
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    if (authority != null) {
      client.sslContext(trusting(authority));
    } else if (scheme.equals("http")) {
      client.sslContext(new NoTls()).sslParameters(new SSLParameters());
    }
    return new EndpointConnection(uri, client.build(), timeout);
  }

  private static InvalidArgumentException invalid(String url) {
    return new InvalidArgumentException("'" + url + "' is not a URL such as http://127.0.0.1:8000");
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

  /** Returns the URL, with a path. */
  public URI uri() {
    return uri;
  }

  /** Returns the URL, without a final slash. */
  public String url() {
    return uri.toString().replaceFirst("/$", "");
  }

  /**
   * Sends a signed request of a service that is called by its targets.
   *
   * @param content the type of the content
   * @param target the value of {@code X-Amz-Target}
   * @throws IOException if the server cannot be reached, or its response is too large or does not
   *     end in time
   */
  Reply call(RequestSigner signer, String content, String target, byte[] body) throws IOException {
    String host = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    Map<String, String> headers = Map.of("content-type", content, "x-amz-target", target);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofByteArray(body));
    signer
        .sign(uri.getRawPath(), host, headers, body, InstantSource.system().instant())
        .forEach(request::header);
    return send(request.build());
  }

  /**
   * Sends a request.
   *
   * @throws IOException if the server cannot be reached, or its response is too large or does not
   *     end in time
   */
  public Reply send(HttpRequest request) throws IOException {
    HttpResponse<byte[]> response = send(request, MOST_BYTES);
    return new Reply(response.statusCode(), response.body());
  }

  /**
   * Sends a request.
   *
   * @param mostBytes the most bytes of the response
   * @throws IOException if the server cannot be reached, or its response is too large or does not
   *     end in time
   */
  HttpResponse<byte[]> send(HttpRequest request, int mostBytes) throws IOException {
    // The timeout of HttpRequest ends with the head of the response; this one includes its body.
    CompletableFuture<HttpResponse<byte[]>> response =
        client.sendAsync(request, head -> new BoundedBody(mostBytes));
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
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

  /**
   * Sends a request whose response has no end, and reads its lines.
   *
   * @param lines receives each line; a line of more than a mebibyte is an error
   * @return an error response; null if the response was successful and has ended
   * @throws IOException if the server cannot be reached
   */
  public @Nullable Reply follow(HttpRequest request, Consumer<String> lines) throws IOException {
    HttpResponse<InputStream> response;
    try {
      response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EndpointException("", "interrupted");
    }
    try (InputStream body = response.body()) {
      if (response.statusCode() >= 300) {
        return new Reply(response.statusCode(), body.readNBytes(MOST_BYTES_OF_LINE));
      }
      try {
        readLines(new BufferedInputStream(body), lines);
      } catch (IOException e) {
        // The server was stopped, which is an end like any other.
      }
      return null;
    }
  }

  private void readLines(InputStream body, Consumer<String> lines) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = body.read(); next >= 0; next = body.read()) {
      if (next == '\n') {
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else if (line.size() < MOST_BYTES_OF_LINE) {
        line.write(next);
      } else {
        throw failure("a line has more than " + MOST_BYTES_OF_LINE + " bytes");
      }
    }
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }

  /** Returns an exception without a name, whose message begins with the URL. */
  public EndpointException failure(String message) {
    return new EndpointException("", url() + ": " + message);
  }

  /** Returns the exception for a failure to reach this server. */
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
}
