package dev.monotable.engine.operation.read;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.value.Item;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An item that a request has read.
 *
 * @param projectionText makes the projection when it is asked for; null if all attributes are
 *     returned
 */
public record ItemReadPart(
    String table,
    Item key,
    @Nullable Item item,
    boolean consistent,
    double units,
    @Nullable Supplier<@Nullable ExpressionText> projectionText)
    implements ItemRead {
  @Override
  public @Nullable ExpressionText projection() {
    return projectionText == null ? null : projectionText.get();
  }
}
