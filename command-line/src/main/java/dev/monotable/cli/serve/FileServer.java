package dev.monotable.cli.serve;

import dev.monotable.formats.item.SeedFile;
import dev.monotable.http.MonotableServer;
import dev.monotable.text.DataFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server on a free port for a command that needs one while it runs. */
public final class FileServer implements AutoCloseable {
  private final MonotableServer server;

  private FileServer(MonotableServer server) {
    this.server = server;
  }

  /**
   * Starts a server with the tables and items of files.
   *
   * @param parameters of the templates
   */
  public static FileServer start(
      List<Path> schemas, List<SeedFile> seeds, Map<String, String> parameters)
      throws DataFileException, IOException {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.host = "127.0.0.1";
    options.schemas = schemas;
    options.seeds = seeds;
    options.parameters = parameters;
    return new FileServer(ServerLauncher.start(options));
  }

  /** Returns the endpoint URL. */
  public String url() {
    return server.endpoint().toString();
  }

  @Override
  public void close() {
    server.close();
  }
}
