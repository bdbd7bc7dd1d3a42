package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.engine.Database;
import dev.monotable.text.OneLine;
import java.util.ArrayList;
import java.util.List;

/** The operations of the control API. */
final class Routes {
  private Routes() {}

  /** Returns the operations on the databases of a configuration. */
  static List<ControlRoute> of(ControlConfig config) {
    List<ControlRoute> routes = new ArrayList<>();
    routes.addAll(new DatabaseRoutes(config).routes());
    routes.addAll(new PrincipalRoutes(config).routes());
    routes.addAll(new ClockRoutes(config).routes());
    routes.addAll(new ThroughputRoutes(config).routes());
    routes.addAll(new RegionRoutes(config).routes());
    routes.addAll(new StateRoutes(config).routes());
    routes.addAll(new FaultRoutes(config).routes());
    routes.addAll(new MappingRoutes(config).routes());
    routes.addAll(new ItemRoutes(config).routes());
    routes.addAll(new RequestRoutes(config).routes());
    ServerRoutes server = new ServerRoutes(config, routes);
    routes.addAll(server.routes());
    return List.copyOf(routes);
  }

  /** Returns the database of a request. */
  static Database database(ControlConfig config, ControlRequest request) {
    String id = request.variable("id");
    return database(config, id);
  }

  /** Returns the database with an ID. */
  static Database database(ControlConfig config, String id) {
    Database database = config.databases().findId(id);
    if (database == null) {
      throw unknown(id);
    }
    return database;
  }

  /** Returns the error of a request to a database that does not exist. */
  static ControlException unknown(String id) {
    return new ControlException(
        Type.UNKNOWN_DATABASE, "There is no database '" + OneLine.quote(id) + "', or it has ended");
  }
}
