package dev.monotable.explore.content;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.ItemDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.Presence;
import dev.monotable.model.DescribeTableInput;
import dev.monotable.model.GlobalSecondaryIndexDescription;
import dev.monotable.model.LocalSecondaryIndexDescription;
import dev.monotable.model.Operations;
import dev.monotable.model.TableDescription;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A hash of the tables and items that executions begin with. Equal if only IDs, ARNs, times and the
 * clock differ, since another run of the same test has others. It is a sum, so the order of items
 * does not matter.
 */
public final class StartHash implements DatabaseDifference.Visitor {
  private final MonotableEngine database;
  private final Set<String> mayDiffer;
  private String table = "";
  private long sum;

  private StartHash(MonotableEngine database, Set<String> mayDiffer) {
    this.database = database;
    this.mayDiffer = mayDiffer;
  }

  /**
   * Returns the hash of a database, as 8 digits.
   *
   * @param mayDiffer attributes that do not count, as {@code attribute} or {@code table.attribute}
   */
  public static String of(MonotableEngine database, Set<String> mayDiffer) {
    StartHash hash = new StartHash(database, mayDiffer);
    try (MonotableEngine empty = MonotableEngine.create(EngineConfig.DEFAULT.quiet(1))) {
      DatabaseDifference.visit(empty.snapshot(), database.snapshot(), hash);
    }
    return HexFormat.of().toHexDigits((int) (hash.sum ^ (hash.sum >>> 32)));
  }

  @Override
  public void table(String name, Presence presence) {
    table = name;
    TableDescription described =
        Objects.requireNonNull(
            database
                .call(
                    Operations.DESCRIBE_TABLE, DescribeTableInput.builder().tableName(name).build())
                .table());
    add(name + described.keySchema());
    List<GlobalSecondaryIndexDescription> global = described.globalSecondaryIndexes();
    if (global != null) {
      global.forEach(index -> add(name + index.indexName() + index.keySchema()));
    }
    List<LocalSecondaryIndexDescription> local = described.localSecondaryIndexes();
    if (local != null) {
      local.forEach(index -> add(name + index.indexName() + index.keySchema()));
    }
  }

  @Override
  public boolean item(ItemDifference difference) {
    add(table + text(difference.after()));
    return true;
  }

  private String text(@Nullable Item item) {
    Map<String, AttributeValue> kept = new TreeMap<>(item == null ? Map.of() : item.toMap());
    kept.keySet()
        .removeIf(name -> mayDiffer.contains(name) || mayDiffer.contains(table + "." + name));
    return RandomNames.withoutRandom(kept.toString());
  }

  private void add(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    sum += crc.getValue() * 0x9E3779B97F4A7C15L;
  }
}
