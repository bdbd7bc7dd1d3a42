package dev.monotable.formats.item;

import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of seed files. A record is an item, or an object around it:
 *
 * <ul>
 *   <li>{@code {"Item": …}}, a line of an export or of an import file, the output of GetItem, or a
 *       request of PutItem with its {@code TableName};
 *   <li>{@code {"PutRequest": {"Item": …}}} or {@code {"DeleteRequest": {"Key": …}}}, an element of
 *       a BatchWriteItem request;
 *   <li>{@code {"Keys": …, "NewImage": …}}, a line of an incremental export: without a new image
 *       the item was deleted.
 * </ul>
 */
final class SeedRecords {
  private static final Set<String> CHANGE = Set.of("Metadata", "Keys", "NewImage", "OldImage");

  /** The members beside the item in the output of GetItem and in a request of PutItem. */
  private static final Set<String> BESIDE_ITEM =
      Set.of(
          "$metadata",
          "ConsumedCapacity",
          "ResponseMetadata",
          "ReturnConsumedCapacity",
          "ReturnItemCollectionMetrics",
          "ReturnValues",
          "TableName");

  private final SeedTarget target;
  private final FileItems items = new FileItems();

  SeedRecords(SeedTarget target) {
    this.target = target;
  }

  /** Returns the table that a record names itself, or null. */
  @Nullable TableKeys findTable(Mapping record) {
    return findItem(record) != null && record.find("TableName") instanceof Scalar name
        ? target.requireTable(name.text(), name.at())
        : null;
  }

  /** Returns the item in an object around it, or null. */
  static @Nullable Mapping findItem(Mapping record) {
    for (NamedValue member : record.members()) {
      if (!member.name().equals("Item") && !BESIDE_ITEM.contains(member.name())) {
        return null;
      }
    }
    return record.find("Item") instanceof Mapping item ? item : null;
  }

  /** Writes a record. */
  void write(FileValue record, TableKeys table) {
    if (!(record instanceof Mapping mapping)) {
      throw new InvalidContentException(record.at(), "expected an item, not " + record.describe());
    }
    NamedValue only = mapping.findOnly();
    if (only != null && only.value() instanceof Mapping inner) {
      switch (only.name()) {
        case "PutRequest" -> {
          put(member(inner, "Item"), table);
          return;
        }
        case "DeleteRequest" -> {
          delete(member(inner, "Key"), table);
          return;
        }
        default -> {}
      }
    }
    Mapping item = findItem(mapping);
    if (item != null) {
      put(item, table);
    } else if (isChange(mapping)) {
      change(mapping, table);
    } else {
      put(mapping, table);
    }
  }

  private static boolean isChange(Mapping record) {
    return record.find("Keys") instanceof Mapping
        && record.members().stream().allMatch(member -> CHANGE.contains(member.name()));
  }

  private void change(Mapping record, TableKeys table) {
    if (record.findPresent("NewImage") != null) {
      put(member(record, "NewImage"), table);
    } else {
      delete(member(record, "Keys"), table);
    }
  }

  private static Mapping member(Mapping record, String name) {
    FileValue value = record.find(name);
    if (value == null) {
      throw new InvalidContentException(record.at(), "expected " + name);
    }
    return FileValue.mapping(value, name);
  }

  private void put(Mapping item, TableKeys table) {
    target.put(table, items.item(item, table), item.at());
  }

  private void delete(Mapping key, TableKeys table) {
    target.delete(table, items.item(key, table), key.at());
  }
}
