package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerTls;
import dev.monotable.testing.ThingRequests;
import dev.monotable.text.DataFileException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests HTTPS with a client that verifies the certificate and its names. */
@Tag("slow")
@Timeout(600)
class TlsTest {
  @TempDir Path directory;
  private final ServeOptions options = new ServeOptions();

  @BeforeEach
  void options() {
    options.port = 0;
    options.tls = true;
    options.tlsDirectory = directory;
  }

  @Test
  void aCertificateIsGeneratedOnce() throws Exception {
    options.allowedHosts = List.of("dynamodb.test");
    try (MonotableServer server = ServerLauncher.start(options)) {
      assertThat(server.endpoint().getScheme()).isEqualTo("https");
      for (String name : List.of("localhost", "127.0.0.1", "::1", "dynamodb.test")) {
        assertThat(ask(server.port(), name, authority())).endsWith("{\"TableNames\":[]}");
      }
    }
    String first = Files.readString(authority());
    try (MonotableServer server = ServerLauncher.start(options)) {
      assertThat(ask(server.port(), "localhost", authority())).endsWith("{\"TableNames\":[]}");
    }
    assertThat(Files.readString(authority())).isEqualTo(first);

    options.allowedHosts = List.of("another.test");
    try (MonotableServer server = ServerLauncher.start(options)) {
      assertThat(ask(server.port(), "another.test", authority())).endsWith("{\"TableNames\":[]}");
    }
    assertThat(Files.readString(authority())).isNotEqualTo(first);
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("authority.pem", "server.p12");
    }
  }

  /** In a certificate, IPv6 addresses are written in full. */
  @Test
  void anAddressIsFoundInTheCertificateHoweverItIsWritten() throws Exception {
    generate("fd00::1", "fd00:0:0:0:0:0:0:2", "FD00::000a", "[fd00::b]");
    String first = Files.readString(authority());

    generate("fd00:0::1", "fd00::2", "fd00::a", "fd00::b");

    assertThat(Files.readString(authority())).isEqualTo(first);
  }

  @Test
  void aCertificateInPemIsUsed() throws Exception {
    ServerLauncher.start(options).close();
    KeyStore keys = KeyStore.getInstance(directory.resolve("server.p12").toFile(), password());
    Path certificate = directory.resolve("own.pem");
    StringBuilder chain = new StringBuilder();
    for (Certificate each : keys.getCertificateChain("server")) {
      chain.append(pem("CERTIFICATE", each.getEncoded()));
    }
    Files.writeString(certificate, chain);
    PrivateKey key = (PrivateKey) keys.getKey("server", password());
    options.tlsCertificate = certificate;
    options.tlsKey =
        Files.writeString(directory.resolve("own.key"), pem("PRIVATE KEY", key.getEncoded()));

    try (MonotableServer server = ServerLauncher.start(options)) {
      assertThat(ask(server.port(), "localhost", authority())).endsWith("{\"TableNames\":[]}");
    }
  }

  @Test
  void aCertificateInPkcs12IsUsed() throws Exception {
    ServerLauncher.start(options).close();
    options.tlsCertificate = directory.resolve("server.p12");
    options.tlsPassword = "monotable";
    try (MonotableServer server = ServerLauncher.start(options)) {
      assertThat(ask(server.port(), "localhost", authority())).endsWith("{\"TableNames\":[]}");
    }

    options.tlsPassword = "wrong";
    assertThatThrownBy(() -> ServerLauncher.start(options))
        .isInstanceOf(DataFileException.class)
        .hasMessage(options.tlsCertificate + ": keystore password was incorrect");
  }

  @Test
  void aClientThatSpeaksHttpIsClosed() throws Exception {
    try (MonotableServer server = ServerLauncher.start(options);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(ThingRequests.CREATE_TABLE.getBytes(StandardCharsets.US_ASCII));
      // An alert of TLS, or nothing, but no response.
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
          .doesNotContain("HTTP");
    }
  }

  private void generate(String... names) throws IOException {
    ServerTls unused =
        new GeneratedCertificate(directory, List.of(names), InstantSource.system()).tls();
  }

  private static char[] password() {
    return "monotable".toCharArray();
  }

  private static String pem(String type, byte[] bytes) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(bytes)
        + "\n-----END "
        + type
        + "-----\n";
  }

  private Path authority() {
    return directory.resolve("authority.pem");
  }

  /** Sends ListTables to a server that must have a certificate for a name; returns the response. */
  private static String ask(int port, String name, Path authority) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(Files.readAllBytes(authority))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket socket =
            (SSLSocket) context.getSocketFactory().createSocket(plain, name, port, true)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      socket.setSSLParameters(parameters);
      socket
          .getOutputStream()
          .write(
              ThingRequests.operation("ListTables", "Connection: close\r\n", "{}")
                  .getBytes(StandardCharsets.US_ASCII));
      String response = new String(readAll(socket.getInputStream()), StandardCharsets.US_ASCII);
      assertThat(Objects.requireNonNull(socket.getApplicationProtocol())).isEqualTo("http/1.1");
      return response;
    }
  }

  private static byte[] readAll(InputStream in) throws IOException {
    return in.readAllBytes();
  }
}
