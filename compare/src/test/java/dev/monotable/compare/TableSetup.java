package dev.monotable.compare;

import com.fasterxml.jackson.databind.JsonNode;
import dev.monotable.compare.endpoint.Emulator;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import dev.monotable.compare.workload.TestTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the tables of a run on both sides, waits for them, and creates them again. */
final class TableSetup {
  private static final long SETTLE_NANOS = Duration.ofMinutes(2).toNanos();

  private final List<Endpoint> endpoints;
  private final Map<String, TestTable> standard = new LinkedHashMap<>();
  private int rebuilt;

  TableSetup(List<Endpoint> endpoints, List<TestTable> tables) {
    this.endpoints = endpoints;
    for (TestTable table : tables) {
      standard.put(table.name(), table);
    }
  }

  /** The tables that contain items, by name. */
  Map<String, TestTable> standard() {
    return standard;
  }

  int rebuilt() {
    return rebuilt;
  }

  /** Deletes all tables and creates those of the run. */
  void rebuild() {
    rebuilt++;
    remove();
    for (TestTable table : standard.values()) {
      Request create = new Request("CreateTable", table.creation());
      for (Endpoint endpoint : endpoints) {
        require(endpoint, create);
      }
      settle(create);
    }
  }

  /** Deletes all tables. */
  void remove() {
    for (Endpoint endpoint : endpoints) {
      List<String> names = new ArrayList<>();
      require(endpoint, new Request("ListTables", Json.object()))
          .path("TableNames")
          .forEach(name -> names.add(name.asText()));
      for (String name : names) {
        Request delete = new Request("DeleteTable", Json.object().put("TableName", name));
        if (!endpoint.call(delete).accepted()) {
          require(
              endpoint,
              new Request(
                  "UpdateTable",
                  Json.object().put("TableName", name).put("DeletionProtectionEnabled", false)));
          require(endpoint, delete);
        }
      }
    }
  }

  private static JsonNode require(Endpoint endpoint, Request request) {
    Reply answer = endpoint.call(request);
    if (!answer.accepted()) {
      throw new IllegalStateException(request + ": " + answer);
    }
    return answer.body();
  }

  /** Waits until the change of a table that a request started is complete. */
  void settle(Request request) {
    String name = request.body().path("TableName").asText();
    Request describe = new Request("DescribeTable", Json.object().put("TableName", name));
    for (Endpoint endpoint : endpoints) {
      long end = System.nanoTime() + SETTLE_NANOS;
      while (true) {
        Reply answer = endpoint.call(describe);
        boolean gone = !answer.accepted();
        if (gone || !request.operation().equals("DeleteTable") && isActive(answer.body())) {
          break;
        }
        if (System.nanoTime() > end) {
          throw new IllegalStateException(
              "the change of a table did not complete: " + request + " " + answer);
        }
        Emulator.pause();
      }
    }
  }

  private static boolean isActive(JsonNode description) {
    JsonNode table = description.path("Table");
    boolean active = table.path("TableStatus").asText().equals("ACTIVE");
    for (JsonNode index : table.path("GlobalSecondaryIndexes")) {
      active &= index.path("IndexStatus").asText().equals("ACTIVE");
    }
    return active;
  }
}
