package dev.monotable.torture.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.torture.Connection;
import dev.monotable.torture.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client that creates and deletes backups until the server is gone. The server must have each
 * backup that was acknowledged, with the same items, and may have the one of the request without an
 * answer.
 */
final class CrashBackups implements Runnable {
  private static final int KEPT = 5;
  private static final String RESTORED = "Restored";

  private final Random random;

  /** The numbers of items of the backups that the server has, by their ARN. */
  private final Map<String, Long> known = new TreeMap<>();

  /** The names of backups, and the ARNs of deletions, that were not acknowledged. */
  private final Set<String> pending = new HashSet<>();

  private int created;
  private @Nullable Connection connection;
  private @Nullable Throwable failure;

  CrashBackups(Random random) {
    this.random = random;
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
        if (known.size() < KEPT) {
          create();
        } else {
          delete();
        }
      }
    } catch (IOException e) {
      // the server was killed
    } catch (RuntimeException | AssertionError e) {
      failure = e;
    }
  }

  private Connection connection() {
    Connection to = connection;
    if (to == null) {
      throw new IllegalStateException("not connected");
    }
    return to;
  }

  private void create() throws IOException {
    String name = "backup-" + ++created;
    pending.add(name);
    String arn =
        connection()
            .require(
                "CreateBackup",
                Json.object().put("TableName", CrashTable.NAME).put("BackupName", name))
            .at("/BackupDetails/BackupArn")
            .asText();
    known.put(arn, -1L);
    pending.remove(name);
    known.put(arn, items(arn));
  }

  private long items(String arn) throws IOException {
    return connection()
        .require("DescribeBackup", Json.object().put("BackupArn", arn))
        .at("/BackupDescription/SourceTableDetails/ItemCount")
        .asLong();
  }

  private void delete() throws IOException {
    String arn = known.keySet().stream().skip(random.nextInt(known.size())).findFirst().get();
    pending.add(arn);
    connection().require("DeleteBackup", Json.object().put("BackupArn", arn));
    known.remove(arn);
    pending.remove(arn);
  }

  /** Checks that the server has the backups, and restores one of them. */
  void requirePossible() throws IOException {
    Map<String, Long> found = new TreeMap<>();
    for (JsonNode backup :
        connection().require("ListBackups", Json.object()).get("BackupSummaries")) {
      String arn = backup.get("BackupArn").asText();
      if (!known.containsKey(arn) && !pending.contains(backup.get("BackupName").asText())) {
        throw new AssertionError("a backup that nobody has created: " + backup);
      }
      found.put(arn, items(arn));
    }
    known.forEach(
        (arn, items) -> {
          Long after = found.get(arn);
          if (after == null ? !pending.contains(arn) : items >= 0 && !after.equals(items)) {
            throw new AssertionError(arn + " had " + items + " items, and has " + after);
          }
        });
    known.clear();
    known.putAll(found);
    pending.clear();
    if (!found.isEmpty()) {
      restore(found.keySet().iterator().next());
    }
  }

  private void restore(String arn) throws IOException {
    ObjectNode restored = Json.object().put("TableName", RESTORED);
    connection()
        .require(
            "RestoreTableFromBackup",
            Json.object().put("TargetTableName", RESTORED).put("BackupArn", arn));
    long items = CrashTable.items(connection(), RESTORED).size();
    if (items != known.get(arn)) {
      throw new AssertionError(arn + " has " + known.get(arn) + " items, but the table " + items);
    }
    connection().require("DeleteTable", restored);
  }
}
