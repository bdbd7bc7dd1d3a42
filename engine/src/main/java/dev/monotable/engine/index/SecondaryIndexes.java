package dev.monotable.engine.index;

import dev.monotable.engine.operation.table.IndexRequests;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.IndexState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.Projection;
import java.util.List;

/** What the two types of secondary indexes share: their entries are items in one tree by key. */
abstract class SecondaryIndexes implements IndexRequests {
  @Override
  public final boolean isQueried() {
    return true;
  }

  @Override
  public final IndexState empty() {
    return KeyIndex.EMPTY;
  }

  @Override
  public final IndexState.Builder build(AccessPath path) {
    return KeyIndex.builder(path);
  }

  static Projection projection(IndexDefinition index) {
    List<String> included = index.projection().included();
    return new Projection(index.projection().type().name(), included.isEmpty() ? null : included);
  }

  static String arn(TableState table, AccessPath index) {
    return table.definition().arn() + "/index/" + index.name();
  }
}
