package dev.monotable.torture.bank;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bank without writes: table, indexes and stream must show the same accounts. */
final class QuietBank {
  private static final int PAGE = 5;

  private final Bank bank;
  private final Connection connection;

  QuietBank(Bank bank, Connection connection) {
    this.bank = bank;
    this.connection = connection;
  }

  /**
   * Checks the accounts.
   *
   * @param changes the number of items that were changed since the table was created, each of which
   *     has a stream record
   */
  void check(long changes) throws IOException {
    Map<String, JsonNode> accounts = byKey(scan(null));
    assertThat(accounts.values().stream().mapToLong(Bank::money).sum()).isEqualTo(Bank.TOTAL);
    assertThat(byKey(scan("All"))).isEqualTo(accounts);
    assertThat(byKey(scan("Keys")))
        .isEqualTo(projected(accounts, List.of("branch", "account", "balance")));
    assertThat(byKey(scan("InBranch")))
        .isEqualTo(projected(accounts, List.of("branch", "account", "balance", "savings")));

    JsonNode description = connection.require("DescribeTable", bank.request()).path("Table");
    StreamReplay replay = StreamReplay.of(connection, description.path("LatestStreamArn").asText());
    assertThat(replay.items()).isEqualTo(accounts);
    assertThat(replay.records()).isEqualTo(changes);
  }

  /** Reads the table or an index in several pages. */
  private List<JsonNode> scan(String index) throws IOException {
    ObjectNode request = bank.request().put("Limit", PAGE);
    if (index != null) {
      request.put("IndexName", index);
    }
    List<JsonNode> items = new ArrayList<>();
    while (true) {
      JsonNode page = connection.require("Scan", request);
      page.path("Items").forEach(items::add);
      if (!page.has("LastEvaluatedKey")) {
        return items;
      }
      request.set("ExclusiveStartKey", page.path("LastEvaluatedKey"));
    }
  }

  private static Map<String, JsonNode> byKey(List<JsonNode> items) {
    Map<String, JsonNode> found = new TreeMap<>();
    for (JsonNode item : items) {
      JsonNode twice = found.put(item.path("account").path("N").asText(), item);
      assertThat(twice).isNull();
    }
    return found;
  }

  private static Map<String, JsonNode> projected(Map<String, JsonNode> items, List<String> names) {
    Map<String, JsonNode> result = new TreeMap<>();
    items.forEach((key, item) -> result.put(key, ((ObjectNode) item.deepCopy()).retain(names)));
    return result;
  }
}
