package dev.monotable.torture.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of a client: steps on different items that take effect at one instant, all or none.
 *
 * @param token the token of a transaction that the client may send again, or null. The transaction
 *     takes effect once, regardless of how often it is sent
 */
record Action(Form form, List<Step> steps, @Nullable String token) {

  /** The operation that the action is sent as. */
  enum Form {
    /** PutItem, GetItem, UpdateItem or DeleteItem. */
    ITEM,
    /** ExecuteStatement. */
    STATEMENT,
    /** TransactWriteItems or TransactGetItems. */
    TRANSACTION,
    /** ExecuteTransaction. */
    STATEMENTS,
    /** One page of Scan. */
    SCAN,
    /** One page of Query on the index. */
    INDEX
  }

  Action {
    steps = List.copyOf(steps);
  }

  Action(Form form, List<Step> steps) {
    this(form, steps, null);
  }

  /**
   * Returns whether no later action is answered otherwise because of this one. A transaction with a
   * token, even one that only checks items, is answered in the same way when it is sent again.
   */
  boolean isWithoutEffect() {
    return token == null && steps.stream().noneMatch(Step::isWrite);
  }

  @Override
  public String toString() {
    return form + " " + steps + (token == null ? "" : " token " + token);
  }
}
