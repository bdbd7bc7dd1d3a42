package dev.monotable.cli.serve;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/** A server with a generated certificate, for tests of commands that call it. */
public final class TlsEndpoint implements AutoCloseable {
  private final MonotableServer server;
  private final Path authority;

  private TlsEndpoint(MonotableServer server, Path authority) {
    this.server = server;
    this.authority = authority;
  }

  /** Starts a server of an engine, with its certificate in a directory. */
  public static TlsEndpoint start(MonotableEngine engine, Path directory) throws IOException {
    GeneratedCertificate certificate =
        new GeneratedCertificate(directory, List.of(), InstantSource.system());
    ServerConfig config = ServerConfig.builder().port(0).tls(certificate.tls()).build();
    return new TlsEndpoint(
        MonotableServer.start(new Exchange(engine, ExchangeConfig.standard()), config),
        certificate.authority());
  }

  /** Starts a server as the command line does, with its certificate in a directory. */
  public static TlsEndpoint start(Path directory) throws Exception {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.tls = true;
    options.tlsDirectory = directory;
    return new TlsEndpoint(ServerLauncher.start(options), directory.resolve("authority.pem"));
  }

  public String url() {
    return "https://127.0.0.1:" + server.port();
  }

  public int port() {
    return server.port();
  }

  public Path authority() {
    return authority;
  }

  @Override
  public void close() {
    server.close();
  }
}
