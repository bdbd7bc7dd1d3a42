package dev.monotable.benchmark.worst;

import dev.monotable.benchmark.chat.PreparedRequest;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Measures the CPU time of the most expensive requests of up to 16 MB, by operation, in process and
 * on one thread. It prints a Markdown table and fails if a request takes more than a second.
 *
 * <pre>java -Xmx3g -cp … dev.monotable.benchmark.worst.WorstRequests [part of operation or input]
 * </pre>
 */
public final class WorstRequests implements AutoCloseable {
  private static final int SMALL_ITEMS = 100_000;
  private static final int BOUND_MILLIS = 1_000;

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final PreparedRequest request = new PreparedRequest();
  private HttpReply reply = new HttpReply();

  private WorstRequests() {}

  public static void main(String[] arguments) {
    String wanted = arguments.length == 0 ? "" : arguments[0];
    int failures = 0;
    try (WorstRequests requests = new WorstRequests()) {
      requests.load();
      Snapshot loaded = requests.engine.snapshot();
      System.out.println("| operation | input | bytes | status | CPU ms |");
      System.out.println("|---|---|---|---|---|");
      for (WorstCase worst : WorstCases.all()) {
        if ((worst.operation() + ": " + worst.input()).contains(wanted)) {
          requests.engine.restore(loaded);
          failures += requests.measure(worst, loaded) > BOUND_MILLIS ? 1 : 0;
        }
      }
    }
    if (failures > 0) {
      throw new IllegalStateException(failures + " requests took more than a second");
    }
  }

  /** Creates a table of large items and one of small items, and warms the code up. */
  private void load() {
    for (String table : List.of("worst", "small")) {
      send(
          "CreateTable",
          "{\"TableName\":\""
              + table
              + "\",\"BillingMode\":\"PAY_PER_REQUEST\","
              + "\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"},"
              + "{\"AttributeName\":\"sk\",\"AttributeType\":\"N\"}],\"KeySchema\":["
              + "{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"},"
              + "{\"AttributeName\":\"sk\",\"KeyType\":\"RANGE\"}]}");
    }
    List<String> large = WorstItems.large();
    for (int i = 0; i < large.size(); i++) {
      put("worst", "large", i, "," + large.get(i));
    }
    for (int i = 0; i < SMALL_ITEMS; i++) {
      put("small", "s", i, "");
    }
    for (WorstCase worst : WorstCases.all()) {
      String body = worst.operation().startsWith("Delete") ? "{}" : "{\"TableName\":\"worst\"}";
      for (int i = 0; i < 50; i++) {
        send(worst.operation(), body);
      }
    }
  }

  private void put(String table, String partition, int sort, String attributes) {
    String item =
        "{\"pk\":{\"S\":\"" + partition + "\"},\"sk\":{\"N\":\"" + sort + "\"}" + attributes + "}";
    send("PutItem", "{\"TableName\":\"" + table + "\",\"Item\":" + item + "}");
    if (reply.status() != 200) {
      throw new IllegalStateException(text());
    }
  }

  private String text() {
    return new String(reply.body(), 0, Math.min(reply.bodyLength(), 400), StandardCharsets.UTF_8);
  }

  private void send(String operation, String body) {
    exchange.handle(request.with(target(operation), body.getBytes(StandardCharsets.UTF_8)), reply);
  }

  private static String target(String operation) {
    for (OperationSchema<?, ?> schema : Operations.all()) {
      if (schema.name().equals(operation)) {
        return schema.target();
      }
    }
    throw new IllegalArgumentException(operation);
  }

  private double measure(WorstCase worst, Snapshot loaded) {
    byte[] body = worst.body().get().getBytes(StandardCharsets.UTF_8);
    request.with(target(worst.operation()), body);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double best = Double.MAX_VALUE;
    for (int run = 0; run < 3 && best > BOUND_MILLIS / 10.0; run++) {
      engine.restore(loaded);
      reply = new HttpReply();
      long before = threads.getCurrentThreadCpuTime();
      exchange.handle(request, reply);
      best = Math.min(best, (threads.getCurrentThreadCpuTime() - before) / 1e6);
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %,d | %d | %,.0f |%n",
        worst.operation(),
        worst.input(),
        body.length,
        reply.status(),
        best);
    if (Boolean.getBoolean("answers")) {
      System.out.println("  " + text());
    }
    return best;
  }

  @Override
  public void close() {
    engine.close();
  }
}
