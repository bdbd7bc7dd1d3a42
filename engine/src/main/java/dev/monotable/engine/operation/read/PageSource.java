package dev.monotable.engine.operation.read;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statement of a request about the page that it reads, computed when an observer asks for it.
 */
public interface PageSource {
  /** Returns the conditions on the key; empty for a read of the whole table or index. */
  List<KeyRestriction> keyConditions();

  /** Returns the filter; null if there is none. */
  @Nullable ExpressionText filter();

  /** Returns the attributes to return; null for all. */
  @Nullable ExpressionText projection();

  /** Returns the key after which the page begins; null for the first page. */
  @Nullable Item startKey();

  /** Returns the number of items to evaluate at most; null if the request does not say. */
  @Nullable Integer limit();
}
