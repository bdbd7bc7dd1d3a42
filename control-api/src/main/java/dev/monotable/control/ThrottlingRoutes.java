package dev.monotable.control;

import dev.monotable.control.model.DatabaseModel.ThrottlingChange;
import dev.monotable.control.model.DatabaseModel.ThrottlingState;
import dev.monotable.engine.MonotableEngine;
import java.util.List;

/** Whether a database throttles by its throughput. */
final class ThrottlingRoutes {
  private final ControlConfig config;

  ThrottlingRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String path = "/databases/{id}/throttling";
    return List.of(
        ControlRoute.of("GET", path, "getThrottling", "Returns whether the database throttles.")
            .returns(200, ThrottlingState.class)
            .by(request -> state(Routes.database(config, request).engine())),
        ControlRoute.of(
                "PATCH",
                path,
                "changeThrottling",
                "Lets the database throttle requests by the throughput of its tables, indexes and"
                    + " partitions, or no longer. Begins as if all tables had been idle.")
            .body(ThrottlingChange.class)
            .returns(200, ThrottlingState.class)
            .by(
                request -> {
                  MonotableEngine engine = Routes.database(config, request).engine();
                  engine.throttle(request.body(ThrottlingChange.class).enabled());
                  return state(engine);
                }));
  }

  private static Result state(MonotableEngine engine) {
    return Result.json(200, new ThrottlingState(engine.isThrottling()));
  }
}
