package dev.monotable.control;

import dev.monotable.control.model.ContributorEntry;
import dev.monotable.control.model.ContributorList;
import dev.monotable.control.model.ThrottlingChange;
import dev.monotable.control.model.ThrottlingState;
import dev.monotable.engine.database.Region;
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

  ThrottlingState getThrottling(Region region) {
    return new ThrottlingState(region.engine().isThrottling());
  }

  ThrottlingState changeThrottling(Region region, ThrottlingChange change) {
    region.engine().throttle(change.enabled());
    return getThrottling(region);
  }

  ContributorList listContributors(Region region, ControlRequest request) {
    String table = request.parameter("table");
    if (table == null) {
      throw ControlException.invalid("'table' is required");
    }
    int count = (int) request.number("count", KEYS, 1, MAX_KEYS);
    try {
      ContributorReport report =
          region.engine().contributors(table, request.parameter("index"), count);
      return new ContributorList(
          report.table(),
          report.index(),
          entries(report.accessedPartitionKeys()),
          entries(report.accessedKeys()),
          entries(report.throttledPartitionKeys()),
          entries(report.throttledKeys()));
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
