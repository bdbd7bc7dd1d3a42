package dev.monotable.cli.serve;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options of a server about HTTPS. */
final class TlsOptions {
  private final ServeOptions options;

  /**
   * Creates the options.
   *
   * @param options receives their values
   */
  TlsOptions(ServeOptions options) {
    this.options = options;
  }

  @Option(
      order = 26,
      names = "--tls",
      description =
          "Accept HTTPS only. Without --tls-certificate, a certificate is generated once, and the"
              + " authority for the clients is written to DIR/authority.pem.")
  void tls(boolean tls) {
    options.tls = tls;
  }

  @Option(
      order = 27,
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Use this certificate: PEM with its chain, together with --tls-key, or PKCS #12.")
  void tlsCertificate(Path file) {
    options.tlsCertificate = file;
  }

  @Option(
      order = 28,
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The private key of the certificate: PEM, PKCS #8.")
  void tlsKey(Path file) {
    options.tlsKey = file;
  }

  @Option(
      order = 29,
      names = "--tls-password",
      paramLabel = "PASSWORD",
      description =
          "The password of the key or of the PKCS #12 file; best given as MONOTABLE_TLS_PASSWORD.")
  void tlsPassword(String password) {
    options.tlsPassword = password;
  }

  @Option(
      order = 30,
      names = "--tls-directory",
      paramLabel = "DIR",
      description =
          "The directory of the generated certificate. Default: .monotable/tls in the home"
              + " directory.")
  void tlsDirectory(Path directory) {
    options.tlsDirectory = directory;
  }
}
