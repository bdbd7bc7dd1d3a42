package dev.monotable.engine.operation.read;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.operation.ConsumedCapacities;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.model.GetItemInput;
import dev.monotable.value.Item;
import org.jspecify.annotations.Nullable;

/** The read of a GetItem. It refers to the request, from which the rest follows. */
record GetItemPart(String table, KeyLayout keys, GetItemInput request, @Nullable Item item)
    implements ItemRead {
  @Override
  public Item key() {
    return keys.inOrder(request.key());
  }

  @Override
  public @Nullable ExpressionText projection() {
    return Projections.text(request);
  }

  @Override
  public boolean consistent() {
    return Boolean.TRUE.equals(request.consistentRead());
  }

  @Override
  public double units() {
    return ConsumedCapacities.readUnits(item == null ? 0 : item.size(), consistent());
  }
}
