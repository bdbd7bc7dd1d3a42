package dev.monotable.cli.health;

import dev.monotable.cli.terminal.InvalidArgumentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Asks an endpoint whether it is ready: Monotable by {@value #READY}, which is open without a
 * token, and others by {@code GET /}, the health check that all endpoints of DynamoDB have. Uses a
 * plain socket, because a check in a container should take little time. A certificate is not
 * verified: nothing is sent that could be stolen.
 */
public final class HealthCheck {
  /** The path that answers when the tables and items of a server are loaded. */
  public static final String READY = "/_monotable/v1/ready";

  private static final int STATUS_BYTES = "HTTP/1.1 200".length();

  private HealthCheck() {}

  /**
   * Returns the endpoint with a URL.
   *
   * @param what the argument, for the message
   * @throws InvalidArgumentException if the URL does not name a host by HTTP or HTTPS
   */
  static URI endpoint(String what, String url) {
    try {
      URI endpoint = new URI(url);
      String scheme = String.valueOf(endpoint.getScheme()).toLowerCase(Locale.ROOT);
      boolean http = scheme.equals("http") || scheme.equals("https");
      if (http && endpoint.getHost() != null && endpoint.getPort() <= 65_535) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new InvalidArgumentException(
        "Invalid value for " + what + ": '" + url + "' is not a URL such as http://127.0.0.1:8000");
  }

  /** Returns why an endpoint does not answer. */
  static String reason(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "the host is unknown";
    }
    if (failure instanceof SocketTimeoutException) {
      return "timed out";
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /**
   * Returns when the endpoint answers with status 200 or 400; DynamoDB Local has no health check
   * and answers with 400.
   *
   * @throws IOException if it cannot be reached, or answers something else; the message is the
   *     reason
   */
  static void run(URI endpoint, int timeoutMillis) throws IOException {
    boolean secure = "https".equalsIgnoreCase(endpoint.getScheme());
    int port = endpoint.getPort() >= 0 ? endpoint.getPort() : secure ? 443 : 80;
    String host = endpoint.getHost();
    String status = status(host, port, secure, READY, timeoutMillis);
    if (status.startsWith("HTTP/") && !status.endsWith(" 200")) {
      status = status(host, port, secure, "/", timeoutMillis);
    }
    if (!status.endsWith(" 200") && !status.endsWith(" 400")) {
      throw new IOException(
          status.startsWith("HTTP/") ? "it answered '" + status + "'" : "it does not speak HTTP");
    }
  }

  /**
   * Returns the beginning of the response to a GET request, such as {@code HTTP/1.1 200}; shorter
   * if the connection ends before.
   *
   * @throws IOException if the server cannot be reached, or does not speak TLS
   */
  public static String status(String host, int port, boolean secure, String path, int timeoutMillis)
      throws IOException {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(name, port), timeoutMillis);
      plain.setSoTimeout(timeoutMillis);
      try (Socket socket = secure ? secure(plain, name, port) : plain) {
        String request =
            "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        InputStream in = socket.getInputStream();
        return new String(in.readNBytes(STATUS_BYTES), StandardCharsets.US_ASCII);
      }
    }
  }

  private static Socket secure(Socket plain, String host, int port) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyCertificate()}, null);
      return context.getSocketFactory().createSocket(plain, host, port, true);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static final class AnyCertificate implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
