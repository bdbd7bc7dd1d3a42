package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.IndexEntryDescription;
import dev.monotable.control.model.ItemDescription;
import dev.monotable.control.model.ItemHistoryDescription;
import dev.monotable.control.model.ItemToDescribe;
import dev.monotable.control.model.ItemVersionDescription;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.engine.ItemHistory;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Region;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.Operations;
import dev.monotable.text.OneLine;
import dev.monotable.text.RecordCodec.RawJson;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts about an item beside its attributes. */
final class ItemRoutes {
  private static final BigDecimal MAX_SECONDS =
      BigDecimal.valueOf(Instant.parse("9999-12-31T23:59:59Z").getEpochSecond());

  private static final int MAX_VERSIONS = 100;

  ItemDescription describeItem(Region region, ItemToDescribe wanted) {
    MonotableEngine engine = region.engine();
    Item key = FaultRules.item(wanted.key());
    // No observer sees these reads, and no fault hits them.
    try (MonotableEngine copy = engine.copy(engine.snapshot(), 1)) {
      DesignTable table = require(copy, wanted.table());
      Item item =
          copy.call(
                  Operations.GET_ITEM,
                  GetItemInput.builder().tableName(wanted.table()).key(key).build())
              .item();
      ItemHistoryDescription history =
          Boolean.TRUE.equals(wanted.history()) ? history(copy, wanted.table(), key) : null;
      return describe(table, item, history);
    }
  }

  private static @Nullable ItemHistoryDescription history(
      MonotableEngine engine, String table, Item key) {
    ItemHistory history = engine.history(table, key, MAX_VERSIONS);
    if (history == null) {
      return null;
    }
    List<ItemVersionDescription> versions = new ArrayList<>();
    for (ItemHistory.Version version : history.versions()) {
      Item item = version.item();
      versions.add(
          new ItemVersionDescription(
              version.since(), item == null ? null : new RawJson(item.toString())));
    }
    return new ItemHistoryDescription(history.earliest(), versions, history.isComplete());
  }

  private static DesignTable require(MonotableEngine engine, String name) {
    for (DesignTable table : ObservedTables.of(engine)) {
      if (table.name().equals(name)) {
        return table;
      }
    }
    throw new ControlException(
        Type.UNKNOWN_TABLE, "There is no table '" + OneLine.quote(name) + "'");
  }

  private static ItemDescription describe(
      DesignTable table, @Nullable Item item, @Nullable ItemHistoryDescription history) {
    List<IndexEntryDescription> entries = new ArrayList<>();
    for (DeclaredIndex index : table.indexes()) {
      entries.add(describe(index, item == null ? null : findEntry(table.key(), index, item)));
    }
    return new ItemDescription(
        item == null ? null : new RawJson(item.toString()),
        item == null ? 0 : item.size(),
        entries,
        item == null ? null : expires(table.settings().timeToLive(), item),
        history);
  }

  private static IndexEntryDescription describe(DeclaredIndex index, @Nullable Item entry) {
    return new IndexEntryDescription(
        index.name(),
        entry == null ? null : new RawJson(entry.toString()),
        entry == null ? 0 : entry.size());
  }

  /**
   * Returns the entry of an item in an index, or null: an item without one of the key attributes
   * has none.
   */
  private static @Nullable Item findEntry(DeclaredKey tableKey, DeclaredIndex index, Item item) {
    for (DeclaredKeyAttribute attribute : attributes(index.key())) {
      AttributeValue value = item.find(attribute.name());
      if (value == null || value.type() != attribute.type()) {
        return null;
      }
    }
    if (index.projection().kind() == DeclaredProjection.Kind.ALL) {
      return item;
    }
    Set<String> held = new LinkedHashSet<>(tableKey.names());
    held.addAll(index.key().names());
    held.addAll(index.projection().attributes());
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    for (String name : held) {
      AttributeValue value = item.find(name);
      if (value != null) {
        entry.put(name, value);
      }
    }
    return Item.of(entry);
  }

  private static List<DeclaredKeyAttribute> attributes(DeclaredKey key) {
    List<DeclaredKeyAttribute> attributes = new ArrayList<>(key.partition());
    attributes.addAll(key.sort());
    return attributes;
  }

  /** Returns when an item expires, or null: a time that is no second until 9999 never comes. */
  private static @Nullable Instant expires(@Nullable String attribute, Item item) {
    AttributeValue value = attribute == null ? null : item.find(attribute);
    if (value == null || value.type() != AttributeType.N) {
      return null;
    }
    BigDecimal seconds = new BigDecimal(value.numberText());
    return seconds.signum() < 0 || seconds.compareTo(MAX_SECONDS) > 0
        ? null
        : Instant.ofEpochSecond(seconds.longValue());
  }
}
