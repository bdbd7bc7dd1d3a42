package dev.monotable.cli.health;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Asks an endpoint whether it answers, by the health check that all endpoints of DynamoDB have.
 * Uses a plain socket, because a check in a container should take little time. A certificate is not
 * verified: nothing is sent that could be stolen.
 */
final class HealthCheck {
  private HealthCheck() {}

  /**
   * Returns when the endpoint answers with status 200 or 400; DynamoDB Local has no health check
   * and answers with 400.
   *
   * @throws IOException if it cannot be reached, or answers something else; the message is the
   *     reason
   */
  static void run(URI endpoint, int timeoutMillis) throws IOException {
    boolean secure = "https".equals(endpoint.getScheme());
    int port = endpoint.getPort() >= 0 ? endpoint.getPort() : secure ? 443 : 80;
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(endpoint.getHost(), port), timeoutMillis);
      plain.setSoTimeout(timeoutMillis);
      try (Socket socket = secure ? secure(plain, endpoint.getHost(), port) : plain) {
        String request =
            "GET / HTTP/1.1\r\nHost: " + endpoint.getHost() + "\r\nConnection: close\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        InputStream in = socket.getInputStream();
        String status = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        if (!status.endsWith(" 200") && !status.endsWith(" 400")) {
          throw new IOException("it answered '" + status + "'");
        }
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
