package dev.monotable.control.content;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.Contributor;
import dev.monotable.engine.observe.ContributorReport;
import dev.monotable.model.ContributorInsightsSummary;
import dev.monotable.model.ListContributorInsightsInput;
import dev.monotable.model.ListContributorInsightsOutput;
import dev.monotable.model.Operations;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The most accessed and most throttled partition keys of tables and indexes with Contributor
 * Insights, as metrics. Their labels are those of one scrape, so they are bounded: some keys of
 * some tables. Databases have no label, because their names are access keys; tables with the same
 * name are added up.
 */
final class ContributorMetrics {
  private static final int MOST_TABLES = 100;
  private static final int MOST_KEYS = 10;
  private static final int MOST_CHARACTERS = 100;

  /** A table, or an index of it, which is empty for the table. */
  private record Resource(String table, String index) implements Comparable<Resource> {
    private static final Comparator<Resource> ORDER =
        Comparator.comparing(Resource::table).thenComparing(Resource::index);

    @Override
    public int compareTo(Resource other) {
      return ORDER.compare(this, other);
    }
  }

  /** The counts of keys by table or index, then by the text of the key. */
  private static final class Counts {
    private final Map<Resource, Map<String, Double>> resources = new TreeMap<>();

    void add(Resource resource, List<Contributor> contributors) {
      if (resources.size() < MOST_TABLES || resources.containsKey(resource)) {
        Map<String, Double> keys = resources.computeIfAbsent(resource, each -> new TreeMap<>());
        contributors.forEach(each -> keys.merge(text(each), each.count(), Double::sum));
      }
    }

    private static String text(Contributor contributor) {
      String key = contributor.key().toString();
      return key.length() > MOST_CHARACTERS ? key.substring(0, MOST_CHARACTERS) + '…' : key;
    }

    void report(GaugeWithCallback.Callback callback) {
      resources.forEach(
          (resource, keys) ->
              keys.entrySet().stream()
                  .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                  .limit(MOST_KEYS)
                  .forEach(
                      key ->
                          callback.call(
                              key.getValue(), resource.table(), resource.index(), key.getKey())));
    }
  }

  private Counts accessed = new Counts();
  private Counts throttled = new Counts();

  ContributorMetrics(PrometheusRegistry registry) {
    gauge(
        registry,
        "monotable_contributor_capacity_units",
        "Capacity units of the most accessed partition keys, with Contributor Insights.",
        () -> accessed);
    gauge(
        registry,
        "monotable_contributor_throttled_requests",
        "Throttled requests of the most throttled partition keys, with Contributor Insights.",
        () -> throttled);
  }

  private static void gauge(
      PrometheusRegistry registry, String name, String help, Supplier<Counts> counts) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("table", "index", "key")
        .callback(callback -> counts.get().report(callback))
        .register(registry);
  }

  /** Reads the counts of all databases, for one scrape. */
  void count(Databases databases) {
    accessed = new Counts();
    throttled = new Counts();
    for (Region region : databases.list()) {
      count(region.engine());
    }
  }

  private void count(MonotableEngine engine) {
    // No observer sees the requests, and no fault hits them.
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      String next = null;
      do {
        ListContributorInsightsOutput page =
            copy.call(
                Operations.LIST_CONTRIBUTOR_INSIGHTS,
                ListContributorInsightsInput.builder().nextToken(next).build());
        for (ContributorInsightsSummary each :
            Objects.requireNonNull(page.contributorInsightsSummaries())) {
          count(engine, String.valueOf(each.tableName()), each.indexName());
        }
        next = page.nextToken();
      } while (next != null);
    }
  }

  private void count(MonotableEngine engine, String table, @Nullable String index) {
    ContributorReport report;
    try {
      report = engine.contributors(table, index, MOST_KEYS);
    } catch (DynamoException e) {
      return; // the table was deleted meanwhile
    }
    Resource resource = new Resource(table, index == null ? "" : index);
    accessed.add(resource, report.accessedPartitionKeys());
    throttled.add(resource, report.throttledPartitionKeys());
  }
}
