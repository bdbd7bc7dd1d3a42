package dev.monotable.control;

import dev.monotable.control.model.DatabaseModel.ThrottlingChange;
import dev.monotable.control.model.DatabaseModel.ThrottlingState;
import dev.monotable.control.model.RequestModel.ContributorEntry;
import dev.monotable.control.model.RequestModel.ContributorList;
import dev.monotable.engine.Database;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.Contributor;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.text.RecordCodec.RawJson;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a database throttles by its throughput, and the keys that Contributor Insights counts.
 */
final class ThroughputRoutes {
  private static final int KEYS = 10;
  private static final int MAX_KEYS = 500;

  private final ControlConfig config;

  ThroughputRoutes(ControlConfig config) {
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
                }),
        ControlRoute.of(
                "GET",
                "/databases/{id}/contributors",
                "listContributors",
                "Returns the most accessed and the most throttled keys of a table or index since"
                    + " Contributor Insights was enabled for it.")
            .query("table", "string", "The name of the table. Required.")
            .query("index", "string", "The name of a global index.")
            .query("count", "integer", "The number of keys of each kind; 10 by default.")
            .returns(200, ContributorList.class)
            .by(this::list));
  }

  private static Result state(MonotableEngine engine) {
    return Result.json(200, new ThrottlingState(engine.isThrottling()));
  }

  private Result list(ControlRequest request) {
    Database database = Routes.database(config, request);
    String table = request.parameter("table");
    if (table == null) {
      throw ControlException.invalid("'table' is required");
    }
    int count = (int) request.number("count", KEYS, 1, MAX_KEYS);
    try {
      ContributorReport report =
          database.engine().contributors(table, request.parameter("index"), count);
      return Result.json(
          200,
          new ContributorList(
              report.table(),
              report.index(),
              entries(report.accessedPartitionKeys()),
              entries(report.accessedKeys()),
              entries(report.throttledPartitionKeys()),
              entries(report.throttledKeys())));
    } catch (DynamoException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static List<ContributorEntry> entries(List<Contributor> contributors) {
    List<ContributorEntry> entries = new ArrayList<>();
    for (Contributor each : contributors) {
      entries.add(
          new ContributorEntry(
              new RawJson(each.key().toString()),
              each.count(),
              each.error() == 0 ? null : each.error()));
    }
    return entries;
  }
}
