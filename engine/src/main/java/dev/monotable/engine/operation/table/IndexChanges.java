package dev.monotable.engine.operation.table;

import dev.monotable.engine.limits.Delays;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableChange.Kind;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AttributeDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Begins the creation and the deletion of an index of any type in an existing table. */
public final class IndexChanges {
  private IndexChanges() {}

  /**
   * Returns a table with a new index that is being created. The caller has checked the index.
   *
   * @param definitions those of the request. One that no key uses is ignored (DDB-TABLE-162)
   */
  public static TableState created(
      TableState table,
      IndexDefinition index,
      List<AttributeDefinition> definitions,
      Delays delays) {
    TableDefinition definition = table.definition();
    Map<String, AttributeDefinition> attributes = new TreeMap<>();
    definitions.forEach(a -> attributes.put(a.attributeName(), a));
    definition.attributeDefinitions().forEach(a -> attributes.put(a.attributeName(), a));
    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
    indexes.add(index);
    attributes.keySet().retainAll(IndexDefinition.keyNames(definition.keys(), indexes));
    // The change has no due time yet: it depends on when the index is filled.
    return table
        .withDefinition(
            definition.toBuilder()
                .attributeDefinitions(List.copyOf(attributes.values()))
                .indexes(indexes)
                .build())
        .withChange(
            new TableChange(
                Kind.ALLOCATE_INDEX,
                index.name(),
                null,
                new ChangeOutcome.IndexAllocated(index.name(), delays.createIndex())));
  }

  /**
   * Returns a table with an index that is being deleted. The caller has checked whether it can be.
   */
  public static TableState deleted(TableState table, String index, Delays delays, Instant now) {
    TableChange filling = table.findChange(Kind.BACKFILL_INDEX, index);
    return (filling == null ? table : table.withoutChange(filling))
        .withChange(
            new TableChange(
                Kind.DELETE_INDEX,
                index,
                now.plus(delays.deleteIndex()),
                new ChangeOutcome.IndexDeleted(index)));
  }
}
