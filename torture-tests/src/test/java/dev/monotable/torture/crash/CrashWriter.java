package dev.monotable.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
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
 * A client that writes items of its own until the server is gone. For each item it knows the
 * versions that the server may have: the acknowledged one, and that of the request without an
 * answer. Version 0 is a missing item.
 */
final class CrashWriter implements Runnable {
  private static final int KEYS = 12;

  private final int number;
  private final Random random;
  private final AtomicLong acknowledged;
  private final Map<String, Set<Long>> possible = new HashMap<>();
  private long nextVersion = 1;
  private @Nullable Connection connection;
  private long rejected;

  /** The cause that ended the client, other than the end of the server. */
  private @Nullable Throwable failure;

  /**
   * @param acknowledged counts the writes of all clients
   */
  CrashWriter(int number, Random random, AtomicLong acknowledged) {
    this.number = number;
    this.random = random;
    this.acknowledged = acknowledged;
    for (int i = 0; i < KEYS; i++) {
      possible.put(key(i), Set.of(0L));
    }
  }

  private String key(int item) {
    return "w" + number + "#" + item;
  }

  /** Uses another connection from now on. */
  void connect(Connection to) {
    connection = to;
  }

  /** Returns the number of requests that the server rejected, because it could not log them. */
  long rejected() {
    return rejected;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      while (write()) {
        acknowledged.incrementAndGet();
      }
    } catch (IOException e) {
      // the server was killed
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  /** Sends one write; returns false if the server could not log it. */
  boolean write() throws IOException {
    int choice = random.nextInt(10);
    long version = nextVersion++;
    if (choice < 6) {
      String key = key(random.nextInt(KEYS));
      return send("PutItem", put(key, version), Map.of(key, version));
    }
    if (choice < 8) {
      String key = key(random.nextInt(KEYS));
      ObjectNode delete = Json.object().put("TableName", CrashTable.NAME);
      delete.set("Key", Json.object().set("pk", Json.string(key)));
      return send("DeleteItem", delete, Map.of(key, 0L));
    }
    int first = random.nextInt(KEYS);
    String one = key(first);
    String other = key((first + 1 + random.nextInt(KEYS - 1)) % KEYS);
    ObjectNode transaction = Json.object();
    ArrayNode items = transaction.putArray("TransactItems");
    items.addObject().set("Put", put(one, version));
    items.addObject().set("Put", put(other, version));
    return send("TransactWriteItems", transaction, Map.of(one, version, other, version));
  }

  private ObjectNode put(String key, long version) {
    ObjectNode item = Json.object();
    item.set("pk", Json.string(key));
    item.set("version", Json.number(version));
    if (random.nextInt(4) > 0) {
      item.set("group", Json.string("g" + version % 5));
    }
    item.set("text", Json.string("x".repeat(random.nextInt(400))));
    ObjectNode put = Json.object().put("TableName", CrashTable.NAME);
    put.set("Item", item);
    return put;
  }

  private boolean send(String operation, JsonNode request, Map<String, Long> versions)
      throws IOException {
    Connection to = connection;
    if (to == null) {
      throw new IllegalStateException("not connected");
    }
    Map<String, Set<Long>> before = new HashMap<>();
    for (Map.Entry<String, Long> version : versions.entrySet()) {
      Set<Long> either = new HashSet<>(possible.get(version.getKey()));
      before.put(version.getKey(), Set.copyOf(either));
      either.add(version.getValue());
      possible.put(version.getKey(), either);
    }
    Reply reply = to.call(operation, request);
    if (reply.status() == 200) {
      versions.forEach((key, version) -> possible.put(key, Set.of(version)));
      return true;
    }
    if ("InternalServerError".equals(reply.error())) {
      rejected++;
      possible.putAll(before); // the server is alive, so nothing of it may appear
      return false;
    }
    throw new AssertionError(operation + " " + request + " answered " + reply);
  }

  /**
   * Checks that the server has a possible version of each item. From then on, that is the only one.
   *
   * @param versions of all items that the server has
   */
  void requirePossible(Map<String, Long> versions) {
    for (Map.Entry<String, Set<Long>> item : possible.entrySet()) {
      long version = versions.getOrDefault(item.getKey(), 0L);
      if (!item.getValue().contains(version)) {
        throw new AssertionError(
            item.getKey()
                + " has version "
                + version
                + " after the restart, but only these are possible: "
                + item.getValue());
      }
      item.setValue(Set.of(version));
    }
  }
}
