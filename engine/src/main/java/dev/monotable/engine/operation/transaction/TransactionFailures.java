package dev.monotable.engine.operation.transaction;

import dev.monotable.engine.error.Canceled;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.TableFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects the cancellation reasons of a transaction, in the order of its actions.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors">Errors
 *     of TransactWriteItems</a>
 */
public final class TransactionFailures {
  private final int actions;

  /** By the position of the action; null while no action has failed. */
  private @Nullable Fault @Nullable [] reasons;

  public TransactionFailures(int actions) {
    this.actions = actions;
  }

  /**
   * Adds the failure of an action.
   *
   * @param action the position of the action, from 0
   * @throws FaultException {@code failure} itself, if it fails the whole request
   */
  public void add(int action, FaultException failure) {
    if (failure.code() == ErrorCode.RESOURCE_NOT_FOUND
        || Canceled.reasonCode(failure.fault()) == null) {
      throw failure;
    }
    add(action, failure.fault());
  }

  /**
   * Adds the failure of an action whose key does not match its table.
   *
   * @throws FaultException {@code failure} itself, if the key is empty: this fails the whole
   *     request
   */
  public void addKeyFault(int action, FaultException failure) {
    requireNoEmptyKey(failure);
    add(action, failure);
  }

  /**
   * Requires that no key attribute of the table or of an index is empty. Such a fault fails a whole
   * transaction request, instead of canceling the transaction (parity {@code
   * tests/tier3/error-messages/transactIndexKeys}).
   */
  private static void requireNoEmptyKey(FaultException failure) {
    Fault fault = failure.fault();
    if (fault instanceof KeyFault.EmptyKey
        || fault instanceof KeyFault.EmptyIndexKey
        || fault instanceof KeyFault.EmptyUpdatedIndexKey) {
      throw failure;
    }
  }

  /**
   * Adds the failure of an action that does not match its table, unless there is one already. AWS
   * checks no further action after the first such failure (scylladb/scylladb {@code
   * test/alternator/test_transact.py}).
   */
  void addIfFirst(int action, FaultException failure) {
    requireNoEmptyKey(failure);
    if (reasons == null) {
      add(action, failure);
    }
  }

  /**
   * Adds the failure of a statement whose table does not exist. In TransactWriteItems this fails
   * the whole request, in ExecuteTransaction it cancels the transaction.
   */
  public void addTableNotFound(int action) {
    add(action, TableFault.Plain.NOT_FOUND);
  }

  private void add(int action, Fault reason) {
    @Nullable Fault[] known = reasons == null ? new Fault[actions] : reasons;
    known[action] = reason;
    reasons = known;
  }

  /** Returns whether the action has failed. */
  boolean has(int action) {
    return reasons != null && reasons[action] != null;
  }

  /**
   * Cancels the transaction if an action failed.
   *
   * @throws FaultException if an action failed
   */
  public void throwIfAny() {
    if (reasons != null) {
      throw new FaultException(new Canceled(Arrays.asList(reasons)));
    }
  }
}
