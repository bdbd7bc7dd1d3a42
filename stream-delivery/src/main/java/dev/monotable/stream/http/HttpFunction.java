package dev.monotable.stream.http;

import dev.monotable.stream.FunctionErrorException;
import dev.monotable.stream.JsonHandler;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A function behind a URL, in the form of the runtime interface emulator of Lambda: the event is
 * the body of a POST, the response is the body of the answer. So a container of one of AWS's base
 * images is a handler of a stream, and so is each web application that accepts a POST:
 *
 * <pre>{@code
 * db.stream("Chat").onJson(HttpFunction.at(URI.create("http://localhost:9000")));
 * }</pre>
 *
 * <p>An invocation fails if the answer has another status than 2xx, the header {@code
 * X-Amz-Function-Error}, more than 6 MB, or does not arrive in time. Redirects are not followed,
 * and proxies are not used.
 *
 * <p>The URL has to lead to this machine: each address of its host has to be a loopback address.
 * That is checked before each invocation, and the connection goes to the checked address, so a name
 * that resolves to another one later leads nowhere. The header {@code Host} contains the address.
 *
 * <p>Immutable, and safe for use by multiple threads.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/images-test.html">Testing Lambda
 *     container image functions locally</a>
 */
public final class HttpFunction implements JsonHandler {
  /** The path of the runtime interface emulator. */
  private static final String INVOCATIONS = "/2015-03-31/functions/function/invocations";

  private static final int MAX_URL_CHARACTERS = 2_048;

  /** The largest response of a function of Lambda. */
  private static final int MAX_RESPONSE_BYTES = 6 << 20;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  /** The longest time-out of a function of Lambda. */
  private static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

  private final URI url;
  private final Duration timeout;
  private final boolean anyAddress;

  /** The client, which is created by the first invocation of a process. */
  private static final class Client {
    /** Enough, since they never wait. */
    private static final int THREADS = 4;

    private static final int IDLE_SECONDS = 1;

    static final HttpClient INSTANCE =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .executor(newExecutor())
            .build();

    /** Returns few threads, which end when there is nothing to do: the usual ones stay longer. */
    private static Executor newExecutor() {
      ThreadPoolExecutor threads =
          new ThreadPoolExecutor(
              THREADS,
              THREADS,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> {
                Thread thread = new Thread(work, "monotable-function");
                thread.setDaemon(true);
                return thread;
              });
      threads.allowCoreThreadTimeOut(true);
      return threads;
    }
  }

  private HttpFunction(URI url, Duration timeout, boolean anyAddress) {
    this.url = url;
    this.timeout = timeout;
    this.anyAddress = anyAddress;
  }

  /**
   * Returns a function of this machine, with a time-out of a minute. Nothing is connected yet.
   *
   * @param url without a path, it is that of the runtime interface emulator
   * @throws IllegalArgumentException if it is not an HTTP URL
   */
  public static HttpFunction at(URI url) {
    Objects.requireNonNull(url, "url");
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")
        || url.getHost() == null
        || url.getUserInfo() != null
        || url.getFragment() != null
        || url.getPort() == 0
        || url.getPort() > 65_535
        || url.toString().length() > MAX_URL_CHARACTERS) {
      throw new IllegalArgumentException(
          "the URL of a function is not one such as http://localhost:9000" + INVOCATIONS);
    }
    boolean hasPath = url.getRawPath().length() > 1 || url.getRawQuery() != null;
    return new HttpFunction(hasPath ? url : url.resolve(INVOCATIONS), DEFAULT_TIMEOUT, false);
  }

  /**
   * Returns this function with another time-out: how long an invocation may take, from the
   * connection to the last byte of the response.
   *
   * @param value positive, at most 15 minutes, as on Lambda
   */
  public HttpFunction timeout(Duration value) {
    if (value.isNegative() || value.isZero() || value.compareTo(MAX_TIMEOUT) > 0) {
      throw new IllegalArgumentException(
          "the timeout is not positive and at most 15 minutes: " + value);
    }
    return new HttpFunction(url, value, anyAddress);
  }

  /**
   * Returns this function without the check of its address: it may be on another machine. Stream
   * records, and so the data of tables, are sent there.
   */
  public HttpFunction anyAddress() {
    return new HttpFunction(url, timeout, true);
  }

  /**
   * Checks whether the URL leads to where invocations may go now. Each invocation checks it again.
   *
   * @throws IOException if it leads to another machine, or its host is unknown
   */
  public void checkAddress() throws IOException {
    targets();
  }

  /** Returns the URL that is invoked. */
  public URI url() {
    return url;
  }

  @Override
  public String handle(String event) throws Exception {
    long deadline = System.nanoTime() + timeout.toNanos();
    ConnectException failure = null;
    for (URI target : targets()) {
      try {
        return read(send(target, event, deadline));
      } catch (ConnectException e) {
        failure = e;
      }
    }
    ConnectException unreachable = new ConnectException("cannot connect to " + url);
    unreachable.initCause(failure);
    throw unreachable;
  }

  /** Returns the URL with each of its addresses. */
  private List<URI> targets() throws IOException {
    if (anyAddress) {
      return List.of(url);
    }
    InetAddress[] addresses;
    try {
      addresses = InetAddress.getAllByName(url.getHost());
    } catch (UnknownHostException e) {
      throw new IOException("the host of " + url + " is unknown", e);
    }
    List<URI> targets = new ArrayList<>();
    for (InetAddress address : addresses) {
      if (!address.isLoopbackAddress()) {
        throw new IOException(
            url + " does not lead to this machine, but to " + address.getHostAddress());
      }
      targets.add(at(address));
    }
    return targets;
  }

  private URI at(InetAddress address) {
    String literal = address.getHostAddress();
    StringBuilder target = new StringBuilder(url.getScheme()).append("://");
    target.append(literal.indexOf(':') < 0 ? literal : "[" + literal + "]");
    if (url.getPort() >= 0) {
      target.append(':').append(url.getPort());
    }
    target.append(url.getRawPath());
    if (url.getRawQuery() != null) {
      target.append('?').append(url.getRawQuery());
    }
    return URI.create(target.toString());
  }

  private HttpResponse<byte[]> send(URI target, String event, long deadline)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(target)
            .header("Content-Type", "application/json")
            .header("User-Agent", "Monotable")
            .POST(HttpRequest.BodyPublishers.ofString(event))
            .build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        Client.INSTANCE.sendAsync(request, head -> new BoundedBody(MAX_RESPONSE_BYTES));
    try {
      return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new HttpTimeoutException(url + " has not answered within " + timeout);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof ConnectException refused) {
        throw refused;
      }
      Object reason = cause instanceof BoundedBody.TooLargeException ? cause.getMessage() : cause;
      throw new IOException("the invocation of " + url + " has failed: " + reason, e);
    } finally {
      answer.cancel(true); // ends the exchange if it is not complete
    }
  }

  private String read(HttpResponse<byte[]> response) throws IOException, FunctionErrorException {
    String body = new String(response.body(), StandardCharsets.UTF_8);
    String error = response.headers().firstValue("X-Amz-Function-Error").orElse(null);
    if (error != null) {
      throw new FunctionErrorException(error, body);
    }
    int status = response.statusCode();
    if (status / 100 != 2) {
      throw new IOException(
          url
              + " has answered with status "
              + status
              + (status / 100 == 3 ? "; redirects are not followed" : ""));
    }
    return body;
  }
}
