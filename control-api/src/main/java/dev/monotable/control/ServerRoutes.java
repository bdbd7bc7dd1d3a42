package dev.monotable.control;

import dev.monotable.control.content.Metrics;
import dev.monotable.control.model.DatabaseModel.ServerStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server itself. */
final class ServerRoutes {
  private final ControlConfig config;
  private final List<ControlRoute> others;
  private @Nullable Metrics metrics;

  /**
   * Creates the routes.
   *
   * @param others the other operations of the document
   */
  ServerRoutes(ControlConfig config, List<ControlRoute> others) {
    this.config = config;
    this.others = List.copyOf(others);
  }

  List<ControlRoute> routes() {
    ServerStatus status = new ServerStatus("ready", config.server().version());
    return List.of(
        ControlRoute.of("GET", "/health", "health", "Answers while the server runs.")
            .returns(200, ServerStatus.class)
            .open()
            .by(request -> Result.json(200, status)),
        ControlRoute.of(
                "GET", "/ready", "ready", "Answers when the files of the server are loaded.")
            .returns(200, ServerStatus.class)
            .open()
            .by(request -> Result.json(200, status)),
        ControlRoute.of(
                "GET",
                "/metrics",
                "metrics",
                "Returns metrics in Prometheus' text format, which count from the first call on.")
            .returns(Metrics.TYPE)
            .by(request -> Result.text(Metrics.TYPE, metrics().text())),
        ControlRoute.of(
                "POST",
                "/lease",
                "renewLease",
                "Renews the lease of a server that was started with --lease.")
            .by(request -> renewLease()),
        ControlRoute.of("GET", "/openapi.json", "openapi", "Returns this document.")
            .returns(Result.JSON)
            .open()
            .by(request -> Result.text(Result.JSON, document())));
  }

  private Result renewLease() {
    Runnable renew = config.server().renewLease();
    if (renew == null) {
      throw ControlException.invalid("The server was started without --lease, so it has none");
    }
    renew.run();
    return Result.none();
  }

  private synchronized Metrics metrics() {
    Metrics known = metrics;
    if (known == null) {
      known = new Metrics(config.databases(), config.server().connections());
      metrics = known;
    }
    return known;
  }

  private String document() {
    List<ControlRoute> all = new ArrayList<>(others);
    all.addAll(routes());
    return new String(
        Result.bytes(OpenApiDocument.of(all, config.server().version())), StandardCharsets.UTF_8);
  }
}
