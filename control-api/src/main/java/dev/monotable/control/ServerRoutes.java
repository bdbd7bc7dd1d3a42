package dev.monotable.control;

import dev.monotable.control.content.Metrics;
import dev.monotable.control.model.ServerStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The server itself. */
final class ServerRoutes {
  private final ControlConfig config;
  private @Nullable Metrics metrics;

  ServerRoutes(ControlConfig config) {
    this.config = config;
  }

  ServerStatus health() {
    return new ServerStatus("ready", config.server().version());
  }

  ServerStatus ready() {
    return health();
  }

  void renewLease() {
    Runnable renew = config.server().renewLease();
    if (renew == null) {
      throw ControlException.invalid("The server was started without --lease, so it has none");
    }
    renew.run();
  }

  Result metrics() {
    return Result.text(Metrics.TYPE, known().text());
  }

  private synchronized Metrics known() {
    Metrics known = metrics;
    if (known == null) {
      known = new Metrics(config.databases(), config.server().connections());
      metrics = known;
    }
    return known;
  }

  Result openapi() {
    try (InputStream document = ServerRoutes.class.getResourceAsStream("openapi.json")) {
      byte[] bytes = Objects.requireNonNull(document).readAllBytes();
      String text = new String(bytes, StandardCharsets.UTF_8);
      String version = config.server().version();
      return Result.text(Result.JSON, text.replace("\"VERSION\"", '"' + version + '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
