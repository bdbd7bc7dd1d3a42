package dev.monotable.control.content;

import dev.monotable.control.model.TableSummary;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.observe.TotalUnits;
import dev.monotable.model.BulkOperationDescription;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.DoubleSupplier;

/**
 * The metrics of a server in Prometheus' text format. They count from the first scrape on, so that
 * a server that is not scraped pays nothing.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Exposition
 *     formats</a>
 */
public final class Metrics implements RequestObserver {
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS = 1e9;

  /** The upper bounds of the histogram, in seconds. */
  private static final double[] BOUNDS = {0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5};

  private final Databases databases;

  /** The number of all items, and their size, as the current scrape has counted them. */
  private long items;

  private long bytes;
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ContributorMetrics contributors = new ContributorMetrics(registry);
  private final Counter requests =
      Counter.builder()
          .name("monotable_requests_total")
          .help("Requests, by operation.")
          .labelNames("operation")
          .register(registry);
  private final Counter errors =
      Counter.builder()
          .name("monotable_errors_total")
          .help("Requests that failed, by operation and error type.")
          .labelNames("operation", "error")
          .register(registry);
  private final Counter units =
      Counter.builder()
          .name("monotable_consumed_capacity_units_total")
          .help("Capacity units consumed, by operation and kind.")
          .labelNames("operation", "kind")
          .register(registry);
  private final Counter bulkBytes =
      Counter.builder()
          .name("monotable_bulk_put_bytes_total")
          .help("Bytes that bulk operations have put into tables and indexes.")
          .register(registry);
  private final Histogram seconds =
      Histogram.builder()
          .name("monotable_request_duration_seconds")
          .help("Time of a request inside the engine.")
          .labelNames("operation")
          .classicUpperBounds(BOUNDS)
          .classicOnly()
          .register(registry);

  /**
   * Creates the metrics, and counts the requests to all databases from now on.
   *
   * @param connections returns the number of open connections
   */
  public Metrics(Databases databases, DoubleSupplier connections) {
    this.databases = databases;
    gauge("monotable_connections", "Open connections.", connections);
    gauge("monotable_databases", "Databases.", () -> databases.list().size());
    gauge("monotable_items", "Items in all databases.", () -> items);
    gauge("monotable_item_bytes", "Size of all items.", () -> bytes);
    gauge(
        "monotable_heap_used_bytes",
        "Used memory of the Java heap, with what is not collected yet.",
        () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    gauge(
        "monotable_heap_max_bytes",
        "Maximum size of the Java heap.",
        () -> Runtime.getRuntime().maxMemory());
    databases.follow(region -> region.engine().observe(this));
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }

  /** Counts the items of all databases, and their sizes, for one scrape. */
  private void countItems() {
    items = 0;
    bytes = 0;
    for (Region region : databases.list()) {
      for (TableSummary table : TableSummaries.of(region.engine())) {
        items += table.items();
        bytes += table.bytes();
      }
    }
  }

  @Override
  public void observe(ObservedRequest request) {
    String operation = request.operation().name();
    requests.labelValues(operation).inc();
    seconds.labelValues(operation).observe(request.duration().toNanos() / NANOS);
    DynamoException error = request.error();
    if (error != null) {
      errors.labelValues(operation, error.shapeName()).inc();
    }
    TotalUnits consumed = TotalUnits.of(request);
    if (consumed.readUnits() > 0) {
      units.labelValues(operation, "read").inc(consumed.readUnits());
    }
    if (consumed.writeUnits() > 0) {
      units.labelValues(operation, "write").inc(consumed.writeUnits());
    }
  }

  @Override
  public void bulkOperationEnded(BulkOperationDescription operation) {
    bulkBytes.inc(BulkPutTotals.of(operation).bytes());
  }

  /** Returns the text of a scrape. */
  public synchronized String text() {
    countItems();
    contributors.count(databases);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
