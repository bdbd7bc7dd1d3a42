package dev.monotable.benchmark.memory;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.ChatServer;
import dev.monotable.benchmark.server.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Measures the live bytes of a database after a full collection, per item and as a ratio to the
 * size of the items' DynamoDB JSON. {@code benchmarks/memory} runs this program.
 */
public final class Memory {
  private static final double GOAL = 1.45;

  private final Report report;

  private Memory(Report report) {
    this.report = report;
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, and optionally the number of items (default
   *     1,000,000)
   */
  public static void main(String[] arguments) throws IOException {
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    Report report = new Report(Path.of(arguments[0]), "memory");
    ChatDesign design = ChatDesign.of(items);
    Memory memory = new Memory(report);
    report.add("%,d items; live bytes after full collections.", items);
    report.add("");
    report.add(
        "| table | bytes of JSON per item | live bytes per item | ratio to the JSON | goal |");
    report.add("|---|---|---|---|---|");
    memory.single(design);
    memory.chat(design);
    report.write();
  }

  private void chat(ChatDesign design) {
    long before = LiveBytes.count();
    ChatServer server = ChatServer.of(design);
    long json = 0;
    for (int i = 0; i < design.items(); i++) {
      json += design.item(i).length();
    }
    add("the chat design with its index", design.items(), json, LiveBytes.count() - before);
    server.close();
  }

  /** Measures a table with a partition key only and no index, and with items of the same size. */
  private void single(ChatDesign design) {
    long before = LiveBytes.count();
    try (ChatServer server = ChatServer.empty()) {
      server.call(
          "DynamoDB_20120810.CreateTable",
          utf8(
              "{\"TableName\":\"Single\",\"AttributeDefinitions\":["
                  + "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
                  + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
                  + "\"BillingMode\":\"PAY_PER_REQUEST\"}"));
      long json = 0;
      for (int i = 0; i < design.items(); i++) {
        String item = singleItem(design, i);
        json += item.length();
        server.call(
            "DynamoDB_20120810.PutItem", utf8("{\"TableName\":\"Single\",\"Item\":" + item + "}"));
      }
      add("partition key only, no index", design.items(), json, LiveBytes.count() - before);
    }
  }

  /** Returns the item of the chat design with its partition key and sort key joined. */
  private static String singleItem(ChatDesign design, int number) {
    return design
        .item(number)
        .replaceFirst("\"},\"SK\":\\{\"S\":\"", "########,####")
        .replaceFirst("\"SK\"", "\"sk\"");
  }

  private void add(String table, int items, long json, long bytes) {
    report.add(
        "| %s | %d | %.1f | %.3f | %.2f |",
        table, json / items, (double) bytes / items, (double) bytes / json, GOAL);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
