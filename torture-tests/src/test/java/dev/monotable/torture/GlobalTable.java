package dev.monotable.torture;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A global table of a server, with a replica in each of three Regions. */
public final class GlobalTable {
  /** The Regions. The first one has the table at first. */
  public static final List<String> REGIONS = List.of("us-east-1", "us-east-2", "us-west-2");

  private GlobalTable() {}

  /**
   * Creates a global table.
   *
   * @param strong whether it has multi-Region strong consistency
   */
  public static void create(Connection connection, ObjectNode table, boolean strong)
      throws IOException {
    connection.require("CreateTable", table);
    String name = table.path("TableName").asText();
    List<String> others = REGIONS.subList(1, REGIONS.size());
    if (strong) {
      ObjectNode update = update(name, "Create", others);
      connection.require("UpdateTable", update.put("MultiRegionConsistency", "STRONG"));
    } else {
      for (String region : others) {
        connection.require("UpdateTable", update(name, "Create", List.of(region)));
      }
    }
  }

  /** Deletes a global table with strong consistency, all of whose replicas go at once. */
  public static void delete(Connection connection, String name) throws IOException {
    connection.require("UpdateTable", update(name, "Delete", REGIONS.subList(1, REGIONS.size())));
    connection.require("DeleteTable", Json.object().put("TableName", name));
  }

  private static ObjectNode update(String name, String action, List<String> regions) {
    ObjectNode request = Json.object().put("TableName", name);
    for (String region : regions) {
      request.withArray("/ReplicaUpdates").addObject().putObject(action).put("RegionName", region);
    }
    return request;
  }

  /** Sends an operation to a Region and returns its response. */
  public static Reply call(Connection connection, String region, String operation, JsonNode request)
      throws IOException {
    connection.send(Requests.inRegion(region, operation, Connection.bytes(request)));
    return connection.receive();
  }

  /**
   * Changes the replication of all global tables.
   *
   * @param change as the control API has it, with single quotes
   */
  public static void replicate(Connection connection, String change) throws IOException {
    connection.send(
        Requests.control("PATCH", "/replication", Connection.bytes(Json.parse(change))));
    Reply reply = connection.receive();
    if (reply.status() != 200) {
      throw new AssertionError(change + " answered " + reply);
    }
  }

  /**
   * Returns all items that a Region has, by their keys, as an eventually consistent Scan returns
   * them; they fit a page.
   */
  public static SortedMap<String, JsonNode> items(Connection connection, String region, String name)
      throws IOException {
    Reply reply = call(connection, region, "Scan", Json.object().put("TableName", name));
    SortedMap<String, JsonNode> items = new TreeMap<>();
    reply.json().path("Items").forEach(item -> items.put(item.path("pk").toString(), item));
    return items;
  }

  /**
   * Returns the items that all Regions have.
   *
   * @throws AssertionError if they do not have the same
   */
  public static SortedMap<String, JsonNode> sameItems(Connection connection, String name)
      throws IOException {
    SortedMap<String, JsonNode> first = items(connection, REGIONS.get(0), name);
    for (String region : new TreeSet<>(REGIONS)) {
      SortedMap<String, JsonNode> items = items(connection, region, name);
      if (!items.equals(first)) {
        throw new AssertionError(
            region + " has " + items + ", and " + REGIONS.get(0) + " " + first);
      }
    }
    return first;
  }
}
