package dev.monotable.torture.crash;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.GlobalTable;
import dev.monotable.torture.Json;
import dev.monotable.torture.Reply;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A client that writes items of its own in one Region of a global table until the server is gone.
 * For each item it knows the versions that the server may have. Version 0 is a missing item.
 */
final class GlobalWriter implements Runnable {
  private static final int KEYS = 12;

  private final String table;
  private final String region;
  private final Random random;
  private final AtomicLong acknowledged;
  private final Map<String, Set<Long>> possible = new HashMap<>();
  private long nextVersion = 1;
  private @Nullable Connection connection;
  private @Nullable Throwable failure;

  /**
   * @param acknowledged counts the writes of all clients
   */
  GlobalWriter(String table, String region, Random random, AtomicLong acknowledged) {
    this.table = table;
    this.region = region;
    this.random = random;
    this.acknowledged = acknowledged;
    for (int i = 0; i < KEYS; i++) {
      possible.put(region + "#" + i, Set.of(0L));
    }
  }

  String table() {
    return table;
  }

  /** Uses another connection from now on. */
  void connect(Connection to) {
    connection = to;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      while (true) {
        write();
      }
    } catch (IOException e) {
      // the server was killed
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  private void write() throws IOException {
    String key = region + "#" + random.nextInt(KEYS);
    boolean deletes = random.nextInt(4) == 0;
    long version = deletes ? 0 : nextVersion++;
    ObjectNode request = Json.object().put("TableName", table);
    ObjectNode item = request.putObject(deletes ? "Key" : "Item");
    item.set("pk", Json.string(key));
    if (!deletes) {
      item.set("version", Json.number(version));
      item.set("text", Json.string("x".repeat(random.nextInt(400))));
    }
    Set<Long> before = possible.get(key);
    Set<Long> either = new HashSet<>(before);
    either.add(version);
    possible.put(key, either);
    Connection to = connection;
    if (to == null) {
      throw new IllegalStateException("not connected");
    }
    Reply reply = GlobalTable.call(to, region, deletes ? "DeleteItem" : "PutItem", request);
    if (reply.status() == 200) {
      possible.put(key, Set.of(version));
      acknowledged.incrementAndGet();
    } else if ("InternalServerError".equals(reply.error())) {
      possible.put(key, before); // its Region is cut off
    } else {
      throw new AssertionError(request + " answered " + reply);
    }
  }

  /**
   * Checks that the server has a possible version of each item. From then on, that is the only one.
   *
   * @param versions of all items of the table
   */
  void requirePossible(Map<String, Long> versions) {
    for (Map.Entry<String, Set<Long>> item : possible.entrySet()) {
      long version = versions.getOrDefault(item.getKey(), 0L);
      if (!item.getValue().contains(version)) {
        throw new AssertionError(
            item.getKey()
                + " of "
                + table
                + " has version "
                + version
                + " after the restart, but only these are possible: "
                + item.getValue());
      }
      item.setValue(Set.of(version));
    }
  }
}
