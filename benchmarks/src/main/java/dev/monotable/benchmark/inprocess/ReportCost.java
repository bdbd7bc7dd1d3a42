package dev.monotable.benchmark.inprocess;

import com.sun.management.OperatingSystemMXBean;
import dev.monotable.design.DesignLab;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.recording.Recording;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.Delete;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.value.Item;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Measures what a recording costs, and the report of it: the CPU time of all threads. A heap that
 * is too small for the report ends the process, so {@code -Xmx} says what it needs.
 *
 * <pre>java -cp $(benchmarks/classes) dev.monotable.benchmark.inprocess.ReportCost
 *     record FILE REQUESTS | flaws FILE REQUESTS | report FILE</pre>
 *
 * <p>With {@code flaws}, each twentieth request has one of ten flaws whose advice is replayed.
 */
public final class ReportCost {
  private static final String TABLE = "Shop";
  private static final int CUSTOMERS = 20_000;
  private static final String FLAWED = "Flawed";
  private static final int PEOPLE = 200;

  private ReportCost() {}

  /** Records requests, or makes the report of a recording. */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[1]);
    if (!arguments[0].equals("report")) {
      int requests = Integer.parseInt(arguments[2]);
      boolean flaws = arguments[0].equals("flaws");
      double without = send(requests, flaws, null);
      double with = send(requests, flaws, file);
      System.out.printf(
          Locale.ROOT,
          "%,d requests: %.1f s of CPU, recorded %.1f s; %,d MB%n",
          requests,
          without,
          with,
          Files.size(file) >> 20);
    } else {
      double start = cpuSeconds();
      try (DesignLab lab = DesignLab.of(null)) {
        lab.replay(file);
        double read = cpuSeconds() - start;
        DesignReport report = lab.report(ReportOptions.standard());
        System.out.printf(
            Locale.ROOT,
            "report of %,d requests: %.1f s of CPU, %.1f s after reading; %d findings, advice:"
                + " %s%n",
            lab.ledger().totals().requests(),
            cpuSeconds() - start,
            cpuSeconds() - start - read,
            report.findings().size(),
            report.header().summary().tested());
      }
    }
  }

  private static double cpuSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** Sends requests to a new engine, and records them unless the file is null. */
  private static double send(int requests, boolean flaws, @Nullable Path file) throws Exception {
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      createTable(engine, TABLE, "GSI1PK");
      if (flaws) {
        createTable(engine, FLAWED, "team");
        for (int i = 0; i < PEOPLE; i++) {
          put(engine, person(i));
        }
      }
      double start = cpuSeconds();
      if (file == null) {
        send(engine, requests, flaws, () -> {});
      } else {
        Files.deleteIfExists(file);
        try (Recording recording =
            Recording.create(file, Long.MAX_VALUE, () -> RequestContext.NONE)) {
          recording.listenTo(engine);
          send(engine, requests, flaws, recording::flush);
        }
      }
      return cpuSeconds() - start;
    }
  }

  private static Item person(int i) {
    return Item.of(
        "PK",
        "PERSON#" + i,
        "SK",
        "PROFILE",
        "team",
        "T" + i % 20,
        "city",
        "C" + i % 50,
        "name",
        "N" + i,
        "note",
        "x".repeat(80));
  }

  private static void put(MonotableEngine engine, Item item) {
    engine.call(Operations.PUT_ITEM, PutItemInput.builder().tableName(FLAWED).item(item).build());
  }

  /** Sends a request with a flaw. */
  private static void flaw(MonotableEngine engine, int i) {
    Item key = Item.of("PK", "PERSON#" + i % PEOPLE, "SK", "PROFILE");
    switch (i % 10) {
      case 0 -> scan(engine, "city", "C" + i % 50);
      case 1 -> scan(engine, "#n", "N" + i % PEOPLE);
      case 2 -> scan(engine, "team", "T" + i % 20);
      case 3, 4 ->
          engine.call(
              Operations.GET_ITEM,
              GetItemInput.builder().tableName(FLAWED).key(key).consistentRead(true).build());
      case 5, 6 ->
          engine.call(
              Operations.TRANSACT_WRITE_ITEMS,
              TransactWriteItemsInput.builder()
                  .transactItems(
                      List.of(
                          TransactWriteItem.builder()
                              .put(Put.builder().tableName(FLAWED).item(person(i % PEOPLE)).build())
                              .build()))
                  .build());
      case 7 ->
          engine.call(
              Operations.TRANSACT_WRITE_ITEMS,
              TransactWriteItemsInput.builder()
                  .transactItems(
                      List.of(
                          TransactWriteItem.builder()
                              .delete(
                                  Delete.builder()
                                      .tableName(FLAWED)
                                      .key(Item.of("PK", "GONE#" + i, "SK", "PROFILE"))
                                      .build())
                              .build()))
                  .build());
      default -> scan(engine, "note", "y");
    }
  }

  private static void scan(MonotableEngine engine, String attribute, String value) {
    engine.call(
        Operations.SCAN,
        ScanInput.builder()
            .tableName(FLAWED)
            .filterExpression(attribute + " = :v")
            .expressionAttributeNames(attribute.startsWith("#") ? Map.of("#n", "name") : null)
            .expressionAttributeValues(Item.of(":v", value))
            .build());
  }

  private static void createTable(MonotableEngine engine, String name, String indexKey) {
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName(name)
            .attributeDefinitions(
                List.of(
                    new AttributeDefinition("PK", "S"),
                    new AttributeDefinition("SK", "S"),
                    new AttributeDefinition(indexKey, "S")))
            .keySchema(
                List.of(new KeySchemaElement("PK", "HASH"), new KeySchemaElement("SK", "RANGE")))
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName("GSI1")
                        .keySchema(
                            List.of(
                                new KeySchemaElement(indexKey, "HASH"),
                                new KeySchemaElement("SK", "RANGE")))
                        .projection(Projection.builder().projectionType("ALL").build())
                        .build()))
            .billingMode("PAY_PER_REQUEST")
            .build());
  }

  private static void send(MonotableEngine engine, int requests, boolean flaws, Runnable flush) {
    Random random = new Random(1);
    for (int i = 0; i < requests; i++) {
      String customer = "CUSTOMER#" + (100_000 + random.nextInt(CUSTOMERS));
      String order = "ORDER#2026-01-" + (10 + i % 20) + "#" + (1_000_000 + i);
      if (i % 5_000 == 0) {
        flush.run(); // an application is not faster than the recording for long
      }
      if (flaws && i % 20 == 0) {
        flaw(engine, i / 20);
        continue;
      }
      switch (i % 10) {
        case 0, 1, 2 ->
            engine.call(
                Operations.PUT_ITEM,
                PutItemInput.builder()
                    .tableName(TABLE)
                    .item(
                        Item.of(
                            "PK",
                            customer,
                            "SK",
                            i % 10 == 0 ? "PROFILE" : order,
                            "GSI1PK",
                            "DAY#2026-01-" + (10 + i % 20),
                            "name",
                            "Name " + i,
                            "amount",
                            i,
                            "note",
                            "x".repeat(80)))
                    .build());
        case 3, 4, 5, 6, 7 ->
            engine.call(
                Operations.GET_ITEM,
                GetItemInput.builder()
                    .tableName(TABLE)
                    .key(Item.of("PK", customer, "SK", "PROFILE"))
                    .build());
        default ->
            engine.call(
                Operations.QUERY,
                QueryInput.builder()
                    .tableName(TABLE)
                    .keyConditionExpression("PK = :pk and begins_with(SK, :sk)")
                    .expressionAttributeValues(Item.of(":pk", customer, ":sk", "ORDER#"))
                    .scanIndexForward(false)
                    .limit(10)
                    .build());
      }
    }
  }
}
