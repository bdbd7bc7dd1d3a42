package dev.monotable.benchmark.chat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Live bytes of a database after a full collection, for each item and as a multiple of the bytes of
 * the items' DynamoDB JSON; and how long a snapshot, a fork and a restore of it take.
 *
 * <pre>
 * java -Xmx2g -XX:+UseSerialGC -cp ... dev.monotable.benchmark.chat.ItemMemory chat|single [items]
 * </pre>
 *
 * {@code chat} is the chat design with its index, {@code single} a table that has a partition key
 * only and no index, with items of the same length.
 */
public final class ItemMemory {
  private static final int ROUNDS = 1_000;

  private ItemMemory() {}

  public static void main(String[] arguments) {
    boolean single = arguments[0].equals("single");
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
    ChatDesign design = ChatDesign.of(items);
    long before = live();
    try (MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT)) {
      Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
      call(exchange, "CreateTable", single ? singleTable() : design.createTable());
      long json = 0;
      for (int i = 0; i < items; i++) {
        String item = single ? singleItem(design, i) : design.item(i);
        json += item.length();
        call(
            exchange, "PutItem", ChatDesign.utf8("{\"TableName\":\"Chat\",\"Item\":" + item + "}"));
      }
      long bytes = live() - before;
      System.out.printf(
          Locale.ROOT,
          "%s: %d items of %d bytes of JSON, %.1f live bytes an item, %.3f times%n",
          arguments[0],
          items,
          json / items,
          (double) bytes / items,
          (double) bytes / json);
      versions(engine);
    }
  }

  private static void versions(MonotableEngine engine) {
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS; i++) {
      engine.restore(engine.snapshot());
      engine.fork().close();
    }
    System.out.printf(
        Locale.ROOT,
        "snapshot, restore and fork: %.1f µs together%n",
        (System.nanoTime() - begin) / 1e3 / ROUNDS);
  }

  private static byte[] singleTable() {
    return ChatDesign.utf8(
        "{\"TableName\":\"Chat\",\"AttributeDefinitions\":["
            + "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
            + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
            + "\"BillingMode\":\"PAY_PER_REQUEST\"}");
  }

  /** The item of the chat design, its partition and sort key joined. */
  private static String singleItem(ChatDesign design, int number) {
    return design
        .item(number)
        .replaceFirst("\"},\"SK\":\\{\"S\":\"", "########,####")
        .replaceFirst("\"SK\"", "\"sk\"");
  }

  private static void call(Exchange exchange, String operation, byte[] body) {
    HttpReply reply = new HttpReply();
    exchange.handle(new PreparedRequest().with("DynamoDB_20120810." + operation, body), reply);
    if (reply.status() != 200) {
      throw new IllegalStateException(
          new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8));
    }
  }

  private static long live() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
